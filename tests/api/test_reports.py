"""Reports over games: who may have them, and in which forms."""

import csv
import io
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from api.schemas.reports import MOST_GAMES
from eventlog.ledger_file import read_ledger
from projections.one_game.stored_views import view_key
from projections.reports import game_reports
from projections.reports.game_reports import report_of_file
from tests.api.kit import Match, Person, Site, problem

PARTS = ("games", "pace", "trades", "offers", "takings", "choices", "dice", "luck")


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site() as site:
        yield site


@pytest.fixture(scope="module")
def closed(site: Site) -> list[Match]:
    return [site.closed(luck, discard_limit=4) for luck in (1, 2)]


@pytest.fixture(scope="module")
def open_game(site: Site) -> Match:
    return site.played(60, 3)


@pytest.fixture(scope="module")
def organizer(site: Site) -> Person:
    return site.player("Org", role="organizer")


def address(*matches: Match, **more: str) -> str:
    query = [f"game={match.game}" for match in matches]
    query += [f"{name}={value}" for name, value in more.items()]
    return f"/v1/reports?{'&'.join(query)}"


def test_anybody_may_have_a_report_of_closed_games(site: Site, closed: list[Match]):
    report = site.anonymous.read(address(*closed))
    assert [line["game_id"] for line in report["games"]] == sorted(m.game for m in closed)
    people = {player for line in report["games"] for player in line["players"]}
    assert {line["player"] for line in report["pace"]} == people == set(report["names"])
    assert sum(line["decisions"] for line in report["pace"]) > 100
    assert {line["rolls"] for line in report["dice"]} != {0}
    for part in PARTS:
        for line in report[part]:
            for link in line.get("rests_on", ())[:3]:
                assert site.anonymous.get(link).status_code == 200


def test_it_is_the_same_by_both_calls_and_in_any_order(site: Site, closed: list[Match]):
    one, other = closed
    report = site.anonymous.read(address(one, other))
    assert site.anonymous.read(address(other, one)) == report
    assert site.anonymous.read(address(one, other, one)) == report
    posted = closed[0].people[0].post("/v1/reports", {"games": [one.game, other.game]})
    assert (posted.status_code, posted.json) == (200, report)


def test_links_show_what_a_line_rests_on(site: Site, closed: list[Match]):
    report = site.anonymous.read(address(*closed))
    thefts = [line for line in report["takings"] if line["kind"] == "theft"]
    assert thefts
    for line in thefts:
        assert (
            line["times"] == line["count"] == sum(line["cards"].values()) == len(line["rests_on"])
        )
        for link in line["rests_on"]:
            path, _, version = link.partition("?at=")
            log = site.anonymous.read(f"{path}/log?type=card_stolen&from={version}&to={version}")
            assert len(log["entries"]) == 1


