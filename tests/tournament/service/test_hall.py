"""The hall, what referees do at all tables, and the page of results."""

import json

import pytest

from eventlog.verification import verify
from tests.api.kit import SSE, Site
from tests.tournament.service.cups import Cup


@pytest.fixture
def site():
    with Site() as made:
        yield made


def test_the_hall_shows_all_tables_of_the_round(site):
    cup = Cup(site, games={"ruleset": "base", "options": {"target_points": 3}}).started()
    assert site.anonymous.get(cup.path + "/hall").json["code"] == "round/unknown"
    first, second = cup.begin_round()
    hall = cup.read("/hall")
    assert [table["result"] for table in hall["tables"]] == ["none", "none"]
    assert all(len(table["game"]["to_act"]) == 1 for table in hall["tables"])
    assert all(table["disconnected"] == [] for table in hall["tables"])
    caller = cup.people[first["players"][0]]
    path = f"/v1/games/{first['game']}/commands"
    answer = caller.post(path, {"type": "call_referee", "text": "A card fell down"})
    assert answer.status_code == 201, answer.data
    hall = cup.read("/hall")
    assert hall["calls"] == 1
    assert hall["tables"][0]["game"]["call"]["text"] == "A card fell down"
    cup.play(second["game"])
    assert cup.read("/hall")["tables"][1]["result"] == "open"


def test_who_is_not_seen_for_a_while_is_disconnected(site):
    now = site.desk.clock()
    cup = Cup(site).started()
    cup.begin_round()
    site.desk.clock = lambda: now + 600_000
    assert all(len(table["disconnected"]) == 3 for table in cup.read("/hall")["tables"])


def test_the_hall_keeps_to_the_delay_of_spectators(site):
    options = {"target_points": 3, "clock": "none", "spectator_delay_seconds": 60}
    cup = Cup(site, games={"ruleset": "base", "options": options}).started()
    now = site.desk.clock()
    site.desk.clock = lambda: now
    first, _ = cup.begin_round()
    cup.play(first["game"], commits=4)
    version = cup.read("/hall", cup.host)["tables"][0]["game"]["version"]
    for person in (site.anonymous, cup.people[first["players"][0]]):
        seen = cup.read("/hall", person)["tables"][0]["game"]
        assert seen["version"] < version
        assert seen["status"] == "lobby"
    site.desk.clock = lambda: now + 61_000
    assert cup.read("/hall")["tables"][0]["game"]["version"] == version


def test_the_hall_tells_since_when_a_game_waits_and_not_when_something_happened_last(site):
    cup = Cup(site).started()
    now = site.desk.clock()
    site.desk.clock = lambda: now
    first, _ = cup.begin_round()
    cup.play(first["game"], commits=2)
    game = f"/v1/games/{first['game']}/commands"

    def since(person=None):
        return cup.read("/hall", person)["tables"][0]["game"]["since"] - now

    assert since() == 0
    site.desk.clock = lambda: now + 60_000
    (asked,) = cup.read("/hall")["tables"][0]["game"]["to_act"]
    caller = next(cup.people[one] for one in first["players"] if one != asked)
    caller.post(game, {"type": "call_referee", "text": "They think for ever"})
    assert since() == 0
    cup.host.post(game, {"type": "issue_ruling", "text": "There is no clock"})
    assert since() == 0
    # A pause begins when it begins, and what was before it counts after it.
    site.desk.clock = lambda: now + 70_000
    cup.host.post(game, {"type": "pause_game", "reason": "Lunch"})
    cup.host.post(game, {"type": "issue_ruling", "text": "Soup"})
    assert since() == 70_000
    site.desk.clock = lambda: now + 100_000
    cup.host.post(game, {"type": "resume_game", "reason": "Enough"})
    assert since() == 30_000
    cup.play(first["game"], commits=1)
    assert since() == 100_000


