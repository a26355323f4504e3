"""The hall of a tournament, the review of its games, and the screen for everybody."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.people import DESKTOP, Person
from tests.browser.test_cups import Somebody
from tests.service import Service

NEW_CUP = {
    "title": "Hall Cup",
    "capacity": 8,
    "format": {"type": "swiss", "rounds": 1},
    "games": {"ruleset": "base", "options": {"bot_seconds": 0, "call_pauses": False}},
}


class Running:
    """A tournament with a running round: two tables, with a person at the first one."""

    def __init__(self, olga: Somebody, ada: Somebody) -> None:
        self.olga, self.ada = olga, ada
        opened = olga.post("/v1/tournaments", NEW_CUP)
        self.path = f"/v1/tournaments/{opened['tournament_id']}"
        self.address = self.path.replace("/v1/tournaments", "/cups")
        self.do(ada, "register")
        for _ in range(5):
            self.do(olga, "add_bot", bot="random")
        for kind in ("start_tournament", "draft_round", "publish_round", "start_round"):
            self.do(olga, kind)
        self.tables = olga.read(self.path)["rounds"][0]["tables"]
        self.table = next(one for one in self.tables if ada.id in one["players"])
        self.game = f"/v1/games/{self.table['game']}"

    def do(self, one: Somebody, kind: str, **fields: Any) -> None:
        one.post(f"{self.path}/commands", {"type": kind, **fields})


@pytest.fixture
def running(browser: Browser, service: Service) -> Iterator[Running]:
    with ExitStack() as stack:
        olga = stack.enter_context(Somebody(browser, service, "Olga", size=DESKTOP))
        ada = stack.enter_context(Somebody(browser, service, "Ada", language="pl"))
        yield Running(olga, ada)


def test_a_referee_works_in_the_hall(running: Running, browser: Browser, service: Service) -> None:
    olga, ada = running.olga, running.ada
    page = olga.open(f"{running.address}/hall")
    card = page.locator(".hall-table", has_text="Ada")
    expect(card.locator(".acts")).to_contain_text("Ada")
    ada.post(f"{running.game}/commands", {"type": "call_referee", "text": "<i>Help</i>"})
    expect(card).to_contain_text("Ada calls a referee: <i>Help</i>")
    expect(page.get_by_text("1 call for a referee")).to_be_visible()
    assert olga.violations() == []
    # At one table
    card.get_by_role("button", name="Referee").click()
    page.get_by_role("button", name="Give a ruling").click()
    olga.fill_in(Text="Play on")
    expect(card.locator(".call")).to_have_count(0)
    before = version(running)
    card.get_by_role("button", name="Referee").click()
    page.get_by_role("button", name="Rewind the game").click()
    least = page.locator("dialog[open] [name=version]").get_attribute("min")
    assert least is not None
    olga.fill_in(Version=least, Reason="A card was seen")
    expect(card).not_to_contain_text(f"version {before}")
    assert olga.read(running.game)["referee"]["rewound_to"] == int(least)
    # At all tables
    page.get_by_role("group", name="At several tables").get_by_role("button", name="Pause").click()
    assert olga.violations() == []
    olga.fill_in(Reason="Lunch")
    expect(card.get_by_text("Paused")).to_be_visible()
    card.get_by_label("Choose").check()
    page.get_by_role("group", name="At several tables").get_by_role(
        "button", name="Let go on"
    ).click()
    expect(page.get_by_text(f"At the chosen tables: {running.table['table']}")).to_be_visible()
    olga.fill_in(Reason="Enough")
    expect(card.get_by_text("Paused")).to_have_count(0)
    reports(olga, running.address)
    screen(running, browser, service)
    review(running)


def version(running: Running) -> int:
    found: int = running.olga.read(running.game)["version"]
    return found


def screen(running: Running, browser: Browser, service: Service) -> None:
    """Somebody without a name reads the projector page; it follows what happens."""
    with Person(browser, service.url, size=DESKTOP, language="pl-PL", dark=True) as somebody:
        page = somebody.open(f"{running.address}/projector")
        expect(page.locator(".pairings > li")).to_have_count(2)
        expect(page.locator(".pairings")).to_contain_text("Ada")
        assert page.locator(".big-time").inner_text().count(":") >= 1
        assert somebody.violations() == []
        running.do(running.olga, "award_table", table=running.table["table"], points=[9, 1, 2],
                   winners=[0], reason="Out of time")  # fmt: skip
        expect(page.locator(".pairings")).to_contain_text("9 punktów")
        expect(page.locator(".standings")).to_contain_text("9")


def review(running: Running) -> None:
    """The log is searched, and every line leads to the table as it was."""
    ada = running.ada
    page = ada.open(f"{running.address}/review?game={running.table['game']}")
    expect(page.get_by_text("Play on")).to_be_visible()
    page.locator("[name=type]").select_option("game_rewound")
    page.get_by_role("button", name="Szukaj").click()
    lines = page.locator(".review-log > li")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("A card was seen")
    assert "type=game_rewound" in page.url
    href = lines.get_by_role("link").first.get_attribute("href")
    assert href is not None
    assert href.startswith(f"/replay/{running.table['game']}?at=")
    assert ada.violations() == []
    page.locator("[name=type]").select_option("")
    page.locator("[name=text]").fill("play ON")
    page.get_by_role("button", name="Szukaj").click()
    expect(lines).to_have_count(1)


def reports(olga: Somebody, address: str) -> None:
    """A report over games that are open is a look at hidden hands, which is listed."""
    page = olga.open(f"{address}/review?part=report")
    expect(page.get_by_role("heading", name="Pace")).to_be_visible()
    expect(page.locator(".report").first).to_contain_text("bot random")
    assert olga.violations() == []
    with page.expect_download() as saved:
        page.get_by_role("button", name="Report as CSV").click()
    assert saved.value.path().read_text().startswith("part,player,")
    page.get_by_role("link", name="Looks at hidden hands").click()
    looks = page.get_by_role("group", name="Looks at hidden hands").locator("tbody")
    expect(looks).to_contain_text("Olga")
    assert olga.violations() == []
