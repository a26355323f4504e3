"""Tables that start together, time for nonces before the start, and substitutes in their games."""

import pytest

from eventlog.bundle_verification import verify_bundle
from eventlog.verification import VerificationStatus
from tests.api.kit import Site
from tests.tournament.service.cups import SHORT, Cup

NONCE = "0123456789abcdef" * 2
MINUTE = 60_000


@pytest.fixture
def site():
    with Site() as made:
        now = made.desk.clock()
        made.desk.clock = lambda: now
        yield made


def pass_time(site, milliseconds):
    now = site.desk.clock() + milliseconds
    site.desk.clock = lambda: now


def add_nonces(cup, table):
    for player in table["players"]:
        path = f"/v1/games/{table['game']}/commands"
        answer = cup.people[player].post(path, {"type": "add_nonce", "nonce": NONCE})
        assert answer.status_code == 201, answer.data


def statuses(cup):
    return [table["game"]["status"] for table in cup.read("/hall")["tables"]]


def deadlines(site, game):
    return [one["due"] for one in site.anonymous.read(f"/v1/games/{game}")["clock"]["deadlines"]]


def test_all_clocks_of_a_round_run_from_one_time(site):
    options = {"target_points": 3, "clock": "live"}
    cup = Cup(site, games={"ruleset": "base", "options": options}).started()
    tables = cup.begin_round()
    assert {table["starts_at"] for table in tables} == {site.desk.clock()}
    first, second = (deadlines(site, table["game"]) for table in tables)
    assert first == second != []


def test_tables_start_when_the_time_for_nonces_is_over(site):
    cup = Cup(site, nonce_seconds=60).started()
    tables = cup.begin_round()
    assert cup.read()["nonce_seconds"] == 60
    assert {table["starts_at"] for table in tables} == {site.desk.clock() + MINUTE}
    add_nonces(cup, tables[0])
    assert statuses(cup) == ["lobby", "lobby"]
    pass_time(site, MINUTE)
    assert statuses(cup) == ["playing", "playing"]


def test_tables_start_as_soon_as_everybody_has_added_a_nonce(site):
    cup = Cup(site, nonce_seconds=60).started()
    for table in cup.begin_round():
        add_nonces(cup, table)
    pass_time(site, 1_000)
    assert statuses(cup) == ["playing", "playing"]
    assert {table["starts_at"] for table in cup.tables()} == {site.desk.clock()}
    kinds = [entry["type"] for entry in cup.read("/log")["entries"]]
    assert kinds[-1] == "start_brought_forward"


@pytest.mark.parametrize("nonce_seconds", [-1, 3_601, "soon"])
def test_the_time_for_nonces_has_bounds(site, nonce_seconds):
    body = {
        "title": "Spring Cup",
        "games": {"ruleset": "base", "options": SHORT},
        "capacity": 24,
        "format": {"type": "swiss", "rounds": 1},
        "nonce_seconds": nonce_seconds,
    }
    assert site.player("Olga").post("/v1/tournaments", body).status_code == 422


@pytest.mark.parametrize("begins", [False, True])
def test_a_substitute_plays_on_in_the_game(site, begins):
    cup = Cup(site, nonce_seconds=60).started()
    first, second = cup.begin_round()
    if begins:
        pass_time(site, MINUTE)
        assert statuses(cup) == ["playing", "playing"]
    zoe, left = site.player("Zoe"), first["players"][1]
    cup.people[zoe.player] = zoe
    cup.do(cup.host, "substitute_entrant", entrant=left, substitute=zoe.player, reason="ill")
    game = f"/v1/games/{first['game']}"
    assert zoe.read(game)["seats"][1]["player"] == zoe.player
    assert zoe.read(f"{game}/actions")["seat"] == 1
    refused = cup.people[left].post(f"{game}/commands", {"type": "roll_dice"})
    assert refused.json["code"] == "seat/not_seated"
    pass_time(site, MINUTE)
    assert statuses(cup) == ["playing", "playing"]
    cup.play(second["game"])
    cup.play(first["game"])
    cup.sign_all()
    cup.do(cup.host, "finish_tournament")
    bundle = site.anonymous.get(cup.path + "/bundle").data
    assert verify_bundle(bundle).status == VerificationStatus.SOUND


def test_a_referee_seats_nobody_who_plays_at_another_table(site):
    cup = Cup(site).started()
    first, second = cup.begin_round()
    busy = second["players"][0]
    body = {"type": "replace_player", "seat": 0, "player": busy, "reason": "ill"}
    path = f"/v1/games/{first['game']}/commands"
    answer = cup.host.post(path, body)
    assert (answer.status_code, answer.json["code"]) == (409, "round/plays_elsewhere")
    assert answer.json["details"] == {"table": 2}
    assert cup.host.post(path, {**body, "player": site.player("Zoe").player}).status_code == 201