def test_the_hall_as_a_stream_begins_with_a_view_and_brings_changes(site):
    cup = Cup(site).started()
    first, _ = cup.begin_round()
    stream = site.anonymous.call("GET", cup.path + "/hall", headers={"Accept": SSE}, buffered=False)
    text, is_played = b"", False
    for chunk in stream.response:
        text += chunk
        if b"event: view" in text and not is_played:
            cup.play(first["game"], commits=1)
            is_played = True
        if b"event: tables" in text:
            break
    stream.close()
    line = text.split(b"event: tables\ndata: ")[1].splitlines()[0]
    assert [table["table"] for table in json.loads(line)["tables"]] == [1]


def test_staff_pause_and_resume_all_tables_with_a_reason(site):
    cup = Cup(site, games={"ruleset": "base", "options": {"target_points": 3}}).started()
    tables = cup.begin_round()
    path = f"{cup.path}/rounds/1/"
    refused = cup.players[0].post(path + "pause", {"reason": "Lunch"})
    assert refused.json["code"] == "staff/not_referee"
    answer = cup.host.post(path + "pause", {"reason": "Lunch"})
    assert [one["code"] for one in answer.json["tables"]] == [None, None]
    for table in tables:
        log = site.anonymous.read(f"/v1/games/{table['game']}/log")
        assert any("Lunch" in entry["text"] for entry in log["entries"])
    again = cup.host.post(path + "pause", {"reason": "Lunch", "tables": [1]})
    assert again.json["tables"][0]["code"] is not None
    cup.host.post(path + "resume", {"reason": "Enough"})
    assert not any(table["game"]["is_paused"] for table in cup.read("/hall")["tables"])
    more = cup.host.post(path + "add_time", {"reason": "Noise", "seconds": 60, "tables": [2]})
    assert [one["table"] for one in more.json["tables"]] == [2]
    unknown = cup.host.post(path + "pause", {"reason": "Lunch", "tables": [9]})
    assert unknown.json["code"] == "round/unknown_table"


def test_a_repeated_call_with_the_same_key_adds_time_once(site):
    cup = Cup(site, games={"ruleset": "base", "options": {"target_points": 3}}).started()
    tables = cup.begin_round()
    path, body = f"{cup.path}/rounds/1/add_time", {"reason": "Noise", "seconds": 60}
    first, again = (cup.host.post(path, body, Idempotency_Key="noise") for _ in range(2))
    assert first.status_code == 200, first.data
    assert first.json == again.json
    for table in tables:
        log = site.anonymous.read(f"/v1/games/{table['game']}/log")
        assert [entry["type"] for entry in log["entries"]].count("time_added") == 1
    other = cup.host.post(path, {**body, "seconds": 61}, Idempotency_Key="noise")
    assert (other.status_code, other.json["code"]) == (422, "command/key_reused")
    assert "time_added" not in str(cup.host.post(path, body, Idempotency_Key="more").json)


def test_tables_that_cannot_are_listed_with_their_code(site):
    cup = Cup(site, players=9, games={"ruleset": "base", "options": {"target_points": 3}})
    cup.started()
    first, second, third = cup.begin_round()
    cup.play(first["game"])
    cup.read()
    cup.do(cup.host, "award_table", table=2, points=[3, 2, 1], winners=[0], reason="A late start")
    path = f"{cup.path}/rounds/1/pause"
    tables = cup.host.post(path, {"reason": "Lunch"}).json["tables"]
    assert [one["table"] for one in tables] == [1, 2, 3]
    assert [one["code"] for one in tables] == ["game/closed", "round/no_game", None]
    assert [one["game_id"] for one in tables] == [first["game"], None, third["game"]]
    (again,) = cup.host.post(path, {"reason": "Lunch", "tables": [3]}).json["tables"]
    assert (again["code"], again["version"]) == ("game/paused", None)
    log = site.anonymous.read(f"/v1/games/{third['game']}/log")
    assert [entry["type"] for entry in log["entries"]].count("game_paused") == 1
    assert second["game"]


