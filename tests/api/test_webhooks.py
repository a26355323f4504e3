"""Webhooks over HTTP: set, shown without the secret, tried, listed, and gone with their player."""

from typing import Any

import pytest

from projections.webhooks import outbox
from projections.webhooks.addresses import AddressPolicy
from projections.webhooks.player_webhooks import MOST_TESTS, TESTS_SECONDS
from projections.webhooks.webhook_store import WebhookStore
from tests.api.kit import Answer, Person, Site, problem
from tests.api.test_players import everything

HOOK = "/v1/players/me/webhook"
URL = "https://93.184.216.34/turns?of=ada"
SECRET = "a-secret-of-my-own-choosing"


def put(person: Person, **body: Any) -> Answer:
    return person.call("PUT", HOOK, json={"url": URL, **body})


def test_a_webhook_is_set_with_a_secret_that_is_told_only_once():
    ada = Site().player()
    answer = put(ada)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    webhook = answer.json
    assert (webhook["url"], webhook["kinds"]) == (URL, ["turn", "trade_offer", "game_over"])
    assert webhook["secret"].startswith("whsec_")
    shown = ada.read(HOOK)
    assert shown == {name: webhook[name] for name in ("url", "kinds", "created_at")}


def test_each_put_makes_a_new_secret_unless_one_is_given():
    ada = Site().player()
    secrets = {put(ada).json["secret"] for _ in range(3)}
    assert len(secrets) == 3
    assert put(ada, secret=SECRET, kinds=["turn"]).json["secret"] == SECRET
    assert ada.read(HOOK)["kinds"] == ["turn"]


def test_who_has_no_webhook_is_told_so():
    ada = Site().player()
    problem(ada.get(HOOK), 404, "webhook/unknown")
    problem(ada.get(f"{HOOK}/deliveries"), 404, "webhook/unknown")
    problem(ada.post(f"{HOOK}/test"), 404, "webhook/unknown")
    assert ada.call("DELETE", HOOK).status_code == 204


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"url": "http://127.0.0.1:8080/"}, "webhook/address_refused"),
        ({"url": "http://169.254.169.254/"}, "webhook/address_refused"),
        ({"url": "http://[::ffff:10.0.0.1]/"}, "webhook/address_refused"),
        ({"url": "ftp://example.org/"}, "webhook/bad_url"),
        ({"url": "https://ada:secret@example.org/"}, "webhook/bad_url"),
        ({"url": "https://example.org:25/"}, "webhook/bad_url"),
        ({"url": ""}, "body/bad_value"),
        ({"url": 7}, "body/bad_value"),
        ({"kinds": []}, "body/bad_value"),
        ({"kinds": ["turn", "turn"]}, "body/bad_value"),
        ({"kinds": ["test"]}, "body/bad_value"),
        ({"secret": "short"}, "body/bad_value"),
        ({"secret": "with spaces in it, so it is none"}, "body/bad_value"),
        ({"player": "u-other"}, "body/unknown_field"),
    ],
)
def test_what_cannot_be_a_webhook_is_refused_and_changes_nothing(body: Any, code: str):
    site = Site()
    ada = site.player()
    put(ada)
    before = site.dump()
    problem(put(ada, **body), 422, code)
    assert site.dump() == before


def test_a_setting_allows_private_addresses():
    ada = Site(address_policy=AddressPolicy(allow_private=True)).player()
    assert put(ada, url="http://127.0.0.1:8080/").status_code == 200


def test_a_test_is_put_in_the_outbox_and_listed():
    ada = Site().player()
    put(ada)
    answer = ada.post(f"{HOOK}/test")
    assert answer.status_code == 202
    listed = ada.read(f"{HOOK}/deliveries")
    assert listed == {"deliveries": [answer.json], "dropped": 0}
    delivery = answer.json
    assert (delivery["kind"], delivery["status"], delivery["attempts"]) == ("test", "pending", 0)
    assert set(delivery) == {
        "id",
        "kind",
        "game_id",
        "version",
        "status",
        "attempts",
        "created_at",
        "attempted_at",
        "next_at",
        "answer",
        "error",
    }


def test_too_many_tests_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(outbox, "MOST_PENDING", 1)
    ada = Site().player()
    put(ada)
    ada.post(f"{HOOK}/test")
    problem(ada.post(f"{HOOK}/test"), 409, "webhook/too_many_pending")
    assert ada.read(f"{HOOK}/deliveries")["dropped"] == 1


def test_tests_have_a_limit_of_their_own_on_all_servers_together():
    with Site() as site, site.another_server() as other:
        ada, ben = site.players(2)
        elsewhere = Person(other.client, ada.player, ada.token)
        for person in (ada, ben):
            put(person)
        for i in range(MOST_TESTS):
            who = ada if i % 2 else elsewhere
            assert who.post(f"{HOOK}/test").status_code == 202
        for who in (ada, elsewhere):
            refused = who.post(f"{HOOK}/test")
            problem(refused, 429, "webhook/too_many_tests")
            assert 1 <= int(refused.headers["Retry-After"]) <= TESTS_SECONDS
        assert len(ada.read(f"{HOOK}/deliveries")["deliveries"]) == MOST_TESTS
        assert ben.post(f"{HOOK}/test").status_code == 202


def test_a_new_webhook_is_no_way_around_the_limit_of_tests():
    site = Site()
    ada = site.player()
    for _ in range(MOST_TESTS):
        put(ada)
        assert ada.post(f"{HOOK}/test").status_code == 202
        ada.call("DELETE", HOOK)
    put(ada)
    problem(ada.post(f"{HOOK}/test"), 429, "webhook/too_many_tests")
    (key,) = site.redis.keys("*trials*")
    assert 0 < site.redis.ttl(key) <= TESTS_SECONDS
    site.redis.delete(key)
    assert ada.post(f"{HOOK}/test").status_code == 202


def test_deliveries_are_the_players_own():
    ada, ben = Site().players(2)
    for person in (ada, ben):
        put(person)
    ada.post(f"{HOOK}/test")
    assert ben.read(f"{HOOK}/deliveries")["deliveries"] == []


@pytest.mark.parametrize("path", [HOOK, "/v1/players/me"])
def test_a_deleted_webhook_leaves_nothing(path: str):
    site = Site()
    ada = site.player()
    put(ada)
    ada.post(f"{HOOK}/test")
    assert ada.call("DELETE", path).status_code == 204
    for trace in (URL, "whsec_", "deliveries"):
        assert trace.encode() not in everything(site)


def test_a_webhook_does_not_come_back_after_its_player_was_erased(
    monkeypatch: pytest.MonkeyPatch,
):
    """A call that was on its way may arrive when the player is gone already."""
    site = Site()
    ada = site.player()
    store = WebhookStore.put

    def slow(self: WebhookStore, *what: Any) -> None:
        site.accounts.erase(ada.player)
        store(self, *what)

    monkeypatch.setattr(WebhookStore, "put", slow)
    problem(put(ada), 404, "player/unknown")
    assert URL.encode() not in everything(site)
