"""The service about itself."""

from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisIsAway

from tests.api.kit import Site


def test_without_redis_there_are_still_figures(monkeypatch: pytest.MonkeyPatch):
    def gone(*_: Any) -> Any:
        raise RedisIsAway("gone")

    site = Site()
    monkeypatch.setattr(site.games.ledger, "quarantined", gone)
    answer = site.nobody.get("/metrics")
    assert answer.status_code == 200
    assert "hexledger_request_seconds" in answer.text


def test_whoever_comes_by_is_shown_the_docs():
    answer = Site().nobody.get("/")
    assert (answer.status_code, answer.headers["Location"]) == (302, "/docs")
