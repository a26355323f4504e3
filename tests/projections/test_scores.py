"""Scores across games: tables, records, head-to-head and closed games, from the ledgers alone."""

import threading
import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from fakeredis import FakeRedis, FakeServer
from msgspec.structs import replace

from domain.ids import PlayerId
from eventlog.import_export import export_ledger, import_ledger
from eventlog.ledger_file import read_ledger, write_ledger
from eventlog.public_keys import TrustedKeys, record_key_in_use
from eventlog.signing import SigningKey
from projections.across_games.catalogue import Catalogue
from projections.across_games.catalogue_store import ROOT, CatalogueStore, key_of
from projections.across_games.score_store import RECORDS, UNDO
from projections.across_games.scores import Scores
from projections.rebuilding import Rebuilding
from projections.refusals import BadCursor
from tests.projections.backend import MASTER, PLAYERS, Backend, Reader
from tests.projections.closed_games import PEOPLE, ScoreProcess, closed_game, some_games

pytestmark = pytest.mark.usefixtures("every_game_ranks")

ADA, BEA, CYD, DAN = PLAYERS
OWN, FRIEND, STRANGER = (SigningKey(bytes([n]) * 32) for n in range(3))


def scores_read(reader: Reader) -> dict[str, Any]:
    """Everything that is read of scores, without the cursors."""
    return {
        "board": reader.scores.leaderboard("base")["players"],
        "records": [reader.scores.records(player) for player in PLAYERS],
        "versus": [reader.scores.versus(ADA, other) for other in PLAYERS[1:]],
        "closed": sorted(game["game_id"] for game in reader.scores.closed()["games"]),
    }


@pytest.fixture(scope="module")
def played() -> Backend:
    """Two games were won, one was void, one given up, and one goes on."""
    backend = Backend()
    for name, seats in (("first", 3), ("second", 4)):
        backend.finish(backend.start(name, seats))
    backend.end(backend.start("void"))
    given_up = backend.open("given up")
    backend.seat(given_up, BEA)
    backend.desk.submit(given_up, {"type": "abandon_game"}, ADA)
    backend.desk.close_game(given_up)
    backend.start("going on")
    return backend


def test_a_record_counts_what_became_of_games(played: Backend):
    records = {player: played.scores.records(player) for player in PLAYERS}
    assert [len(one) for one in records.values()] == [1, 1, 1, 1]
    (ada,), (bea,), (cyd,), (dan,) = records.values()
    assert [record["games"] for record in (ada, bea, cyd, dan)] == [2, 2, 2, 1]
    assert [record["void"] for record in (ada, bea, cyd, dan)] == [1, 1, 1, 0]
    assert [record["abandoned"] for record in (ada, bea, cyd, dan)] == [0, 1, 0, 0]
    assert sum(record["wins"] for record in (ada, bea, cyd, dan)) == 2
    assert all(sum(record["ranks"].values()) == record["games"] for record in (ada, bea, cyd, dan))
    assert ada["rating"]["ordinal"] == pytest.approx(
        ada["rating"]["mu"] - 3 * ada["rating"]["sigma"], abs=1e-5
    )


def test_results_are_those_that_the_ledgers_record(played: Backend):
    points = dict.fromkeys(PLAYERS, 0)
    for game in played.ledger.games():
        state = played.state(game)
        for standing in state.standings if state.outcome == "won" else ():
            points[state.chairs[standing.seat].player] += standing.points  # type: ignore[index]
    assert {player: played.scores.records(player)[0]["points"] for player in PLAYERS} == points


def test_a_leaderboard_has_the_best_first(played: Backend):
    rows = played.scores.leaderboard("base")["players"]
    assert {row["player_id"] for row in rows} == set(PLAYERS)
    assert [row["ordinal"] for row in rows] == sorted((r["ordinal"] for r in rows), reverse=True)
    for row in rows:
        better = sum(other["ordinal"] > row["ordinal"] for other in rows)
        assert row["rank"] == 1 + better
        (record,) = played.scores.records(row["player_id"])
        assert record["rating"]["rank"] == row["rank"]
        assert (record["games"], record["wins"]) == (row["games"], row["wins"])


