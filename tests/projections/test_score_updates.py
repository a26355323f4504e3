"""Counting games: the same games lead to the same records, in whatever order they arrive."""

import threading
from random import Random
from typing import Any

import pytest
from fakeredis import FakeRedis, FakeServer
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from projections.across_games import score_updates
from projections.across_games.score_store import ScoreStore
from tests.projections.closed_games import (
    PEOPLE,
    ScoreProcess,
    closed_game,
    expected_records,
    some_games,
)
from tests.redises import Store
from tests.soak import examples

pytestmark = pytest.mark.usefixtures("every_game_ranks")

ADA, BEA, CYD, *_ = PEOPLE


def is_correct(process: ScoreProcess, games: list[Any]) -> bool:
    state = process.state()
    assert state["to count"] == []
    assert [one.decode() for one in state["counted"]] == sorted(
        game.closing_member for game in games
    )
    rated = {name: record for name, record in state["records"].items() if record and record.rating}
    assert sum(map(len, state["leaderboards"].values())) == len(rated)
    return bool(state["records"] == expected_records(games))


def test_ratings_are_the_same_in_any_order_of_reading_on_every_store(store: Store):
    games = some_games(40, Random("any order"))
    states = []
    for generation in range(1, 5):
        luck, process = Random(generation), ScoreProcess(store.client(), generation)
        for game in luck.sample(games, len(games)):
            process.put(game)
            if luck.random() < 0.3:
                process.count()
        process.count()
        assert is_correct(process, games)
        states.append(process.state())
    assert all(state == states[0] for state in states)


@examples(25)
@given(st.integers(0, 2**32), st.sampled_from([1, 2, 7, 100]))
def test_whenever_they_are_counted_the_result_is_the_same(seed: int, at_once: int):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(score_updates, "AT_ONCE", at_once)
        luck = Random(seed)
        games = some_games(luck.randrange(1, 25), luck)
        process = ScoreProcess(_fake())
        for game in luck.sample(games, len(games)):
            process.put(game)
            if luck.random() < 0.5:
                process.count()
        process.count()
        assert is_correct(process, games)


def test_a_result_that_changes_or_goes_away_is_counted_again(store: Store):
    games = some_games(12, Random("changing"))
    process = ScoreProcess(store.client())
    for game in games:
        process.put(game)
    process.count()
    changed = closed_game("game-3", 1_600_000_000_000, [CYD, ADA, BEA], [2, 1, 3])
    gone = replace(games[5], result=None)
    process.put(changed)
    process.put(gone)
    process.count()
    left = [game for n, game in enumerate(games) if n not in (3, 5)]
    assert is_correct(process, [*left, changed])
    process.put(games[5])
    process.put(games[3])
    process.count()
    assert is_correct(process, games)


def test_several_processes_that_count_at_once_agree(store: Store):
    games = some_games(60, Random("at once"))
    failures: list[BaseException] = []

    def count(part: list[Any]) -> None:
        try:
            process = ScoreProcess(store.client())
            for game in part:
                process.put(game)
                process.count()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=count, args=(games[i::3],)) for i in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    process = ScoreProcess(store.client())
    process.count()
    assert is_correct(process, games)


def test_what_was_counted_from_old_results_is_not_written(monkeypatch: pytest.MonkeyPatch):
    """Between reading and writing, a game comes in that ended before."""
    games = some_games(6, Random("old results"))
    redis = _fake()
    process, other = ScoreProcess(redis), ScoreProcess(redis)
    late = closed_game("late", 1, [CYD, BEA, ADA])
    for game in games:
        process.put(game)
    write = ScoreStore.write
    came: list[bool] = []

    def interrupted(self: ScoreStore, *arguments: Any) -> bool:
        if not came:
            came.append(True)
            other.put(late)
            other.count()
        written = write(self, *arguments)
        came.append(written)
        return written

    monkeypatch.setattr(ScoreStore, "write", interrupted)
    process.count()
    assert came[0:1] == [True]
    assert False in came
    assert is_correct(process, [*games, late])


def test_a_game_is_counted_once_however_often_it_is_stored():
    process = ScoreProcess(_fake())
    game = closed_game("one", 5, [ADA, BEA, CYD])
    for _ in range(3):
        process.put(game)
        process.count()
    assert is_correct(process, [game])
    revision = process.count()
    assert process.count() == revision


def _fake() -> Any:
    return FakeRedis(server=FakeServer())
