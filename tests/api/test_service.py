"""The service about itself."""

from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisIsAway

from projections.across_games import player_records
from projections.rebuilding import Rebuilding
from tests.api.kit import Site


def test_without_redis_there_are_still_metrics(monkeypatch: pytest.MonkeyPatch):
    def gone(*_: Any) -> Any:
        raise RedisIsAway("gone")

    site = Site()
    monkeypatch.setattr(site.games.ledger, "quarantined_games", gone)
    answer = site.anonymous.get("/metrics")
    assert answer.status_code == 200
    assert "hexledger_request_seconds" in answer.text


def metric(site: Site, name: str) -> float:
    """What `/metrics` says."""
    (line,) = (
        x for x in site.anonymous.get("/metrics").text.splitlines() if x.startswith(f"{name} ")
    )
    return float(line.split()[1])


@pytest.mark.usefixtures("every_game_ranks")
def test_games_that_were_set_aside_are_counted(monkeypatch: pytest.MonkeyPatch):
    def failing(*_: Any) -> Any:
        raise ArithmeticError

    match = Site().closed(luck=2)
    assert metric(match.site, "hexledger_set_aside_games") == 0
    with monkeypatch.context() as patch:
        patch.setattr(player_records, "_after_rated_game", failing)
        paths = ("leaderboards/base", "closed-games", "daily", f"players/{match.people[0].player}")
        for path in paths:
            assert match.site.anonymous.get(f"/v1/{path}").status_code == 200
        assert metric(match.site, "hexledger_set_aside_games") == 1
    list(Rebuilding(match.site.games, names=["catalogue"]).run())
    assert metric(match.site, "hexledger_set_aside_games") == 0


@pytest.mark.parametrize("path", ["/", "/join/abcd", "/table/p00-1", "/cups/p00-1/hall"])
def test_visitors_find_the_client(path: str):
    answer = Site().anonymous.get(path)
    assert answer.status_code == 200
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


def test_only_files_of_the_client_are_handed_out():
    assert Site().anonymous.get("/web/main.js").mimetype == "text/javascript"
    assert Site().anonymous.get("/web/../site.py").status_code == 404
    assert Site().anonymous.get("/web/nothing.js").status_code == 404
