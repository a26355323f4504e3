"""The audit page, and the modules by which it checks ledgers without trusting the server."""

import json
import re
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.registry import RULESETS
from eventlog.import_export import export_ledger
from tests.browser.chromium import NODE
from tests.browser.people import DESKTOP, Person
from tests.browser.played_games import closed_game
from tests.eventlog.forgeries import FORGERIES, forged, long, sealed, unpacked
from tests.eventlog.test_tournament_bundle import KEY, OTHER_KEY, cup
from tests.golden.files import GoldenGame, golden_games
from tests.service import Service

SCRIPT = Path(__file__).parent / "audit_ledgers.mjs"
ALIKE = ("clock-", "limit-", "start-", "pauses-", "call-", "layout", "harbours-", "travel")
"""Golden games that draw nothing which others do not draw as well."""
UNJUDGED = {"board_laid", "gifts_dealt", "harbours_turned_up", "hex_discovered", "lots_drawn"}
"""Draws that take the maps or the rules of a game."""
TAKES_THE_RULES = {
    "a_command_of_another_seat",
    "a_command_of_no_seat",
    "a_default_written_out",
    "a_field_too_many_in_a_command",
    "a_field_too_many_in_a_fact",
    "a_person_seated_by_another",
    "a_player_who_closes",
    "a_schema_of_the_future",
    "a_victory_added",
    "all_events_removed",
    "an_event_added",
    "an_event_told_twice",
    "an_option_that_is_no_switch_though_equal",
    "another_actor",
    "another_board",
    "another_fact_than_was_asked_for",
    "another_host",
    "another_place_to_build",
    "another_result",
    "another_winner",
    "events_in_another_order",
    "more_production",
    "nobody_as_actor",
    "other_options",
    "production_for_another",
    "the_house_as_actor",
}
"""Forgeries that nobody finds who does not know the rules, as the page says."""
FOUND_LATER = {"a_first_event_removed", "a_last_event_removed", "an_illegal_command"}
"""Forgeries that are found at a later commit: by a draw that is missing, or by missing cards."""


