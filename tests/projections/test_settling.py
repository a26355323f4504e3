"""Settling: the same games lead to the same lines, in whatever order they are heard of."""

import threading
from random import Random
from typing import Any

import pytest
from fakeredis import FakeRedis, FakeServer
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from projections.across_games import score_updates
from projections.across_games.score_store import Scorebook
from tests.projections.results import PEOPLE, Book, counted, ended, some_games
from tests.redises import Store
from tests.soak import examples

ADA, BEA, CYD, *_ = PEOPLE


def is_true(book: Book, games: list[Any]) -> bool:
    state = book.state()
    assert state["to settle"] == []
    assert [one.decode() for one in state["settled"]] == sorted(game.turn for game in games)
    rated = {name: line for name, line in state["lines"].items() if line and line.rating}
    assert sum(map(len, state["tables"].values())) == len(rated)
    return bool(state["lines"] == counted(games))


def test_ratings_are_the_same_in_any_order_of_reading_on_every_store(store: Store):
    games = some_games(40, Random("any order"))
    states = []
    for edition in range(1, 5):
        luck, book = Random(edition), Book(store.client(), edition)
        for game in luck.sample(games, len(games)):
            book.enter(game)
            if luck.random() < 0.3:
                book.settle()
        book.settle()
        assert is_true(book, games)
        states.append(book.state())
    assert all(state == states[0] for state in states)


@examples(25)
@given(st.integers(0, 2**32), st.sampled_from([1, 2, 7, 100]))
def test_whenever_they_are_settled_the_same_comes_out(seed: int, at_once: int):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(score_updates, "AT_ONCE", at_once)
        luck = Random(seed)
        games = some_games(luck.randrange(1, 25), luck)
        book = Book(_fake())
        for game in luck.sample(games, len(games)):
            book.enter(game)
            if luck.random() < 0.5:
                book.settle()
        book.settle()
        assert is_true(book, games)


def test_a_result_that_changes_or_goes_away_is_counted_anew(store: Store):
    games = some_games(12, Random("changing"))
    book = Book(store.client())
    for game in games:
        book.enter(game)
    book.settle()
    changed = ended("game-3", 1_600_000_000_000, [CYD, ADA, BEA], [2, 1, 3])
    gone = replace(games[5], result=None)
    book.enter(changed)
    book.enter(gone)
    book.settle()
    left = [game for n, game in enumerate(games) if n not in (3, 5)]
    assert is_true(book, [*left, changed])
    book.enter(games[5])
    book.enter(games[3])
    book.settle()
    assert is_true(book, games)


def test_several_processes_that_settle_at_once_agree(store: Store):
    games = some_games(60, Random("at once"))
    failures: list[BaseException] = []

    def keep(part: list[Any]) -> None:
        try:
            book = Book(store.client())
            for game in part:
                book.enter(game)
                book.settle()
        except BaseException as failure:
            failures.append(failure)

    keepers = [threading.Thread(target=keep, args=(games[i::3],)) for i in range(3)]
    for runner in keepers:
        runner.start()
    for runner in keepers:
        runner.join()
    assert failures == []
    book = Book(store.client())
    book.settle()
    assert is_true(book, games)


def test_what_was_counted_from_old_news_is_not_written(monkeypatch: pytest.MonkeyPatch):
    """Between reading and writing, a game comes in that ended before."""
    games = some_games(6, Random("old news"))
    redis = _fake()
    book, other = Book(redis), Book(redis)
    late = ended("late", 1, [CYD, BEA, ADA])
    for game in games:
        book.enter(game)
    write = Scorebook.write
    came: list[bool] = []

    def interrupted(self: Scorebook, *arguments: Any) -> bool:
        if not came:
            came.append(True)
            other.enter(late)
            other.settle()
        written = write(self, *arguments)
        came.append(written)
        return written

    monkeypatch.setattr(Scorebook, "write", interrupted)
    book.settle()
    assert came[0:1] == [True]
    assert False in came
    assert is_true(book, [*games, late])


def test_a_game_is_counted_once_however_often_it_is_entered():
    book = Book(_fake())
    game = ended("one", 5, [ADA, BEA, CYD])
    for _ in range(3):
        book.enter(game)
        book.settle()
    assert is_true(book, [game])
    revision = book.settle()
    assert book.settle() == revision


def _fake() -> Any:
    return FakeRedis(server=FakeServer())
