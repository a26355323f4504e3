"""Games for strangers have a clock, unless the host says otherwise."""

from typing import Any

import pytest

from tests.api.kit import Site


@pytest.mark.parametrize(
    ("body", "turn_seconds"),
    [
        ({}, 120),
        ({"options": {"clock": "none"}}, None),
        ({"options": {"clock": "correspondence"}}, 86_400),
        ({"listed": False}, None),
        ({"invited_only": True}, None),
        ({"ruleset": "dice", "players": 1}, None),
        ({"ruleset": "dice", "players": 2}, 120),
    ],
)
def test_a_listed_game_has_a_live_clock_if_its_host_names_none(
    body: dict[str, Any], turn_seconds: int | None
):
    ada = Site().player()
    answer = ada.post("/v1/games", {"ruleset": "base", "players": 3, **body})
    options = ada.read(f"/v1/games/{answer.json['game_id']}")["options"]
    assert options.get("clock", {}).get("turn_seconds") == turn_seconds


def test_a_repeated_opening_finds_its_game():
    ada, body = Site().player(), {"ruleset": "base", "players": 3}
    first = ada.post("/v1/games", body, Idempotency_Key="once")
    assert ada.post("/v1/games", body, Idempotency_Key="once").json == first.json
