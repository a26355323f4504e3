"""Commands over HTTP: receipts, whose wish it is, and the conditions a client may put on it."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.registry import RULESETS
from tests.api.kit import Match, Person, Site, problem

TAKE_SEAT = {"type": "take_seat"}
LEAVE_SEAT = {"type": "leave_seat"}
GAME = {"ruleset": "base", "players": 3, "options": {"target_points": 5}}


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def match(site: Site) -> Match:
    return site.opened()


# Receipts


def test_an_accepted_command_is_answered_with_what_it_did(match: Match):
    answer = match.post(1, TAKE_SEAT)
    assert answer.status_code == 201
    (commit,) = match.read("/events?after=1")["commits"]
    assert answer.json == {
        "version": 2,
        "hash": commit["hash"],
        "events": [
            {"type": "seat_taken", "seat": 0, "player": match.people[1].player, "colour": "red"}
        ],
    }
    assert commit["actor"] == match.people[1].player


def test_an_opened_game_is_answered_with_where_it_is(site: Site):
    answer = site.player().post("/v1/games", GAME)
    assert answer.status_code == 201
    assert set(answer.json) == {"game_id", "version", "hash"}
    assert answer.json["version"] == 1
    assert answer.headers["Location"] == f"/v1/games/{answer.json['game_id']}"
    assert site.anonymous.read(answer.headers["Location"])["game"] == answer.json["game_id"]


def test_a_client_reads_its_own_writes(match: Match):
    for seat in range(3):
        version = match.do(seat, "take_seat")["version"]
        for part in ("", "/board", "/score", "/log", "/stats", "/actions", "/events", "/hand"):
            assert match.read(part, seat)["version"] == version


def test_a_refusal_changes_nothing_and_says_why(site: Site):
    match = site.started()
    (turn,) = match.read()["to_act"]
    other, before = (turn + 1) % 3, site.dump()
    error = problem(match.post(other, {"type": "roll_dice"}), 409)
    assert error["code"] == "turn/not_yours"
    problem(match.post(turn, {"type": "place_settlement", "node": 999}), 409)
    problem(match.post(turn, {"type": "place_settlement"}), 422, "command/missing_field")
    problem(match.post(turn, {"type": "start_game"}), 409, "lobby/already_started")
    assert site.dump() == before


def test_a_command_for_a_game_that_is_not_there_is_refused(site: Site):
    before = site.dump()
    ada = site.player()
    path = "/v1/games/p00-" + "0" * 32
    problem(ada.post(path + "/commands", TAKE_SEAT), 404, "game/unknown")
    problem(ada.post(path + "/ticket"), 404, "game/unknown")
    assert [key for key in site.dump() if key not in before and b"p00" in key] == []


# Whose wish it is


@pytest.mark.parametrize("author", [{"seat": 1}, {"player": "u-1"}, {"actor": "u-1"}, {"as": 1}])
@pytest.mark.parametrize("kind", ["roll_dice", "end_turn", "resign", "leave_seat", "start_game"])
def test_nobody_acts_for_another(site: Site, kind: str, author: dict[str, Any]):
    match = site.started()
    before = site.dump()
    problem(match.post(0, {"type": kind, **author}), 422, "command/unknown_field")
    assert site.dump() == before


def test_a_seat_is_chosen_only_by_who_sits_down(match: Match):
    receipt = match.do(0, "take_seat", seat=2)
    assert receipt["events"][0]["player"] == match.people[0].player
    problem(match.post(1, {"type": "take_seat", "seat": 2}), 409, "seat/taken")


def test_who_has_no_seat_can_only_watch(site: Site):
    match = site.started()
    problem(site.player("Eve").post(match.path + "/commands", {"type": "roll_dice"}), 409)
    shown = site.player("Eve").read(match.path + "/actions")
    assert (shown["seat"], shown["actions"]) == (None, [])
    assert site.anonymous.read(match.path + "/actions")["actions"] == []


@pytest.mark.parametrize("kind", ["close_game", "move_game", "open_game"])
@pytest.mark.parametrize("role", ["player", "organizer"])
def test_commands_of_the_server_cannot_be_posted(site: Site, kind: str, role: Any):
    match = site.started()
    other = site.player("Ref", role=role)
    before = site.dump()
    for person in (other, match.people[0]):
        answer = person.post(match.path + "/commands", {"type": kind})
        problem(answer, 403, "command/not_for_players")
    assert site.dump() == before


def test_no_command_of_the_server_is_for_players():
    for ruleset in RULESETS.values():
        kinds = {str(kind.__struct_config__.tag) for kind in ruleset.commands}
        assert {"close_game", "move_game", "open_game"} <= kinds


# Idempotency keys


def test_the_same_wish_with_the_same_key_is_carried_out_once(match: Match):
    first = match.post(0, TAKE_SEAT, Idempotency_Key="one")
    match.do(1, "take_seat")
    again = match.post(0, TAKE_SEAT, Idempotency_Key="one")
    assert (again.status_code, again.data) == (201, first.data)
    assert match.version == 3


def test_the_receipt_is_the_same_at_another_server_and_after_others_moved_on(match: Match):
    first = match.post(0, TAKE_SEAT, Idempotency_Key="one")
    match.post(0, LEAVE_SEAT, Idempotency_Key="two")
    elsewhere = match.at(match.site.another_server())
    again = elsewhere.post(0, TAKE_SEAT, Idempotency_Key="one")
    assert (again.status_code, again.data) == (201, first.data)
    assert match.version == 3


def test_a_key_that_came_with_another_wish_is_refused(match: Match):
    match.post(0, TAKE_SEAT, Idempotency_Key="one")
    before = match.site.dump()
    for body in (LEAVE_SEAT, {**TAKE_SEAT, "seat": 1}, {"type": "abandon_game"}):
        answer = match.post(0, body, Idempotency_Key="one")
        problem(answer, 422, "command/key_reused")
    assert match.site.dump() == before


def test_a_key_belongs_to_who_sends_it(match: Match):
    for seat in range(3):
        assert match.post(seat, TAKE_SEAT, Idempotency_Key="one").status_code == 201
    assert match.version == 4


def test_a_refusal_is_not_remembered_under_its_key(match: Match):
    problem(match.post(0, LEAVE_SEAT, Idempotency_Key="one"), 409, "seat/not_seated")
    match.do(0, "take_seat")
    assert match.post(0, LEAVE_SEAT, Idempotency_Key="one").status_code == 201


def test_a_game_is_opened_once_with_one_key(site: Site):
    ada, ben = site.players(2)
    first = ada.post("/v1/games", GAME, Idempotency_Key="game")
    again = ada.post("/v1/games", GAME, Idempotency_Key="game")
    elsewhere = Person(site.another_server().client, ada.player, ada.token)
    assert first.status_code == again.status_code == 201
    assert first.data == again.data
    assert elsewhere.post("/v1/games", GAME, Idempotency_Key="game").data == first.data
    assert ada.post("/v1/games", GAME).json["game_id"] != first.json["game_id"]
    other = ben.post("/v1/games", GAME, Idempotency_Key="game").json
    assert other["game_id"] != first.json["game_id"]
    assert len(site.anonymous.read("/v1/games")["games"]) == 3


@pytest.mark.parametrize(
    "change",
    [{"players": 4}, {"options": {}}, {"listed": False}, {"options": {"target_points": 6}}],
)
def test_a_key_opens_no_other_game(site: Site, change: dict[str, Any]):
    ada = site.player()
    ada.post("/v1/games", GAME, Idempotency_Key="game")
    before = site.dump()
    answer = ada.post("/v1/games", {**GAME, **change}, Idempotency_Key="game")
    problem(answer, 422, "command/key_reused")
    assert site.dump() == before


@pytest.mark.parametrize("key", ["k", "!" * 200, "a b", '"quoted"', "key:with/all\\of=it"])
def test_a_key_may_be_any_short_ascii_text(match: Match, key: str):
    assert match.post(0, TAKE_SEAT, Idempotency_Key=key).status_code == 201
    assert match.post(0, TAKE_SEAT, Idempotency_Key=key).json["version"] == 2


@pytest.mark.parametrize("key", ["", " ", "k" * 201, "sch\u00f6n", "tab\tin", "\x7f"])
def test_a_key_that_cannot_be_meant_is_refused(match: Match, key: str):
    before = match.site.dump()
    for path, body in ((match.path + "/commands", TAKE_SEAT), ("/v1/games", GAME)):
        error = problem(match.people[0].post(path, body, Idempotency_Key=key), 400)
        assert (error["code"], error["details"]) == (
            "header/bad_value",
            {"header": "Idempotency-Key"},
        )
    assert match.site.dump() == before


# If-Match

PINS: dict[str, Callable[[Match], str]] = {
    "a plain version": lambda match: str(match.version),
    "a version in quotes": lambda match: f'"{match.version}"',
    "a weak version": lambda match: f'W/"{match.version}"',
    "with spaces": lambda match: f"  {match.version} ",
    "the tag of the game": lambda match: match.get("", 0).headers["ETag"],
    "the tag of the actions": lambda match: match.get("/actions", 0).headers["ETag"],
    "the tag of the log": lambda match: match.get("/log", 0).headers["ETag"],
    "the tag of a compressed view": lambda match: match.get("", 0, Accept_Encoding="gzip").headers[
        "ETag"
    ],
    "anything": lambda match: "*",
}


@pytest.mark.parametrize("name", PINS)
def test_a_command_may_be_pinned_to_the_version_it_was_meant_for(match: Match, name: str):
    pin = PINS[name](match)
    assert match.post(0, TAKE_SEAT, If_Match=pin).status_code == 201
    if pin != "*":
        error = problem(match.post(1, TAKE_SEAT, If_Match=pin), 412, "command/version_moved")
        assert error["details"] == {"version": 2}
    assert match.version == (2 if pin != "*" else match.version)


@pytest.mark.parametrize("pin", ["0", "7", "999999999999999", '"7-game-0"'])
def test_another_version_is_refused_before_the_rules_are_asked(match: Match, pin: str):
    match.do(0, "take_seat")
    before = match.site.dump()
    problem(match.post(1, TAKE_SEAT, If_Match=pin), 412, "command/version_moved")
    problem(match.post(0, {"type": "roll_dice"}, If_Match=pin), 412, "command/version_moved")
    assert match.site.dump() == before


@pytest.mark.parametrize(
    "pin", ["", "abc", "-1", "1.0", "1, 2", '"1", "2"', "1e3", "\u00b2", "9" * 16, '"1', '1"']
)
def test_a_version_that_cannot_be_meant_is_refused(match: Match, pin: str):
    before = match.site.dump()
    error = problem(match.post(0, TAKE_SEAT, If_Match=pin), 400, "header/bad_value")
    assert error["details"] == {"header": "If-Match"}
    assert match.site.dump() == before


def test_a_repeated_wish_is_answered_whatever_version_it_was_pinned_to(match: Match):
    """The answer was lost on its way: the client sends the very same request again."""
    first = match.post(0, TAKE_SEAT, Idempotency_Key="one", If_Match="1")
    again = match.post(0, TAKE_SEAT, Idempotency_Key="one", If_Match="1")
    assert (again.status_code, again.data) == (201, first.data)
    problem(match.post(0, LEAVE_SEAT, Idempotency_Key="two", If_Match="1"), 412)


@pytest.mark.parametrize("body", ["{}", '{"game": 1}', "x", "\0", " "])
def test_a_body_that_nobody_would_read_is_refused(body: str):
    site = Site()
    match = site.opened()
    for method, path in (
        ("POST", f"{match.path}/ticket"),
        ("GET", match.path),
        ("DELETE", "/v1/players/me"),
    ):
        answer = match.people[0].call(
            method, path, data=body, headers={"Content-Type": "application/json"}
        )
        problem(answer, 400, "body/not_expected")
    assert match.people[0].get("/v1/players/me").status_code == 200
