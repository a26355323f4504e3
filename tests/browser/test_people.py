"""One's own account, and players as others see them."""

import re
from typing import Any

from playwright.sync_api import Browser, Route, expect

from api.schemas.push import NewPushSubscriptionSchema, PushKeysSchema
from tests.browser.callers import Caller
from tests.browser.people import DESKTOP, Person
from tests.redises import until
from tests.service import Service

MARKUP = "<b id=hack>Eve</b>"


def test_a_new_player_changes_their_name(person: Person):
    page = person.open("/me")
    page.get_by_label("Name", exact=True).fill(MARKUP)
    page.get_by_role("button", name="Become a player").tap()
    page.locator("#top").get_by_text(f"You: {MARKUP}").wait_for()
    # The bar at the top knows the name before the page shows the form that changes it.
    page.get_by_role("button", name="Save").wait_for()
    page.get_by_label("Name", exact=True).fill("admin")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("alert")).not_to_be_empty()
    page.get_by_label("Name", exact=True).fill("Eve")
    page.get_by_role("button", name="Save").tap()
    page.locator("#top").get_by_text("You: Eve").wait_for()
    assert page.locator("#hack").count() == 0


def test_a_device_is_added_renamed_and_cut_off(browser: Browser, service: Service):
    eve = Caller(service.url, "Eve")
    with Person(browser, service.url) as phone, Person(browser, service.url) as tablet:
        eve.sign_in(phone)
        page = phone.open("/me")
        page.get_by_label("What the device may do").select_option(label="Read and play")
        page.get_by_role("button", name="Show a code").tap()
        code = page.locator(".big-code").inner_text()

        other = tablet.open("/me")
        other.get_by_label("Code of your other device").fill(code.lower())
        other.get_by_role("button", name="Sign in with a code").tap()
        other.locator("#top").get_by_text("You: Eve").wait_for()
        other.get_by_text("This device may not change your account.").wait_for()

        page = phone.open("/me")
        devices = page.locator(".device")
        expect(devices).to_have_count(2)
        assert "May: read, play ·" in devices.last.inner_text()
        devices.last.get_by_role("button", name=re.compile("Rename")).tap()
        page.get_by_label("New name of the device").last.fill("Tablet")
        devices.last.get_by_role("button", name="Save").tap()
        page.get_by_role("button", name="Cut off Tablet").tap()
        dialog = page.get_by_role("dialog", name="Cut off Tablet?")
        assert phone.violations() == []
        dialog.get_by_role("button", name="Cut off").tap()
        expect(devices).to_have_count(1)

        # The other device notices it at the next call, and is a stranger again.
        other = tablet.open("/me")
        other.locator("#top").get_by_text("Sign in").wait_for()


def test_the_only_device_is_warned_before_it_signs_out(browser: Browser, service: Service):
    eve = Caller(service.url, "Eve")
    with Person(browser, service.url) as person:
        eve.sign_in(person)
        page = person.open("/me")
        page.get_by_role("button", name="Sign out").tap()
        page.get_by_text("This is your only device.").wait_for()
        page.get_by_role("button", name="Cancel").tap()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.get_by_role("button", name="Sign out").tap()
        page.get_by_role("dialog").get_by_role("button", name="Sign out").tap()
        page.get_by_role("heading", name="Play now").wait_for()
        assert page.evaluate("localStorage.getItem('hexledger.session')") is None


def test_an_account_is_erased(browser: Browser, service: Service):
    eve, ada = Caller(service.url, "Eve"), Caller(service.url, "Ada")
    with Person(browser, service.url) as person:
        eve.closed()
        eve.sign_in(person)
        page = person.open("/me")
        page.get_by_role("button", name="Erase my account").tap()
        page.get_by_role("dialog").get_by_role("button", name="Erase my account").tap()
        page.get_by_role("heading", name="Play now").wait_for()
        address = f"/player/{eve.player}"
        # Another process may remember a name for two seconds.
        until(lambda: person.open(address).locator("h1").inner_text() == "erased player", "erased")
    until(lambda: ada.get(f"/v1/players/{eve.player}")["name"] is None, "erased everywhere")


