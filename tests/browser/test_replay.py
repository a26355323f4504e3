"""The replay of a game: any version, by keys, by itself, from every perspective."""

import json
import re
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.people import DESKTOP, Person
from tests.browser.played_games import closed_game
from tests.service import Service


def read(service: Service, path: str) -> Any:
    with urlopen(f"{service.url}/v1/games/{closed_game(service.url)}{path}") as answer:
        return json.load(answer)


def open_replay(person: Person, service: Service, query: str = "") -> Page:
    page = person.open(f"/replay/{closed_game(service.url)}{query}")
    page.locator(".view svg").first.wait_for()
    return page


def expect_version(page: Page, version: int) -> None:
    expect(page.locator(".view").first).to_have_attribute("data-version", str(version))


def test_a_replay_is_steered_by_keys(person: Person, service: Service):
    entries = read(service, "/log?limit=500")["entries"]
    last = read(service, "")["version"]
    page = open_replay(person, service, "?at=20")
    for key, version in (("ArrowRight", 21), ("ArrowLeft", 20), ("End", last), ("Home", 1)):
        page.keyboard.press(key)
        expect_version(page, version)
    page.get_by_label("Step by").select_option("building")
    page.locator("h1").click()
    built = [entry["version"] for entry in entries if entry["kind"] == "building"]
    page.keyboard.press("ArrowRight")
    expect_version(page, built[0])
    # With the focus on it, the slider goes by the same steps.
    page.get_by_role("slider", name="Version").focus()
    page.keyboard.press("ArrowRight")
    expect_version(page, next(version for version in built if version > built[0]))
    page.get_by_label("Step by").select_option("turn")
    page.locator("h1").click()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect_version(page, next(entry["version"] for entry in entries if entry["turn"] == 1))
    expect(page.locator(".place").first).to_contain_text("turn 1")


def test_only_kinds_that_happened_are_offered(person: Person, service: Service):
    kinds = {entry["kind"] for entry in read(service, "/log?limit=500")["entries"]} - {None}
    page = open_replay(person, service)
    offered = (
        page.get_by_label("Step by")
        .locator("option")
        .evaluate_all("(options) => options.map((option) => option.value)")
    )
    assert {*offered} == {"action", "turn", *kinds}


def test_autoplay_shows_every_version_up_to_the_end(person: Person, service: Service):
    last = read(service, "")["version"]
    page = open_replay(person, service, f"?at={last - 20}")
    page.evaluate(
        """() => {
          const frame = document.querySelector(".view");
          window.shown = [];
          new MutationObserver(() => window.shown.push(Number(frame.dataset.version)))
            .observe(frame, { attributes: true, attributeFilter: ["data-version"] });
        }"""
    )
    page.get_by_label("Speed").select_option("20")
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect_version(page, last)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert page.evaluate("window.shown") == list(range(last - 19, last + 1))
    # What is changed piece by piece is the picture of the server, as it is drawn at once.
    expect(page).to_have_url(re.compile(f"at={last}$"))
    changed = page.locator(".view svg").first.evaluate("(svg) => svg.outerHTML")
    page.reload()
    expect_version(page, last)
    assert page.locator(".view svg").first.evaluate("(svg) => svg.outerHTML") == changed


def test_the_log_follows_and_leads(person: Person, service: Service):
    entries = read(service, "/log?limit=500")["entries"]
    page = open_replay(person, service, "?at=15")
    current = page.locator(".replay-log [aria-current]")
    expect(current.first).to_contain_text(
        next(entry["text"] for entry in entries if entry["version"] == 15)
    )
    other = next(entry for entry in entries if entry["version"] == 25)
    page.locator('.replay-log a[href*="at=25"]').first.click()
    expect_version(page, 25)
    expect(page.locator(".said")).to_contain_text(other["text"])
    expect(page).to_have_url(re.compile("at=25"))


def test_once_closed_any_seat_may_look(person: Person, service: Service):
    page = open_replay(person, service, "?at=25")
    seen = page.locator(".view svg").first.evaluate("(svg) => svg.outerHTML")
    page.get_by_label("Seen by").select_option("1")
    expect(page).to_have_url(re.compile("at=25&as=1"))
    page.wait_for_function(
        "(before) => document.querySelector('.view svg').outerHTML !== before", arg=seen
    )


def test_two_versions_stand_side_by_side(person: Person, service: Service):
    page = open_replay(person, service, "?at=25&with=20")
    views = page.locator(".view")
    expect(views.nth(1)).to_have_attribute("data-version", "20")
    expect(views.nth(1)).to_be_visible()
    ids = page.locator(".view [id]").evaluate_all("(found) => found.map((one) => one.id)")
    assert len(ids) == len({*ids})
    page.get_by_role("button", name="Two versions side by side").click()
    expect(views.nth(1)).to_be_hidden()
    expect(page).not_to_have_url(re.compile("with="))


def test_the_check_runs_with_the_replay(person: Person, service: Service):
    entries = read(service, "/log?limit=500")["entries"]
    rolled = next(entry["version"] for entry in entries if entry["type"] == "dice_rolled")
    page = open_replay(person, service, f"?at={rolled}")
    page.get_by_role("button", name="Check while it plays").click()
    check = page.locator(".check")
    expect(check).to_contain_text(f"Hash of commit {rolled}")
    expect(check).to_contain_text(re.compile(r"Dice: \d, \d \(draw \d+\)"))
    expect(check).to_contain_text("commits fit.")
    expect(check.locator(".mark-good")).to_have_count(4)


def test_charts_have_their_figures_as_tables(person: Person, service: Service):
    stats = read(service, "/stats")
    page = open_replay(person, service, "?at=9999")
    charts = page.locator(".chart")
    expect(charts).to_have_count(4)
    dice = charts.nth(1)
    dice.locator("summary").click()
    sevens = next(line for line in stats["dice"]["numbers"] if line["number"] == 7)
    expect(dice.get_by_role("row").nth(6)).to_contain_text(str(sevens["count"]))


def test_a_game_is_played_on_from_a_version(person: Person, service: Service):
    page = open_replay(person, service, "?at=25")
    posted: list[Any] = []

    def answer(route: Route) -> None:
        posted.append(route.request.post_data_json)
        assert route.request.headers["authorization"].startswith("Bearer ")
        copy = {"game_id": closed_game(service.url), "version": 1, "hash": "0" * 64}
        route.fulfill(status=201, json=copy)

    page.route("**/copies", answer)
    page.get_by_role("button", name="Play on from here against bots").click()
    page.get_by_label("Your seat").select_option("2")
    page.get_by_role("button", name="Play", exact=True).last.click()
    expect(page).to_have_url(re.compile(f"/table/{closed_game(service.url)}"))
    assert posted == [{"version": 25, "seat": 2}]


@pytest.mark.parametrize("dark", [False, True])
def test_a_replay_breaks_no_rule_of_accessibility(browser: Browser, service: Service, dark: bool):
    for size in ({"width": 360, "height": 740}, DESKTOP):
        with Person(browser, service.url, size=size, language="pl-PL", dark=dark) as person:
            page = open_replay(person, service, "?at=25&with=20&check=yes")
            expect(page.locator(".chart")).to_have_count(4)
            assert person.violations() == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
