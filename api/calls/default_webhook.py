"""The one webhook of earlier releases: the same calls for the webhook with the id `default`."""

from typing import Any

from flask import Response
from msgspec.structs import asdict

from api.access.identity import require_player
from api.access.scopes import needs_scope
from api.calls.receivers import adding_receivers, deliveries_of, send_test
from api.calls.webhooks import find_webhook
from api.dependencies import dependencies
from api.openapi.annotations import deprecated, refuses_with
from api.schemas.webhooks import (
    DeliveriesSchema,
    DeliverySchema,
    NewWebhookSchema,
    WebhookSchema,
    WebhookWithSecretSchema,
)
from api.transport.arguments import Blueprint
from api.transport.errors import NoSuchPlayer, NoSuchWebhook, TooManyTests
from projections.notices.receivers import DEFAULT
from projections.notices.refusals import AddressRefused, BadUrl, TooManyPending, TooManyWebhooks

default_webhook = Blueprint(
    "webhook",
    __name__,
    url_prefix="/v1/players/me/webhook",
    description="The webhook `default`, as earlier releases had it; use the webhooks instead",
)

_replaced = deprecated(since="2026-11-18", sunset="2027-11-18", instead="/v1/players/me/webhooks")


@default_webhook.put("")
@default_webhook.arguments(NewWebhookSchema)
@default_webhook.response(200, WebhookWithSecretSchema)
@refuses_with(BadUrl, AddressRefused, TooManyWebhooks, NoSuchPlayer)
@needs_scope("account")
@_replaced
def set_my_webhook(body: dict[str, Any]) -> dict[str, Any]:
    """Set or replace your webhook `default`; its secret is shown only in this response"""
    with adding_receivers():
        return asdict(dependencies().receivers.put_default_webhook(require_player(), **body))


@default_webhook.get("")
@default_webhook.response(200, WebhookSchema)
@refuses_with(NoSuchWebhook)
@needs_scope("account")
@_replaced
def read_my_webhook() -> dict[str, Any]:
    """Your webhook `default`, without its secret"""
    return asdict(find_webhook(DEFAULT))


@default_webhook.delete("")
@default_webhook.response(204)
@needs_scope("account")
@_replaced
def delete_my_webhook() -> Response:
    """Delete your webhook `default` and all its deliveries"""
    dependencies().receivers.remove_webhook(require_player(), DEFAULT)
    return Response(status=204)


@default_webhook.get("/deliveries")
@default_webhook.response(200, DeliveriesSchema)
@refuses_with(NoSuchWebhook)
@needs_scope("account")
@_replaced
def list_my_deliveries() -> dict[str, Any]:
    """Deliveries to your webhook `default`: pending ones, and the latest that are done"""
    return deliveries_of(find_webhook(DEFAULT))


@default_webhook.post("/test")
@default_webhook.response(202, DeliverySchema)
@refuses_with(NoSuchWebhook, TooManyTests, TooManyPending)
@needs_scope("account")
@_replaced
def test_my_webhook() -> dict[str, Any]:
    """Send a delivery of kind `test` to your webhook `default`"""
    return send_test(find_webhook(DEFAULT))
