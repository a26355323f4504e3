"""Quick games over HTTP: looking for a game, waiting for it, leaving."""

import threading
from typing import Any

import pytest

from tests.api.contract import Contract
from tests.api.kit import Person, Site

DUEL = {"ruleset": "duel"}
NONCE = "0123456789abcdef" * 2


@pytest.fixture(scope="module")
def contract() -> Contract:
    return Contract(Site().anonymous.read("/openapi.json"))


def seek(person: Person, contract: Contract, **body: Any) -> dict[str, Any]:
    answer = person.post("/v1/seeks", {**DUEL, **body})
    assert answer.status_code == 201, answer.data
    contract.check("POST /v1/seeks", answer.json, 201)
    found: dict[str, Any] = answer.json
    assert answer.headers["Location"] == f"/v1/seeks/{found['seek_id']}"
    return found


def read(person: Person, contract: Contract, found: dict[str, Any], query: str = "") -> Any:
    path = f"/v1/seeks/{found['seek_id']}{query}"
    return contract.read(person, path, "GET /v1/seeks/{seek_id}")


def test_two_strangers_find_each_other(contract: Contract):
    site = Site()
    ada, bob = site.players(2)
    first = seek(ada, contract, nonce=NONCE)
    assert (first["status"], first["game_id"], first["waiting"]) == ("waiting", None, 0)
    assert first["expires_at"] > first["posted_at"]
    second = seek(bob, contract)
    assert second["status"] == "matched"
    first = read(ada, contract, first, "?wait=60")
    assert first["game_id"] == second["game_id"]
    view = ada.read(f"/v1/games/{first['game_id']}")
    assert {one["player"] for one in view["seats"]} == {ada.player, bob.player}
    assert [one["nonce"] for one in view["seats"] if one["player"] == ada.player] == [NONCE]
    assert [one["status"] for one in contract.read(ada, "/v1/seeks")["seeks"]] == ["matched"]
    listed = site.anonymous.read("/v1/games")["games"]
    assert first["game_id"] not in [one["game_id"] for one in listed]


def test_a_waiting_answer_comes_when_the_game_starts(contract: Contract):
    with Site() as site, site.another_server() as other:
        ada, bob = site.players(2)
        first = seek(ada, contract)
        found: list[Any] = []
        waiting = threading.Thread(
            target=lambda: found.append(site.seeks.wait(ada.player, first["seek_id"], 60))
        )
        waiting.start()
        elsewhere = Person(other.client, bob.player, bob.token)
        second = seek(elsewhere, contract)
        waiting.join(60)
        assert [one.game for one in found] == [second["game_id"]]


def test_players_are_told_in_their_feed(contract: Contract):
    site = Site()
    ada, bob = site.players(2)
    first, second = seek(ada, contract), seek(bob, contract)
    for person, own in ((ada, first), (bob, second)):
        page = site.notices.store.page(person.player, 0, 10)
        bodies = [body.decode() for _, body in page.notices]
        assert any(own["seek_id"] in one and second["game_id"] in one for one in bodies)


def test_leaving_is_clean_and_a_match_is_named(contract: Contract):
    site = Site()
    ada, bob = site.players(2)
    first = seek(ada, contract)
    path = f"/v1/seeks/{first['seek_id']}"
    for _ in range(2):
        assert ada.call("DELETE", path).status_code == 204
    assert read(ada, contract, first)["status"] == "left"
    second, third = seek(bob, contract), seek(ada, contract)
    answer = bob.call("DELETE", f"/v1/seeks/{second['seek_id']}")
    assert (answer.status_code, answer.json["code"]) == (409, "seek/matched")
    assert answer.json["details"]["game_id"] == third["game_id"]


def test_a_repeated_request_makes_one_seek(contract: Contract):
    ada = Site().player()
    answers = [ada.post("/v1/seeks", DUEL, Idempotency_Key="k") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json["seek_id"] == answers[1].json["seek_id"]
    other = ada.post("/v1/seeks", {**DUEL, "rated": True}, Idempotency_Key="k")
    assert (other.status_code, other.json["code"]) == (422, "command/key_reused")
    again = ada.post("/v1/seeks", DUEL)
    assert (again.status_code, again.json["code"]) == (409, "seek/already_waiting")


def test_an_erased_player_is_not_seated(contract: Contract):
    site = Site()
    ada, bob = site.players(2)
    seek(ada, contract)
    assert ada.call("DELETE", "/v1/players/me").status_code == 204
    assert seek(bob, contract)["status"] == "waiting"


def test_a_seek_is_only_for_its_player():
    site = Site()
    ada, bob = site.players(2)
    path = "/v1/seeks/" + ada.post("/v1/seeks", DUEL).json["seek_id"]
    answer = bob.get(path)
    assert (answer.status_code, answer.json["code"]) == (404, "seek/unknown")
    for method in ("GET", "DELETE"):
        assert site.anonymous.call(method, path).status_code == 401
    assert bob.call("DELETE", path).status_code == 204, "there is nothing of theirs to delete"
    assert bob.read("/v1/seeks") == {"seeks": []}
    assert ada.read(path)["status"] == "waiting"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"ruleset": "chess"}, "ruleset/unknown"),
        ({"players": 1}, "body/bad_value"),
        ({"players": 3}, "options/players"),
        ({"clock": "none"}, "body/bad_value"),
        ({"clock": {"turn_seconds": 0}}, "options/bad_value"),
        ({"clock": {"hourglass": 3}}, "options/bad_value"),
        ({"options": {"clock": "live"}}, "options/contradictory"),
        ({"options": {"dragons": 1}}, "options/unknown"),
        ({"rated": True, "bots_after_seconds": 10}, "seek/bots_in_rated"),
        ({"rated": True, "options": {"target_points": 3}}, "rated/not_allowed"),
        ({"rating_band": {"below": -1}}, "body/bad_value"),
        ({"rating_band": {"between": 1}}, "body/bad_value"),
        ({"nonce": "xyz"}, "body/bad_value"),
        ({"nonce": NONCE + "\n"}, "body/bad_value"),
        ({"colour": "red"}, "body/unknown_field"),
    ],
)
def test_what_cannot_be_looked_for_is_refused(body: dict[str, Any], code: str):
    answer = Site().player().post("/v1/seeks", {**DUEL, **body})
    assert (answer.status_code, answer.json["code"]) == (422, code), answer.json


def test_bots_complete_the_table_when_the_seeker_allows_it(contract: Contract):
    site = Site()
    ada = site.player()
    found = seek(ada, contract, bots_after_seconds=0)
    site.seeks.sweep()
    found = read(ada, contract, found)
    assert found["status"] == "matched"
    seats = ada.read(f"/v1/games/{found['game_id']}")["seats"]
    assert sorted(one["bot"] or "" for one in seats) == ["", "planner"]
