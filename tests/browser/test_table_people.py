"""People at one table: trades, hidden cards, talk, and what they see of each other."""

import json
import re
from itertools import product

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.callers import Caller
from tests.browser.people import Person
from tests.browser.tables import Table
from tests.browser.tapping import READY, Tapper
from tests.service import Service

KEEP = """(() => {
    const received = [];
    window.received = received;
    const plain = window.fetch.bind(window);
    window.fetch = async (...request) => {
        const response = await plain(...request);
        const [ours, theirs] = response.body ? response.body.tee() : [null, null];
        if (theirs) {
            const kept = { url: response.url, text: "" };
            received.push(kept);
            (async () => {
                const reader = theirs.pipeThrough(new TextDecoderStream()).getReader();
                for (;;) {
                    const { value, done } = await reader.read().catch(() => ({ done: true }));
                    if (done) break;
                    kept.text += value;
                }
            })();
        }
        const copy = new Response(ours, response);
        Object.defineProperty(copy, "url", { value: response.url });
        return copy;
    };
})()"""
"""Keeps everything that the page receives, streams too."""
TAPS = 50
"""So long a game is looked at: the founding, and some turns of everybody."""
HIDDEN_EVENTS = {
    "card_stolen": ("resource", ("thief", "victim")),
    "development_card_bought": ("card", ("seat",)),
}


def over(page: Page) -> bool:
    return bool(page.evaluate(READY) == "over")


def play_both(*tappers: Tapper) -> None:
    """One tap of everybody whose turn it is."""
    for tapper in tappers:
        if tapper.is_to_act():
            tapper.turn()


def fill_in(page: Page, group: str, give: str, want: str) -> None:
    """Open the form of an action, put one card into each of its fields, and send it."""
    page.locator(f'[data-group="{group}"]').tap()
    for field, kind in (("give", give), ("want", want)):
        page.locator(f'.choice-form [data-key="{field} {kind} more"]').tap()
    page.locator(".choice-form [type=submit]").tap()


def test_a_trade_with_a_counter_offer(browser: Browser, service: Service):
    table = Table.start(service.url, "duel", 2, {"target_points": 10}, guests=1)
    people = table.host, table.guests[0]
    with Person(browser, service.url) as ada, Person(browser, service.url) as bob:
        pages = table.seat(ada), table.seat(bob, table.guests[0])
        tappers = [Tapper(page, i) for i, page in enumerate(pages)]
        while not (found := possible_trade(table, pages, people)):
            play_both(*tappers)
        maker, partner, given, taken, other = found
        fill_in(maker, "offer_trade", given, other)
        fill_in(partner, "counter_trade", taken, given)
        maker.locator('[data-group="confirm_trade"]').tap()
        maker.locator("[data-do]").tap()
        maker.wait_for_function(READY)
    (confirmed,) = (event for event in table.events() if event["type"] == "trade_confirmed")
    assert (confirmed["give"], confirmed["take"]) == ({given: 1}, {taken: 1}), confirmed


def possible_trade(
    table: Table, pages: tuple[Page, ...], people: tuple[Caller, ...]
) -> tuple[Page, Page, str, str, str] | None:
    """Who may offer what to whom, for what, and what they ask for first."""
    for one, other in ((0, 1), (1, 0)):
        if (
            pages[one].evaluate(READY) == "turn"
            and pages[one].locator('[data-group="offer_trade"]').count()
        ):
            hands = [player.get(f"{table.path}/hand")["resources"] for player in people]
            for given, taken in product(
                *([k for k in hands[i] if hands[i][k]] for i in (one, other))
            ):
                if given != taken:
                    third = next(kind for kind in hands[0] if kind not in (given, taken))
                    return pages[one], pages[other], given, taken, third
    return None


def test_nobody_receives_a_hidden_card(browser: Browser, service: Service):
    table = Table.start(service.url, "base", 3, {"target_points": 4}, guests=1)
    with (
        Person(browser, service.url) as ada,
        Person(browser, service.url) as bob,
        Person(browser, service.url) as eve,
    ):
        for somebody in (ada, bob, eve):
            somebody.page.add_init_script(KEEP)
        pages = [table.seat(ada), table.seat(bob, table.guests[0]), table.watch(eve)]
        tappers = [Tapper(page, i) for i, page in enumerate(pages[:2])]
        while sum(len(tapper.taps) for tapper in tappers) < TAPS and not over(pages[0]):
            play_both(*tappers)
        received = [page.evaluate("window.received") for page in pages]
    seats = {seat["player"]: seat["seat"] for seat in table.view["seats"]}
    own = [seats[table.host.player], seats[table.guests[0].player], None]
    for mine, answers in zip(own, received, strict=True):
        assert any("/events" in one["url"] and "event: commit" in one["text"] for one in answers)
        assert not any("as=" in one["url"] for one in answers)
        for answer in answers:
            assert_nothing_hidden(answer["url"], answer["text"], mine)


