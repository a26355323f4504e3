"""The start page: at a table within two taps, and everything else that it leads to."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.registry import RULESETS
from tests.browser.callers import Caller
from tests.browser.people import DESKTOP, Person
from tests.service import Service

TABLE = re.compile(r".*/table/(p\d\d-[0-9a-f]{32})$")


@pytest.fixture(scope="module")
def ada(service: Service) -> Caller:
    return Caller(service.url, "Ada")


def at_table(page: Page) -> str:
    """Wait until a table is shown. Returns its game."""
    page.wait_for_url(TABLE)
    found = TABLE.match(page.url)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("number", range(len(RULESETS)), ids=list(RULESETS))
def test_one_tap_leads_to_a_game_against_bots(person: Person, ada: Caller, number: int):
    page = person.open("/")
    page.locator(".to-play").nth(number).get_by_role("button").first.tap()
    path = f"/v1/games/{at_table(page)}"
    game = ada.get(path)
    ruleset = list(RULESETS.values())[number]
    assert game["ruleset"] == ruleset.name
    assert game["phase"] not in ("lobby", "closed")
    people = [seat["player"] for seat in game["seats"]]
    assert len(people) == ruleset.seats[-1]
    assert sum(one.startswith(f"bot:{ruleset.bots[0]}") for one in people) == len(people) - 1
    session = page.evaluate("JSON.parse(localStorage.getItem('hexledger.session'))")
    assert session["player_id"] == people[0]
    events = ada.get(f"{path}/events?after=0")["commits"]
    assert "nonce_added" in [event["type"] for one in events for event in one["events"]]


def test_two_taps_lead_to_every_scenario(person: Person, ada: Caller):
    page = person.open("/")
    card = page.locator(".to-play", has_text="Seafarers")
    card.get_by_text("Choose another variant").tap()
    assert card.locator(".variants button").count() == 9
    card.get_by_role("button", name="The Fog Islands").tap()
    assert ada.get(f"/v1/games/{at_table(page)}")["scenario"]["number"] == 3


def test_the_keyboard_alone_opens_a_table(person: Person):
    page = person.open("/")
    button = page.locator(".to-play").first.get_by_role("button").first
    for _ in range(30):
        page.keyboard.press("Tab")
        if button.evaluate("one => one === document.activeElement"):
            break
    page.keyboard.press("Enter")
    at_table(page)


def test_todays_dice_are_one_attempt(person: Person, ada: Caller):
    page = person.open("/")
    page.get_by_role("button", name="Begin your attempt").tap()
    game = at_table(page)
    page = person.open("/")
    page.get_by_role("button", name="Go on with your attempt").tap()
    assert at_table(page) == game


def test_games_that_wait_for_me_come_first(browser: Browser, service: Service):
    eve = Caller(service.url, "Eve")
    # In a game for one it is always this player's turn.
    waiting = eve.opened("dice", 1, listed=False)
    eve.do(waiting, "start_game")
    for _ in range(2):
        eve.opened("base", 3, listed=False)
    ended = eve.closed()
    with Person(browser, service.url, size=DESKTOP, touch=False) as person:
        eve.sign_in(person)
        page = person.open("/")
        cards = page.locator("[data-part=mine] .game")
        expect(cards).to_have_count(3)
        assert "Your turn" in cards.first.inner_text()
        link = cards.first.get_by_role("link", name="Open the table")
        assert link.get_attribute("href") == f"/table/{waiting}"
        over = page.locator("[data-part=over]")
        replay = over.get_by_role("link", name="Replay Duel for two")
        assert replay.get_attribute("href") == f"/replay/{ended}"


def test_two_people_who_look_for_the_same_meet(browser: Browser, service: Service, ada: Caller):
    with Person(browser, service.url) as one, Person(browser, service.url) as two:
        for person in (one, two):
            page = person.open("/")
            quick = page.locator("[data-part=quick]")
            quick.get_by_label("Game").select_option(label="Duel for two")
            quick.get_by_label("Bots may take free seats").uncheck()
            quick.get_by_role("button", name="Look for a game").tap()
            if person is one:
                quick.get_by_text("Nobody else is waiting yet.").wait_for()
        game = at_table(one.page)
        assert at_table(two.page) == game
        shown = ada.get(f"/v1/games/{game}")
        assert shown["phase"] != "lobby"
        names = [one.page.evaluate("JSON.parse(localStorage['hexledger.session']).name")]
        assert set(names) <= set(shown["names"].values())


def test_a_search_can_be_stopped_and_is_found_again(person: Person):
    page = person.open("/")
    quick = page.locator("[data-part=quick]")
    quick.get_by_label("Game").select_option(label="Base game")
    quick.get_by_role("button", name="Look for a game").tap()
    quick.get_by_role("button", name="Stop looking").wait_for()
    page = person.open("/")
    page.get_by_role("button", name="Stop looking").tap()
    page.locator("#notes", has_text="You have stopped looking.").wait_for()
    page.get_by_role("button", name="Look for a game").wait_for()


def test_lists_lead_to_games_to_watch_and_tournaments(person: Person, ada: Caller):
    game = ada.against_bots("base", 3, options={"bot_seconds": 60})
    title = "Cup <script>"
    ada.post(
        "/v1/tournaments",
        {
            "title": title,
            "games": {"ruleset": "base", "options": {}},
            "capacity": 8,
            "format": {"type": "swiss", "rounds": 1},
        },
    )
    page = person.open("/")
    page.get_by_role("link", name=title).wait_for()
    page.get_by_role("link", name="All games to watch").tap()
    page.get_by_label("Game", exact=True).first.select_option(label="Base game")
    page.get_by_label("Order").select_option(label="newest first")
    link = page.locator(f"a[href='/table/{game}']")
    expect(link).to_contain_text("Watch")


def test_the_table_of_a_day_cannot_be_lost_by_a_failure_elsewhere(person: Person):
    """A part that cannot be loaded says so; the others are there."""
    person.page.route("**/v1/tournaments*", lambda route: route.abort())
    page = person.open("/")
    page.locator("[data-part=cups-now] .error").wait_for()
    page.get_by_role("button", name="Begin your attempt").wait_for()
