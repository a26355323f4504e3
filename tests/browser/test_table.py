"""The table in the browser: the lobby, taps that are taken back, discards, lost connections."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.callers import Caller
from tests.browser.people import DESKTOP, PHONE, Person
from tests.browser.tables import Table
from tests.browser.tapping import READY, Tapper
from tests.service import Service

SMALL = {"width": 360, "height": 740}
LOOKS = {
    "small phone": (SMALL, "en-GB", False),
    "phone, Polish, dark": (PHONE, "pl-PL", True),
    "desktop, dark": (DESKTOP, "en-GB", True),
    "desktop, Polish": (DESKTOP, "pl-PL", False),
}


def test_a_table_is_filled_and_started_by_taps(browser: Browser, service: Service):
    table = Table.open(service.url, "base", 3, {"target_points": 3})
    with Person(browser, service.url) as ada, Person(browser, service.url) as visitor:
        page, other = table.seat(ada), table.watch(visitor)
        page.locator("[data-invite]").tap()
        expect(page.locator(".invite .link")).to_have_value(f"{service.url}/table/{table.game}")
        page.locator('.picture.panel .lit[data-place="seat"][data-id="1"]').tap()
        page.get_by_role("button", name="Take seat 1 as Blue", exact=True).tap()
        other.locator("[data-join]").tap()
        other.locator('[data-group="take_seat"]').tap()
        other.get_by_role("button", name="Take a seat", exact=True).tap()
        page.locator('[data-group="seat_bot"]').tap()
        page.get_by_role("button", name="Seat a bot: planner").tap()
        page.locator("[data-group=start_game]").tap()
        for one in (page, other):
            one.locator("table-page[data-phase=founding]").wait_for()
        names = page.locator(".seat .name").all_inner_texts()
        assert "You" in names
        assert any(name.startswith("Guest ") for name in names)
    nonces = [seat["nonce"] for seat in table.view["seats"] if not seat["bot"]]
    assert len(set(nonces)) == 2
    assert None not in nonces


def test_a_tap_is_taken_back_before_it_is_sent(person: Person, service: Service):
    table = Table.start(service.url, "duel", 2, guests=0)
    page = table.seat(person)
    page.wait_for_function(READY)
    before = table.view["version"]
    lit = page.locator(".picture.board .lit")
    shown = lit.count()
    lit.first.tap()
    page.locator("[data-do]").wait_for()
    page.locator("[data-undo]").tap()
    expect(page.locator("[data-do]")).to_have_count(0)
    expect(lit).to_have_count(shown)
    assert table.view["version"] == before
    lit.first.tap()
    page.locator("[data-do]").tap()
    page.locator(f'table-page[data-version="{before + 1}"]').wait_for()
    expect(page.locator("[data-undo]")).to_have_count(0)


def test_cards_are_discarded_by_a_form(person: Person, service: Service):
    options = {"discard_limit": 1, "target_points": 20}
    table = Table.start(service.url, "duel", 2, options)
    page = table.seat(person)
    Tapper(page).play_until(".choice-form [data-field=cards]")
    assert page.locator("table-page[data-phase=discard]").count()
    send = page.locator(".choice-form [type=submit]")
    while send.is_disabled():
        # Own cards in the picture can be touched as well as the buttons of the form.
        page.locator('.picture.panel .lit[data-place="resource"]').first.tap()
    send.tap()
    page.wait_for_function(READY)
    assert "cards_discarded" in [event["type"] for event in table.events()] or (
        "discard_chosen" in [event["type"] for event in table.events()]
    )


def test_a_reload_and_a_restart_of_the_server_lose_nothing(browser: Browser, tmp_path: Path):
    with Service(tmp_path) as service, Person(browser, service.url) as ada:
        service.start()
        table = Table.start(service.url, "duel", 2, {"target_points": 3})
        page = table.seat(ada)
        tapper = Tapper(page)
        for _ in range(4):
            tapper.turn()
        page.reload()
        tapper.turn()
        service.stop()
        page.get_by_text("The connection is lost.").wait_for()
        service.start()
        page.get_by_text("Connected again.").wait_for()
        expect(page.locator(".connection")).to_be_empty()
        tapper.play()
        assert table.view["outcome"] == "won"


def test_a_founding_is_played_with_the_keyboard_alone(person: Person, service: Service):
    # The person begins: a planner that moves first may offer a trade before their dice.
    begins = {"start_player": "seat", "start_seat": 0}
    table = Table.start(service.url, "duel", 2, {"target_points": 3} | begins)
    page = table.seat(person)
    for _ in range(4):
        page.wait_for_function(READY)
        press_until(page, "Tab", ".picture.board .lit:focus")
        first = focused_id(page)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowRight")
        assert page.locator(".picture.board .lit:focus").count() == 1, first
        version = table.view["version"]
        page.keyboard.press("Enter")
        press_until(page, "Tab", "[data-do]:focus")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(version) => Number(document.querySelector('table-page').dataset.version) > version",
            arg=version,
        )
    page.wait_for_function(READY)
    press_until(page, "Tab", "[data-group=roll_dice]:focus")
    page.keyboard.press("Enter")
    expect(page.locator(".log-lines")).to_contain_text("rolled")


def press_until(page: Page, key: str, selector: str) -> None:
    """Go on pressing a key until something has the focus."""
    for _ in range(80):
        if page.locator(selector).count():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} is never reached")


def focused_id(page: Page) -> str:
    return str(page.evaluate("document.activeElement.dataset.id"))


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_the_table_can_be_used_by_everybody(
    browser: Browser, service: Service, look: tuple[dict[str, int], str, bool]
):
    size, language, dark = look
    waiting = Table.open(service.url, "seafarers", 3, {"scenario": 8})
    with Person(browser, service.url, size=size, language=language, dark=dark) as ada:
        page = waiting.seat(ada)
        page.locator("[data-group=take_seat]").wait_for()
        assert ada.violations() == []
        waiting.command({"type": "take_seat"})
        for _ in range(2):
            waiting.command({"type": "seat_bot", "bot": "planner"})
        waiting.command({"type": "start_game"})
        page.locator(".picture.board .lit").first.wait_for()
        page.locator(".acts details summary").click()
        assert ada.violations() == []
        # Nothing is wider than the screen, and what has to be hit is large enough.
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        sizes = page.evaluate(
            """[...document.querySelectorAll(".picture.board .lit")].map((area) => {
                const box = area.getBoundingClientRect();
                return Math.max(box.width, box.height);
            })"""
        )
        assert min(sizes) >= 24


@pytest.mark.parametrize("language", ["en-GB", "pl-PL"])
def test_forms_and_the_end_can_be_used_by_everybody(
    browser: Browser, service: Service, language: str
):
    table = Table.start(service.url, "duel", 2, {"talk": "free"})
    with Person(browser, service.url, language=language) as ada:
        page = table.seat(ada)
        Tapper(page, avoid=("trade_with_bank",)).play_until("[data-group=offer_trade]")
        page.locator("[data-group=offer_trade]").tap()
        page.locator(".table-menu summary").tap()
        assert ada.violations() == []
        page.locator("[data-aside=resign]").tap()
        page.locator("[data-do]").tap()
        page.locator(".ending").wait_for()
        assert ada.violations() == []


def test_a_spectator_is_offered_nothing(person: Person, service: Service):
    table = Table.start(service.url, "duel", 2)
    Caller.known(service.url, "Eve").sign_in(person)
    page = table.watch(person)
    assert page.locator(".acts button").count() == 0
    assert page.locator(".lit").count() == 0
    assert page.locator(".prompt").inner_text()