def test_two_players_are_compared_where_both_sat(played: Backend):
    (record,) = played.scores.versus(ADA, DAN)
    assert record["games"] == record["ahead"] + record["behind"] + record["level"] == 1
    (other_way,) = played.scores.versus(DAN, ADA)
    assert (other_way["ahead"], other_way["behind"]) == (record["behind"], record["ahead"])
    (record,) = played.scores.versus(ADA, BEA)
    assert record["games"] == 2
    assert played.scores.versus(ADA, PlayerId("nobody")) == []


def test_another_process_and_a_rebuild_read_the_same(played: Backend):
    once = scores_read(played)
    assert scores_read(played.reader()) == once
    list(Rebuilding(played.reader().games, names=["catalogue"]).run())
    assert scores_read(played) == scores_read(played.reader()) == once
    for key in played.redis.scan_iter(match=f"{ROOT}:*"):
        played.redis.delete(key)
    assert scores_read(played.reader()) == once


def test_a_rebuild_counts_before_it_is_read(played: Backend, monkeypatch: pytest.MonkeyPatch):
    once = scores_read(played)
    publish = CatalogueStore.publish

    def checked(self: CatalogueStore, generation: int, *rest: Any) -> bool:
        assert ScoreProcess(played.redis, generation).state()["to count"] == []
        assert ScoreProcess(played.redis, generation).records()
        return publish(self, generation, *rest)

    monkeypatch.setattr(CatalogueStore, "publish", checked)
    list(Rebuilding(played.reader().games, names=["catalogue"]).run())
    assert scores_read(played) == once


def test_readers_are_right_at_every_instant_of_a_rebuild(
    played: Backend, monkeypatch: pytest.MonkeyPatch
):
    """After every single command that the rebuild sends, another process reads everything."""
    once, watcher, looks = scores_read(played), played.reader(), 0
    send = type(played.redis).execute_command
    is_looking, rebuilds_in = False, threading.get_ident()

    def watched(self: Any, *args: Any, **options: Any) -> Any:
        nonlocal is_looking, looks
        answer = send(self, *args, **options)
        # A thread of an earlier test may still be reading from a Redis of its own.
        if not is_looking and threading.get_ident() == rebuilds_in:
            is_looking = True
            assert scores_read(watcher) == once
            looks, is_looking = looks + 1, False
        return answer

    rebuilder = played.reader()
    with monkeypatch.context() as patch:
        patch.setattr(type(played.redis), "execute_command", watched)
        list(Rebuilding(rebuilder.games, names=["catalogue"]).run())
    assert looks > 20


@pytest.mark.parametrize("part", [RECORDS, UNDO])
def test_damaged_scores_are_rebuilt(played: Backend, part: str):
    """A reader finds the damage, or the process that has to undo a game."""
    once, ledgers = scores_read(played), played.reader()
    generation = ledgers.catalogue.updater.catch_up()
    key = key_of(generation, part)
    for field in played.redis.hkeys(key):
        played.redis.hset(key, field, b"garbage")
    ScoreProcess(played.redis, generation).put(closed_game("unreal", 1, PLAYERS[:3]))
    assert scores_read(ledgers) == once
    assert ledgers.catalogue.updater.catch_up() > generation


def test_a_game_counts_as_soon_as_it_is_closed():
    backend = Backend()
    game = backend.start("soon")
    reader = backend.reader()
    for _ in backend.play(game):
        pass
    assert reader.scores.leaderboard("base")["players"] == []
    backend.desk.close_game(game)
    for one in (reader, backend):
        assert len(one.scores.leaderboard("base")["players"]) == 3
        assert [found["game_id"] for found in one.scores.closed()["games"]] == [game]


def test_a_game_in_quarantine_counts_no_more():
    backend = Backend()
    backend.end(backend.start("good"))
    bad = backend.start("bad")
    backend.end(bad)
    assert backend.scores.records(ADA)[0]["void"] == 2
    with backend.games.hold(bad) as live:
        backend.games.quarantine(live, "a disk failed")
        generation = backend.catalogue.updater.catch_up()
    backend.catalogue.updater.update(generation, bad)
    assert backend.scores.records(ADA)[0]["void"] == 1
    assert len(backend.scores.closed()["games"]) == 1


