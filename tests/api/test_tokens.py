"""Devices over HTTP: tokens are listed, named, rotated and cut off, and codes add new ones."""

from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any
from unittest import mock

import pytest

from commands.accounts import MOST_TOKENS, accounts
from commands.accounts.device_codes import ALPHABET
from tests.api.kit import SSE, Person, Site, problem

MINE = "/v1/players/me/tokens"
CODES = "/v1/players/me/device-codes"


def another_device(person: Person, name: str = "tablet", **body: Any) -> Person:
    """The same player on another device."""
    answer = person.post(MINE, {"name": name, **body})
    assert answer.status_code == 201, answer.data
    return Person(person.client, person.player, answer.json["token"])


def id_of(person: Person) -> str:
    (own,) = [one for one in person.read(MINE)["tokens"] if one["is_current"]]
    return str(own["token_id"])


def code_for(person: Person, **body: Any) -> str:
    answer = person.post(CODES, body)
    assert answer.status_code == 201, answer.data
    return str(answer.json["code"])


def everything(site: Site) -> str:
    return repr(site.dump())


def test_the_first_device_may_be_named_when_a_player_is_created():
    site = Site()
    made = site.anonymous.post("/v1/players", {"name": "Ada", "device": "Ada's phone"}).json
    ada = Person(site.client, made["player_id"], made["token"])
    (token,) = ada.read(MINE)["tokens"]
    assert token["token_id"] == made["token_id"]
    assert (token["name"], token["is_current"]) == ("Ada's phone", True)
    assert token["scopes"] == ["read", "play", "account"]
    assert token["last_used_at"] == token["created_at"]


def test_a_token_is_shown_once_and_stored_as_a_digest():
    site = Site()
    ada = site.player()
    tablet = another_device(ada)
    assert tablet.read("/v1/players/me")["player_id"] == ada.player
    secret = tablet.token.rsplit(".", 1)[1]
    assert secret not in everything(site)
    assert sha256(tablet.token.encode()).hexdigest() in everything(site)
    assert secret not in ada.get(MINE).text


def test_a_device_may_get_another_name():
    ada = Site().player()
    answer = ada.call("PATCH", f"{MINE}/{id_of(ada)}", json={"name": "laptop"})
    assert (answer.status_code, answer.json["name"]) == (200, "laptop")
    assert [one["name"] for one in ada.read(MINE)["tokens"]] == ["laptop"]


@pytest.mark.parametrize("name", ["", "x" * 41, " phone", "a\nb", "\u2800"])
def test_the_name_of_a_device_can_be_read(name: str):
    ada = Site().player()
    problem(ada.post(MINE, {"name": name}), 422, "body/bad_value")


def test_a_rotated_token_works_no_more_and_the_new_one_is_the_same_device():
    ada = Site().player()
    token_id = id_of(ada)
    answer = ada.post(f"{MINE}/{token_id}/rotation")
    assert (answer.status_code, answer.json["token_id"]) == (201, token_id)
    problem(ada.get("/v1/players/me"), 401, "auth/token_unknown")
    again = Person(ada.client, ada.player, answer.json["token"])
    assert id_of(again) == token_id


def test_a_lost_device_is_cut_off_and_the_others_go_on():
    ada = Site().player()
    phone, tablet = another_device(ada, "phone"), another_device(ada)
    lost = id_of(phone)
    for _ in range(2):
        # To repeat it is no error: the first answer may have been lost.
        assert ada.call("DELETE", f"{MINE}/{lost}").status_code == 204
        problem(phone.get("/v1/players/me"), 401, "auth/token_unknown")
    assert tablet.read("/v1/players/me")["player_id"] == ada.player
    assert lost not in [one["token_id"] for one in ada.read(MINE)["tokens"]]


def test_all_other_devices_are_signed_out_together():
    ada = Site().player()
    others = [another_device(ada) for _ in range(3)]
    assert others[1].call("DELETE", MINE).status_code == 204
    for person in (ada, others[0], others[2]):
        problem(person.get("/v1/players/me"), 401)
    assert [one["is_current"] for one in others[1].read(MINE)["tokens"]] == [True]


def test_nobody_touches_the_tokens_of_another_player():
    site = Site()
    ada, ben = site.players(2)
    token_id = id_of(ada)
    problem(ben.call("PATCH", f"{MINE}/{token_id}", json={"name": "mine"}), 404, "token/unknown")
    problem(ben.post(f"{MINE}/{token_id}/rotation"), 404, "token/unknown")
    ben.call("DELETE", f"{MINE}/{token_id}")
    assert ada.read("/v1/players/me")["name"] == "Ada"


