"""A game that cannot be catalogued or counted is set aside with the reason; the others go on."""

import logging
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from fakeredis import FakeRedis, FakeServer

from hexledger.cli import rebuild as command
from projections.across_games import player_records, score_updates, summaries
from projections.across_games.catalogue_entries import CatalogueEntry
from projections.across_games.catalogue_store import key_of
from projections.rebuilding import Rebuilding
from tests.projections.backend import PLAYERS, Backend, Reader
from tests.projections.closed_games import (
    PEOPLE,
    ScoreProcess,
    closed_game,
    expected_records,
    some_games,
)
from tests.projections.test_rebuilding import arguments, use_redis_of
from tests.redises import Store

pytestmark = pytest.mark.usefixtures("every_game_ranks")

ADA, BEA, CYD, *_ = PLAYERS
Patch = pytest.MonkeyPatch
Rate = Callable[[CatalogueEntry, Any], list[player_records.PlayerRecord]]


def bad_game(game: str = "bad", at: int = 1_700_000_000_005) -> CatalogueEntry:
    """A closed game whose result has a rank for one of its three seats only."""
    return closed_game(game, at, PEOPLE[:3], [1])


def fail_at(patch: Patch, bad: str, message: str = "two plus two is five") -> None:
    """Let the rating of one game fail."""
    rate: Rate = player_records._after_rated_game

    def failing(entry: CatalogueEntry, records: Any) -> list[player_records.PlayerRecord]:
        if entry.summary.game_id == bad:
            raise ArithmeticError(message)
        return rate(entry, records)

    patch.setattr(player_records, "_after_rated_game", failing)


def errors(caplog: pytest.LogCaptureFixture, game: str) -> list[logging.LogRecord]:
    return [one for one in caplog.records if vars(one).get("game") == game and one.levelno >= 40]


@pytest.fixture
def won() -> tuple[Backend, list[str]]:
    """Three games that were won, one after the other, and are not counted yet."""
    backend = Backend()
    games = [backend.start(name) for name in ("before", "bad", "after")]
    for game in games:
        backend.finish(game)
    return backend, games


# Counting


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_games_before_and_after_a_bad_one_are_counted(
    store: Store, at_once: int, monkeypatch: Patch
):
    monkeypatch.setattr(score_updates, "AT_ONCE", at_once)
    games = some_games(12, Random("around a bad one"))
    for generation, order in enumerate((games, games[::-1]), 1):
        process = ScoreProcess(store.client(), generation)
        for game in (*order[:6], bad_game(), *order[6:]):
            process.put(game)
            if game in order[4:8]:
                process.count()
        process.count()
        assert process.records() == expected_records(games)
        assert list(process.set_aside()) == ["bad"]
        assert process.set_aside()["bad"].startswith("ValueError: ")


def test_it_is_logged_once_however_often_games_are_counted(caplog: pytest.LogCaptureFixture):
    redis = FakeRedis(server=FakeServer())
    process = ScoreProcess(redis)
    process.put(bad_game())
    process.count()
    ScoreProcess(redis).count()
    (record,) = errors(caplog, "bad")
    assert "ValueError" in record.getMessage()
    assert record.exc_info
    # An earlier game comes in: all later ones are undone and counted again.
    early = closed_game("early", 1, PEOPLE[:3])
    process.put(early)
    process.count()
    assert len(errors(caplog, "bad")) == 1
    assert process.records() == expected_records([early])
    assert list(process.set_aside()) == ["bad"]


def test_it_is_tried_again_when_games_before_it_are_counted_anew(monkeypatch: Patch):
    """So the result is the same as if all games had been counted at once."""
    process = ScoreProcess(FakeRedis(server=FakeServer()))
    games = [
        closed_game(name, at, PEOPLE[:3]) for at, name in enumerate(("early", "bad", "late"), 1)
    ]
    early, *others = games
    with monkeypatch.context() as patch:
        fail_at(patch, "bad")
        for game in others:
            process.put(game)
        process.count()
        assert list(process.set_aside()) == ["bad"]
    process.put(early)
    process.count()
    assert process.set_aside() == {}
    assert process.records() == expected_records(games)


def test_a_player_of_a_bad_game_only_has_no_record():
    process = ScoreProcess(FakeRedis(server=FakeServer()))
    process.put(bad_game())
    process.count()
    assert process.records() == {}


def test_a_bad_game_that_is_repaired_counts_in_its_order():
    process = ScoreProcess(FakeRedis(server=FakeServer()))
    later = closed_game("later", 1_700_000_000_009, PEOPLE[:3])
    for game in (bad_game(), later):
        process.put(game)
    process.count()
    repaired = closed_game("bad", 1_700_000_000_005, PEOPLE[:3], [2, 1, 3])
    process.put(repaired)
    process.count()
    assert process.set_aside() == {}
    assert process.records() == expected_records([repaired, later])


