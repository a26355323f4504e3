"""A tournament over HTTP."""

import csv
import io
from fractions import Fraction

import pytest

from eventlog.verification import VerificationStatus, verify
from tests.api.kit import NDJSON, SSE, Person, Site
from tests.tournament.service.cups import Cup


@pytest.fixture
def site():
    with Site() as made:
        yield made


def test_six_players_at_two_tables_from_registration_to_sealed_results(site):
    cup = Cup(site).started()
    tables = cup.begin_round()
    assert [len(table["players"]) for table in tables] == [3, 3]
    for table in tables:
        game = site.anonymous.read(f"/v1/games/{table['game']}")
        assert game["tournament"]["tournament"] == cup.id
        assert game["tournament"]["table"] == table["table"]
        assert [seat["player"] for seat in game["seats"]] == table["players"]
        assert game["phase"] != "lobby"
    cup.play_round()
    standings = cup.read("/standings")
    assert len(standings["standings"]) == 6
    assert {line["games"] for line in standings["standings"]} == {1}
    cup.sign_all()
    assert all(table["result"]["is_sealed"] for table in cup.tables())
    cup.do(cup.host, "finish_tournament")
    view = cup.read()
    assert view["phase"] == "closed"
    assert len(view["ranking"]) == 6
    assert view["names"][cup.host.player] == "Olga"
    exported = site.anonymous.get(cup.path + "/export")
    assert verify(exported.data).status == VerificationStatus.SOUND


def test_nobody_else_sits_down_at_a_table_and_nobody_is_its_host(site):
    cup = Cup(site).started()
    (first, _) = cup.begin_round()
    for person in (cup.host, cup.players[0]):
        for kind in ("start_game", "abandon_game", "leave_seat", "take_seat"):
            answer = person.post(f"/v1/games/{first['game']}/commands", {"type": kind})
            assert answer.status_code in (409, 403), answer.data


def test_a_round_is_told_in_two_languages(site):
    cup = Cup(site).started()
    cup.begin_round()
    english = cup.read("/log?lang=en")
    polish = cup.read("/log?lang=pl")
    assert [one["type"] for one in english["entries"]] == [one["type"] for one in polish["entries"]]
    assert english["entries"][0]["text"] != polish["entries"][0]["text"]
    assert any("P0" in one["text"] for one in english["entries"])
    page = cup.read("/log?limit=2")
    assert page["next"] == 2


def test_pages_of_the_feed_lines_and_a_stream_have_the_same_commits(site):
    cup = Cup(site).registered()
    page = cup.read("/events")
    assert [commit["version"] for commit in page["commits"]] == list(range(1, 8))
    lines = site.anonymous.get(cup.path + "/events", Accept=NDJSON)
    assert len(lines.data.splitlines()) == 7
    stream = site.anonymous.call(
        "GET", cup.path + "/events?after=5", headers={"Accept": SSE}, buffered=False
    )
    text = b""
    for chunk in stream.response:
        text += chunk
        if b"id: 7" in text:
            break
    stream.close()
    assert text.count(b"event: commit") == 2


def test_only_staff_see_a_draft(site):
    cup = Cup(site).started()
    cup.do(cup.host, "draft_round")
    assert len(cup.read("", cup.host)["rounds"]) == 1
    assert cup.read("", cup.players[0])["rounds"] == []
    assert site.anonymous.get(cup.path + "/rounds/1").status_code == 404
    cup.do(cup.host, "publish_round")
    assert cup.read("/rounds/1")["round"] == 1


def test_a_token_that_can_only_read_makes_nobody_staff(site):
    cup = Cup(site).started()
    made = cup.host.post("/v1/players/me/tokens", {"name": "screen", "scopes": ["read"]})
    screen = Person(cup.host.client, cup.host.player, made.json["token"])
    cup.do(cup.host, "draft_round")
    assert cup.read("", screen)["rounds"] == []
    assert cup.post(screen, "publish_round").json["code"] == "auth/scope_missing"
    cup.do(cup.host, "publish_round")
    cup.do(cup.host, "start_round")
    game = cup.tables()[0]["game"]
    cup.play(game, commits=8)
    hands = [seat["resources"] for seat in screen.read(f"/v1/games/{game}")["seats"]]
    assert hands == [None] * 3
    assert screen.read(f"/v1/games/{game}/actions")["actions"] == []
    shown = [seat["resources"] for seat in cup.host.read(f"/v1/games/{game}")["seats"]]
    assert None not in shown


