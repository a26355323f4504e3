"""A tournament of eight through the pages, from its form to sealed standings."""

import csv
import io
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.people import DESKTOP, Person
from tests.service import Service

NEW_PLAYER = """async name => {
    const answer = await fetch("/v1/players", {method: "POST",
        headers: {"Content-Type": "application/json"}, body: JSON.stringify({name})});
    const made = await answer.json();
    localStorage.setItem("hexledger.session", JSON.stringify({...made, name}));
    return made.player_id;
}"""
"""Become a player of this name, as the start page does."""
READ = "async path => await (await fetch(path)).json()"
POST = """async ([path, body]) => {
    const {token} = JSON.parse(localStorage.getItem("hexledger.session"));
    const answer = await fetch(path, {method: "POST", body: JSON.stringify(body),
        headers: {"Content-Type": "application/json", Authorization: `Bearer ${token}`}});
    if (!answer.ok) throw new Error(await answer.text());
    return await answer.json();
}"""


class Somebody(Person):
    """A person with a name."""

    def __init__(self, browser: Browser, service: Service, name: str, **look: Any) -> None:
        super().__init__(browser, service.url, **look)
        self.page.goto("/audit")
        self.id: str = self.page.evaluate(NEW_PLAYER, name)

    def press(self, name: str, within: Locator | None = None) -> None:
        """Press a button, and wait until the page says that it is done."""
        (within or self.page.locator("cup-page")).get_by_role("button", name=name).first.click()

    def fill_in(self, **fields: str) -> None:
        """Fill in the dialog that is open, and send it."""
        dialog = self.page.locator("dialog[open]")
        for label, text in fields.items():
            field = dialog.get_by_label(label.replace("_", " "), exact=True)
            if field.evaluate("it => it.tagName") == "SELECT":
                field.select_option(label=text)
            else:
                field.fill(text)
        dialog.get_by_role("button", name="Send").click()
        dialog.wait_for(state="detached")

    def read(self, path: str) -> Any:
        return self.page.evaluate(READ, path)

    def post(self, path: str, body: dict[str, Any]) -> Any:
        return self.page.evaluate(POST, [path, body])


@pytest.fixture
def people(browser: Browser, service: Service) -> Iterator[dict[str, Somebody]]:
    with ExitStack() as stack:
        looks = {
            "Olga": {"size": DESKTOP, "touch": False},
            "Rita": {"size": DESKTOP},
            "Bob": {"dark": True},
        }
        yield {
            name: stack.enter_context(Somebody(browser, service, name, **looks.get(name, {})))
            for name in ("Olga", "Rita", "Ada", "Bob")
        }


def open_cup(olga: Somebody, referee: str) -> str:
    """Fill in the form of a new tournament; its address in the API."""
    page = olga.open("/cups")
    page.get_by_role("link", name="Open a tournament").click()
    page.locator("[name=title]").fill("Cup of <b>eight</b>")
    page.locator("[name=capacity]").fill("8")
    page.locator("[name=rounds]").fill("1")
    page.get_by_text("Options of the games").click()
    page.get_by_label("Seconds that bots think").fill("0")
    page.get_by_label("Points to win").fill("3")
    page.get_by_label("Time limit for the whole game").first.select_option(label="set by myself …")
    limit = page.get_by_role("group", name="Time limit for the whole game")
    limit.get_by_label("Seconds").fill("10")
    limit.get_by_label("When the time is up").select_option(label="stop at once")
    page.locator("summary", has_text="Standings").click()
    page.locator("[name=tie_breaker_1]").select_option("opponents_points")
    page.locator("summary", has_text="Staff").click()
    page.locator("[name=referees]").fill(referee)
    assert olga.violations() == []
    page.get_by_role("button", name="Open the tournament").click()
    page.get_by_role("heading", name="Cup of <b>eight</b>").wait_for()
    return "/v1/tournaments/" + page.url.rsplit("/", 1)[1]


def test_a_tournament_of_eight(people: dict[str, Somebody]) -> None:
    olga, rita, ada, bob = (people[name] for name in ("Olga", "Rita", "Ada", "Bob"))
    cup = open_cup(olga, rita.id)
    address = cup.replace("/v1/tournaments", "/cups")
    # Enter
    for one in (ada, bob):
        one.open(address).get_by_role("button", name="Take part").click()
        one.page.get_by_role("button", name="Withdraw").wait_for()
    for taken in range(3, 9):
        olga.press("Enter a bot: random")
        olga.page.get_by_text(f"{taken} of 8 places taken").wait_for()
    assert olga.violations() == []
    # A round
    olga.press("Start the tournament")
    olga.press("Draw the next round")
    swap(olga.page)
    olga.press("Publish the round")
    olga.press("Start the round")
    for one in (ada, bob):
        one.page.get_by_role("link", name="Go to your table").wait_for()
        assert one.violations() == []
    # Results
    ada.press("Sign your result")
    bob.press("Appeal against your result")
    bob.fill_in(Reason="I was not asked")
    decide(rita, address, bob.id)
    bob.press("Sign your result")
    # The final, with a choice of seat and colour
    olga.press("Draw the next round")
    olga.press("Publish the round")
    choose(olga, cup, {one.id: one for one in (ada, bob)})
    olga.press("Start the round")
    finalists = olga.read(cup)["rounds"][-1]["tables"][0]["players"]
    assert bob.id in finalists
    for one in (ada, bob):
        if one.id in finalists:
            one.press("Sign your result")
    # The end
    olga.press("Finish the tournament")
    olga.page.get_by_text("Winner:").wait_for()
    check_end(olga, cup)


