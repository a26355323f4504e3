"""Seeing to a game before it is read: what fails then keeps nobody from reading."""

import logging

import pytest
from redis.exceptions import ResponseError

from tests.commands.house import House
from tests.redises import Store


def test_what_is_overdue_waits_while_nothing_can_be_written(
    fake_store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house = House(fake_store.client())
    game = house.started()
    house.desk.void_game(game, "enough")
    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING):

        def refuse(*_: object, **__: object) -> None:
            raise ResponseError("NOREPLICAS Not enough good replicas to write.")

        patch.setattr(house.ledger, "append", refuse)
        house.desk.run_overdue_work(game)
    assert "NOREPLICAS" in caplog.text
    before = house.version(game)
    house.desk.run_overdue_work(game)
    assert house.version(game) == before + 1
