"""Webhooks: addresses that the server calls for a player, and the deliveries to them."""

from typing import Any

from flask import Response
from msgspec.structs import asdict

from api.access.identity import require_player
from api.access.scopes import needs_scope
from api.calls.receivers import adding_receivers, deliveries_of, send_test
from api.dependencies import dependencies
from api.openapi.annotations import refuses_with
from api.schemas.webhooks import (
    DeliveriesSchema,
    DeliverySchema,
    NamedWebhookSchema,
    NamedWebhookWithSecretSchema,
    NewSecretSchema,
    NewWebhookSchema,
    WebhookChangeSchema,
    WebhooksSchema,
)
from api.transport.arguments import Blueprint
from api.transport.errors import NoSuchPlayer, NoSuchWebhook, TooManyTests
from projections.notices.player_receivers import MOST_WEBHOOKS
from projections.notices.receivers import Webhook
from projections.notices.refusals import AddressRefused, BadUrl, TooManyPending, TooManyWebhooks

webhooks = Blueprint(
    "webhooks",
    __name__,
    url_prefix="/v1/players/me/webhooks",
    description="Webhooks: the server calls you when something concerns you",
)


@webhooks.get("")
@webhooks.response(200, WebhooksSchema)
@needs_scope("account")
def list_webhooks() -> dict[str, Any]:
    """Your webhooks, without their secrets"""
    found = dependencies().receivers.webhooks(require_player())
    return {"webhooks": [asdict(one) for one in found], "most": MOST_WEBHOOKS}


@webhooks.post("")
@webhooks.arguments(NewWebhookSchema)
@webhooks.response(201, NamedWebhookWithSecretSchema)
@refuses_with(BadUrl, AddressRefused, TooManyWebhooks, NoSuchPlayer)
@needs_scope("account")
def add_webhook(body: dict[str, Any]) -> dict[str, Any]:
    """Add a webhook; its secret is shown only in this response"""
    with adding_receivers():
        return asdict(dependencies().receivers.add_webhook(require_player(), **body))


@webhooks.get("/<webhook_id>")
@webhooks.response(200, NamedWebhookSchema)
@refuses_with(NoSuchWebhook)
@needs_scope("account")
def read_webhook(webhook_id: str) -> dict[str, Any]:
    """One of your webhooks, without its secret"""
    return asdict(find_webhook(webhook_id))


@webhooks.patch("/<webhook_id>")
@webhooks.arguments(WebhookChangeSchema)
@webhooks.response(200, NamedWebhookSchema)
@refuses_with(BadUrl, AddressRefused, NoSuchWebhook)
@needs_scope("account")
def change_webhook(body: dict[str, Any], webhook_id: str) -> dict[str, Any]:
    """Change the address or the kinds of a webhook; pending deliveries go to the new address"""
    find_webhook(webhook_id)
    changed = dependencies().receivers.change_webhook(require_player(), webhook_id, **body)
    return asdict(_require(changed))


@webhooks.delete("/<webhook_id>")
@webhooks.response(204)
@needs_scope("account")
def delete_webhook(webhook_id: str) -> Response:
    """Delete a webhook and all its deliveries"""
    dependencies().receivers.remove_webhook(require_player(), webhook_id)
    return Response(status=204)


@webhooks.post("/<webhook_id>/secret")
@webhooks.arguments(NewSecretSchema)
@webhooks.response(200, NamedWebhookWithSecretSchema)
@refuses_with(NoSuchWebhook)
@needs_scope("account")
def rotate_webhook_secret(body: dict[str, Any], webhook_id: str) -> dict[str, Any]:
    """Give a webhook another secret; it is shown only in this response"""
    changed = dependencies().receivers.rotate_secret(require_player(), webhook_id, body["secret"])
    return asdict(_require(changed))


@webhooks.get("/<webhook_id>/deliveries")
@webhooks.response(200, DeliveriesSchema)
@refuses_with(NoSuchWebhook)
@needs_scope("account")
def list_webhook_deliveries(webhook_id: str) -> dict[str, Any]:
    """Deliveries that are pending, and those that lately arrived or were given up"""
    return deliveries_of(find_webhook(webhook_id))


@webhooks.post("/<webhook_id>/test")
@webhooks.response(202, DeliverySchema)
@refuses_with(NoSuchWebhook, TooManyTests, TooManyPending)
@needs_scope("account")
def test_webhook(webhook_id: str) -> dict[str, Any]:
    """Send a delivery of kind `test` to a webhook"""
    return send_test(find_webhook(webhook_id))


def find_webhook(id: str) -> Webhook:
    """A webhook of the player who calls. Raise if they have no such webhook."""
    found = dependencies().receivers.webhooks(require_player())
    return _require(next((one for one in found if one.id == id), None))


def _require(webhook: Webhook | None) -> Webhook:
    if webhook is None:
        raise NoSuchWebhook("you have no such webhook")
    return webhook
