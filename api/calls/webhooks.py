"""Webhooks: set the address that the server calls for a player, and read its deliveries."""

from typing import Any

from flask import Response
from msgspec.structs import asdict

from api.access.identity import require_player
from api.dependencies import dependencies
from api.schemas.webhooks import (
    DeliveriesSchema,
    DeliverySchema,
    NewWebhookSchema,
    WebhookSchema,
    WebhookWithSecretSchema,
)
from api.transport.arguments import Blueprint
from api.transport.errors import NoSuchPlayer, NoSuchWebhook, TooManyTests
from projections.webhooks.outbox import Delivery
from projections.webhooks.webhook_store import Webhook

webhooks = Blueprint(
    "webhooks",
    __name__,
    url_prefix="/v1/players/me/webhook",
    description="Webhooks for turns, trade offers and ends of games",
)


@webhooks.put("")
@webhooks.arguments(NewWebhookSchema)
@webhooks.response(200, WebhookWithSecretSchema)
def set_my_webhook(body: dict[str, Any]) -> dict[str, Any]:
    """Set or replace your webhook; its secret is shown only in this response"""
    webhook = dependencies().webhooks.put(require_player(), **body)
    if dependencies().accounts.find(require_player()) is None:
        # The player was erased during this call: nothing of theirs may stay.
        dependencies().webhooks.forget(require_player())
        raise NoSuchPlayer("this player has just been erased", player=require_player())
    return asdict(webhook)


@webhooks.get("")
@webhooks.response(200, WebhookSchema)
def read_my_webhook() -> dict[str, Any]:
    """Your webhook, without its secret"""
    return asdict(_find())


@webhooks.delete("")
@webhooks.response(204)
def delete_my_webhook() -> Response:
    """Delete your webhook and all its deliveries"""
    dependencies().webhooks.forget(require_player())
    return Response(status=204)


@webhooks.get("/deliveries")
@webhooks.response(200, DeliveriesSchema)
def list_my_deliveries() -> dict[str, Any]:
    """Deliveries that are pending, and those that lately arrived or were given up"""
    _find()
    deliveries, dropped = dependencies().webhooks.deliveries(require_player())
    return {"deliveries": [_delivery_fields(one) for one in deliveries], "dropped": dropped}


@webhooks.post("/test")
@webhooks.response(202, DeliverySchema)
def test_my_webhook() -> dict[str, Any]:
    """Send a delivery of kind `test` to your webhook"""
    _find()
    if seconds := dependencies().webhooks.count_test(require_player()):
        raise TooManyTests(
            "you have tested your webhook too often; wait a moment",
            headers={"Retry-After": str(seconds)},
        )
    return _delivery_fields(dependencies().webhooks.add_test_delivery(require_player()))


def _find() -> Webhook:
    webhook = dependencies().webhooks.find(require_player())
    if webhook is None:
        raise NoSuchWebhook("you have no webhook")
    return webhook


def _delivery_fields(delivery: Delivery) -> dict[str, Any]:
    next_at = delivery.not_before if delivery.status == "pending" else None
    return {**asdict(delivery), "next_at": next_at}
