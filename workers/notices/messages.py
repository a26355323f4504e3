"""Messages: a notice as the request that its receiver gets, signed or encrypted."""

import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from presentation.notices import notice_text
from projections.notices.addresses import PORTS, Target, read_url
from projections.notices.deliveries import Delivery
from projections.notices.notice import Names, shown_notices
from projections.notices.push_keys import PushKey, topic_of
from projections.notices.receivers import PushSubscription, Receiver, Webhook
from workers.notices.push_encryption import LONGEST_MESSAGE, encrypt
from workers.notices.signing import DELIVERY, SIGNATURE, signature

PADDED_TO = 512
"""Messages to push services have a multiple of so many bytes before they are encrypted."""
DAY_SECONDS = 24 * 3600
TTL_SECONDS = {
    "trade_offer": 3600,
    "seek": 300,
    "talk": 3600,
    "test": 60,
}
"""For how long a push service keeps a message for a device that is away; others a day."""
CALM_KINDS = ("game_over", "talk")
"""The kinds that need not wake a sleeping phone."""


class Message(Struct, frozen=True):
    """A request that is ready to be sent."""

    target: Target
    headers: dict[str, str]
    body: bytes


class MessageWriter:
    """Turns deliveries into requests."""

    def __init__(
        self,
        names: Names,
        push_key: PushKey,
        contact: str | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._names = names
        self._push_key = push_key
        self._contact = contact
        self._clock = clock

    def write(self, receiver: Receiver, delivery: Delivery) -> Message:
        """Return the request for a delivery, with the names that players have now."""
        (notice,) = shown_notices([delivery.body], self._names)
        if isinstance(receiver, Webhook):
            return self._to_webhook(receiver, notice)
        return self._to_push_service(receiver, notice)

    def _to_webhook(self, webhook: Webhook, notice: Mapping[str, Any]) -> Message:
        body = msgspec.json.encode(notice)
        headers = {
            "Content-Type": "application/json",
            DELIVERY: notice["id"],
            SIGNATURE: signature(webhook.secret, int(self._clock()), body),
        }
        return Message(read_url(webhook.url), headers, body)

    def _to_push_service(
        self, subscription: PushSubscription, notice: Mapping[str, Any]
    ) -> Message:
        target = read_url(subscription.endpoint)
        kind = notice["kind"]
        content = _push_content(notice, subscription.lang)
        padded_to = min(-(-len(content) // PADDED_TO) * PADDED_TO, LONGEST_MESSAGE)
        body = encrypt(content, subscription.p256dh, subscription.auth, padded_to=padded_to)
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(TTL_SECONDS.get(kind, DAY_SECONDS)),
            "Urgency": "normal" if kind in CALM_KINDS else "high",
            "Authorization": self._push_key.authorization(
                _origin(target), int(self._clock()), self._contact
            ),
        }
        if "game_id" in notice:
            # A newer message replaces an older one of the same game that still waits.
            group = "talk" if kind == "talk" else "game"
            headers["Topic"] = topic_of(f"{group}/{notice['game_id']}")
        return Message(target, headers, body)


def _push_content(notice: Mapping[str, Any], language: str) -> bytes:
    """The notice with a title and a sentence. If it is too long, only what is needed to show it."""
    shown = {**notice, **notice_text(notice, language)._asdict()}
    content = msgspec.json.encode(shown)
    if len(content) <= LONGEST_MESSAGE:
        return content
    needed = ("id", "kind", "at", "game_id", "version", "title", "text", "links")
    return msgspec.json.encode({name: shown[name] for name in needed if name in shown})


def _origin(target: Target) -> str:
    host = f"[{target.host}]" if ":" in target.host else target.host
    port = "" if target.port == PORTS[target.scheme] else f":{target.port}"
    return f"{target.scheme}://{host}{port}"
