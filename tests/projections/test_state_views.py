"""Board, score, hand and seats: at the head, in the past, stored and asleep."""

import logging
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from redis.exceptions import RedisClusterException, ResponseError

from domain.ids import ORGANIZER, SPECTATOR, PlayerId, Seat, Viewer
from domain.table.seats import NotSeated
from domain.table.state import Table, UnknownSeat
from eventlog.redis_keys import log_key
from eventlog.refusals import NoSuchGame, NoSuchVersion, Quarantined
from projections.one_game.checkpoints import Checkpoint, read_checkpoint
from projections.one_game.stored_views import STEP, StoredViews, view_key
from tests.projections.backend import BASE, PLAYERS, VIEWERS, Backend, Reader, plain


def expected(state: Table, name: str, viewer: Viewer) -> dict[str, Any]:
    match name:
        case "board":
            board = plain(BASE.views.board(BASE.view(state, SPECTATOR)))
            return {"ruleset": "base", **board}
        case "score":
            players = [chair.player for chair in state.chairs]
            return {"scores": plain(BASE.score(state, viewer)), "players": players}
        case _:
            assert isinstance(viewer, int)
            hand = plain(BASE.views.hand(BASE.view(state, viewer), viewer))
            return {"ruleset": "base", **hand}


def readers(name: str) -> list[Viewer]:
    return [viewer for viewer in VIEWERS if name != "hand" or isinstance(viewer, int)]


ALL = [(name, viewer) for name in ("board", "score", "hand") for viewer in readers(name)]


def assert_true(backend: Backend, reader: Reader, game: str, at: int | None = None) -> None:
    """Every view tells the same as a fold from scratch."""
    state = backend.folded(game, at)
    version = backend.ledger.head(game) if at is None else at
    for name, viewer in ALL:
        found = reader.views.read(game, name, viewer, at=at)
        assert found.version == version
        assert found.value() == {"version": version, **expected(state, name, viewer)}


@pytest.fixture(scope="module")
def played() -> tuple[Backend, str]:
    """A game that was played to its end, and closed."""
    backend = Backend()
    game = backend.start("played")
    backend.finish(game)
    return backend, game


def test_every_view_equals_a_fold_from_scratch(played: tuple[Backend, str]):
    backend, game = played
    assert_true(backend, backend, game)
    assert_true(backend, backend.reader(), game)


@pytest.mark.parametrize("at", [1, 4, 5, 17, 60, 61, 120])
def test_every_view_can_be_read_as_it_was(played: tuple[Backend, str], at: int):
    backend, game = played
    assert_true(backend, backend.reader(), game, at)


def test_the_last_version_is_as_good_as_none(played: tuple[Backend, str]):
    backend, game = played
    head = backend.ledger.head(game)
    assert backend.views.read(game, "board", SPECTATOR, at=head) == backend.views.read(
        game, "board", SPECTATOR
    )


@pytest.mark.parametrize("beyond", [-1, 0, 10_000])
def test_a_version_that_never_was_is_refused(played: tuple[Backend, str], beyond: int):
    backend, game = played
    for name in ("board", "score", "log", "stats"):
        with pytest.raises(NoSuchVersion):
            backend.views.read(game, name, SPECTATOR, at=beyond)
        with pytest.raises(NoSuchVersion):
            backend.reader().views.read(game, name, SPECTATOR, at=beyond)


def test_a_game_that_never_was_is_refused():
    backend = Backend()
    for name in ("board", "score", "log", "stats"):
        with pytest.raises(NoSuchGame):
            backend.views.read("p00-nothing", name, SPECTATOR)


def test_readers_in_two_processes_see_every_commit_at_once():
    backend = Backend()
    game = backend.start("watched")
    other = backend.reader()
    for receipt in backend.play(game, 60):
        for reader in (backend, other):
            state = backend.state(game)
            for name, viewer in ALL[:: 3 if receipt.version % 10 else 1]:
                found = reader.views.read(game, name, viewer).value()
                assert found == {"version": receipt.version, **expected(state, name, viewer)}