def swap(page: Page) -> None:
    """Exchange two players of the draft with keys alone, so that Ada and Bob do not meet."""
    tables = page.locator(".cup-table")
    expect(tables).to_have_count(2)
    seated = [table.locator("button.swap").all_inner_texts() for table in tables.all()]
    ada, bob = (next(i for i, names in enumerate(seated) if one in names) for one in ("Ada", "Bob"))
    first = "Bob" if ada == bob else next(name for name in seated[0] if "bot" in name)
    here = bob if ada == bob else 0
    second = next(name for name in seated[1 - here] if "bot" in name)
    page.get_by_role("button", name=first, exact=True).focus()
    page.keyboard.press("Enter")
    page.get_by_text(f"{first} is chosen.").wait_for()
    page.get_by_role("button", name=second, exact=True).focus()
    page.keyboard.press("Enter")
    expect(tables.nth(here)).to_contain_text(second)
    expect(tables.nth(1 - here)).to_contain_text(first)


def decide(rita: Somebody, address: str, winner: str) -> None:
    """The referee gives the win of the table to the player who appealed."""
    page = rita.open(address)
    table = page.locator(".cup-table", has_text="I was not asked")
    table.get_by_role("button", name="Set the result of table").click()
    dialog = page.locator("dialog[open]")
    players = [one.inner_text() for one in dialog.locator(".count").all()]
    seat = next(i for i, text in enumerate(players) if "Bob" in text)
    dialog.locator(".count input").nth(seat).fill("9")
    dialog.locator(".tick input").nth(seat).check()
    rita.fill_in(Reason="The clock stood still")
    table.get_by_text("Set by Rita: The clock stood still").wait_for()
    assert rita.violations() == []


def choose(olga: Somebody, cup: str, people: dict[str, Somebody]) -> None:
    """Players of the final choose in their order, the best first; for bots the service does."""
    olga.page.get_by_text("Bob chooses a seat").wait_for()
    while choice := olga.read(cup)["rounds"][-1]["tables"][0]["choice"]:
        one = people[choice["player"]]
        label = "Choose seat" if choice["choice"] == "seat" else "Choose the colour"
        button = one.page.locator(".cup-now").get_by_role("button", name=label).last
        button.click()
        button.wait_for(state="detached")


def check_end(olga: Somebody, cup: str) -> None:
    page = olga.page
    view = olga.read(cup)
    assert view["phase"] == "closed"
    assert all(table["result"]["is_sealed"] for one in view["rounds"] for table in one["tables"])
    head = page.locator(".standings thead").inner_text()
    assert "Opponents’ points" in head
    assert page.locator(".standings tbody tr").count() == 8
    assert page.locator(".ranking li").count() == 8
    assert page.locator("b", has_text="eight").count() == 0, "a title is text"
    with page.expect_download() as saved:
        page.get_by_role("link", name="Standings (CSV)").click()
    rows = list(csv.DictReader(io.StringIO(saved.value.path().read_text())))
    assert rows[0]["rank"] == "1"
    with page.expect_download() as saved:
        page.get_by_role("link", name="Ledgers of the tournament").click()
    assert len(zipfile.ZipFile(saved.value.path()).namelist()) == 4
    assert olga.violations() == []


def test_who_knows_the_code_enters_and_is_let_in(
    browser: Browser, service: Service, person: Person
) -> None:
    with Somebody(browser, service, "Olga", language="pl") as olga:
        hour = 3_600
        opened = olga.post(
            "/v1/tournaments",
            {
                "title": "By code",
                "games": {"ruleset": "dice"},
                "capacity": 4,
                "code": "open sesame",
                "approval": True,
                "starts_at": olga.page.evaluate("Date.now()") + 2 * hour * 1000,
                "check_in_seconds": hour,
            },
        )
        address = f"/cups/{opened['tournament_id']}"
        desk, page = olga.open(address), person.open(address)
        page.get_by_role("button", name="Take part with a code").click()
        dialog = page.locator("dialog[open]")
        dialog.get_by_label("Code of the tournament").fill("open rye")
        dialog.get_by_role("button", name="Send").click()
        expect(dialog.get_by_role("alert")).to_contain_text("entry/wrong_code")
        assert person.violations() == []
        dialog.get_by_label("Code of the tournament").fill("open sesame")
        dialog.get_by_role("button", name="Send").click()
        expect(page.locator(".entries")).to_contain_text("to be approved")
        desk.locator(".entries").get_by_role("button", name="Czynności").click()
        assert olga.violations() == []
        desk.get_by_role("button", name="Przyjmij gracza").last.click()
        desk.locator("dialog[open]").get_by_role("button", name="Wyślij").click()
        expect(page.locator(".entries")).to_contain_text("entered")
        expect(desk.locator(".entries button")).to_be_focused()
        desk.get_by_role("button", name="Otwórz potwierdzanie obecności").click()
        page.get_by_role("button", name="Check in").click()
        expect(desk.locator(".entries")).to_contain_text("na miejscu")
        page.get_by_role("button", name="Withdraw").click()
        dialog.get_by_role("button", name="Send").click()
        expect(page.locator(".entries")).to_contain_text("withdrawn")
