"""Every page of the client: accessible in both schemes and languages, and no wider than a phone."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.callers import Caller
from tests.browser.people import DESKTOP, Person
from tests.service import Service

ROUTER = Path(__file__).parents[2] / "api" / "web" / "client" / "lib" / "router.js"
ROUTES = re.findall(r'^  \["(/[^"]*)",', ROUTER.read_text(), re.MULTILINE)
MARKUP = "<img src=x onerror=alert(1)>"
SMALLEST = {"width": 360, "height": 640}
LOOKS = {
    "phone-light-en": (SMALLEST, False, "en-GB"),
    "desktop-dark-pl": (DESKTOP, True, "pl-PL"),
}
ADDRESSES = sorted({*ROUTES, "/table/:closed"})
"""The page of every address of the client, and a table of a finished game."""


class World:
    """Something for every page to show. Names are markup, which stays text."""

    def __init__(self, url: str) -> None:
        self.ada = Caller(url, MARKUP)
        bob = Caller(url, "Bob")
        self.ada.closed(bob)
        closed = self.ada.closed()
        game = self.ada.against_bots()
        waiting = self.ada.opened()
        code = self.ada.post(f"/v1/games/{waiting}/invitations", {"uses": 1})["code"]
        cup = self.ada.post(
            "/v1/tournaments",
            {
                "title": MARKUP,
                "games": {"ruleset": "base", "options": {}},
                "capacity": 8,
                "format": {"type": "swiss", "rounds": 1},
            },
        )["tournament_id"]
        self._values = {
            "game": game,
            "closed": closed,
            "code": code,
            "cup": cup,
            "player": self.ada.player,
        }

    def address(self, route: str) -> str:
        if route.startswith("/replay"):
            route = route.replace(":game", ":closed")
        return re.sub(r":(\w+)", lambda found: self._values[found[1]], route)


@pytest.fixture(scope="module")
def world(service: Service) -> World:
    return World(service.url)


def test_every_address_is_known_to_the_router():
    assert {"/", "/new", "/join/:code", "/player/:player", "/table/:game"} <= set(ROUTES)
    assert len(ROUTES) == len(set(ROUTES)) >= 16


@pytest.mark.parametrize("look", LOOKS)
def test_pages_are_accessible_names_stay_text_and_tokens_secret(
    browser: Browser, service: Service, world: World, look: str
):
    size, dark, language = LOOKS[look]
    is_touch = size["width"] < 700
    with Person(
        browser, service.url, size=size, dark=dark, language=language, touch=is_touch
    ) as person:
        world.ada.sign_in(person)
        found = {}
        for route in ADDRESSES:
            page = person.open(world.address(route))
            wide = page.evaluate("document.documentElement.scrollWidth")
            found[route] = person.violations() + (
                [f"it is {wide} px wide"] if wide > size["width"] else []
            )
            assert page.locator("img[src=x]").count() == 0, route
            assert page.locator("h1").count() == 1, route
            assert page.evaluate("document.documentElement.lang") == language[:2]
        assert {route: wrong for route, wrong in found.items() if wrong} == {}
        assert not any(world.ada.token in one.url for one in person.received)


def test_strangers_see_accessible_pages(browser: Browser, service: Service, world: World):
    with Person(browser, service.url) as person:
        for route in ("/", "/me", "/join/:code", "/player/:player", "/watch"):
            person.open(world.address(route))
            assert person.violations() == [], route
