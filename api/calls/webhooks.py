"""Webhooks over HTTP: where a player wants to be called, and what has become of the calls."""

from typing import Any

from flask import Response
from msgspec.structs import asdict

from api.access.identity import player
from api.dependencies import services
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
    description="Being told of turns, offers and ends of games",
)


@webhooks.put("")
@webhooks.arguments(NewWebhookSchema)
@webhooks.response(200, WebhookWithSecretSchema)
def set_my_webhook(body: dict[str, Any]) -> dict[str, Any]:
    """Be called: set your webhook, in place of the one before; its secret is told only here"""
    webhook = services().webhooks.put(player(), **body)
    if services().accounts.find(player()) is None:
        # Erased while this call was on its way: nothing of him may stay.
        services().webhooks.forget(player())
        raise NoSuchPlayer("this player has just been erased", player=player())
    return asdict(webhook)


@webhooks.get("")
@webhooks.response(200, WebhookSchema)
def read_my_webhook() -> dict[str, Any]:
    """Your webhook, without its secret"""
    return asdict(_find())


@webhooks.delete("")
@webhooks.response(204)
def delete_my_webhook() -> Response:
    """Be called no more: your webhook and all its deliveries are deleted"""
    services().webhooks.forget(player())
    return Response(status=204)


@webhooks.get("/deliveries")
@webhooks.response(200, DeliveriesSchema)
def list_my_deliveries() -> dict[str, Any]:
    """What is on its way to you, and what has arrived or was given up lately"""
    _find()
    deliveries, dropped = services().webhooks.deliveries(player())
    return {"deliveries": [_shown(one) for one in deliveries], "dropped": dropped}


@webhooks.post("/test")
@webhooks.response(202, DeliverySchema)
def test_my_webhook() -> dict[str, Any]:
    """Have a delivery of kind `test` sent to you"""
    _find()
    if seconds := services().webhooks.count_test(player()):
        raise TooManyTests(
            "you have had enough tests for now; wait a moment",
            headers={"Retry-After": str(seconds)},
        )
    return _shown(services().webhooks.add_test_delivery(player()))


def _find() -> Webhook:
    webhook = services().webhooks.find(player())
    if webhook is None:
        raise NoSuchWebhook("you have no webhook")
    return webhook


def _shown(delivery: Delivery) -> dict[str, Any]:
    next_at = delivery.not_before if delivery.status == "pending" else None
    return {**asdict(delivery), "next_at": next_at}
