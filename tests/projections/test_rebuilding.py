"""Rebuilding: everything stored can be deleted and made again, while others read and play."""

import threading
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

from domain.ids import SPECTATOR, Seat
from eventlog.redis_keys import due_key, open_key, partition_of
from hexledger.cli import rebuild as command
from hexledger.problems import Problem
from projections.across_games.catalogue_store import ROOT
from projections.across_games.catalogue_updates import CatalogueUpdater
from projections.rebuilding import CODES, NAMES, Rebuilding
from tests.projections.backend import PLAYERS, VIEWERS, Backend, Reader
from tests.projections.test_log import LANGUAGES, whole_log
from tests.projections.test_log import expected as expected_log
from tests.projections.test_state_views import assert_true, corrupt
from tests.projections.test_stats import expected as expected_stats

READERS = 3
GHOST = "p03-" + "0" * 32


def stored(backend: Backend) -> dict[bytes, Any]:
    """Everything beside the logs, as it is stored."""
    found: dict[bytes, Any] = {}
    for key in backend.redis.scan_iter():
        kind = backend.redis.type(key)
        if b":view:" in key:
            found[key] = backend.redis.get(key) if kind == b"string" else backend.redis.xrange(key)
        elif key.endswith((b":open", b":due")):
            found[key] = (
                backend.redis.smembers(key)
                if kind == b"set"
                else backend.redis.zrange(key, 0, -1, withscores=True)
            )
    return found


def assert_all_true(backend: Backend, reader: Reader, game: str) -> None:
    assert_true(backend, reader, game)
    assert reader.views.stats(game).value() == expected_stats(backend, game)
    for viewer in VIEWERS[:3]:
        assert whole_log(reader, game, viewer, "pl") == expected_log(backend, game, viewer, "pl")


@pytest.fixture
def backend() -> Backend:
    """One game is over, one goes on, one has not begun."""
    backend = Backend()
    for name in ("ended", "going on"):
        game = backend.start(name)
        for _ in backend.play(game, 30):
            pass
        if name == "ended":
            backend.end(game)
    backend.open("lobby")
    return backend


def test_a_rebuild_stores_every_view_of_every_game(backend: Backend):
    rebuilding = Rebuilding(backend.games)
    done = list(rebuilding.run())
    assert [one.game for one in done] == rebuilding.games == sorted(backend.ledger.games())
    each = 2 + (2 + READERS) + READERS + len(LANGUAGES) + 1 + 2
    # Only a closed game has a report that is stored.
    assert sorted(one.views for one in done) == [each, each, each + 1]
    assert [one.problem for one in done] == [None] * 3
    for game in rebuilding.games:
        sleepy = backend.reader()
        sleepy.views.read(game, "board", SPECTATOR)
        sleepy.views.read(game, "hand", Seat(0))
        whole_log(sleepy, game, Seat(1), "pl")
        sleepy.views.stats(game)
        assert not sleepy.games.is_loaded(game)
        assert_all_true(backend, backend.reader(), game)


def test_a_second_rebuild_changes_nothing(backend: Backend):
    list(Rebuilding(backend.games).run())
    once = stored(backend)
    list(Rebuilding(backend.reader().games).run())
    assert stored(backend) == once


@pytest.mark.parametrize("name", [name for name in NAMES if name != CODES])
def test_one_view_can_be_rebuilt_alone(backend: Backend, name: str):
    list(Rebuilding(backend.games).run())
    good = stored(backend)
    game = backend.start("other")
    list(Rebuilding(backend.games, game=game).run())
    for key in good:
        if f":view:{name}".encode() in key and backend.redis.type(key) == b"string":
            # Wrong views that look right: only a rebuild finds out.
            checkpoint = backend.redis.get(key).split(b"\n")[0]
            backend.redis.set(key, checkpoint + b'\n{"version":1}')
    before = {key: value for key, value in stored(backend).items() if key not in good}
    done = list(Rebuilding(backend.games, names=[name]).run())
    assert all(one.problem is None for one in done)
    assert sum(one.views > 0 for one in done) == (1 if name == "report" else len(done))
    after = stored(backend)
    for key, value in good.items():
        if b":view:" in key:
            assert after[key] == value
    assert {key: value for key, value in after.items() if key not in good} == before