def test_a_bad_game_that_is_closed_no_more_is_not_set_aside_either():
    process = ScoreProcess(FakeRedis(server=FakeServer()))
    process.put(bad_game())
    process.count()
    process.put(msgspec.structs.replace(bad_game(), result=None))
    process.count()
    assert process.set_aside() == {}


def test_a_bad_game_that_turns_out_to_have_ended_at_another_time_stays_set_aside():
    """Its old place in the order is gone, whichever of the two comes first."""
    for at in (1_600_000_000_000, 1_800_000_000_000):
        process = ScoreProcess(FakeRedis(server=FakeServer()))
        process.put(bad_game())
        process.count()
        process.put(bad_game(at=at))
        process.count()
        assert list(process.set_aside()) == ["bad"]


def test_an_entry_that_cannot_be_read_is_set_aside():
    process = ScoreProcess(FakeRedis(server=FakeServer()))
    good = closed_game("good", 1_700_000_000_001, PEOPLE[:3])
    for game in (good, closed_game("damaged", 1_700_000_000_002, PEOPLE[:3])):
        process.put(game)
    process.redis.hset(key_of(process.generation, "games"), "damaged", b"garbage")
    process.count()
    assert process.records() == expected_records([good])
    assert list(process.set_aside()) == ["damaged"]


def test_scores_can_be_read_beside_a_bad_game(won: tuple[Backend, list[str]], monkeypatch: Patch):
    backend, (before, bad, after) = won
    fail_at(monkeypatch, bad)
    for reader in (backend, backend.reader()):
        assert len(reader.scores.leaderboard("base")["players"]) == 3
        assert [reader.scores.records(player)[0]["games"] for player in PLAYERS[:3]] == [2, 2, 2]
        assert reader.scores.versus(ADA, BEA)[0]["games"] == 2
        closed = [game["game_id"] for game in reader.scores.closed()["games"]]
        assert sorted(closed) == sorted([before, bad, after])
        assert reader.scores.set_aside() == {bad: "ArithmeticError: two plus two is five"}


def test_two_players_are_not_compared_by_a_result_that_makes_no_sense():
    reader = Reader(FakeRedis(server=FakeServer()))
    process = ScoreProcess(reader.games.ledger.redis, reader.catalogue.updater.catch_up())
    process.put(bad_game())
    process.put(closed_game("good", 1_700_000_000_009, PEOPLE[:3]))
    (record,) = reader.scores.versus(PEOPLE[1], PEOPLE[2])
    assert record["games"] == 1


# Rebuilding


def test_a_rebuild_finishes_beside_a_bad_game_and_tries_it_again(
    won: tuple[Backend, list[str]], monkeypatch: Patch
):
    backend, (_, bad, _) = won
    with monkeypatch.context() as patch:
        fail_at(patch, bad)
        rebuilding = Rebuilding(backend.reader().games)
        assert all(one.problem is None for one in rebuilding.run())
        assert rebuilding.set_aside == {bad: "ArithmeticError: two plus two is five"}
        assert list(backend.scores.set_aside()) == [bad]
        assert backend.scores.records(ADA)[0]["games"] == 2
    rebuilding = Rebuilding(backend.reader().games, names=["catalogue"])
    list(rebuilding.run())
    assert rebuilding.set_aside == backend.scores.set_aside() == {}
    assert backend.scores.records(ADA)[0]["games"] == 3


def test_a_rebuild_of_the_bad_game_alone_counts_it_in_its_order(
    won: tuple[Backend, list[str]], monkeypatch: Patch
):
    backend, (before, bad, _) = won
    with monkeypatch.context() as patch:
        fail_at(patch, bad)
        backend.scores.catch_up()
        for game, found in ((bad, [bad]), (before, [])):
            rebuilding = Rebuilding(backend.reader().games, game=game)
            list(rebuilding.run())
            assert list(rebuilding.set_aside) == found
    list(Rebuilding(backend.reader().games, game=bad, names=["catalogue"]).run())
    assert backend.scores.set_aside() == {}
    once = backend.scores.leaderboard("base")
    list(Rebuilding(backend.reader().games, names=["catalogue"]).run())
    assert backend.scores.leaderboard("base") == once
    assert backend.scores.records(ADA)[0]["games"] == 3