def assert_nothing_hidden(url: str, text: str, mine: int | None) -> None:
    """No card of another hand is in an answer."""
    if "board.svg" in url:
        shown = set(re.findall(r'data-(?:hand|cards)="(\d+)"', text))
        assert shown <= {str(mine)}, url
        return
    if "/events" in url:
        documents = [json.loads(line[5:]) for line in text.splitlines() if line.startswith("data:")]
    elif text.startswith("{"):
        documents = [json.loads(text)]
    else:
        return
    for document in documents:
        if document.get("phase") == "closed":
            # From now on everything is open to everybody.
            return
        for seat in document.get("seats") or []:
            if isinstance(seat, dict) and seat["seat"] != mine:
                assert seat.get("resources") is None, url
                assert seat.get("cards") is None, url
        for change in document.get("changes") or []:
            found = re.match(r"/seats/(\d+)/(resources|cards|bought_this_turn)", change["path"])
            assert not found or int(found[1]) == mine or change.get("value") is None, change
        for event in document.get("events") or []:
            secret, knowing = HIDDEN_EVENTS.get(event["type"], ("", ()))
            if secret and (mine is None or mine not in [event.get(name) for name in knowing]):
                assert event.get(secret) is None, event


@pytest.mark.parametrize(
    ("url", "text"),
    [
        ("/v1/games/g/board.svg", '<g data-hand="1"/>'),
        ("/v1/games/g", '{"seats": [{"seat": 1, "resources": {"ore": 1}}]}'),
        (
            "/v1/games/g/events",
            'data: {"changes": [{"op": "replace", "path": "/seats/1/cards/knight", "value": 1}]}',
        ),
        (
            "/v1/games/g/events",
            'data: {"events": [{"type": "development_card_bought", "seat": 1, "card": "knight"}]}',
        ),
    ],
)
def test_a_hidden_card_would_be_found(url: str, text: str):
    assert_nothing_hidden(url, text, 1)
    with pytest.raises(AssertionError):
        assert_nothing_hidden(url, text, 0)


def test_players_talk_and_mute_each_other(browser: Browser, service: Service):
    table = Table.start(service.url, "duel", 2, {"talk": "free"}, guests=1)
    with Person(browser, service.url) as ada, Person(browser, service.url) as bob:
        page, other = table.seat(ada), table.seat(bob, table.guests[0])
        page.locator(".talk-form select[name=phrase]").select_option("good_luck")
        page.locator(".talk-form button").tap()
        other.locator(".talk-lines", has_text="Good luck, have fun!").wait_for()
        other.locator(".talk-form input[name=text]").fill("<b>Hello</b> & welcome")
        other.locator(".talk-form button").tap()
        line = page.locator(".talk-lines .said", has_text="<b>Hello</b> & welcome")
        line.wait_for()
        assert line.locator("b").count() == 1  # The name, not the words.
        page.once("dialog", lambda dialog: dialog.accept("rude"))
        line.get_by_role("button", name="Report").tap()
        page.locator("#notes", has_text="Reported").wait_for()
        line.get_by_role("button", name="Mute").tap()
        line.wait_for(state="detached")
    muted = table.host.get("/v1/players/me/muted")
    assert [one["player_id"] for one in muted["muted"]] == [table.guests[0].player]


def test_names_are_shown_as_they_are(browser: Browser, service: Service):
    name = "<img src=x onerror=alert(1)>"
    guest = Caller.known(service.url, name)
    table = Table.open(service.url, "duel", 2)
    guest.post(f"{table.path}/commands", {"type": "take_seat"})
    with Person(browser, service.url) as ada:
        page = table.seat(ada)
        page.on("dialog", lambda dialog: ada.complaints.append(dialog.message))
        page.locator(".seat .name", has_text=name).wait_for()
        assert page.locator("table-page img").count() == 0
