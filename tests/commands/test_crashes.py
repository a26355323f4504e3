"""Crashes: what was acknowledged stands, whoever is killed, and nothing is ever half-done."""

from collections.abc import Callable
from random import Random

import pytest
from redis.exceptions import ConnectionError as ConnectionLost

from eventlog.verification import VerificationStatus
from tests.commands.house import House, play
from tests.commands.writing import Writer
from tests.redises import Server, Store

ENDLESS = 1_000_000
TAKE = {"type": "take_seat"}


def check_told(store: Store, game: str, told: dict[int, str]) -> House:
    """Everything acknowledged is in a log that verifies, for a server that starts now."""
    house = House(store.client())
    commits = {commit.version: commit.hash for commit in house.commits(game)}
    assert told.items() <= commits.items()
    assert house.verdict(game).status == VerificationStatus.SOUND
    assert house.frozen(game) == house.refolded(game, len(commits))
    return house


def check_goes_on(house: House, game: str) -> None:
    house.play_on(game, 3, Random(0))
    house.desk.void_game(game, "enough")
    house.desk.close_game(game)
    assert house.verdict(game, allow_open=False).status == VerificationStatus.SOUND


def test_what_a_killed_writer_was_told_stands(real_store: Store) -> None:
    house = House(real_store.client())
    game, luck = house.started(), Random(11)
    told: dict[int, str] = {}
    for name in ("first", "second"):
        with Writer(real_store.url, game, name, ENDLESS) as writer:
            writer.start()
            told.update(writer.receipts(luck.randrange(1, 15)))
            writer.kill()
            told.update(writer.receipts())
        check_told(real_store, game, told)
    check_goes_on(check_told(real_store, game, told), game)


def test_what_was_told_before_the_server_was_killed_is_on_its_disk(server: Server) -> None:
    store = server.store()
    game = House(store.client()).started()
    told: dict[int, str] = {}
    with Writer(store.url, game, "writer", ENDLESS) as writer:
        writer.start()
        told.update(writer.receipts(10))
        server.kill()
        told.update(writer.receipts())
    server.start()
    house = check_told(store, game, told)
    assert list(house.ledger.games()) == list(house.ledger.open_games()) == [game]
    check_goes_on(house, game)
    store.close_clients()


def test_a_server_goes_on_after_its_store_was_away(server: Server) -> None:
    store = server.store()
    house = House(store.client())
    game = house.started()
    taken = [receipt.version for receipt in play(house, game, "before", 5)]
    server.kill()
    with pytest.raises(ConnectionLost):
        house.do(game, "ada", "resign")
    assert not house.games.is_hot(game)
    server.start()
    assert house.version(game) == taken[-1], "nothing half-done"
    check_goes_on(house, game)
    store.close_clients()


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_key_tells_whether_the_last_wish_before_the_crash_was_carried_out(
    server: Server, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    store = server.store()
    house = House(store.client())
    game = house.lobby()
    append: Callable[..., object] = house.ledger.append

    def crash(*args: object, **kwargs: object) -> object:
        monkeypatch.undo()
        if moment == "after":
            append(*args, **kwargs)
        server.kill()
        raise ConnectionLost("the server is gone")

    monkeypatch.setattr(house.ledger, "append", crash)
    with pytest.raises(ConnectionLost):
        house.guarded(game, "ada", TAKE, key="k")
    server.start()
    restarted = House(store.client())
    assert restarted.version(game) == (2 if moment == "after" else 1)
    receipt = restarted.guarded(game, "ada", TAKE, key="k")
    assert receipt.version == 2
    assert house.guarded(game, "ada", TAKE, key="k") == receipt
    assert restarted.version(game) == 2
    store.close_clients()
