"""Push subscriptions over HTTP: made as a browser gives them, listed, tested, and gone."""

from typing import Any

import pytest

from projections.notices.player_receivers import MOST_SUBSCRIPTIONS, PlayerReceivers
from tests.api.kit import Person, Site, problem
from tests.api.test_players import everything
from tests.notices.subscriber import Subscriber, decoded, encoded

PATH = "/v1/players/me/push-subscriptions"
ENDPOINT = "https://93.184.216.34/push/abc"
SUBSCRIBER = Subscriber()


def subscription(endpoint: str = ENDPOINT, **more: Any) -> dict[str, Any]:
    return SUBSCRIBER.subscription(endpoint, **more)


def subscribe(person: Person, endpoint: str = ENDPOINT, **more: Any) -> Any:
    answer = person.post(PATH, subscription(endpoint, **more))
    assert answer.status_code == 201, answer.data
    return answer.json


def test_the_key_for_browsers_is_a_point_of_p_256():
    site = Site()
    key = site.anonymous.read("/v1/push-key")["public_key"]
    assert key == site.dependencies.push_key.public
    assert (len(decoded(key)), decoded(key)[0]) == (65, 4)


def test_what_a_browser_gives_is_taken_as_it_is():
    ada, ben = Site().players(2)
    made = subscribe(ada, lang="pl", kinds=["turn", "talk"])
    assert (made["endpoint"], made["lang"], made["kinds"]) == (ENDPOINT, "pl", ["turn", "talk"])
    assert made["is_this_device"]
    assert ada.read(PATH) == {"subscriptions": [made], "most": MOST_SUBSCRIPTIONS}
    assert "p256dh" not in made
    assert ben.read(PATH)["subscriptions"] == []
    problem(ben.post(f"{PATH}/{made['id']}/test"), 404, "push/unknown")
    ben.call("DELETE", f"{PATH}/{made['id']}")
    assert ada.post(f"{PATH}/{made['id']}/test").status_code == 202
    (delivery,) = ada.read(f"{PATH}/{made['id']}/deliveries")["deliveries"]
    assert (delivery["kind"], delivery["status"]) == ("test", "pending")
    assert ada.call("DELETE", f"{PATH}/{made['id']}").status_code == 204
    assert ada.read(PATH)["subscriptions"] == []


def test_the_same_endpoint_again_replaces_the_subscription():
    ada = Site().player()
    subscribe(ada)
    second = subscribe(ada, lang="pl")
    assert ada.read(PATH)["subscriptions"] == [second]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"endpoint": "http://93.184.216.34/x"}, "push/bad_endpoint"),
        ({"endpoint": "https://127.0.0.1/x"}, "push/bad_endpoint"),
        ({"endpoint": "nonsense"}, "push/bad_endpoint"),
        ({"keys": {"p256dh": encoded(bytes(65)), "auth": "A" * 22}}, "push/bad_key"),
        ({"keys": {"p256dh": encoded(b"\x04" + bytes(64)), "auth": "A" * 22}}, "push/bad_key"),
        ({"keys": {"p256dh": encoded(SUBSCRIBER.public), "auth": "A" * 23}}, "push/bad_key"),
        ({"keys": {"p256dh": "short", "auth": "A" * 22}}, "body/bad_value"),
        ({"keys": {"p256dh": encoded(SUBSCRIBER.public)}}, "body/bad_value"),
        ({"lang": "fr"}, "body/bad_value"),
        ({"kinds": []}, "body/bad_value"),
        ({"other": 1}, "body/unknown_field"),
    ],
)
def test_what_cannot_be_a_subscription_is_refused(change: Any, code: str):
    site = Site()
    ada = site.player()
    before = site.dump()
    problem(ada.post(PATH, {**subscription(), **change}), 422, code)
    assert site.dump() == before


def test_the_number_of_subscriptions_is_bounded():
    ada = Site().player()
    for i in range(MOST_SUBSCRIPTIONS):
        subscribe(ada, f"{ENDPOINT}/{i}")
    problem(ada.post(PATH, subscription()), 409, "push/too_many")
    subscribe(ada, f"{ENDPOINT}/0")


def test_an_erased_player_leaves_no_subscription():
    site = Site()
    ada = site.player()
    made = subscribe(ada)
    ada.post(f"{PATH}/{made['id']}/test")
    assert ada.call("DELETE", "/v1/players/me").status_code == 204
    for trace in (ENDPOINT, made["id"], "deliveries"):
        assert trace.encode() not in everything(site)


def test_a_lost_phone_that_is_cut_off_gets_nothing_more():
    site = Site()
    phone = site.player()
    answer = phone.post("/v1/players/me/tokens", {"name": "laptop"})
    assert answer.status_code == 201, answer.data
    laptop = Person(phone.client, phone.player, answer.json["token"])
    lost = subscribe(phone, f"{ENDPOINT}/phone")
    kept = subscribe(laptop, f"{ENDPOINT}/laptop")
    shown = laptop.read(PATH)["subscriptions"]
    assert [(one["id"], one["is_this_device"]) for one in shown] == [
        (lost["id"], False),
        (kept["id"], True),
    ]
    phone.post(f"{PATH}/{lost['id']}/test")
    own = phone.read("/v1/players/me/tokens")["tokens"]
    (token,) = (one["token_id"] for one in own if one["token_id"] != answer.json["token_id"])
    assert laptop.call("DELETE", f"/v1/players/me/tokens/{token}").status_code == 204
    assert [one["id"] for one in laptop.read(PATH)["subscriptions"]] == [kept["id"]]
    assert lost["id"].encode() not in everything(site)
    assert b"/phone" not in everything(site)


def test_a_device_that_is_cut_off_while_it_subscribes_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch,
):
    site = Site()
    ada = site.player()
    add = PlayerReceivers.add_subscription

    def slow(self: PlayerReceivers, *what: Any) -> None:
        (token,) = ada.read("/v1/players/me/tokens")["tokens"]
        assert ada.call("DELETE", f"/v1/players/me/tokens/{token['token_id']}").status_code == 204
        add(self, *what)

    monkeypatch.setattr(PlayerReceivers, "add_subscription", slow)
    problem(ada.post(PATH, subscription()), 401, "auth/token_unknown")
    assert ENDPOINT.encode() not in everything(site)


def test_a_token_that_may_only_play_changes_no_receivers():
    site = Site()
    ada = site.player()
    body = {"name": "toy", "scopes": ["play", "read"]}
    toy = Person(ada.client, ada.player, ada.post("/v1/players/me/tokens", body).json["token"])
    problem(toy.post(PATH, subscription()), 403, "auth/scope_missing")
    problem(toy.get("/v1/players/me/webhooks"), 403, "auth/scope_missing")
    assert toy.get("/v1/push-key").status_code == 200