@pytest.mark.parametrize("token_id", ["code", "used:t-000000000000", "t-000000000000", "name"])
def test_only_ids_of_tokens_are_taken(token_id: str):
    ada = Site().player()
    code_for(ada)
    problem(ada.post(f"{MINE}/{token_id}/rotation"), 404, "token/unknown")
    problem(ada.call("PATCH", f"{MINE}/{token_id}", json={"name": "x"}), 404, "token/unknown")


def test_a_player_has_a_bounded_number_of_tokens():
    ada = Site().player()
    for _ in range(MOST_TOKENS - 1):
        another_device(ada)
    refused = problem(ada.post(MINE, {"name": "one more"}), 409, "token/too_many")
    assert refused["details"] == {"most": MOST_TOKENS}
    code = code_for(ada)
    problem(ada.post("/v1/tokens", {"code": code}), 409, "token/too_many")
    last = ada.read(MINE)["tokens"][-1]["token_id"]
    ada.call("DELETE", f"{MINE}/{last}")
    another_device(ada)


def test_the_last_use_is_written_once_in_a_while_and_by_no_other_request():
    site = Site()
    ada = site.player()
    tablet = another_device(ada)
    token_id = id_of(tablet)
    before = site.dump()
    for _ in range(5):
        tablet.read("/v1/players/me")
    assert site.dump() == before
    with (
        mock.patch.object(accounts, "NOTED_SECONDS", 0.0),
        mock.patch.object(accounts, "now_ms", return_value=4_000_000_000_000),
    ):
        tablet.read("/v1/players/me")
    used = {one["token_id"]: one["last_used_at"] for one in ada.read(MINE)["tokens"]}
    assert used.pop(token_id) == 4_000_000_000_000
    assert 4_000_000_000_000 not in used.values()


def test_what_was_set_up_with_a_revoked_token_can_be_deleted():
    site = Site()
    ada = site.player()
    revoked: list[tuple[str, list[str]]] = []
    site.accounts.on_revoked.append(lambda player, ids: revoked.append((player, list(ids))))
    phone, tablet = another_device(ada), another_device(ada)
    phone_id, tablet_id = id_of(phone), id_of(tablet)
    ada.call("DELETE", f"{MINE}/{phone_id}")
    ada.call("DELETE", MINE)
    assert revoked == [(ada.player, [phone_id]), (ada.player, [tablet_id])]


# Streams and tickets


def test_the_streams_of_a_lost_device_end_at_once_and_others_go_on():
    with Site() as site:
        match = site.started()
        ada = match.people[0]
        phone = another_device(ada)
        path = f"{match.path}/events?after=1"
        with ada.get(path, Accept=SSE) as kept, phone.get(path, Accept=SSE) as lost:
            for answer in (kept, lost):
                next(iter(answer.response))
                next(iter(answer.response))
            ada.call("DELETE", f"{MINE}/{id_of(phone)}")
            assert list(lost.response) == []
            assert site.follower.count == 1


def test_a_ticket_of_a_revoked_or_rotated_token_is_void():
    with Site() as site:
        match = site.started()
        ada = match.people[0]
        for cut_off in (
            lambda token_id: ada.call("DELETE", f"{MINE}/{token_id}"),
            lambda token_id: ada.post(f"{MINE}/{token_id}/rotation"),
        ):
            phone = another_device(ada)
            ticket = phone.post(f"{match.path}/ticket").json["ticket"]
            assert site.anonymous.get(f"{match.path}/events?ticket={ticket}").status_code == 200
            cut_off(id_of(phone))
            problem(
                site.anonymous.get(f"{match.path}/events?ticket={ticket}"),
                401,
                "auth/ticket_expired",
            )


# Codes


def test_a_code_adds_a_device_once():
    site = Site()
    ada = site.player()
    code = code_for(ada, name="tablet", scopes=["read"])
    groups = code.split("-")
    assert [len(group) for group in groups] == [5, 5]
    assert set("".join(groups)) <= set(ALPHABET)
    answer = site.anonymous.post("/v1/tokens", {"code": f" {code.lower().replace('-', '')}"})
    assert (answer.status_code, answer.json["player_id"]) == (201, ada.player)
    tablet = Person(site.client, ada.player, answer.json["token"])
    assert tablet.read("/v1/players/me")["name"] == "Ada"
    (made,) = [one for one in ada.read(MINE)["tokens"] if not one["is_current"]]
    assert (made["token_id"], made["name"]) == (answer.json["token_id"], "tablet")
    assert made["scopes"] == ["read"]
    problem(site.anonymous.post("/v1/tokens", {"code": code}), 404, "device/code_unknown")