def test_notices_are_switched_where_the_browser_has_them(person: Person, service: Service):
    eve = Caller(service.url, "Eve")
    example = str(PushKeysSchema().fields["p256dh"].metadata["example"])
    # What a browser with a push service gives; that of the tests has none.
    person.page.add_init_script(
        """
        let present = null;
        const made = {
            endpoint: "https://push.example.net/v1/abc",
            toJSON: () => ({ endpoint: made.endpoint, expirationTime: null,
                             keys: { p256dh: "KEY", auth: "BTBZMqHH6r4Tts7J_aSIgg" } }),
            unsubscribe: async () => { present = null; return true; },
        };
        const pushManager = {
            getSubscription: async () => present,
            subscribe: async (options) => { window.asked = options; return (present = made); },
        };
        navigator.serviceWorker.getRegistration = async () => ({ pushManager });
        """.replace("KEY", example)
    )
    stored: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        # The service looks up the address of a push service, of which there is none here.
        request = route.request
        if request.method == "POST":
            stored.append(NewPushSubscriptionSchema().load(request.post_data_json))
            route.fulfill(status=201, json={})
        elif request.method == "GET":
            shown = [{"id": "s-1", "endpoint": one["endpoint"]} for one in stored]
            route.fulfill(json={"subscriptions": shown, "most": 20})
        else:
            assert request.url.endswith("/s-1")
            stored.clear()
            route.fulfill(status=204)

    person.page.route("**/push-subscriptions*", answer)
    person.page.route("**/push-subscriptions/*", answer)
    eve.sign_in(person)
    page = person.open("/me")
    switch = page.get_by_role("switch", name="Say when it is my turn")
    switch.check()
    page.locator("#notes").get_by_text("Notices are on.").wait_for()
    assert [(one["endpoint"], one["lang"]) for one in stored] == [
        ("https://push.example.net/v1/abc", "en")
    ]
    wanted = eve.get("/v1/push-key")["public_key"]
    assert page.evaluate("asked.applicationServerKey") == wanted
    switch.uncheck()
    page.locator("#notes").get_by_text("Notices are off.").wait_for()
    assert stored == []


def test_a_player_is_shown_with_record_chart_rivals_and_games(browser: Browser, service: Service):
    eve, ada = Caller(service.url, MARKUP), Caller(service.url, "Ada")
    with_bot = [eve.closed() for _ in range(3)]
    together = eve.closed(ada)
    with Person(browser, service.url, size=DESKTOP, touch=False) as person:
        ada.sign_in(person)
        page = person.open(f"/player/{eve.player}")
        assert page.locator("h1").inner_text() == MARKUP
        assert page.locator("#hack").count() == 0
        record = page.get_by_role("region", name="Record")
        assert "Duel for two" in record.inner_text()
        chart = page.get_by_role("img", name=re.compile("Duel for two: 3 games, from .* to "))
        assert len((chart.locator("polyline").get_attribute("points") or "").split()) == 3
        page.get_by_text("The same as a table").click()
        links = page.locator(".chart tbody a")
        assert [one.get_attribute("href") for one in links.all()] == [
            f"/replay/{game}" for game in reversed(with_bot)
        ]
        expect(page.get_by_label("Compared with")).to_have_value(ada.player)
        page.get_by_text("These two have not finished a game together.").wait_for()
        games = page.locator(".cards .game")
        expect(games).to_have_count(4)
        page.get_by_label("Against").select_option(label="Ada")
        expect(games).to_have_count(1)
        link = games.get_by_role("link", name="Replay")
        assert link.get_attribute("href") == f"/replay/{together}"
        page.get_by_label("Result").select_option(label="won")
        page.get_by_text("Nothing found.").wait_for()
        assert person.violations() == []


def test_a_long_list_goes_on(browser: Browser, service: Service):
    eve = Caller(service.url, "Eve")
    for _ in range(13):
        eve.closed()
    with Person(browser, service.url) as person:
        page = person.open(f"/player/{eve.player}")
        games = page.locator(".cards .game")
        expect(games).to_have_count(12)
        page.get_by_role("button", name="Show more").tap()
        expect(games).to_have_count(13)
        expect(page.get_by_role("button", name="Show more")).to_have_count(0)