# Ledgers from elsewhere


@pytest.fixture(scope="module")
def foreign() -> bytes:
    """A closed ledger of another server, signed by it."""
    backend = Backend()
    game = backend.start("elsewhere")
    backend.finish(game)
    return export_ledger(backend.games, game, signing=FRIEND)


def without_signature(data: bytes) -> bytes:
    header, *lines = data.splitlines()
    return write_ledger(header, lines[:-1])


def at_home(*trusted: SigningKey, redis: Any = None) -> Reader:
    redis = redis or FakeRedis(server=FakeServer())
    reader = Reader(redis)
    trust = TrustedKeys(redis, [key.public.hex() for key in trusted])
    reader.catalogue = Catalogue(reader.games, trust)
    reader.scores = Scores(redis, reader.catalogue.updater)
    return reader


def is_rated(reader: Reader) -> bool:
    (game,) = reader.scores.closed()["games"]
    rated = bool(reader.scores.leaderboard("base")["players"])
    assert rated == bool(reader.scores.records(ADA)) == bool(game["trusted"])
    return rated


def test_a_ledger_counts_if_a_trusted_key_has_signed_it(foreign: bytes):
    for trusted, expected in (((FRIEND,), True), ((STRANGER,), False), ((), False)):
        home = at_home(*trusted)
        import_ledger(home.games.ledger, foreign, MASTER)
        assert is_rated(home) == expected


def test_a_ledger_that_nobody_signed_does_not_count(foreign: bytes):
    home = at_home(FRIEND)
    import_ledger(home.games.ledger, without_signature(foreign), MASTER)
    assert not is_rated(home)


def test_a_ledger_that_comes_back_counts_by_the_servers_own_signature(foreign: bytes):
    """As after a quarantine, when it is taken from a backup; with an older key, too."""
    home = at_home()
    record_key_in_use(home.games.ledger.redis, FRIEND, 1)
    record_key_in_use(home.games.ledger.redis, OWN, 2)
    import_ledger(home.games.ledger, foreign, MASTER)
    assert is_rated(home)


def test_a_forged_signature_does_not_count(foreign: bytes):
    file = read_ledger(foreign)
    header, *_ = foreign.splitlines()
    forged = replace(STRANGER.sign(file.head), key_id=FRIEND.key_id)
    home = at_home(FRIEND)
    import_ledger(home.games.ledger, write_ledger(header, file.lines, forged), MASTER)
    assert not is_rated(home)


def test_another_setting_counts_after_a_rebuild(foreign: bytes):
    home = at_home()
    import_ledger(home.games.ledger, foreign, MASTER)
    assert not is_rated(home)
    trust = TrustedKeys(home.games.ledger.redis, [FRIEND.public.hex()])
    list(Rebuilding(home.games, names=["catalogue"], trust=trust).run())
    assert is_rated(home)


def test_an_older_game_that_is_imported_later_counts_in_its_order(foreign: bytes):
    """The ratings are those of a server that has seen all of it in order."""
    redis = FakeRedis(server=FakeServer())
    backend = Backend(redis)
    backend.now += 10**9
    for name in ("later", "last"):
        backend.finish(backend.start(name))
    home = at_home(FRIEND, redis=redis)
    before = home.scores.leaderboard("base")["players"]
    import_ledger(home.games.ledger, foreign, MASTER)
    late = home.scores.leaderboard("base")["players"]
    assert late != before
    list(
        Rebuilding(
            home.games, names=["catalogue"], trust=TrustedKeys(redis, [FRIEND.public.hex()])
        ).run()
    )
    assert home.scores.leaderboard("base")["players"] == late


def test_two_processes_that_catch_up_at_once_agree():
    backend = Backend()
    other = backend.reader()
    for n in range(3):
        backend.finish(backend.start(f"game {n}"))
        readers = [backend, other, backend.reader()]
        assert all(scores_read(reader) == scores_read(backend) for reader in readers)


# Pages


