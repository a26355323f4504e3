"""Snapshots: whatever becomes of them changes nothing but time."""

import hashlib
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from domain.base.game import BASE
from domain.state_bytes import freeze
from eventlog import snapshots
from eventlog.chain import LedgerChain
from eventlog.live_games import LiveGames
from eventlog.redis_keys import game_key
from eventlog.snapshots import Snapshot, Snapshots
from tests.commands.backend import Backend, frozen
from tests.redises import Store

EVERY = 10
MOVES = 42
HEAD = MOVES + 5


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "COMMITS_PER_SNAPSHOT", EVERY)


@pytest.fixture
def backend(store: Store) -> Backend:
    return Backend(store.client())


def key_of(game: str) -> str:
    return game_key(game, "snapshot")


def packed(snapshot: Snapshot) -> bytes:
    """A snapshot as it is stored."""
    payload = msgspec.msgpack.encode(snapshot)
    return hashlib.sha256(payload).digest() + payload


def kept(backend: Backend, game: str) -> Snapshot:
    found = backend.games.snapshots.find(game, BASE)
    assert found is not None
    return found


def assert_as_folded(store: Store, game: str, truth: bytes) -> None:
    """A server that has not seen the game before comes to the same state, and goes on."""
    backend = Backend(store.client())
    with backend.games.hold(game) as live:
        assert live.version == HEAD
        assert live.fault is None
        assert frozen(live.folded) == truth
        line = backend.lines(game)[-1]
        assert live.folded.head.hex().encode() in line
        assert live.folded.at == backend.commits(game)[-1].at
    past = backend.games.chain_at(game, HEAD - 1)
    assert frozen(past) == backend.refolded(game, HEAD - 1)


# What is kept


def test_the_latest_snapshot_of_a_game_is_kept(backend: Backend) -> None:
    game = backend.played(MOVES)
    snapshot = kept(backend, game)
    assert snapshot.version == HEAD - HEAD % EVERY
    assert snapshot.state == backend.refolded(game, snapshot.version)
    assert snapshot.head.hex() == backend.commits(game)[snapshot.version - 1].hash
    assert snapshot.at == backend.commits(game)[snapshot.version - 1].at


def test_a_young_game_has_none(backend: Backend) -> None:
    game = backend.started()
    assert backend.games.snapshots.find(game, BASE) is None


def test_a_fold_from_a_snapshot_is_the_fold_of_the_whole_log(
    store: Store, backend: Backend
) -> None:
    game = backend.played(MOVES)
    truth = backend.refolded(game, HEAD)
    assert backend.frozen(game) == truth
    assert_as_folded(store, game, truth)