def test_one_game_can_be_rebuilt_alone(backend: Backend):
    one, *others = sorted(backend.ledger.games())
    done = list(Rebuilding(backend.games, game=one).run())
    assert [rebuilt.game for rebuilt in done] == [one]
    kept = stored(backend)
    assert any(f"{one}:view:".encode() in key for key in kept)
    assert not any(f"{other}:view:".encode() in key for key in kept for other in others)
    assert_all_true(backend, backend.reader(), one)


def test_what_is_open_and_due_is_found_in_the_logs(backend: Backend):
    over = backend.start("over")
    for _ in backend.play(over):
        pass
    good = stored(backend)
    for game in backend.ledger.games():
        backend.redis.delete(open_key(partition_of(game)), due_key(partition_of(game)))
    backend.redis.sadd(open_key(3), GHOST)
    backend.redis.zadd(due_key(3), {GHOST: 1})
    list(Rebuilding(backend.games, names=["agenda"]).run())
    assert stored(backend) == good
    assert list(backend.ledger.due_games(backend.now)) == [over]


def test_a_commit_between_fold_and_store_is_not_overwritten(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
):
    game = backend.start("racing")
    for _ in backend.play(game):
        pass
    set_open_and_due = type(backend.ledger).set_open_and_due
    stored_values: list[tuple[str, int | None]] = []

    def slow(self: Any, game: str, version: int, status: Any, due: int | None) -> bool:
        if not stored_values:
            backend.desk.close_game(game)
        stored_values.append((status, due))
        is_stored = set_open_and_due(self, game, version, status, due)
        assert list(self.due_games(backend.now)) == [], "not even for a moment"
        return is_stored

    monkeypatch.setattr(type(backend.ledger), "set_open_and_due", slow)
    list(Rebuilding(backend.reader().games, game=game, names=["agenda"]).run())
    assert [status for status, _ in stored_values] == ["over", "closed"]
    assert game not in backend.ledger.open_games()
    assert list(backend.ledger.due_games(backend.now)) == []


def test_a_game_that_cannot_be_read_does_not_stop_the_others(backend: Backend):
    bad = backend.open("bad")
    corrupt(backend, bad, 1)
    done = {one.game: one for one in Rebuilding(backend.reader().games).run()}
    problem = done[bad].problem
    assert problem is not None
    assert "does not verify" in problem
    assert sum(one.problem is None for one in done.values()) == 3


# While the service runs


def test_readers_are_right_at_every_instant_of_a_rebuild(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
):
    """After every single command that the rebuild sends, another process reads everything."""
    games = [game for game in backend.ledger.games() if backend.ledger.head(game) > 1]
    list(Rebuilding(backend.games).run())
    expected = {
        game: (
            backend.views.read(game, "board", SPECTATOR).body,
            backend.views.stats(game).body,
            whole_log(backend, game, Seat(0), "en"),
        )
        for game in games
    }
    lobby, own = backend.catalogue.lobby(), backend.catalogue.games_of(PLAYERS[1])
    watcher = backend.reader()
    rebuilder = backend.reader()
    send = type(backend.redis).execute_command
    looked = 0
    is_looking = False

    def look() -> None:
        nonlocal looked
        looked += 1
        for reader in (watcher, backend.reader()) if looked % 7 == 0 else (watcher,):
            for game in games:
                assert reader.views.read(game, "board", SPECTATOR).body == expected[game][0]
                assert reader.views.stats(game).body == expected[game][1]
                assert whole_log(reader, game, Seat(0), "en", 300) == expected[game][2]
            assert reader.catalogue.lobby() == lobby
            assert reader.catalogue.games_of(PLAYERS[1]) == own

    def watched(self: Any, *args: Any, **options: Any) -> Any:
        nonlocal is_looking
        answer = send(self, *args, **options)
        if not is_looking:
            is_looking = True
            look()
            is_looking = False
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(type(backend.redis), "execute_command", watched)
        done = list(Rebuilding(rebuilder.games).run())
    assert all(one.problem is None for one in done)
    assert looked > 100


def test_games_go_on_while_they_are_rebuilt(backend: Backend):
    game = backend.start("busy")
    stop = threading.Event()
    failures: list[BaseException] = []

    def play() -> None:
        try:
            for _ in backend.play(game):
                if stop.is_set():
                    return
        except BaseException as failure:
            failures.append(failure)

    def read() -> None:
        reader, last = backend.reader(), 0
        try:
            while not stop.is_set():
                for name in ("board", "log", "stats"):
                    version = reader.views.read(game, name, SPECTATOR).version
                    assert version >= last
                    last = version
                assert ids_of(reader, game)
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=work) for work in (play, read)]
    for thread in threads:
        thread.start()
    rebuilder = backend.reader()
    for _ in range(4):
        assert all(one.problem is None for one in Rebuilding(rebuilder.games).run())
    stop.set()
    for thread in threads:
        thread.join()
    assert failures == []
    for reader in (backend, rebuilder, backend.reader()):
        assert_all_true(backend, reader, game)