class MadeUpScores:
    """Scores of games that the test has made up."""

    def __init__(self) -> None:
        self.redis = FakeRedis(server=FakeServer())
        reader = Reader(self.redis)
        self.scores = reader.scores
        self.generation = reader.catalogue.updater.catch_up()
        self.process = ScoreProcess(self.redis, self.generation)

    def pages(self, limit: int) -> Iterator[list[Any]]:
        cursor = None
        while True:
            page = self.scores.leaderboard("base", cursor, limit)
            yield page["players"]
            cursor = page["next"]
            if cursor is None:
                return


@pytest.mark.parametrize("limit", [1, 3, 8, 100])
def test_pages_of_a_leaderboard_join_without_a_gap(limit: int):
    """Many ratings are equal: the first game of all players is alike."""
    listed = MadeUpScores()
    for n in range(8):
        listed.process.put(closed_game(f"g{n}", n + 1, [f"u-{n}-{i}" for i in range(3)]))
    pages = list(listed.pages(limit))
    rows = [row for page in pages for row in page]
    assert all(len(page) == limit for page in pages[:-1])
    assert len({row["player_id"] for row in rows}) == len(rows) == 24
    assert [row["rank"] for row in rows] == [1] * 8 + [9] * 8 + [17] * 8


def test_closed_games_are_followed_without_missing_any():
    """They come in any order of the times at which they were closed."""
    luck = Random("following")
    games, listed = some_games(30, luck), MadeUpScores()
    found: list[str] = []
    cursor = None
    for game in games:
        listed.process.put(game)
        if luck.random() < 0.4:
            page = listed.scores.closed(cursor, luck.choice([1, 2, 50]))
            found += [one["game_id"] for one in page["games"]]
            cursor = page["next"]
    while True:
        page = listed.scores.closed(cursor, 4)
        found += [one["game_id"] for one in page["games"]]
        cursor = page["next"]
        if not page["more"]:
            break
    assert found == [game.summary.game_id for game in games]
    assert listed.scores.closed(cursor)["games"] == []


def test_after_a_rebuild_closed_games_are_listed_again(played: Backend):
    before = played.scores.closed()
    list(Rebuilding(played.reader().games, names=["catalogue"]).run())
    after = played.scores.closed(before["next"])
    by_id = {game["game_id"]: game for game in before["games"]}
    assert {game["game_id"]: game for game in after["games"]} == by_id
    assert not after["more"]


def test_after_a_loss_closed_games_are_listed_again():
    """Even though another generation then has the same number."""
    backend = Backend()
    backend.end(backend.start("void"))
    before = backend.scores.closed()
    generation = backend.catalogue.updater.catch_up()
    time.sleep(0.005)
    for key in backend.redis.scan_iter(match=f"{ROOT}:*"):
        backend.redis.delete(key)
    assert backend.scores.closed(before["next"])["games"] == before["games"]
    assert backend.catalogue.updater.catch_up() == generation


def test_a_closed_game_is_listed_with_its_head(played: Backend):
    for game in played.scores.closed()["games"]:
        file = read_ledger(export_ledger(played.games, game["game_id"]))
        assert (game["head"], game["version"]) == (file.head.hex(), len(file.lines))
        assert game["trusted"]
        assert (game["outcome"] == "won") == bool(game["winners"])


@pytest.mark.parametrize("cursor", ["x", "!!!", "MTIz", "ż"])
def test_a_cursor_of_another_list_is_refused(cursor: str):
    scores = MadeUpScores().scores
    for read in (lambda: scores.leaderboard("base", cursor), lambda: scores.closed(cursor)):
        with pytest.raises(BadCursor):
            read()


def test_bots_are_in_no_leaderboard():
    listed = MadeUpScores()
    listed.process.put(closed_game("a", 1, [PEOPLE[0], "bot:planner:1", PEOPLE[1]]))
    assert listed.scores.leaderboard("base")["players"] == []
    (record,) = listed.scores.records(PEOPLE[0])
    assert (record["with_bots"], record["games"], record["rating"]) == (1, 0, None)
    assert listed.scores.records(PlayerId("bot:planner:1")) == []
    (record,) = listed.scores.versus(PEOPLE[0], PEOPLE[1])
    assert (record["games"], record["with_bots"]) == (0, 1)