def test_the_board_is_the_same_for_everybody(played: tuple[Backend, str]):
    backend, game = played
    assert len({backend.views.read(game, "board", viewer).body for viewer in VIEWERS}) == 1


def test_only_a_player_with_a_seat_has_a_hand():
    backend = Backend()
    game = backend.start("hands")
    for viewer in (SPECTATOR, ORGANIZER):
        with pytest.raises(NotSeated):
            backend.views.read(game, "hand", viewer)
    with pytest.raises(UnknownSeat):
        backend.views.read(game, "hand", Seat(3))


# Stored views


def test_a_sleeping_game_is_not_woken_to_be_read(played: tuple[Backend, str]):
    backend, game = played
    assert_true(backend, backend, game)
    sleepy = backend.reader()
    for reader in (backend, sleepy):
        for name in ("log", "stats"):
            reader.views.read(game, name, SPECTATOR)
        for name, viewer in ALL:
            reader.views.read(game, name, viewer)
        assert reader.views.status(game) == "closed"
        assert reader.views.seats(game).seat_of(PLAYERS[1]) == 1
    assert not sleepy.games.is_loaded(game)


def stored_version(backend: Backend, game: str, name: str) -> int:
    found = StoredViews(backend.redis).find(game, name)
    return 0 if found is None else found.checkpoint.version


def test_a_view_is_stored_in_steps_and_at_the_end():
    backend = Backend()
    game = backend.start("steps")
    stored = []
    for _ in backend.play(game):
        backend.views.read(game, "board", SPECTATOR)
        stored.append(stored_version(backend, game, "board"))
    steps = sorted({0, *stored})
    assert all(later - earlier == STEP for earlier, later in pairwise(steps))
    last = backend.desk.close_game(game).version
    backend.views.read(game, "board", SPECTATOR)
    assert stored_version(backend, game, "board") == last


def test_an_older_view_never_replaces_a_newer_one():
    backend = Backend()
    shelf = StoredViews(backend.redis)
    assert shelf.put("game", "board", Checkpoint("1", 50, "a" * 64), b"new") == 50
    assert shelf.put("game", "board", Checkpoint("1", 49, "b" * 64), b"old") == 50
    assert shelf.put("game", "board", Checkpoint("1", 50, "a" * 64), b"again") == 50
    found = shelf.find("game", "board")
    assert found is not None
    assert found.body == b"new"


def test_another_projection_or_another_past_is_replaced():
    backend = Backend()
    shelf = StoredViews(backend.redis)
    shelf.put("game", "board", Checkpoint("0", 50, "a" * 64), b"old shape")
    assert shelf.put("game", "board", Checkpoint("1", 20, "b" * 64), b"new shape") == 20
    assert shelf.put("game", "board", Checkpoint("1", 20, "c" * 64), b"other past") == 20
    found = shelf.find("game", "board")
    assert found is not None
    assert found.body == b"other past"


SPOILING: dict[str, Callable[[bytes], bytes]] = {
    "garbage": lambda stored: b"\x00\xff garbage",
    "nothing": lambda stored: b"",
    "other projection": lambda stored: b"0" + stored[1:].replace(b'"', b"'"),
    "other past": lambda stored: b"%s %s %s\n{}" % (*stored.split(b" ", 2)[:2], b"0" * 64),
    "future": lambda stored: b"%s 100000 %s\n{}" % (stored.split(b" ")[0], b"0" * 64),
    "bad stamp": lambda stored: b"1 x " + b"0" * 64 + b"\n{}",
}


@pytest.mark.parametrize("spoil", SPOILING.values(), ids=SPOILING)
def test_what_cannot_be_used_is_ignored(
    played: tuple[Backend, str], spoil: Callable[[bytes], bytes]
):
    backend, game = played
    writer = backend.reader()
    assert_true(backend, writer, game)
    writer.views.status(game)
    for name in ("board", "score:0", "hand:0", "seats"):
        key = view_key(game, name)
        backend.redis.set(key, spoil(backend.redis.get(key)))
    assert_true(backend, backend.reader(), game)
    assert backend.reader().views.seats(game).seat_of(PLAYERS[1]) == 1
    for name in ("board", "score:0", "hand:0", "seats"):
        backend.redis.delete(view_key(game, name))