def ids_of(reader: Reader, game: str) -> bool:
    return game in [one["game_id"] for one in reader.catalogue.games_of(PLAYERS[1])["games"]]


def test_two_rebuilds_at_once_leave_a_whole_catalogue(backend: Backend):
    whole = backend.catalogue.games_of(PLAYERS[0])
    first, second = backend.reader().catalogue.updater, backend.reader().catalogue.updater
    one, two = first.begin_generation(), second.begin_generation()
    _update(first, one.number, one.games[:1])
    _update(second, two.number, two.games)
    second.publish(two)
    _update(first, one.number, one.games[1:])
    first.publish(one)
    assert backend.catalogue.games_of(PLAYERS[0]) == whole
    list(Rebuilding(backend.games, names=["catalogue"]).run())
    assert backend.catalogue.games_of(PLAYERS[0]) == whole
    generations = {key.split(b":")[2] for key in backend.redis.keys(f"{ROOT}:e[0-9]*")}
    assert len(generations) == 1


def _update(updater: CatalogueUpdater, generation: int, games: list[str]) -> None:
    for game in games:
        updater.update(generation, game)


def test_a_catalogue_of_an_earlier_projection_is_deleted(backend: Backend):
    backend.redis.set("{catalogue}:0:places", b"old")
    backend.redis.set("{catalogue}:0:e7:lobby", b"old")
    backend.redis.set("{catalogue}:none", b"not ours")
    list(Rebuilding(backend.games, names=["catalogue"]).run())
    assert backend.redis.keys("{catalogue}:0:*") == []
    assert backend.redis.get("{catalogue}:none") == b"not ours"


# The command


def use_redis_of(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command find the Redis of a backend."""

    @contextmanager
    def ensure_redis(settings: object) -> Iterator[str]:
        yield "redis://in-memory"

    monkeypatch.setattr(command, "ensure_redis", ensure_redis)
    monkeypatch.setattr(command, "connect", lambda url: backend.redis)


@pytest.fixture
def at_hand(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> Backend:
    use_redis_of(backend, monkeypatch)
    return backend


def arguments(**chosen: Any) -> Namespace:
    return Namespace(**{"game": None, "view": None, "json": False, **chosen})


def test_the_command_prints_what_it_has_done(at_hand: Backend, capsys: pytest.CaptureFixture[str]):
    assert command.run(arguments()) == 0
    assert capsys.readouterr().out == "rebuilt 46 views of 3 games\n"
    game = sorted(at_hand.ledger.games())[0]
    assert command.run(arguments(game=game, view="board")) == 0
    assert capsys.readouterr().out == "rebuilt 1 view of 1 game\n"


def test_the_command_prints_json(at_hand: Backend, capsys: pytest.CaptureFixture[str]):
    assert command.run(arguments(view="log", json=True)) == 0
    printed = msgspec.json.decode(capsys.readouterr().out)
    assert printed == {
        "games": 3,
        "views": 6,
        "failed": [],
        "rules_missing": [],
        "set_aside": [],
    }


def test_the_command_prints_what_could_not_be_rebuilt(
    at_hand: Backend, capsys: pytest.CaptureFixture[str]
):
    bad = at_hand.open("bad")
    corrupt(at_hand, bad, 1)
    assert command.run(arguments()) == 1
    printed = capsys.readouterr().out
    assert "rebuilt 46 views of 4 games" in printed
    assert f"{bad}: " in printed
    assert command.run(arguments(json=True)) == 1
    (failed,) = msgspec.json.decode(capsys.readouterr().out)["failed"]
    assert failed["game"] == bad


@pytest.mark.parametrize("chosen", [{"view": "bord"}, {"game": "p00-none"}, {"game": "a:b"}])
def test_the_command_refuses_what_it_does_not_know(at_hand: Backend, chosen: dict[str, str]):
    with pytest.raises(Problem, match="there is no") as refused:
        command.run(arguments(**chosen))
    if "view" in chosen:
        assert all(name in str(refused.value) for name in NAMES)