def test_the_device_itself_may_say_what_it_is_called():
    site = Site()
    ada = site.player()
    site.anonymous.post("/v1/tokens", {"code": code_for(ada, name="tablet"), "name": "Fire"})
    assert [one["name"] for one in ada.read(MINE)["tokens"]] == [None, "Fire"]


def test_a_code_ends_with_the_next_one_with_its_token_and_with_its_time():
    site = Site()
    ada = site.player()
    first = code_for(ada)
    second = code_for(ada)
    problem(site.anonymous.post("/v1/tokens", {"code": first}), 404, "device/code_unknown")
    phone = another_device(ada)
    by_phone = code_for(phone)
    problem(site.anonymous.post("/v1/tokens", {"code": second}), 404, "device/code_unknown")
    ada.call("DELETE", f"{MINE}/{id_of(phone)}")
    problem(site.anonymous.post("/v1/tokens", {"code": by_phone}), 404, "device/code_unknown")
    late = code_for(ada)
    with mock.patch("commands.accounts.device_codes.now_ms", return_value=4_000_000_000_000):
        problem(site.anonymous.post("/v1/tokens", {"code": late}), 404, "device/code_unknown")
    assert site.anonymous.post("/v1/tokens", {"code": late}).status_code == 201


def test_an_erased_player_leaves_neither_code_nor_device():
    site = Site()
    ada = site.player()
    code = code_for(ada, name="Lovelace's tablet")
    another_device(ada, "Lovelace's phone")
    ada.call("DELETE", "/v1/players/me")
    assert "Lovelace" not in everything(site)
    problem(site.anonymous.post("/v1/tokens", {"code": code}), 404, "device/code_unknown")


def test_of_two_who_redeem_a_code_one_gets_a_token():
    site = Site()
    ada = site.player()
    code = code_for(ada)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: site.accounts.redeem_device_code(code, "racer"), range(16)))
    assert sum(one is not None for one in found) == 1
    assert len(ada.read(MINE)["tokens"]) == 2


# What an earlier release has stored


def old_player(site: Site, name: str, role: str = "player") -> Person:
    """A player with a token as releases before devices stored it."""
    player, token = f"u-{name.encode().hex():f>20}", f"hx_{name:_<43}"
    digest = sha256(token.encode()).hexdigest()
    site.redis.hset(f"player:{player}", mapping={"name": name, "role": role, "created_at": 7})
    site.redis.sadd(f"player:{player}:tokens", digest)
    site.redis.hset(f"token:{digest}", mapping={"player": player, "role": role})
    return Person(site.client, player, token)


def test_an_old_token_goes_on_working_with_all_rights_of_its_role():
    site = Site()
    ada = old_player(site, "Ada")
    match = site.started()
    assert ada.read("/v1/players/me")["name"] == "Ada"
    assert ada.post("/v1/games", {"ruleset": "base", "players": 3}).status_code == 201
    (token,) = ada.read(MINE)["tokens"]
    assert (token["scopes"], token["is_current"]) == (["read", "play", "account"], True)
    assert token["created_at"] == 7
    referee = old_player(site, "Referee", "organizer")
    seats = referee.read(match.path)["seats"]
    assert all(seat["resources"] is not None for seat in seats)
    assert "organize" in referee.read(MINE)["tokens"][0]["scopes"]


def test_an_old_token_is_rotated_like_others():
    site = Site()
    ada = old_player(site, "Ada")
    answer = ada.post(f"{MINE}/{id_of(ada)}/rotation")
    problem(ada.get("/v1/players/me"), 401, "auth/token_unknown")
    ada = Person(site.client, ada.player, answer.json["token"])
    assert len(ada.read(MINE)["tokens"]) == 1


def test_an_old_token_is_revoked_like_others():
    site = Site()
    ada = old_player(site, "Ada")
    tablet = another_device(ada)
    tablet.call("DELETE", MINE)
    problem(ada.get("/v1/players/me"), 401, "auth/token_unknown")
    assert len(tablet.read(MINE)["tokens"]) == 1


def test_an_old_player_is_erased_like_others():
    site = Site()
    ada = old_player(site, "Ada")
    ada.read("/v1/players/me")
    assert ada.call("DELETE", "/v1/players/me").status_code == 204
    assert [key for key in site.dump() if ada.player.encode() in key] == []
    assert sha256(ada.token.encode()).hexdigest() not in everything(site)
    problem(ada.get("/v1/players/me"), 401, "auth/token_unknown")