@pytest.mark.parametrize(("form", "media_type"), [("csv", "text/csv"), ("text", "text/plain")])
def test_it_comes_as_a_table_and_as_text(
    site: Site, closed: list[Match], form: str, media_type: str
):
    asked = site.anonymous.get(address(*closed, format=form))
    accepted = site.anonymous.get(address(*closed), Accept=media_type)
    assert asked.mimetype == accepted.mimetype == media_type
    assert asked.data == accepted.data
    assert closed[0].game in asked.text
    assert "Ada" in asked.text
    again = site.anonymous.get(address(*closed, format=form), If_None_Match=asked.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")


def test_the_table_can_be_read_by_machines(site: Site, closed: list[Match]):
    rows = list(
        csv.DictReader(io.StringIO(site.anonymous.get(address(*closed, format="csv")).text))
    )
    report = site.anonymous.read(address(*closed))
    assert {row["part"] for row in rows} == {part for part in PARTS if report[part]}
    decisions = {row["player"]: int(row["value"]) for row in rows if row["figure"] == "decisions"}
    assert decisions == {line["player"]: line["decisions"] for line in report["pace"]}


def test_it_is_told_in_two_languages(site: Site, closed: list[Match]):
    polish = site.anonymous.get(address(*closed, format="text", lang="pl"))
    assert polish.headers["Content-Language"] == "pl"
    assert "Raport z gier: 2" in polish.text
    english = site.anonymous.get(address(*closed), Accept="text/plain", Accept_Language="en")
    assert "no accusation" in english.text
    assert "Report over games: 2" in english.text


def test_an_open_game_is_for_organizers_only_and_that_is_recorded(
    site: Site, closed: list[Match], open_game: Match, organizer: Person
):
    for person in (site.anonymous, open_game.people[0], site.player("Eve")):
        problem(person.get(address(closed[0], open_game)), 403, "game/not_closed")
    assert organizer.read(f"{open_game.path}/reads")["reads"] == []
    report = organizer.read(address(closed[0], open_game))
    assert {line["game_id"]: line["is_closed"] for line in report["games"]} == {
        closed[0].game: True,
        open_game.game: False,
    }
    reads = organizer.read(f"{open_game.path}/reads")["reads"]
    assert [(one["call"], one["as"], one["version"]) for one in reads] == [
        ("/v1/reports", "organizer", open_game.version)
    ]
    assert closed[0].people[0].read(f"{closed[0].path}/reads")["reads"] == []
    listed = site.dependencies.privileged_reads.read_all([closed[0].game, open_game.game])
    assert [one["game_id"] for one in listed] == [open_game.game]


def test_an_organizer_who_plays_has_no_report_of_their_own_game(site: Site, organizer: Person):
    match = site.opened(3)
    assert organizer.post(f"{match.path}/commands", {"type": "take_seat"}).status_code == 201
    problem(organizer.get(address(match)), 403, "game/not_closed")


def test_a_report_has_bounds(site: Site, closed: list[Match]):
    games = [f"p00-{n:032x}" for n in range(MOST_GAMES + 1)]
    told = problem(
        closed[0].people[0].post("/v1/reports", {"games": games}), 422, "report/too_many_games"
    )
    assert told["details"] == {"most": MOST_GAMES}
    problem(site.anonymous.get("/v1/reports?game=p00-" + "0" * 32), 404, "game/unknown")
    problem(site.anonymous.get("/v1/reports"), 422, "query/missing_parameter")
    problem(site.anonymous.get(address(closed[0], format="xml")), 422, "query/bad_value")
    problem(site.anonymous.get(address(closed[0]), Accept="image/png"), 406, "accept/not_offered")
    problem(site.anonymous.post("/v1/reports", {"games": games[:1]}), 404, "game/unknown")


def test_the_report_of_a_closed_game_is_made_once(
    site: Site, closed: list[Match], monkeypatch: pytest.MonkeyPatch
):
    report = site.anonymous.read(address(*closed))

    def refuse(*args: Any) -> Any:
        raise AssertionError("a closed game was folded again")

    monkeypatch.setattr(game_reports, "GameFold", refuse)
    with site.another_server() as other:
        assert other.anonymous.read(address(*closed)) == report
    monkeypatch.undo()
    for spoilt in (
        b"garbage",
        b"1.0 1 00\n{}",
        site.redis.get(view_key(closed[0].game, "report"))[:-9],
    ):
        site.redis.set(view_key(closed[0].game, "report"), spoilt)
        assert site.anonymous.read(address(*closed)) == report


def test_a_name_that_looks_like_a_formula_is_only_a_name(site: Site):
    match = site.closed(5)
    match.people[0].call("PATCH", "/v1/players/me", json={"name": '=HYPERLINK("x","y")'})
    text = site.anonymous.get(address(match, format="csv")).text
    rows = list(csv.reader(io.StringIO(text)))
    names = {cell for row in rows for cell in row if "HYPERLINK" in cell}
    assert names == {'\'=HYPERLINK("x","y")'}
    for row in rows[1:]:
        for cell in row:
            assert not cell.startswith(("=", "+", "@"))
            assert not cell.startswith("-") or float(cell) < 0


@pytest.mark.parametrize("ruleset", ["dice", "duel", "seafarers"])
def test_every_ruleset_can_be_reported_on(site: Site, ruleset: str):
    players = 3 if ruleset == "seafarers" else 2
    people = site.players(players)
    body = {"ruleset": ruleset, "players": players, "options": {"clock": "none"}}
    game = people[0].post("/v1/games", body).json["game_id"]
    match = Match(site, game, people)
    for seat in range(players):
        match.do(seat, "take_seat")
    match.do(0, "start_game")
    match.play_quickly(Random(2), 60)
    site.desk.void_game(game, "enough")
    match.close()
    report = site.anonymous.read(f"/v1/reports?game={game}")
    assert report["dice"][0]["rulesets"] == [ruleset]
    assert report["pace"]
    if ruleset == "dice":
        assert (report["trades"], report["takings"], report["luck"]) == ([], [], [])
        assert any(game in note for note in report["notes"])
        assert "none" in site.anonymous.get(f"/v1/reports?game={game}&format=text").text


def test_what_a_rewind_undid_does_not_count(site: Site, organizer: Person):
    match = site.played(60, 4)
    version = match.version
    before = organizer.read(address(match))
    match.play_quickly(Random(9), 40)
    undone = organizer.read(address(match))
    assert undone["dice"][0]["rolls"] > before["dice"][0]["rolls"]
    body = {"type": "rewind_to", "version": version, "reason": "the wrong card was shown"}
    assert organizer.post(f"{match.path}/commands", body).status_code == 201
    after = organizer.read(address(match))
    for part in ("pace", "trades", "offers", "takings", "choices", "dice", "luck"):
        assert after[part] == before[part], part
    match.play_quickly(Random(2))
    match.close()
    exported = match.get("/export").data
    report = report_of_file(read_ledger(exported))
    assert report == site.dependencies.reports.read(match.game)
