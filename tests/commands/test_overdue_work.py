"""Overdue work before a read: if it fails, the game can still be read."""

import logging

import pytest
from redis.exceptions import ResponseError

from tests.commands.backend import Backend
from tests.redises import Store


def test_what_is_overdue_waits_while_nothing_can_be_written(
    fake_store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    backend = Backend(fake_store.client())
    game = backend.started()
    backend.desk.void_game(game, "enough")
    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING):

        def refuse(*_: object, **__: object) -> None:
            raise ResponseError("NOREPLICAS Not enough good replicas to write.")

        patch.setattr(backend.ledger, "append", refuse)
        backend.desk.run_overdue_work(game)
    assert "NOREPLICAS" in caplog.text
    before = backend.version(game)
    backend.desk.run_overdue_work(game)
    assert backend.version(game) == before + 1
