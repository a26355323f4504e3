"""What the release before stored goes on working: one webhook per player, and its deliveries."""

import json
from typing import Any

from domain.ids import PlayerId
from projections.notices.addresses import AddressPolicy
from projections.notices.kinds import TEST
from projections.notices.outbox import Outbox
from projections.notices.player_receivers import PlayerReceivers
from projections.notices.push_keys import PushKey
from projections.notices.receivers import DEFAULT, OutboxName, Webhook, read_outbox_name
from tests.api.kit import Person, Site
from tests.notices.receiver import is_signed, receiving
from tests.redises import Store
from workers.notices import jobs
from workers.notices.delivery import NoticeSender
from workers.notices.messages import MessageWriter

ID = "d-5a0d3c6f0b9e4c1d8a7f6e5d4c3b2a19"
BODY = {
    "id": ID,
    "kind": "turn",
    "at": 1_699_999_999_000,
    "game_id": "p07-x",
    "version": 42,
    "ruleset": "base",
    "seat": 1,
    "phase": "main",
    "links": {"game": "/v1/games/p07-x", "actions": "/v1/games/p07-x/actions"},
}
SECRET = "whsec_of_the_release_before"


def store_as_before(redis: Any, player: str, url: str) -> None:
    """Store a webhook and a pending delivery, byte by byte as the release before did."""
    webhook = {
        "url": url,
        "kinds": ["turn", "trade_offer", "game_over"],
        "secret": SECRET,
        "created_at": 1_700_000_000_000,
    }
    delivery = {
        "id": ID,
        "kind": "turn",
        "body": json.dumps(BODY),
        "created_at": 1_700_000_000_000,
        "not_before": 1_700_000_000_000,
        "game": "p07-x",
        "version": 42,
    }
    redis.hset("{webhooks}:hooks", player, json.dumps(webhook, separators=(",", ":")))
    redis.hset(f"{{webhooks}}:deliveries:{player}", ID, json.dumps(delivery))
    redis.zadd(f"{{webhooks}}:pending:{player}", {ID: 1_700_000_000_000})
    redis.zadd("{webhooks}:due", {player: 1_700_000_000_000})
    redis.hset("{webhooks}:dropped", player, 3)
    redis.hset("{webhooks}:told", "p07-x", 42)


def test_a_webhook_and_its_pending_deliveries_survive_the_update(store: Store):
    redis, ada = store.client(), PlayerId("u-ada")
    policy = AddressPolicy(allow_private=True)
    with receiving() as receiver:
        store_as_before(redis, ada, f"{receiver.url}/hook")
        outbox = Outbox(redis)
        sender = NoticeSender(outbox, policy, MessageWriter(lambda players: {}, PushKey(bytes(32))))
        ((name, id),) = outbox.take_due()
        assert (name, id) == (OutboxName(ada, DEFAULT), ID)
        assert sender.deliver(name, id) is None
        (call,) = receiver.calls
        assert call.id == ID
        assert call.payload == {**BODY, "names": {}}
        assert is_signed(call, SECRET)
    assert outbox.dropped(name) == 3
    receivers = PlayerReceivers(redis, policy)
    (webhook,) = receivers.webhooks(ada)
    assert (webhook.id, webhook.secret) == (DEFAULT, SECRET)
    assert receivers.add_test_delivery(ada, webhook).kind == TEST


def test_the_stored_webhook_is_migrated_when_it_is_read(store: Store):
    redis, ada = store.client(), PlayerId("u-ada")
    store_as_before(redis, ada, "https://example.org/")
    receivers = PlayerReceivers(redis, AddressPolicy(allow_private=True))
    before = receivers.webhooks(ada)
    assert redis.hget("{webhooks}:hooks", ada).startswith(b'[{"type":"webhook","id":"default"')
    assert receivers.webhooks(ada) == before
    assert isinstance(before[0], Webhook)


def test_the_calls_show_it(fake_store: Store):
    site = Site(fake_store.client())
    ada: Person = site.player()
    store_as_before(site.redis, ada.player, "https://93.184.216.34/")
    assert ada.read("/v1/players/me/webhook")["url"] == "https://93.184.216.34/"
    listed = ada.read("/v1/players/me/webhook/deliveries")
    assert [one["id"] for one in listed["deliveries"]] == [ID]
    assert listed["dropped"] == 3
    assert [one["id"] for one in ada.read("/v1/players/me/webhooks")["webhooks"]] == [DEFAULT]
    assert ada.call("DELETE", "/v1/players/me").status_code == 204
    assert b"whsec_" not in repr(site.dump()).encode()


def test_a_job_that_was_queued_before_is_for_the_default_webhook():
    called: list[Any] = []
    jobs.install(lambda outbox, id: called.append((outbox, id)))
    jobs.deliver("u-ada", ID)
    assert called == [(OutboxName(PlayerId("u-ada"), DEFAULT), ID)]
    assert read_outbox_name("u-ada/w-1") == OutboxName(PlayerId("u-ada"), "w-1")
