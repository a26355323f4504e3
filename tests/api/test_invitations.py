"""Invitations over HTTP: made by the host, looked at and accepted by guests."""

from typing import Any

import pytest

from eventlog.import_export import export_ledger, import_ledger
from eventlog.verification import VerificationStatus, verify
from projections.notices.ledger_notices import LedgerNotices
from projections.rebuilding import Rebuilding
from tests.api.contract import Contract
from tests.api.kit import MASTER, Answer, Match, Person, Site
from tests.clock import Clock

HOUR = 3_600_000
BODY = {"ruleset": "base", "players": 4, "listed": False, "invited_only": True}


@pytest.fixture(scope="module")
def contract() -> Contract:
    return Contract(Site().anonymous.read("/openapi.json"))


def private(site: Site, **body: Any) -> Match:
    host, *guests = site.players(4)
    answer = host.post("/v1/games", {**BODY, **body})
    assert answer.status_code == 201, answer.data
    return Match(site, answer.json["game_id"], [host, *guests])


def invite(match: Match, by: int = 0, **wish: Any) -> Any:
    answer = match.people[by].post(match.path + "/invitations", wish)
    assert answer.status_code == 201, answer.data
    return answer.json


def code_of(answer: Answer) -> str:
    assert answer.status_code >= 400, answer.data
    return str(answer.json["code"])


def accept(person: Person, code: str, **wish: Any) -> Answer:
    return person.post(f"/v1/invitations/{code}", wish)


def test_a_guest_looks_at_an_invitation_and_accepts_it(contract: Contract):
    clock = Clock()
    match = private(Site(clock=clock))
    ada, ben = match.people[:2]
    made = invite(match, seat=2, expires_in=3_600)
    assert made["link"] == f"/join/{made['code']}"
    assert (made["invitation_id"], made["seat"], made["uses"]) == (1, 2, 1)
    assert made["expires_at"] == clock.now + HOUR
    contract.check("POST /v1/games/{game_id}/invitations", made, 201)
    path = f"/v1/invitations/{made['code']}"
    found = contract.read(match.site.anonymous, path, "GET /v1/invitations/{code}")
    assert found["game"]["game_id"] == match.game
    assert found["game"]["host"] == ada.player
    assert found["names"] == {ada.player: "Ada"}
    assert (found["seat"], found["uses_left"], found["free_seats"]) == (2, 1, [0, 1, 2, 3])
    answer = accept(ben, made["code"].lower(), colour="blue")
    assert answer.status_code == 201
    contract.check("POST /v1/invitations/{code}", answer.json, 201)
    assert answer.json["game_id"] == match.game
    assert answer.json["events"] == [
        {
            "type": "seat_taken",
            "seat": 2,
            "player": ben.player,
            "colour": "blue",
            "invitation": 1,
        }
    ]
    operation = "GET /v1/games/{game_id}/invitations"
    listed = contract.read(ada, match.path + "/invitations", operation)
    assert listed["names"] == {ben.player: "Blaise"}
    (line,) = listed["invitations"]
    assert (line["used_by"], line["uses_left"], line["revoked"]) == ([ben.player], 0, False)


def test_a_code_can_be_posted_with_take_seat_too():
    match = private(Site())
    code = invite(match)["code"]
    assert code_of(match.post(1, {"type": "take_seat"})) == "seat/invitation_needed"
    assert match.read("/actions", 1)["actions"] == []
    match.do(1, "take_seat", code=code, seat=3)
    assert match.read()["seats"][3]["player"] == match.people[1].player


def test_the_link_opens_the_client():
    match = private(Site())
    made = invite(match)
    answer = match.site.anonymous.get(made["link"])
    assert (answer.status_code, answer.mimetype) == (200, "text/html")


def test_the_ledger_has_no_code_but_its_digest_and_is_sound():
    match = private(Site(), players=3)
    code = invite(match)["code"].replace("-", "").encode()
    assert all(code not in line.replace(b"-", b"") for line in match.lines())
    assert b"invitation_made" in match.lines()[1]
    match.people[1].post(f"/v1/invitations/{code.decode()}", {})
    match.people[0].post(f"/v1/games/{match.game}/turned-away", {"seat": 0})
    match.do(0, "abandon_game")
    match.close()
    ledger = export_ledger(match.site.games, match.game)
    assert verify(ledger).status == VerificationStatus.SOUND


def test_an_invitation_expires_by_the_time_of_the_server():
    clock = Clock()
    match = private(Site(clock=clock))
    code = invite(match, expires_in=60)["code"]
    clock.now += 59_999
    assert match.site.anonymous.get(f"/v1/invitations/{code}").status_code == 200
    clock.now += 1
    assert code_of(match.site.anonymous.get(f"/v1/invitations/{code}")) == "invitation/expired"
    assert code_of(accept(match.people[1], code)) == "invitation/expired"
    body = {"type": "take_seat", "code": code}
    assert code_of(match.post(1, body)) == "invitation/expired"