def test_everything_that_actions_list_can_be_posted(site):
    cup = Cup(site).registered()
    for person in (cup.host, cup.players[0]):
        for action in cup.read("/actions", person)["actions"]:
            body = action.get("command") or action["example"]
            assert body["type"]
    assert {"type": "start_tournament"} in [
        action.get("command") for action in cup.read("/actions", cup.host)["actions"]
    ]
    assert cup.read("/actions")["actions"] == []


def test_csv_has_no_formulas_but_negative_numbers(site):
    cup = Cup(site, standings={"tie_breakers": ["seat_adjusted"]})
    evil = site.player("=1+1")
    cup.players[0] = evil
    cup.people[evil.player] = evil
    cup.started()
    cup.begin_round()
    answer = site.anonymous.get(cup.path + "/standings?format=csv")
    assert answer.headers["Content-Type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert len(rows) == 6
    assert "'=1+1" in {row["name"] for row in rows}
    cup.play_round()
    cup.do(cup.host, "award_table", table=1, points=[9, 8, 1], winners=[0], reason="agreed")
    answer = site.anonymous.get(cup.path + "/standings?format=csv")
    adjusted = [Fraction(row["seat_adjusted"]) for row in csv.DictReader(io.StringIO(answer.text))]
    assert min(adjusted) < 0
    tables = site.anonymous.get(cup.path, Accept="text/csv")
    assert len(list(csv.DictReader(io.StringIO(tables.text)))) == 6


@pytest.mark.parametrize(("ruleset", "sizes"), [("base", {}), ("duel", {"fewest": 2, "most": 2})])
def test_all_tables_of_a_round_have_one_board(site, ruleset, sizes):
    games = {"ruleset": ruleset, "options": {"clock": "none"}}
    players = 2 * sizes.get("most", 4)
    cup = Cup(site, players, games=games, sizes=sizes, boards={"type": "shared"}).started()
    first, second = (
        site.anonymous.read(f"/v1/games/{table['game']}/board") for table in cup.begin_round()
    )
    assert first["hexes"] == second["hexes"]
    assert first["harbours"] == second["harbours"]


def rows_of(answer):
    assert answer.status_code == 200, answer.data
    return list(csv.DictReader(io.StringIO(answer.text)))


def test_everything_of_a_tournament_is_there_as_csv(site):
    cup = Cup(site, format={"type": "swiss", "rounds": 1, "final": True}, result_seconds=60)
    cup.started()
    cup.begin_round()
    cup.play_round()
    cup.read()
    table, *_ = cup.tables()
    loser, cheat = cup.people[table["players"][0]], cup.people[table["players"][1]]
    cup.do(loser, "appeal_result", reason="=unfair")
    cup.do(cup.host, "reject_appeal", appeal=1, reason="It was not")
    cup.sign_all()
    cup.do(cup.host, "warn_player", entrant=loser.player, reason="Late")
    cup.do(cup.host, "cancel_penalty", penalty=1, reason="It rained")
    cup.do(cup.host, "disqualify_player", entrant=cheat.player, reason="Two accounts")
    (before,) = {row["final_rank"] for row in rows_of(cup.csv("standings"))}
    assert before == ""
    cup.do(cup.host, "end_early", reason="The hall closes")

    standings = rows_of(cup.csv("standings"))
    assert standings == rows_of(site.anonymous.get(cup.path + "/standings?format=csv"))
    assert [row["final_rank"] for row in standings] == [row["rank"] for row in standings]
    assert [row["disqualified"] for row in standings] == ["0"] * 5 + ["1"]
    entries = rows_of(cup.csv("entries"))
    assert [row["name"] for row in entries] == [f"P{i}" for i in range(6)]
    assert {row["status"] for row in entries} == {"playing", "disqualified"}
    (appeal,) = rows_of(cup.csv("appeals"))
    assert (appeal["name"], appeal["reason"]) == (cup.name(loser), "'=unfair")
    assert (appeal["status"], appeal["decided_by"]) == ("rejected", cup.host.player)
    warning, disqualified = rows_of(cup.csv("penalties"))
    assert (warning["kind"], warning["in_force"]) == ("warning", "0")
    assert (warning["cancelled_by"], warning["cancelled_because"]) == (cup.host.player, "It rained")
    assert (disqualified["name"], disqualified["reason"]) == (cup.name(cheat), "Two accounts")
    (drawn,) = rows_of(cup.csv("rounds"))
    shown = cup.read("/rounds/1")
    assert (drawn["seed"], drawn["method"]) == (shown["seed"], shown["method"])
    assert drawn["cost_repeated_opponents"] == drawn["bound_repeated_opponents"] == "0"
    (host,) = rows_of(cup.csv("staff"))
    assert (host["name"], host["role"]) == ("Olga", "organizer")
    assert len(rows_of(cup.csv("tables"))) == 6
    unknown = site.anonymous.get(cup.path + "?format=csv&part=secrets")
    assert unknown.json["code"] == "query/bad_value"


def test_who_decided_is_named_even_if_they_are_no_staff_any_more(site):
    cup = Cup(site).started()
    rita = site.player("Rita")
    cup.do(cup.host, "appoint_staff", person=rita.player, role="referee")
    cup.do(rita, "warn_player", entrant=cup.players[0].player, reason="Late")
    cup.do(cup.host, "remove_staff", person=rita.player)
    assert cup.read()["names"][rita.player] == "Rita"


def test_an_earlier_version_is_shown_as_it_was(site):
    cup = Cup(site).registered()
    assert len(cup.read("/entries?at=3")["entries"]) == 2
    assert site.anonymous.get(cup.path + "?at=99").status_code == 404


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"title": ""}, "body/bad_value"),
        ({"capacity": "many"}, "body/bad_value"),
        ({"colour": "red"}, "body/unknown_field"),
        ({"games": {"ruleset": "chess"}}, "ruleset/unknown"),
        ({"games": {"ruleset": "base", "options": {"target_points": 99}}}, None),
        ({"sizes": {"fewest": 2, "most": 9}}, "options/players"),
        ({"sizes": {"fewest": 4, "most": 3}}, "tournament/bad_sizes"),
        ({"sizes": {"fewest": 3, "most": 10**9}}, "tournament/bad_sizes"),
        ({"sizes": {"fewest": 3, "most": 4, "tables": 2}}, "body/unknown_field"),
    ],
)
def test_a_tournament_that_cannot_be_opened_is_refused_with_a_code(site, change, code):
    host = site.player()
    body = {"title": "Cup", "games": {"ruleset": "base"}, "capacity": 8, **change}
    before = site.dump()
    answer = host.post("/v1/tournaments", body)
    assert answer.status_code == 422, answer.data
    if code is not None:
        assert answer.json["code"] == code
    assert {key for key in site.dump() if b"tour-" in key} == {
        key for key in before if b"tour-" in key
    }