def audit(paths: Sequence[Path], keys: str = "") -> list[dict[str, Any]]:
    """What the modules of the client find in these files."""
    done = subprocess.run(
        [NODE, str(SCRIPT), keys, *map(str, paths)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def first_problem(data: bytes, folder: Path, keys: str = "") -> tuple[str, str, int | None]:
    path = folder / "ledger.ndjson"
    path.write_bytes(data)
    [found] = audit([path], keys)
    first = found["problems"][0]
    return first["topic"], first["code"], first["version"]


@cache
def golden(title: str) -> bytes:
    return GoldenGame(title).replay().ledger


def test_every_die_and_every_card_of_golden_games_is_recomputed(tmp_path: Path):
    games = [game for game in golden_games() if not game.name.startswith((*ALIKE, "moved"))]
    paths = []
    for i, game in enumerate(games):
        paths.append(tmp_path / f"{i}.ndjson")
        paths[-1].write_bytes(golden(game.title))
    found = audit(paths)
    wrong = {
        game.title: one["problems"]
        for game, one in zip(games, found, strict=True)
        if one["problems"]
    }
    assert wrong == {}
    drawn = {kind for one in found for kind in one["drawn"]}
    recorded = {
        str(kind.__struct_config__.tag)
        for ruleset in RULESETS.values()
        for kind in ruleset.events
        if "draw" in kind.__struct_fields__
    }
    assert drawn == recorded - UNJUDGED
    for one in found:
        for topic in ("dice", "cards"):
            assert one["topics"].get(topic, {"unjudged": 0})["unjudged"] == 0


def test_forgeries_are_caught_and_the_commit_is_named(tmp_path: Path):
    paths, versions = [], []
    for name, change in FORGERIES.items():
        data, version = forged(long(), change)
        paths.append(tmp_path / name)
        paths[-1].write_bytes(data)
        versions.append(version)
    found = audit(paths)
    missed = {path.name for path, one in zip(paths, found, strict=True) if not one["problems"]}
    assert missed == TAKES_THE_RULES
    for path, one, version in zip(paths, found, versions, strict=True):
        if path.name in TAKES_THE_RULES:
            continue
        named = one["problems"][0]["version"]
        if path.name in FOUND_LATER:
            assert named > version, path.name
        else:
            # The end of a ledger that is not closed is in no commit.
            assert named in (version, None), path.name


def test_a_changed_byte_is_found_in_its_commit(tmp_path: Path):
    lines = long().splitlines(keepends=True)
    lines[40] = lines[40].replace(b'"at":1', b'"at":2', 1)
    assert first_problem(b"".join(lines), tmp_path) == ("chain", "hash", 40)


def test_a_cut_tail_is_no_closed_ledger(tmp_path: Path):
    lines = long().splitlines(keepends=True)
    assert first_problem(b"".join(lines[:-1]), tmp_path) == ("closing", "open", None)
    assert first_problem(long()[:-1], tmp_path) == ("form", "cut_line", None)


def test_a_field_that_comes_twice_is_refused_although_it_is_sealed(tmp_path: Path):
    header, _ = unpacked(long())
    bodies = [line.rsplit(b',"hash":"', 1)[0] for line in long().splitlines()[1:]]
    bodies[29] = bodies[29].replace(b',"salt":', b',"at":1,"salt":', 1)
    assert first_problem(sealed(header, bodies), tmp_path) == ("form", "field_twice", 30)


def test_a_die_without_the_number_of_its_draw_is_found(tmp_path: Path):
    header, commits = unpacked(long())
    *_, (version, event) = (
        (commit["version"], event)
        for commit in commits
        for event in commit["events"]
        if "draw" in event
    )
    del event["draw"]
    found = first_problem(sealed(header, commits), tmp_path)
    assert found == ("numbers", "draw_number", version)


def test_a_signature_is_that_of_the_head_and_of_a_known_key(tmp_path: Path):
    server = cup().server
    bundle = tmp_path / "ledger.ndjson"
    game = cup().first_games[0]
    bundle.write_bytes(export_ledger(server.desk.games, game, signing=KEY))
    keys = {"": "no_key", KEY.public.hex(): "valid", OTHER_KEY.public.hex(): "unknown_key"}
    for key, state in keys.items():
        [found] = audit([bundle], key)
        assert (found["signature"], found["problems"]) == (state, [])
    changed = re.sub(rb'"signature":"..', b'"signature":"00', bundle.read_bytes())
    assert first_problem(changed, tmp_path, KEY.public.hex())[:2] == ("signature", "signature")


# In a real browser.


def choose(page: Page, name: str, data: bytes) -> None:
    page.locator("#audit-file").set_input_files(
        {"name": name, "mimeType": "application/x-ndjson", "buffer": data}
    )


GOOD = "Everything that was recomputed here fits."
BAD = "This ledger is not sound."


def test_files_of_every_ruleset_are_checked_without_a_server(person: Person):
    page = person.open("/audit")
    page.context.set_offline(True)
    for ruleset in RULESETS:
        name = f"{ruleset}.ndjson"
        choose(page, name, golden(f"{ruleset}/planners"))
        expect(page.get_by_role("heading", name=f"Result for {name}")).to_be_visible()
        expect(page.locator(".verdict-head")).to_contain_text(GOOD)
        dice = page.get_by_role("row", name=re.compile("Dice"))
        expect(dice).to_contain_text("Recomputed here, fits")
        boards = page.get_by_role("row", name=re.compile("Boards"))
        if boards.count():
            expect(boards).to_contain_text("Not judged here")
    assert page.get_by_text("Whether every move was legal").is_visible()


def test_a_forged_file_is_caught_and_its_commit_named(person: Person):
    page = person.open("/audit")
    data, version = forged(long(), FORGERIES["another_die"])
    choose(page, "forged.ndjson", data)
    expect(page.locator(".verdict-head")).to_contain_text(BAD)
    expect(page.locator(".verdict .problems")).to_contain_text(f"Commit {version}: ")
    assert person.violations() == []
    choose(page, "no.ndjson", b"Dear auditor\n")
    expect(page.locator(".report")).to_contain_text("this is not a ledger")


def test_a_dropped_bundle_of_a_tournament_is_checked_with_its_games(person: Person):
    page = person.open("/audit")
    page.locator("summary", has_text="Public keys").click()
    page.locator("#audit-keys").fill(KEY.public.hex())
    transfer = page.evaluate_handle(
        """(bytes) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(bytes)], "cup.zip"));
          return transfer;
        }""",
        list(cup().bundle()),
    )
    page.dispatch_event(".drop", "drop", {"dataTransfer": transfer})
    report = page.locator(".report")
    expect(report).to_contain_text("The bundle has 4 games; 3 results rest on the hash")
    expect(report.locator("summary .mark-good")).to_have_count(5)
    expect(report).to_contain_text("The ledger was signed with a known key.")


def test_a_game_of_this_server_is_checked_with_its_signature(person: Person, service: Service):
    game = closed_game(service.url)
    page = person.open(f"/audit?game={game}")
    expect(page.locator(".verdict-head")).to_contain_text(GOOD)
    expect(page.locator(".topics")).to_contain_text("The ledger was signed with a known key.")
    page.get_by_text("Every draw").click()
    first = page.locator(".draws a").first
    version = (first.text_content() or "").split()[-1]
    first.click()
    expect(page).to_have_url(re.compile(f"/replay/{game}\\?at={version}&check=yes"))


@pytest.mark.parametrize("dark", [False, True])
def test_a_report_in_polish_breaks_no_rule_of_accessibility(
    browser: Browser, service: Service, dark: bool
):
    for size in ({"width": 360, "height": 740}, DESKTOP):
        with Person(browser, service.url, size=size, language="pl-PL", dark=dark) as person:
            page = person.open("/audit")
            choose(page, "dice.ndjson", golden("dice/planners"))
            expect(page.locator(".verdict-head")).to_contain_text("się zgadza")
            assert person.violations() == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
