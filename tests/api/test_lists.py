"""Lists of games are sent as the API description says, with no field that it does not name."""

from typing import Any

import pytest

from domain.registry import RULESETS
from tests.api.contract import Contract
from tests.api.kit import Match, Person, Site
from tests.games import ISLAND, LAKE, SETUPS_OF
from workers.due_games import DueGames

TIMED = {"clock": "live", "time_limit": {"seconds": 3_600}, "bot_seconds": 0}
OWN_GAMES = "/v1/players/me/games"


@pytest.fixture(scope="module")
def contract() -> Contract:
    return Contract(Site().anonymous.read("/openapi.json"))


def opened(site: Site, host: Person, ruleset: str, players: int, **options: Any) -> Match:
    body = {"ruleset": ruleset, "players": players, "options": options}
    answer = host.post("/v1/games", body)
    assert answer.status_code == 201, answer.data
    return Match(site, answer.json["game_id"], [host])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_lobby_is_as_described_with_every_option(ruleset: str, contract: Contract):
    site = Site()
    ada, most = site.player(), RULESETS[ruleset].seats[-1]
    for options in SETUPS_OF[ruleset].values():
        opened(site, ada, ruleset, most, **options)
        opened(site, ada, ruleset, most, **options, **TIMED)
    found, cursor = 0, ""
    while cursor is not None:
        page = contract.read(site.anonymous, f"/v1/games?limit=20{cursor}")
        found += len(page["games"])
        cursor = page["next"] and f"&cursor={page['next']}"
    assert found == 2 * len(SETUPS_OF[ruleset])


def test_games_at_every_stage_are_as_described(contract: Contract):
    """With seats taken and free, with people and bots, on and over, won, void and given up."""
    site = Site()
    won = site.closed(luck=2)
    ada = won.people[0]
    waiting = opened(site, ada, "base", 4, **TIMED)
    waiting.do(0, "seat_bot", bot="planner")
    waiting.do(0, "take_seat", colour="blue")
    playing = opened(site, ada, "duel", 2, **TIMED, board=ISLAND, harbours="shuffled")
    with_bot = opened(site, ada, "dice", 2)
    for match in (playing, with_bot):
        match.do(0, "take_seat")
        match.do(0, "seat_bot", bot="planner")
        match.do(0, "start_game")
    void, given_up = opened(site, ada, "seafarers", 3), opened(site, ada, "seafarers", 4)
    site.desk.void_game(void.game, "enough")
    given_up.do(0, "take_seat")
    given_up.do(0, "abandon_game")
    attempt = ada.post("/v1/daily").json["game_id"]
    DueGames(site.desk).sweep()

    (lobby,) = contract.read(site.anonymous, "/v1/games")["games"]
    assert lobby["game_id"] == waiting.game
    assert lobby["seats"] == ["bot:planner:0", ada.player, None, None]
    own = contract.read(ada, OWN_GAMES)["games"]
    assert {one["status"] for one in own} == {"lobby", "playing", "closed"}
    assert {one["outcome"] for one in own} == {None, "won", "void", "abandoned"}
    assert {one["seat"] for one in own} == {None, 0, 1}
    assert [one["challenge"] is not None for one in own if one["game_id"] == attempt] == [True]
    closed = contract.read(site.anonymous, "/v1/closed-games")["games"]
    assert {one["outcome"] for one in closed} == {"won", "void", "abandoned"}
    assert contract.read(site.anonymous, "/v1/leaderboards/base", "GET /v1/leaderboards/{ruleset}")
    path = f"/v1/players/{ada.player}"
    contract.read(site.anonymous, path, "GET /v1/players/{player_id}")
    versus = "GET /v1/players/{player_id}/versus/{other_id}"
    contract.read(site.anonymous, f"{path}/versus/{won.people[1].player}", versus)
    contract.read(ada, "/v1/daily")


def test_a_field_that_is_not_described_is_found_out(contract: Contract):
    site = Site()
    opened(site, site.player(), "base", 3)
    page = contract.read(site.anonymous, "/v1/games")
    page["games"][0]["options"]["board"] = LAKE
    with pytest.raises(AssertionError, match="options"):
        contract.check("GET /v1/games", page)
    page = site.anonymous.read("/v1/games")
    page["games"][0]["colour_of_the_sky"] = "blue"
    with pytest.raises(AssertionError, match="colour_of_the_sky"):
        contract.check("GET /v1/games", page)