def test_a_receipt_can_be_asked_for_again_after_the_invitation_has_expired():
    clock = Clock()
    match = private(Site(clock=clock))
    code = invite(match, expires_in=60)["code"]
    first = match.people[1].post(f"/v1/invitations/{code}", {}, Idempotency_Key="sit")
    clock.now += HOUR
    again = match.people[1].post(f"/v1/invitations/{code}", {}, Idempotency_Key="sit")
    assert (again.status_code, again.json) == (201, first.json)


def test_used_up_revoked_and_unknown_codes_have_codes_of_their_own():
    match = private(Site())
    ada, ben, cyd, _ = match.people
    once, other = invite(match)["code"], invite(match)["code"]
    assert accept(ben, once).status_code == 201
    assert code_of(accept(cyd, once)) == "invitation/used_up"
    assert ada.call("DELETE", match.path + "/invitations/2").status_code == 204
    assert code_of(accept(cyd, other)) == "invitation/revoked"
    assert code_of(accept(cyd, "AAAA-BBBB-CCCC-DDDD")) == "invitation/unknown"
    for code, meaning in ((once, "used_up"), (other, "revoked"), ("x" * 300, "unknown")):
        answer = match.site.anonymous.get(f"/v1/invitations/{code}")
        assert code_of(answer) == f"invitation/{meaning}"
        assert answer.status_code == (404 if meaning == "unknown" else 409)


def test_only_the_host_makes_lists_and_revokes_invitations():
    match = private(Site())
    invite(match)
    guest, path = match.people[1], match.path + "/invitations"
    assert code_of(guest.post(path, {})) == "lobby/not_host"
    assert code_of(guest.get(path)) == "lobby/not_host"
    assert code_of(guest.call("DELETE", path + "/1")) == "lobby/not_host"
    assert code_of(match.site.anonymous.get(path)) == "auth/token_missing"


def test_commands_with_a_call_of_their_own_cannot_be_posted():
    match = private(Site())
    for body in (
        {"type": "make_invitation", "digest": "0" * 64, "uses": 1, "expires_at": 1},
        {"type": "revoke_invitation", "invitation": 1},
    ):
        assert code_of(match.post(0, body)) == "command/not_for_players"


def test_a_repeated_request_gives_the_same_code_on_any_server():
    clock = Clock()
    match = private(Site(clock=clock))
    path, wish = match.path + "/invitations", {"uses": 2}
    first = match.people[0].post(path, wish, Idempotency_Key="invite")
    clock.now += HOUR
    there = match.at(match.site.another_server(clock=clock))
    again = there.people[0].post(path, wish, Idempotency_Key="invite")
    assert (again.status_code, again.json) == (201, first.json)
    other = match.people[0].post(path, {"uses": 3}, Idempotency_Key="invite")
    assert code_of(other) == "command/key_reused"


def test_another_server_finds_a_code_and_the_hosts_list_mends_a_lost_entry():
    match = private(Site())
    code = invite(match)["code"]
    there = match.at(match.site.another_server())
    assert there.site.anonymous.get(f"/v1/invitations/{code}").status_code == 200
    (key,) = match.site.redis.keys("invitation:*")
    match.site.redis.delete(key)
    assert code_of(there.site.anonymous.get(f"/v1/invitations/{code}")) == "invitation/unknown"
    match.people[0].read(match.path + "/invitations")
    assert accept(there.people[1], code).status_code == 201


def test_an_invitation_ends_when_the_game_starts():
    match = private(Site(), options={"start_player": "seat"})
    code = invite(match, uses=5)["code"]
    match.do(0, "take_seat")
    for person in match.people[1:]:
        assert accept(person, code).status_code == 201
    match.do(0, "start_game")
    late = match.site.player("Eve")
    assert code_of(accept(late, code)) == "lobby/already_started"
    assert code_of(late.get(f"/v1/invitations/{code}")) == "lobby/already_started"


@pytest.mark.parametrize(
    "wish", [{"uses": 0}, {"uses": 17}, {"expires_in": 59}, {"expires_in": 2_592_001}, {"seat": -1}]
)
def test_what_an_invitation_may_not_have_is_refused(wish: dict[str, int]):
    match = private(Site())
    answer = match.people[0].post(match.path + "/invitations", wish)
    assert code_of(answer) == "body/bad_value"


def test_seats_can_be_reserved_at_the_opening_and_are_shown(contract: Contract):
    site = Site()
    ben = site.player("Ben")
    match = private(site, reserved=[None, ben.player])
    view = contract.read(site.anonymous, match.path, "GET /v1/games/{game_id}")
    assert view["invited_only"] is True
    assert [seat["reserved"] for seat in view["seats"]] == [None, ben.player, None, None]
    assert ben.post(match.path + "/commands", {"type": "take_seat"}).json["events"][0]["seat"] == 1


