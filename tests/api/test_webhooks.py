"""Webhooks over HTTP: set, shown without the secret, tried, listed, and gone with their player."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.ids import PlayerId
from projections.notices import notice_store
from projections.notices.addresses import AddressPolicy
from projections.notices.player_receivers import MOST_TESTS, MOST_WEBHOOKS, TESTS_SECONDS
from projections.notices.receiver_store import ReceiverStore
from tests.api.kit import Answer, Person, Site, problem
from tests.api.test_players import everything

HOOK = "/v1/players/me/webhook"
URL = "https://93.184.216.34/turns?of=ada"
USUAL = ["turn", "trade_offer", "game_over", "invitation", "seek", "rematch"]
USUAL += ["tournament", "referee_call"]
HOOKS = "/v1/players/me/webhooks"
SECRET = "a-secret-of-my-own-choosing"


def put(person: Person, **body: Any) -> Answer:
    return person.call("PUT", HOOK, json={"url": URL, **body})


def test_a_webhook_is_set_with_a_secret_that_is_told_only_once():
    ada = Site().player()
    answer = put(ada)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    webhook = answer.json
    assert (webhook["url"], webhook["kinds"]) == (URL, USUAL)
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
        ({"secret": "with-a-line-break-at-the-end\n"}, "body/bad_value"),
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
    monkeypatch.setattr(notice_store, "MOST_PENDING", 1)
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


def erase_by_call(site: Site, person: Person) -> None:
    assert person.call("DELETE", "/v1/players/me").status_code == 204


def erase_account_alone(site: Site, person: Person) -> None:
    site.accounts.erase(PlayerId(person.player))


@pytest.mark.parametrize("erase", [erase_by_call, erase_account_alone])
def test_a_webhook_does_not_come_back_after_its_player_was_erased(
    erase: Callable[[Site, Person], None],
    monkeypatch: pytest.MonkeyPatch,
):
    """A call that was on its way may arrive when the player is gone already."""
    site = Site()
    ada = site.player()
    change = ReceiverStore.change

    def slow(self: ReceiverStore, *what: Any) -> None:
        monkeypatch.setattr(ReceiverStore, "change", change)
        erase(site, ada)
        change(self, *what)

    monkeypatch.setattr(ReceiverStore, "change", slow)
    problem(put(ada), 404, "player/unknown")
    assert URL.encode() not in everything(site)


def add(person: Person, **body: Any) -> Any:
    answer = person.post(HOOKS, {"url": URL, **body})
    assert answer.status_code == 201, answer.data
    return answer.json


def test_a_player_may_have_several_webhooks():
    ada, ben = Site().players(2)
    first, second = add(ada), add(ada, url="https://93.184.216.34/2", kinds=["talk"])
    assert first["id"] != second["id"]
    assert first["secret"] != second["secret"]
    listed = ada.read(HOOKS)
    assert listed["most"] == MOST_WEBHOOKS
    assert [one["url"] for one in listed["webhooks"]] == [URL, "https://93.184.216.34/2"]
    assert "secret" not in listed["webhooks"][0]
    assert ada.read(f"{HOOKS}/{second['id']}")["kinds"] == ["talk"]
    assert ben.read(HOOKS)["webhooks"] == []
    for path in ("", "/deliveries"):
        problem(ben.get(f"{HOOKS}/{first['id']}{path}"), 404, "webhook/unknown")
    problem(ben.post(f"{HOOKS}/{first['id']}/test"), 404, "webhook/unknown")
    problem(ben.post(f"{HOOKS}/{first['id']}/secret", {}), 404, "webhook/unknown")
    ben.call("DELETE", f"{HOOKS}/{first['id']}")
    assert ada.call("DELETE", f"{HOOKS}/{first['id']}").status_code == 204
    assert [one["id"] for one in ada.read(HOOKS)["webhooks"]] == [second["id"]]


def test_the_number_of_webhooks_is_bounded():
    ada = Site().player()
    for _ in range(MOST_WEBHOOKS):
        add(ada)
    problem(ada.post(HOOKS, {"url": URL}), 409, "webhook/too_many")
    problem(put(ada), 409, "webhook/too_many")
    assert len(ada.read(HOOKS)["webhooks"]) == MOST_WEBHOOKS


def test_a_webhook_is_changed_and_keeps_the_rest():
    ada = Site().player()
    webhook = add(ada, secret=SECRET)
    path = f"{HOOKS}/{webhook['id']}"
    assert ada.call("PATCH", path, json={"kinds": ["turn"]}).json["kinds"] == ["turn"]
    changed = ada.call("PATCH", path, json={"url": "https://93.184.216.34/new"}).json
    assert (changed["url"], changed["kinds"]) == ("https://93.184.216.34/new", ["turn"])
    assert "secret" not in changed
    assert changed["created_at"] == webhook["created_at"]
    problem(ada.call("PATCH", path, json={}), 422, "body/missing_field")
    problem(
        ada.call("PATCH", path, json={"url": "http://127.0.0.1:8080/"}),
        422,
        "webhook/address_refused",
    )
    problem(ada.call("PATCH", f"{HOOKS}/w-none", json={"url": URL}), 404, "webhook/unknown")


def test_a_secret_is_rotated():
    ada = Site().player()
    path = f"{HOOKS}/{add(ada)['id']}/secret"
    secrets = {ada.post(path, {}).json["secret"] for _ in range(2)}
    assert len(secrets) == 2
    assert ada.post(path, {"secret": SECRET}).json["secret"] == SECRET
    problem(ada.post(path, {"secret": "short"}), 422, "body/bad_value")


def test_the_webhook_of_earlier_calls_is_the_one_with_the_id_default():
    ada = Site().player()
    put(ada)
    other = add(ada)
    assert [one["id"] for one in ada.read(HOOKS)["webhooks"]] == ["default", other["id"]]
    assert ada.post(f"{HOOKS}/default/test").status_code == 202
    assert len(ada.read(f"{HOOK}/deliveries")["deliveries"]) == 1
    assert ada.read(f"{HOOKS}/{other['id']}/deliveries")["deliveries"] == []
    assert ada.call("DELETE", HOOK).status_code == 204
    assert [one["id"] for one in ada.read(HOOKS)["webhooks"]] == [other["id"]]