def test_a_rebuild_without_the_catalogue_says_nothing_of_games_set_aside(
    won: tuple[Backend, list[str]], monkeypatch: Patch
):
    backend, (_, bad, _) = won
    fail_at(monkeypatch, bad)
    backend.scores.catch_up()
    rebuilding = Rebuilding(backend.reader().games, names=["board"])
    list(rebuilding.run())
    assert rebuilding.set_aside == {}


def test_the_command_lists_the_games_that_were_set_aside(
    won: tuple[Backend, list[str]], monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
):
    backend, (_, bad, _) = won
    use_redis_of(backend, monkeypatch)
    fail_at(monkeypatch, bad, "[red] is a colour")
    assert command.run(arguments(view="catalogue")) == 1
    printed = capsys.readouterr().out
    assert "1 game was set aside and counts nowhere:\n" in printed
    assert f"{bad}: ArithmeticError: [red] is a colour\n" in printed
    assert command.run(arguments(view="catalogue", json=True)) == 1
    summary = msgspec.json.decode(capsys.readouterr().out)
    assert summary["set_aside"] == [
        {"game": bad, "reason": "ArithmeticError: [red] is a colour"},
    ]
    assert summary["failed"] == []


# Cataloguing


def fail_to_summarize(patch: Patch, bad: str) -> None:
    """Let no summary be made of one game."""
    summarize = summaries.summarize

    def failing(live: Any, *times: Any) -> summaries.Summary:
        if live.game == bad:
            raise KeyError("a hidden card")
        return summarize(live, *times)

    for module in ("catalogue", "catalogue_updates"):
        patch.setattr(f"projections.across_games.{module}.summarize", failing)


def test_a_game_that_cannot_be_catalogued_hides_no_other(
    monkeypatch: Patch, caplog: pytest.LogCaptureFixture
):
    backend = Backend()
    good, known, bad = (backend.open(name) for name in ("good", "known", "bad"))
    with monkeypatch.context() as patch:
        fail_to_summarize(patch, bad)
        for player in PLAYERS[:3]:
            assert [one["game_id"] for one in backend.catalogue.lobby()["games"]] == [known, good]
            backend.seat(bad, player)
        assert list(backend.scores.set_aside()) == [bad]
        assert backend.scores.leaderboard("base")["players"] == []
        (record,) = errors(caplog, bad)
        assert "a hidden card" not in caplog.text + str(backend.scores.set_aside())
        assert "KeyError in test_set_aside.py" in record.getMessage()
        rebuilding = Rebuilding(backend.reader().games)
        assert all(one.problem is None for one in rebuilding.run())
        assert list(rebuilding.set_aside) == [bad]
    list(Rebuilding(backend.reader().games, game=bad).run())
    assert backend.scores.set_aside() == {}
    assert len(backend.catalogue.lobby()["games"]) == 3


def test_a_game_that_was_catalogued_and_can_be_no_more_breaks_no_page(
    monkeypatch: Patch, caplog: pytest.LogCaptureFixture
):
    backend = Backend()
    good, bad = backend.start("good"), backend.start("bad")
    backend.catalogue.catch_up()
    fail_to_summarize(monkeypatch, bad)
    for _ in backend.play(bad, 3):
        assert [one["game_id"] for one in backend.catalogue.games_of(ADA)["games"]] == [good]
    assert list(backend.scores.set_aside()) == [bad]
    assert len(errors(caplog, bad)) == 1


def test_a_game_that_can_be_catalogued_again_as_it_was_is_set_aside_no_more(monkeypatch: Patch):
    backend = Backend()
    game = backend.open("game")
    generation = backend.catalogue.updater.catch_up()
    with monkeypatch.context() as patch:
        fail_to_summarize(patch, game)
        assert not backend.catalogue.updater.update(generation, game)
        assert list(backend.scores.set_aside()) == [game]
    assert backend.catalogue.updater.update(generation, game)
    assert backend.scores.set_aside() == {}


def test_a_fault_of_a_view_keeps_no_game_out_of_a_rebuilt_catalogue(
    won: tuple[Backend, list[str]], monkeypatch: Patch
):
    backend, (_, bad, _) = won

    def failing(reader: Any, game: str) -> int:
        if game == bad:
            raise ZeroDivisionError
        return 1

    monkeypatch.setattr(type(backend.views.statistics), "rebuild", failing)
    done = {one.game: one.problem for one in Rebuilding(backend.reader().games).run()}
    assert "ZeroDivisionError" in str(done.pop(bad))
    assert set(done.values()) == {None}
    assert backend.scores.records(ADA)[0]["games"] == 3


def test_before_there_is_a_catalogue_nothing_is_set_aside():
    assert Backend().scores.set_aside() == {}