def test_a_snapshot_spares_the_fold_of_what_came_before(
    fake_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Backend(fake_store.client()).played(MOVES)
    followed = counted(monkeypatch)
    Backend(fake_store.client()).version(game)
    assert followed == [*range(HEAD - HEAD % EVERY + 1, HEAD + 1)]


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions that are folded from now on."""
    followed: list[int] = []
    follow = LedgerChain.apply

    def noted(self: LedgerChain[Any], version: int, *args: Any) -> None:
        followed.append(version)
        follow(self, version, *args)

    monkeypatch.setattr(LedgerChain, "apply", noted)
    return followed


# What may become of them


def test_deleting_a_snapshot_changes_nothing(store: Store, backend: Backend) -> None:
    game = backend.played(MOVES)
    truth = backend.refolded(game, HEAD)
    backend.games.snapshots.drop(game)
    assert store.client().get(key_of(game)) is None
    assert_as_folded(store, game, truth)


def corruptions(stored: bytes) -> Iterator[bytes]:
    luck = Random(1)
    for _ in range(25):
        place = luck.randrange(len(stored))
        yield stored[:place] + bytes([stored[place] ^ 1 << luck.randrange(8)]) + stored[place + 1 :]
    for length in (0, 1, 31, 32, 33, len(stored) // 2, len(stored) - 1):
        yield stored[:length]
    yield stored + b"\0"
    yield b"\xff" * len(stored)
    yield b"null"
    # A state that can be read, but is not the one: other cards in a hand.
    for resource in (b"brick", b"lumber", b"ore"):
        yield re.sub(rb'"%b":[0-9]+' % resource, rb'"%b":77' % resource, stored, count=1)


def test_corrupting_a_snapshot_changes_nothing(fake_store: Store) -> None:
    backend = Backend(fake_store.client())
    game = backend.played(MOVES)
    truth, stored = backend.refolded(game, HEAD), backend.redis.get(key_of(game))
    for corrupt in corruptions(stored):
        assert corrupt != stored
        backend.redis.set(key_of(game), corrupt)
        assert_as_folded(fake_store, game, truth)


Change = Callable[[Snapshot, Backend], Snapshot]


def another_head(snapshot: Snapshot, backend: Backend) -> Snapshot:
    return msgspec.structs.replace(snapshot, head=bytes(32))


def another_version(snapshot: Snapshot, backend: Backend) -> Snapshot:
    return msgspec.structs.replace(snapshot, version=snapshot.version - 1)


def a_version_to_come(snapshot: Snapshot, backend: Backend) -> Snapshot:
    return msgspec.structs.replace(snapshot, version=HEAD + 5)


def no_version(snapshot: Snapshot, backend: Backend) -> Snapshot:
    return msgspec.structs.replace(snapshot, version=0)


def another_schema(snapshot: Snapshot, backend: Backend) -> Snapshot:
    return msgspec.structs.replace(snapshot, schema=snapshot.schema + 1)


def other_rules(snapshot: Snapshot, backend: Backend) -> Snapshot:
    return msgspec.structs.replace(snapshot, rules=snapshot.rules + 1)


def another_layout(snapshot: Snapshot, backend: Backend) -> Snapshot:
    return msgspec.structs.replace(snapshot, layout="0" * 16)


def no_state(snapshot: Snapshot, backend: Backend) -> Snapshot:
    return msgspec.structs.replace(snapshot, state=b"{}")


def a_state_in_another_form(snapshot: Snapshot, backend: Backend) -> Snapshot:
    return msgspec.structs.replace(snapshot, state=snapshot.state + b" ")


def of_another_game(snapshot: Snapshot, backend: Backend) -> Snapshot:
    other = backend.played(MOVES, Random("another"))
    found = backend.games.snapshots.find(other, BASE)
    assert found is not None
    assert found.version == snapshot.version
    return found


@pytest.mark.parametrize(
    "change",
    [
        another_head,
        another_version,
        a_version_to_come,
        no_version,
        another_schema,
        other_rules,
        another_layout,
        no_state,
        a_state_in_another_form,
        of_another_game,
    ],
)
def test_a_snapshot_that_does_not_fit_is_ignored(fake_store: Store, change: Change) -> None:
    backend = Backend(fake_store.client())
    game = backend.played(MOVES)
    truth = backend.refolded(game, HEAD)
    changed = change(kept(backend, game), backend)
    assert changed != kept(backend, game)
    backend.redis.set(key_of(game), packed(changed))
    assert_as_folded(fake_store, game, truth)


def test_an_old_snapshot_is_as_good(store: Store, backend: Backend) -> None:
    game = backend.played(2 * EVERY)
    old = backend.redis.get(key_of(game))
    backend.play_on(game, HEAD - backend.version(game), Random(4))
    assert kept(backend, game).version == HEAD - HEAD % EVERY
    backend.redis.set(key_of(game), old)
    assert kept(backend, game).version == 2 * EVERY
    assert_as_folded(store, game, backend.refolded(game, HEAD))


def test_a_snapshot_of_another_build_is_left_where_it_is_until_the_next(backend: Backend) -> None:
    game = backend.played(MOVES)
    strange = packed(another_layout(kept(backend, game), backend))
    backend.redis.set(key_of(game), strange)
    assert backend.games.snapshots.find(game, BASE) is None
    backend.play_on(game, EVERY, Random(5))
    assert kept(backend, game).version == HEAD - HEAD % EVERY + EVERY


def test_a_server_without_snapshots_comes_to_the_same_game(
    fake_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = Backend(fake_store.client())
    game = backend.played(MOVES)
    monkeypatch.setattr(Snapshots, "find", lambda *args: None)
    without = LiveGames(backend.ledger)
    for version in (0, 1, 9, 10, 11, 29, 40, HEAD):
        assert frozen(without.chain_at(game, version)) == backend.refolded(game, version)


# Time travel


def test_the_past_is_the_same_on_both_sides_of_a_snapshot(store: Store, backend: Backend) -> None:
    game = backend.played(MOVES)
    other = Backend(store.client())
    for version in (0, 1, 5, 6, 20, 39, 40, 41, HEAD - 1, HEAD):
        truth = backend.refolded(game, version)
        for server in (backend, other):
            chain = server.games.chain_at(game, version)
            assert (chain.version, frozen(chain)) == (version, truth)


def test_a_fold_from_a_snapshot_goes_on_as_the_other_would(fake_store: Store) -> None:
    one = Backend(fake_store.client())
    game = one.played(MOVES)
    two = Backend(fake_store.client())
    luck = Random(9)
    for i in range(60):
        (one, two)[i % 2].play_on(game, 1, luck)
    assert one.frozen(game) == two.frozen(game) == one.refolded(game, HEAD + 60)
    one.desk.void_game(game, "enough")
    two.desk.close_game(game)
    assert one.verdict(game, allow_open=False).status == 0
    assert freeze(two.games.chain_at(game, HEAD + 62).state) == one.frozen(game)
