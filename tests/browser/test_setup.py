"""Setting up a game from what the server says about rulesets, and joining it."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from domain.registry import RULESETS
from tests.browser.callers import Caller
from tests.browser.people import Person
from tests.browser.test_start import at_table
from tests.service import Service

CLIENT = Path(__file__).parents[2] / "api" / "web" / "client"
OWN_PARTS = (
    *("pages/start.js", "pages/setup.js", "pages/join.js", "pages/watch.js", "pages/me.js"),
    *("pages/player.js", "parts/option-form.js", "parts/rulesets.js", "parts/game-card.js"),
    *("parts/new-game.js", "parts/quick-game.js", "parts/closed-games.js"),
)


@pytest.fixture(scope="module")
def ada(service: Service) -> Caller:
    return Caller(service.url, "Ada")


@pytest.mark.parametrize("part", OWN_PARTS)
def test_these_pages_name_no_ruleset(part: str):
    text = (CLIENT / part).read_text()
    quoted = re.findall(r"""["'`](\w+)["'`]""", text)
    assert set(quoted) & set(RULESETS) == set()


def test_the_form_follows_from_the_schema(person: Person, ada: Caller):
    page = person.open("/new")
    for ruleset in ada.get("/v1/rulesets")["rulesets"]:
        page.get_by_label("Game", exact=True).select_option(ruleset["name"])
        presets = ruleset["options"]["presets"]
        if len(presets) > 1:
            expect(page.get_by_label("Variant").locator("option")).to_have_count(len(presets))
        page.get_by_text("All options").tap()
        labels = ruleset["options"]["labels"]
        for option in ruleset["options"]["schema"]["properties"]:
            values = [json.dumps(preset.get(option)) for preset in presets.values()]
            is_chosen_by_preset = len(presets) > 1 and len(set(values)) == len(values)
            shown = page.get_by_label(labels[option]["en"], exact=True)
            assert (shown.count() >= 1) != is_chosen_by_preset, option


def test_a_scenario_with_bots_and_changed_options_starts(person: Person, ada: Caller):
    page = person.open("/new")
    page.get_by_label("Game", exact=True).select_option(label="Seafarers")
    page.get_by_label("Variant").select_option(label="Through the Desert")
    page.get_by_label("Players", exact=True).select_option("3")
    for seat in ("Seat 2", "Seat 3"):
        page.get_by_label(seat).select_option(label="Random: plays anything")
    page.get_by_label("Clock", exact=True).select_option(label="set by myself …")
    page.get_by_label("Seconds for a turn").fill("77")
    page.get_by_text("All options").tap()
    page.get_by_label("Points to win").fill("9")
    page.get_by_label("The robber spares players").check()
    page.get_by_role("button", name="Open and start").tap()
    game = ada.get(f"/v1/games/{at_table(page)}")
    assert game["scenario"]["number"] == 4
    options = game["options"]
    assert (options["target_points"], options["friendly_robber"]) == (9, True)
    assert options["clock"]["turn_seconds"] == 77
    assert [seat["player"].split(":")[0] for seat in game["seats"]][1:] == ["bot", "bot"]


def test_a_friend_comes_by_an_invitation_with_a_qr_code(browser: Browser, service: Service):
    ada = Caller(service.url, "Ada & <i>friends</i>")
    with Person(browser, service.url) as host, Person(browser, service.url) as guest:
        ada.sign_in(host)
        page = host.open("/new")
        page.get_by_label("Game", exact=True).select_option(label="Duel for two")
        page.get_by_label("Only people with an invitation").check()
        page.get_by_role("button", name="Open the table").tap()
        page.locator("h1:focus", has_text="Your table is open").wait_for()
        code = page.locator("dd.code").inner_text()
        picture = page.get_by_alt_text("QR code of the link")
        assert picture.evaluate("one => one.decode().then(() => one.naturalWidth > 0)")
        source = picture.get_attribute("src") or ""
        assert f"%2Fjoin%2F{code}" in source
        assert host.violations() == []
        page.get_by_role("link", name="Go to the table").tap()
        game = at_table(page)

        page = guest.open("/join")
        page.get_by_label("Code of the invitation").fill(f"{service.url}/join/{code.lower()}")
        page.get_by_role("button", name="Continue").tap()
        page.get_by_role("heading", name="Ada & <i>friends</i> invites you").wait_for()
        assert guest.violations() == []
        page.get_by_label("Your name").fill("Bob")
        page.get_by_role("button", name="Sit down").tap()
        assert at_table(page) == game
    shown = ada.get(f"/v1/games/{game}")
    assert "Bob" in shown["names"].values()
    assert shown["invited_only"]
    ada.do(game, "start_game")


def test_a_code_that_is_wrong_is_refused_in_words(person: Person):
    page = person.open("/")
    page.get_by_label("Code of the invitation").fill("nonsense")
    page.get_by_role("button", name="Continue").tap()
    page.get_by_role("alert").filter(has_text="could not be loaded").wait_for()


def test_a_browser_that_reads_no_qr_codes_says_so(person: Person):
    person.page.add_init_script("delete window.BarcodeDetector")
    page = person.open("/join")
    page.get_by_text("This browser cannot read QR codes").wait_for()


def test_the_camera_reads_an_invitation(person: Person, ada: Caller):
    code = ada.post(f"/v1/games/{ada.opened()}/invitations", {"uses": 1})["code"]
    # A camera and a detector that see the code at once; browsers for tests have neither.
    person.page.add_init_script(
        """
        window.BarcodeDetector = class {
            async detect() { return [{ rawValue: "https://x.example/join/CODE" }]; }
        };
        Object.defineProperty(navigator, "mediaDevices", { value: {
            getUserMedia: async () => document.createElement("canvas").captureStream(),
        } });
        HTMLMediaElement.prototype.play = async () => {};
        """.replace("CODE", code)
    )
    page = person.open("/join")
    page.get_by_role("button", name="Scan a QR code").tap()
    page.get_by_role("heading", name="Ada invites you").wait_for()


def test_a_map_of_ones_own_is_played(person: Person, ada: Caller, tmp_path: Path):
    hexes = [
        {"q": q, "r": r, "terrain": "desert" if (q, r) == (0, 0) else "forest"}
        | ({} if (q, r) == (0, 0) else {"number": 4})
        for q in range(-2, 3)
        for r in range(-2, 3)
        if abs(q + r) <= 2
    ]
    drawn = tmp_path / "map.json"
    drawn.write_text(json.dumps({"title": "All forest", "hexes": hexes}))
    page = person.open("/new")
    page.get_by_label("Players", exact=True).select_option("3")
    for seat in ("Seat 2", "Seat 3"):
        page.get_by_label(seat).select_option(label="Planner: plays well")
    page.get_by_text("All options").tap()
    page.get_by_label("Map", exact=True).select_option(label="from a file …")
    bad = tmp_path / "bad.json"
    bad.write_text("not JSON")
    file = page.get_by_label("Map (JSON)")
    file.set_input_files(bad)
    page.get_by_text("This file is not JSON.").wait_for()
    file.set_input_files(drawn)
    expect(page.get_by_text("This file is not JSON.")).to_have_count(0)
    page.get_by_role("button", name="Open and start").tap()
    game = ada.get(f"/v1/games/{at_table(page)}")
    assert game["options"]["board"]["title"] == "All forest"


def test_options_that_contradict_each_other_are_refused_in_words(person: Person):
    page = person.open("/new")
    for seat in ("Seat 2", "Seat 3", "Seat 4"):
        page.get_by_label(seat).select_option(label="Planner: plays well")
    page.get_by_text("All options").tap()
    page.get_by_label("How the travel board lies", exact=True).select_option(label="at random")
    page.get_by_role("button", name="Open and start").tap()
    expect(page.locator("form [role=alert]").last).to_contain_text("travel")
    assert page.url.endswith("/new")
