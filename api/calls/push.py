"""Web Push: the server's key, and the browsers and apps that get a player's notices by it."""

import secrets
from typing import Any

from flask import Response
from msgspec.structs import asdict

from api.access.identity import require_identity, require_player
from api.access.scopes import needs_scope
from api.calls.receivers import adding_receivers, deliveries_of, send_test
from api.dependencies import dependencies
from api.openapi.annotations import public, refuses_with
from api.schemas.push import (
    NewPushSubscriptionSchema,
    PushKeySchema,
    PushSubscriptionSchema,
    PushSubscriptionsSchema,
)
from api.schemas.webhooks import DeliveriesSchema, DeliverySchema
from api.transport.arguments import Blueprint
from api.transport.errors import NoSuchPlayer, NoSuchPushSubscription, TokenUnknown, TooManyTests
from eventlog.server_time import now_ms
from projections.notices.player_receivers import MOST_SUBSCRIPTIONS
from projections.notices.push_keys import read_auth_secret, read_subscriber_key
from projections.notices.receivers import PushSubscription
from projections.notices.refusals import (
    BadPushEndpoint,
    BadPushKey,
    TooManyPending,
    TooManyPushSubscriptions,
)

SUBSCRIPTIONS = "/players/me/push-subscriptions"

push = Blueprint(
    "push",
    __name__,
    url_prefix="/v1",
    description="Web Push: notices for browsers and apps, even while they are closed",
)


@push.get("/push-key")
@push.response(200, PushKeySchema)
@public
def read_push_key() -> dict[str, Any]:
    """The key that a browser needs to subscribe"""
    return {"public_key": dependencies().push_key.public}


@push.get(SUBSCRIPTIONS)
@push.response(200, PushSubscriptionsSchema)
@needs_scope("account")
def list_push_subscriptions() -> dict[str, Any]:
    """Your push subscriptions, on all your devices"""
    found = dependencies().receivers.subscriptions(require_player())
    return {"subscriptions": [_shown(one) for one in found], "most": MOST_SUBSCRIPTIONS}


@push.post(SUBSCRIPTIONS)
@push.arguments(NewPushSubscriptionSchema)
@push.response(201, PushSubscriptionSchema)
@refuses_with(BadPushKey, BadPushEndpoint, TooManyPushSubscriptions, NoSuchPlayer)
@needs_scope("account")
def add_push_subscription(body: dict[str, Any]) -> dict[str, Any]:
    """Send notices to this device: post what the browser's `pushManager.subscribe` gives you

    The subscription belongs to your token: when the token is revoked, it is deleted. A
    subscription with the same endpoint is replaced.
    """
    identity, keys = require_identity(), body["keys"]
    read_subscriber_key(keys["p256dh"])
    read_auth_secret(keys["auth"])
    subscription = PushSubscription(
        id=f"s-{secrets.token_hex(8)}",
        endpoint=body["endpoint"],
        p256dh=keys["p256dh"],
        auth=keys["auth"],
        kinds=tuple(body["kinds"]),
        lang=body["lang"],
        token_id=identity.token_id,
        created_at=now_ms(),
    )
    with adding_receivers():
        dependencies().receivers.add_subscription(require_player(), subscription)
    if not dependencies().accounts.is_valid(identity):
        # The token was revoked during this call: nothing of the device may stay.
        dependencies().receivers.forget_tokens(identity.player, [identity.token_id])
        raise TokenUnknown("this token has just been revoked")
    return _shown(subscription)


@push.delete(f"{SUBSCRIPTIONS}/<subscription_id>")
@push.response(204)
@needs_scope("account")
def delete_push_subscription(subscription_id: str) -> Response:
    """Send no more notices to a device"""
    dependencies().receivers.remove_subscription(require_player(), subscription_id)
    return Response(status=204)


@push.get(f"{SUBSCRIPTIONS}/<subscription_id>/deliveries")
@push.response(200, DeliveriesSchema)
@refuses_with(NoSuchPushSubscription)
@needs_scope("account")
def list_push_deliveries(subscription_id: str) -> dict[str, Any]:
    """Deliveries to a device: pending ones, and the latest that are done"""
    return deliveries_of(_find(subscription_id))


@push.post(f"{SUBSCRIPTIONS}/<subscription_id>/test")
@push.response(202, DeliverySchema)
@refuses_with(NoSuchPushSubscription, TooManyTests, TooManyPending)
@needs_scope("account")
def test_push_subscription(subscription_id: str) -> dict[str, Any]:
    """Send a message of kind `test` to a device"""
    return send_test(_find(subscription_id))


def _find(id: str) -> PushSubscription:
    for one in dependencies().receivers.subscriptions(require_player()):
        if one.id == id:
            return one
    raise NoSuchPushSubscription("you have no such push subscription")


def _shown(subscription: PushSubscription) -> dict[str, Any]:
    is_this_device = subscription.token_id == require_identity().token_id
    return {**asdict(subscription), "is_this_device": is_this_device}