def test_a_stamp_comes_back_as_it_was_written():
    checkpoint = Checkpoint("1.2", 37, "ab" * 32)
    assert read_checkpoint(checkpoint.to_bytes()) == checkpoint
    assert read_checkpoint(b"") is None
    assert read_checkpoint("1 2 ż".encode()) is None


@pytest.mark.parametrize("kind", [ResponseError, RedisClusterException])
def test_a_view_that_cannot_be_stored_is_read_all_the_same(
    kind: type[Exception], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    backend = Backend()
    game = backend.start("full")
    for _ in backend.play(game, STEP):
        pass

    def refuse(*_: object) -> int:
        raise kind("OOM command not allowed")

    monkeypatch.setattr(StoredViews, "put", refuse)
    with caplog.at_level(logging.WARNING):
        assert_true(backend, backend, game)
        assert backend.views.stats(game).version == backend.ledger.head(game)
    assert "could not be stored" in caplog.text


# Seats


def test_seats_are_found_awake_and_asleep():
    backend = Backend()
    game = backend.open("seats")
    backend.seat(game, PLAYERS[2], PLAYERS[0])
    for reader in (backend, backend.reader()):
        found = [reader.views.seats(game).seat_of(player) for player in PLAYERS]
        assert found == [1, None, 0, None]
        assert reader.views.status(game) == "lobby"


def test_a_player_who_sits_down_elsewhere_is_seen_at_once():
    backend = Backend()
    game = backend.open("elsewhere")
    other = backend.reader()
    for seat, player in enumerate(PLAYERS[:3]):
        assert other.views.seats(game).seat_of(player) is None
        backend.seat(game, player)
        assert other.views.seats(game).seat_of(player) == seat
    backend.desk.submit(game, {"type": "leave_seat"}, PLAYERS[1])
    assert other.views.seats(game).seat_of(PLAYERS[1]) is None


def test_seats_stay_through_the_game_and_its_end(played: tuple[Backend, str]):
    backend, game = played
    for reader in (backend, backend.reader()):
        assert [reader.views.seats(game).seat_of(one) for one in PLAYERS] == [0, 1, 2, None]
        assert reader.views.seats(game).seat_of(PlayerId("nobody")) is None


# Quarantine


def corrupt(backend: Backend, game: str, version: int) -> None:
    """Change a byte of one stored commit."""
    key = log_key(game)
    kept = backend.redis.xrange(key)
    backend.redis.delete(key)
    for entry, fields in kept:
        if entry == b"%d-0" % version:
            fields = {b"commit": fields[b"commit"].replace(b'"at":1', b'"at":2')}
        backend.redis.xadd(key, fields, id=entry)


def test_of_a_game_in_quarantine_the_sound_part_can_be_read():
    backend = Backend()
    game = backend.start("corrupt")
    for _ in backend.play(game, 20):
        pass
    corrupt(backend, game, 20)
    reader = backend.reader()
    for name, viewer in ALL:
        found = reader.views.read(game, name, viewer).value()
        assert found == {"version": 19, **expected(backend.folded(game, 19), name, viewer)}
    assert reader.views.stats(game).version == 19
    assert reader.views.log(game, SPECTATOR).version == 19
    assert reader.views.actions(game, PLAYERS[0]).value() == {
        "version": 19,
        "seat": 0,
        "actions": [],
    }


def test_a_game_without_a_sound_commit_is_refused():
    backend = Backend()
    game = backend.open("hopeless")
    corrupt(backend, game, 1)
    reader = backend.reader()
    for name in ("board", "score", "log", "stats"):
        with pytest.raises(Quarantined):
            reader.views.read(game, name, SPECTATOR)
