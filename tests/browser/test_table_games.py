"""A game of every ruleset and of every scenario, played to its end by taps on what is lit up."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.people import Person
from tests.browser.tables import Table
from tests.browser.tapping import Tapper
from tests.service import Service

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "base": ("base", 4, {"target_points": 3}),
    "duel": ("duel", 2, {"target_points": 4}),
    "dice": ("dice", 2, {}),
    **{
        f"scenario {number}": ("seafarers", 3, {"scenario": number, "target_points": 3})
        for number in range(1, 10)
    },
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_is_played_to_its_end_by_taps(
    browser: Browser, service: Service, game: tuple[str, int, dict[str, Any]]
):
    table = Table.start(service.url, *game)
    with Person(browser, service.url) as somebody:
        page = table.seat(somebody)
        tapper = Tapper(page)
        tapper.play()
        assert page.locator(".ending h2").inner_text()
        assert page.locator(".ending a", has_text="Replay").get_attribute("href") == (
            f"/replay/{table.game}"
        )
    view = table.view
    assert view["outcome"] == "won"
    assert any(".lit" in tap for tap in tapper.taps)
    mine = next(seat["seat"] for seat in view["seats"] if seat["player"] == table.host.player)
    placed = [event for event in table.events() if event.get("seat") == mine]
    assert len(placed) > 4