def test_the_same_key_opens_one_tournament(site):
    host = site.player()
    body = {"title": "Cup", "games": {"ruleset": "base"}, "capacity": 8}
    first = host.post("/v1/tournaments", body, Idempotency_Key="k")
    second = host.post("/v1/tournaments", body, Idempotency_Key="k")
    assert first.json == second.json
    assert len(site.anonymous.read("/v1/tournaments")["tournaments"]) == 1


def test_lists_have_filters_and_pages(site):
    cups = [Cup(site, players=1) for _ in range(3)]
    cups[0].do(cups[0].host, "cancel_tournament", reason="rain")
    everything = site.anonymous.read("/v1/tournaments?limit=2")
    assert len(everything["tournaments"]) == 2
    rest = site.anonymous.read(f"/v1/tournaments?limit=2&cursor={everything['next']}")
    ids = [one["tournament_id"] for one in (*everything["tournaments"], *rest["tournaments"])]
    assert sorted(ids) == sorted(cup.id for cup in cups)
    closed = site.anonymous.read("/v1/tournaments?status=closed")
    assert [one["tournament_id"] for one in closed["tournaments"]] == [cups[0].id]
    cups[1].registered()
    mine = cups[1].players[0].read("/v1/players/me/tournaments")
    assert [one["tournament_id"] for one in mine["tournaments"]] == [cups[1].id]
    hosted = cups[0].host.read("/v1/players/me/tournaments?status=closed")
    assert [one["tournament_id"] for one in hosted["tournaments"]] == [cups[0].id]


def test_a_tournament_is_no_game_and_a_game_is_no_tournament(site):
    cup = Cup(site, players=1)
    assert site.anonymous.get(f"/v1/games/{cup.id}").json["code"] == "game/unknown"
    match = site.opened()
    assert site.anonymous.get(f"/v1/tournaments/{match.game}").json["code"] == "tournament/unknown"
