"""Scopes over HTTP: every call of the service needs the scope that it should, and no other."""

from collections.abc import Iterator
from typing import Any

import pytest

from commands.accounts import SCOPES
from tests.api.kit import Match, Person, Site, problem

MINE = "/v1/players/me/tokens"
READ_TOO = {
    "/v1/games/{game_id}/ticket",
    "/v1/players/me/ticket",
    MINE + "/{token_id}",
    "/v1/reports",
}
"""Calls that change nothing for others, and so need no more than `read`."""
OF_THE_ACCOUNT = (
    "/v1/players/me/tokens",
    "/v1/players/me/device-codes",
    "/v1/players/me/webhook",
    "/v1/players/me/push-subscriptions",
)
OF_ORGANIZERS = "/v1/talk-reports"


@pytest.fixture(scope="module")
def match() -> Match:
    return Site().started()


def devices(match: Match) -> dict[str, Person]:
    """A device of the host for each scope alone."""
    host = match.site.player("Ref", role="organizer")
    found = {}
    for scope in SCOPES:
        made = host.post(MINE, {"name": scope, "scopes": [scope]})
        found[scope] = Person(host.client, host.player, made.json["token"])
    return found


def calls(match: Match) -> Iterator[tuple[str, str, str | None]]:
    """Every call of the API: method, path, and the scope that it needs; None if it is public."""
    document = match.site.anonymous.read("/openapi.json")
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method not in ("get", "post", "put", "patch", "delete"):
                continue
            if operation.get("security") == []:
                yield method.upper(), path, None
            else:
                yield method.upper(), path, expected_scope(method, path)


def expected_scope(method: str, path: str) -> str:
    if path in READ_TOO and method in ("post", "delete"):
        return "read"
    if path == "/v1/players/me" and method != "get":
        return "account"
    if path.startswith(OF_THE_ACCOUNT):
        return "account"
    if path.startswith(OF_ORGANIZERS):
        return "organize"
    return "read" if method == "get" else "play"


def test_every_call_takes_just_the_tokens_that_have_its_scope(match: Match):
    owners = devices(match)
    seen = set()
    for method, path, scope in calls(match):
        seen.add(scope)
        address = path.format_map(Names(match))
        for own, person in owners.items():
            # An unreadable body is refused only after the scope has been checked.
            answer = person.call(method, address, data=b"{", content_type="application/json")
            code = (answer.json or {}).get("code") if answer.is_json else None
            if scope is None or own == scope:
                assert code != "auth/scope_missing", (method, path, own)
            else:
                refused = problem(answer, 403, "auth/scope_missing")
                assert refused["details"] == {"scope": scope}, (method, path, own)
    assert seen >= {None, *SCOPES}


class Names(dict[str, str]):
    """A value for each part of an address."""

    def __init__(self, match: Match) -> None:
        super().__init__(game_id=match.game, player_id=match.people[0].player, ruleset="base")

    def __missing__(self, name: str) -> str:
        return "1"


def test_a_head_request_needs_what_a_read_needs(match: Match):
    owners = devices(match)
    assert owners["read"].call("HEAD", "/v1/players/me").status_code == 200
    assert owners["play"].call("HEAD", "/v1/players/me").status_code == 403


def test_no_token_gives_another_more_than_it_has_itself(match: Match):
    ada = match.site.player()
    helper = ada.post(MINE, {"name": "helper", "scopes": ["read", "account"]}).json
    person = Person(ada.client, ada.player, helper["token"])
    for wanted in (["play"], ["read", "organize"]):
        refused = problem(person.post(MINE, {"name": "x", "scopes": wanted}), 403)
        assert refused["code"] == "auth/scope_missing"
        problem(person.post("/v1/players/me/device-codes", {"scopes": wanted}), 403)
    problem(ada.post(MINE, {"name": "x", "scopes": ["organize"]}), 403, "auth/scope_missing")
    made = person.post(MINE, {"name": "x"}).json
    scopes = {one["token_id"]: one["scopes"] for one in ada.read(MINE)["tokens"]}
    assert scopes[made["token_id"]] == ["read", "account"]


def test_nor_does_it_take_over_a_stronger_one_by_rotation(match: Match):
    ada = match.site.player()
    (strong,) = ada.read(MINE)["tokens"]
    helper = ada.post(MINE, {"name": "helper", "scopes": ["read", "account"]}).json
    person = Person(ada.client, ada.player, helper["token"])
    answer = person.post(f"{MINE}/{strong['token_id']}/rotation")
    assert problem(answer, 403, "auth/scope_missing")["details"] == {"scope": "play"}
    assert ada.read("/v1/players/me")["name"] == "Ada"


def test_every_token_may_sign_itself_out_but_no_other(match: Match):
    ada = match.site.player()
    (own,) = ada.read(MINE)["tokens"]
    made = ada.post(MINE, {"name": "reader", "scopes": ["read"]}).json
    reader = Person(ada.client, ada.player, made["token"])
    refused = reader.call("DELETE", f"{MINE}/{own['token_id']}")
    assert problem(refused, 403, "auth/scope_missing")["details"] == {"scope": "account"}
    assert reader.call("DELETE", f"{MINE}/{made['token_id']}").status_code == 204
    problem(reader.get("/v1/players/me"), 401)


def test_an_organizer_without_the_scope_sees_what_everybody_sees(match: Match):
    referee = match.site.player("Ref", role="organizer")
    made = referee.post(MINE, {"name": "phone", "scopes": ["read", "play"]}).json
    phone = Person(referee.client, referee.player, made["token"])

    def hands(person: Person) -> list[Any]:
        return [seat["resources"] for seat in person.read(match.path)["seats"]]

    assert None not in hands(referee)
    assert hands(phone) == [None, None, None]
    problem(phone.get(match.path + "?as=organizer"), 403, "viewer/not_allowed")


@pytest.mark.parametrize("scopes", [[], ["read", "read"], ["everything"], "read", [1]])
def test_scopes_are_known_and_named_once(match: Match, scopes: Any):
    ada = match.site.player()
    problem(ada.post(MINE, {"name": "x", "scopes": scopes}), 422, "body/bad_value")
