"""The master secret at a start: another secret than that of the open games is refused."""

import pytest

from hexledger.master_secret_check import check_master_secret
from hexledger.problems import Problem
from tests.commands.backend import MASTER, Backend
from tests.redises import PROGRAMS, Store, Stores
from tests.serving.test_serve import assert_one_line, hexledger, port

__all__ = ["hexledger", "port"]

OTHER = bytes(32)


def test_the_same_secret_is_welcome_again(store: Store) -> None:
    backend = Backend(store.client())
    for _ in range(2):
        check_master_secret(backend.redis, MASTER)
        backend.lobby()


def test_another_secret_is_refused_while_a_game_is_open(store: Store) -> None:
    backend = Backend(store.client())
    # Also the first time, if games came from an older build.
    game, _ = backend.lobby(), check_master_secret(backend.redis, MASTER)
    backend.lobby()
    for _ in range(2):
        with pytest.raises(Problem, match="not the master secret of 2 open games") as refused:
            check_master_secret(backend.redis, OTHER)
        assert "\n" not in str(refused.value)
    backend.desk.void_game(game, "enough")
    backend.desk.close_game(game)
    with pytest.raises(Problem, match="of 1 open game: theirs"):
        check_master_secret(backend.redis, OTHER)
    check_master_secret(backend.redis, MASTER)


def test_another_secret_may_come_in_when_no_game_needs_the_old_one(store: Store) -> None:
    backend = Backend(store.client())
    check_master_secret(backend.redis, MASTER)
    game = backend.lobby()
    backend.desk.void_game(game, "enough")
    backend.desk.close_game(game)
    check_master_secret(backend.redis, OTHER)
    Backend(store.client(), OTHER).lobby()
    with pytest.raises(Problem):
        check_master_secret(backend.redis, MASTER)


def test_a_secret_that_is_lost_is_given_up_once(store: Store) -> None:
    backend = Backend(store.client())
    backend.lobby()
    check_master_secret(backend.redis, OTHER, is_lost=True)
    check_master_secret(backend.redis, OTHER)


def test_a_game_that_cannot_be_read_needs_nothing(store: Store) -> None:
    backend = Backend(store.client())
    game = backend.lobby()
    with backend.redis.pipeline(transaction=False) as calls:
        calls.delete(f"{{{game[:3]}}}:{game}:log")
        calls.xadd(f"{{{game[:3]}}}:{game}:log", {"commit": b"garbage"}, id="1-0")
        calls.execute()
    check_master_secret(backend.redis, OTHER)


@pytest.mark.parametrize("command", ["serve", "api", "worker"])
def test_a_service_with_another_secret_says_so_and_does_not_start(
    hexledger, port: int, command: str, stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = next(stores.named(name) for name in PROGRAMS)
    store.wipe()
    Backend(store.client()).lobby()
    monkeypatch.setenv("HEXLEDGER_REDIS_URL", store.url)
    assert_one_line(hexledger(command), "not the master secret", "HEXLEDGER_SECRET_IS_LOST")