def test_staff_of_another_tournament_cannot_act_at_its_tables_and_an_operator_can(site):
    cup, other = Cup(site).started(), Cup(site)
    cup.begin_round()
    path = f"{cup.path}/rounds/1/pause"
    assert other.host.post(path, {"reason": "Lunch"}).json["code"] == "staff/not_referee"
    operator = site.player("Op", role="organizer")
    answer = operator.post(path, {"reason": "Fire alarm"})
    assert [one["code"] for one in answer.json["tables"]] == [None, None]
    late = cup.host.post(f"{cup.path}/rounds/2/pause", {"reason": "Lunch"})
    assert late.json["code"] == "round/not_running"


def test_reads_are_open_to_everybody_once_the_tournament_is_closed(site):
    cup = Cup(site).started()
    first, second = cup.begin_round()
    for table in (second, first):
        cup.host.read(f"/v1/games/{table['game']}")
    assert cup.players[0].get(cup.path + "/reads").json["code"] == "staff/not_referee"
    cup.play_round()
    cup.read()
    cup.sign_all()
    cup.do(cup.host, "finish_tournament")
    cup.read()
    reads = cup.players[0].read(cup.path + "/reads")["reads"]
    assert [one["game_id"] for one in reads] == [second["game"], first["game"]]
    assert all(one["player_id"] == cup.host.player for one in reads)


def test_staff_referee_only_games_of_their_own_tournament_and_reads_are_listed(site):
    cup, other = Cup(site).started(), Cup(site).started()
    first, _ = cup.begin_round()
    game = f"/v1/games/{first['game']}"
    ruling = {"type": "issue_ruling", "text": "Play on"}
    assert other.host.post(game + "/commands", ruling).status_code == 403
    assert cup.host.post(game + "/commands", ruling).status_code == 201
    assert site.player("Op", role="organizer").post(game + "/commands", ruling).status_code == 201
    cup.host.read(game)
    reads = cup.host.read(cup.path + "/reads")["reads"]
    assert [(one["player_id"], one["game_id"]) for one in reads] == [
        (cup.host.player, first["game"])
    ]
    assert cup.players[0].get(cup.path + "/reads").json["code"] == "staff/not_referee"


def test_the_page_of_results_needs_no_login_and_escapes_names(site):
    cup = Cup(site)
    cup.players[0] = evil = site.player("<b>Bob")
    cup.people[evil.player] = evil
    cup.started()
    cup.begin_round()
    page = site.anonymous.get(f"/tournaments/{cup.id}")
    assert page.status_code == 200
    assert "&lt;b&gt;Bob" in page.text
    assert "<b>" not in page.text
    assert "<script" not in page.text


def test_the_page_of_results_has_decisions_the_head_and_files(site):
    cup = Cup(site).started()
    cup.begin_round()
    cup.play_round()
    cup.read()
    first, second = cup.tables()
    loser, cheat = (cup.people[table["players"][0]] for table in (first, second))
    cup.do(loser, "appeal_result", reason="<i>Unfair")
    cup.do(cup.host, "reject_appeal", appeal=1, reason="It was not")
    cup.do(cup.host, "warn_player", entrant=loser.player, reason="Late")
    cup.do(cup.host, "disqualify_player", entrant=cheat.player, reason="Two accounts")
    cup.do(cup.host, "cancel_penalty", penalty=1, reason="It rained")
    assert "head" not in site.anonymous.get(f"/tournaments/{cup.id}").text
    cup.sign_all()
    cup.do(cup.host, "finish_tournament")
    page = site.anonymous.get(f"/tournaments/{cup.id}").text
    for text in ("&lt;i&gt;Unfair", "It was not", "Two accounts", "It rained", "Olga"):
        assert text in page, text
    exported = site.anonymous.get(cup.path + "/export").data
    assert verify(exported).head in page
    for path in (f"{cup.path}/bundle", f"{cup.path}?format=csv&amp;part=standings", cup.path):
        assert f'href="{path}"' in page
