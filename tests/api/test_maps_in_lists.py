"""Lists of games are small whatever maps the games have; the game itself shows its map."""

from typing import Any

import pytest

from domain.registry import RULESETS
from tests.api.kit import Match, Person, Site
from tests.api.test_lists import OWN_GAMES, TIMED, opened
from tests.games import ATOLL, ISLAND, LAKE

LONGEST_TITLE = "An island " * 6 + "east"


def summary_of(match: Match, person: Person) -> Any:
    """A game as a list of its player shows it."""
    (found,) = (one for one in person.read(OWN_GAMES)["games"] if one["game_id"] == match.game)
    return found


@pytest.mark.parametrize(
    ("ruleset", "board", "shown"),
    [
        ("base", {"title": "Two lakes", **LAKE}, {"title": "Two lakes"}),
        ("base", LAKE, {"title": ""}),
        ("duel", {"title": "Home", "id": "home", **ISLAND}, {"title": "Home"}),
        ("seafarers", ATOLL, {"title": "Atoll"}),
        ("base", "beginner", "beginner"),
        ("seafarers", "scenario", "scenario"),
    ],
)
def test_a_list_names_a_map_and_the_game_shows_it(ruleset: str, board: Any, shown: Any):
    site = Site()
    ada = site.player()
    match = opened(site, ada, ruleset, RULESETS[ruleset].seats[-1], board=board)
    view = match.read()
    for listed in (summary_of(match, ada), site.anonymous.read("/v1/games")["games"][0]):
        assert listed["options"] == {**view["options"], "board": shown}
    if isinstance(board, dict):
        assert view["options"]["board"]["hexes"]


def test_a_page_of_the_lobby_is_small_whatever_maps_its_games_have():
    site = Site()
    ada = site.player()
    for i in range(100):
        board = {**(ATOLL if i % 2 else LAKE), "title": LONGEST_TITLE}
        ruleset = "seafarers" if i % 2 else "base"
        match = opened(site, ada, ruleset, 4, board=board, **TIMED)
        match.do(0, "take_seat")
        for _ in range(3):
            match.do(0, "seat_bot", bot="planner")
    site.catalogue.catch_up()
    for reader in (site, site.another_server()):
        answer = reader.anonymous.get("/v1/games?limit=100")
        assert len(answer.json["games"]) == 100
        assert len(answer.data) < 110_000
    (entries,) = site.redis.keys("{catalogue}:*:games")
    assert sum(map(len, site.redis.hvals(entries))) < 120_000, "entries are small where stored, too"