def test_seats_are_reserved_for_players_that_exist():
    ada = Site().player()
    answer = ada.post("/v1/games", {**BODY, "reserved": ["u-nobody"]})
    assert (answer.status_code, code_of(answer)) == (404, "player/unknown")


def test_a_game_by_invitation_is_not_in_the_lobby():
    site = Site()
    match = private(site, listed=True)
    assert site.anonymous.read("/v1/games")["games"] == []
    assert [game["game_id"] for game in match.people[0].read("/v1/players/me/games")["games"]] == [
        match.game
    ]


def test_the_host_keeps_a_seat_for_a_player_and_releases_it():
    match = private(Site())
    ada, ben, cyd = match.people[:3]
    answer = ada.post(f"/v1/games/{match.game}/reservations", {"seat": 2, "player_id": ben.player})
    assert (answer.status_code, answer.json["events"][0]["type"]) == (201, "seat_reserved")
    body = {"type": "take_seat", "seat": 2}
    assert code_of(cyd.post(f"/v1/games/{match.game}/commands", body)) == "seat/invitation_needed"
    assert ada.call("DELETE", f"/v1/games/{match.game}/reservations/2").status_code == 204
    assert code_of(ben.post(f"/v1/games/{match.game}/commands", body)) == "seat/invitation_needed"


def test_only_the_host_decides_about_guests_and_only_about_people_who_exist():
    match = private(Site())
    ada, ben = match.people[:2]
    for path, body in (
        ("/reservations", {"seat": 2, "player_id": ben.player}),
        ("/turned-away", {"seat": 0}),
    ):
        assert code_of(ben.post(f"/v1/games/{match.game}{path}", body)) == "lobby/not_host"
    assert code_of(ben.call("DELETE", f"/v1/games/{match.game}/reservations/1")) == "lobby/not_host"
    nobody = {"seat": 2, "player_id": "u-00000000000000000000"}
    assert code_of(ada.post(f"/v1/games/{match.game}/reservations", nobody)) == "player/unknown"
    assert (
        code_of(ada.post(f"/v1/games/{match.game}/turned-away", {"seat": 1})) == "seat/nobody_there"
    )


@pytest.mark.parametrize("type", ["reserve_seat", "release_seat", "turn_away"])
def test_decisions_about_guests_are_neither_listed_nor_posted_as_commands(type: str):
    """A client that posts any legal command would turn its own guests away."""
    match = private(Site())
    invited = invite(match)["code"]
    assert accept(match.people[1], invited).status_code == 201
    listed = [one.get("command") or one["example"] for one in match.read("/actions", 0)["actions"]]
    assert type not in [command["type"] for command in listed]
    answer = match.people[0].post(f"/v1/games/{match.game}/commands", {"type": type, "seat": 0})
    assert code_of(answer) == "command/not_for_players"


def test_a_player_is_told_once_that_a_seat_is_kept_for_them():
    """The notices follow from the ledger, whatever becomes of the process that appended."""
    site = Site()
    LedgerNotices(site.games).catch_up()
    ada, ben, cyd = site.players(3)
    body = {**BODY, "reserved": [ada.player, ben.player]}
    for _ in range(2):
        answer = ada.post("/v1/games", body, Idempotency_Key="once")
    path = f"/v1/games/{answer.json['game_id']}/reservations"
    assert ada.call("DELETE", f"{path}/1").status_code == 204
    assert ada.post(path, {"seat": 2, "player_id": ben.player}).status_code == 201
    for person, seats in ((ada, []), (ben, [1, 2]), (cyd, [])):
        for follower in (LedgerNotices(site.games), LedgerNotices(site.games)):
            follower.catch_up()
        notices = person.read("/v1/players/me/events")["notices"]
        assert [(one["kind"], one["seat"]) for one in notices] == [
            ("invitation", seat) for seat in seats
        ]
        assert all(one["names"][one["from"]] == "Ada" for one in notices)


def forget_codes(site: Site) -> None:
    for key in site.redis.keys("invitation:*"):
        site.redis.delete(key)


def test_a_rebuild_brings_lost_codes_back():
    match = private(site := Site())
    codes = [invite(match)["code"] for _ in range(2)]
    match.people[0].call("DELETE", f"{match.path}/invitations/2")
    forget_codes(site)
    assert code_of(accept(match.people[1], codes[0])) == "invitation/unknown"
    for _ in Rebuilding(site.games, names=["codes"]).run():
        pass
    assert accept(match.people[1], codes[0]).status_code == 201
    assert code_of(accept(match.people[2], codes[1])) == "invitation/revoked"


def test_a_code_leads_to_a_game_that_was_moved_to_another_server():
    match = private(site := Site())
    code = invite(match)["code"]
    site.desk.move_game(match.game)
    other = Site()
    import_ledger(other.games.ledger, export_ledger(site.games, match.game, to_move=True), MASTER)
    found = other.anonymous.read(f"/v1/invitations/{code}")
    assert found["game"]["game_id"] == match.game
