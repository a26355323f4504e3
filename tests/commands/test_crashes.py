"""Crashes: every acknowledged commit survives, and nothing is ever half-done."""

from collections.abc import Callable
from random import Random

import pytest
from redis.exceptions import ConnectionError as ConnectionLost

from eventlog.verification import VerificationStatus
from tests.commands.backend import Backend, play
from tests.commands.writer_process import Writer
from tests.redises import Server, Store

ENDLESS = 1_000_000
TAKE = {"type": "take_seat"}


def check_receipts(store: Store, game: str, receipts: dict[int, str]) -> Backend:
    """Everything acknowledged is in a log that verifies, for a server that starts now."""
    backend = Backend(store.client())
    commits = {commit.version: commit.hash for commit in backend.commits(game)}
    assert receipts.items() <= commits.items()
    assert backend.verdict(game).status == VerificationStatus.SOUND
    assert backend.frozen(game) == backend.refolded(game, len(commits))
    return backend


def check_goes_on(backend: Backend, game: str) -> None:
    backend.play_on(game, 3, Random(0))
    backend.desk.void_game(game, "enough")
    backend.desk.close_game(game)
    assert backend.verdict(game, allow_open=False).status == VerificationStatus.SOUND


def test_what_a_killed_writer_was_told_stands(real_store: Store) -> None:
    backend = Backend(real_store.client())
    game, luck = backend.started(), Random(11)
    receipts: dict[int, str] = {}
    for name in ("first", "second"):
        with Writer(real_store.url, game, name, ENDLESS) as writer:
            writer.start()
            receipts.update(writer.receipts(luck.randrange(1, 15)))
            writer.kill()
            receipts.update(writer.receipts())
        check_receipts(real_store, game, receipts)
    check_goes_on(check_receipts(real_store, game, receipts), game)


def test_what_was_told_before_the_server_was_killed_is_on_its_disk(server: Server) -> None:
    store = server.store()
    game = Backend(store.client()).started()
    receipts: dict[int, str] = {}
    with Writer(store.url, game, "writer", ENDLESS) as writer:
        writer.start()
        receipts.update(writer.receipts(10))
        server.kill()
        receipts.update(writer.receipts())
    server.start()
    backend = check_receipts(store, game, receipts)
    assert list(backend.ledger.games()) == list(backend.ledger.open_games()) == [game]
    check_goes_on(backend, game)
    store.close_clients()


def test_a_server_goes_on_after_its_store_was_away(server: Server) -> None:
    store = server.store()
    backend = Backend(store.client())
    game = backend.started()
    taken = [receipt.version for receipt in play(backend, game, "before", 5)]
    server.kill()
    with pytest.raises(ConnectionLost):
        backend.do(game, "ada", "resign")
    assert not backend.games.is_loaded(game)
    server.start()
    assert backend.version(game) == taken[-1], "nothing half-done"
    check_goes_on(backend, game)
    store.close_clients()


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_key_tells_whether_the_last_wish_before_the_crash_was_carried_out(
    server: Server, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    store = server.store()
    backend = Backend(store.client())
    game = backend.lobby()
    append: Callable[..., object] = backend.ledger.append

    def crash(*args: object, **kwargs: object) -> object:
        monkeypatch.undo()
        if moment == "after":
            append(*args, **kwargs)
        server.kill()
        raise ConnectionLost("the server is gone")

    monkeypatch.setattr(backend.ledger, "append", crash)
    with pytest.raises(ConnectionLost):
        backend.guarded(game, "ada", TAKE, key="k")
    server.start()
    restarted = Backend(store.client())
    assert restarted.version(game) == (2 if moment == "after" else 1)
    receipt = restarted.guarded(game, "ada", TAKE, key="k")
    assert receipt.version == 2
    assert backend.guarded(game, "ada", TAKE, key="k") == receipt
    assert restarted.version(game) == 2
    store.close_clients()
