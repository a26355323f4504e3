"""Sends one delivery of the outbox to its webhook, and records the result."""

import logging
import time
from collections.abc import Callable
from typing import Protocol

from domain.ids import PlayerId
from domain.refusals import RuleViolation
from projections.webhooks.addresses import AddressPolicy, Target, read_url
from projections.webhooks.outbox import ClaimedDelivery, Outbox
from workers.webhooks.http_client import NotSent, post
from workers.webhooks.signing import DELIVERY, SIGNATURE, signature

logger = logging.getLogger(__name__)


class Send(Protocol):
    """Sends a request to one of the addresses of a target; returns the status."""

    def __call__(
        self, target: Target, addresses: list[str], headers: dict[str, str], body: bytes, /
    ) -> int: ...


class WebhookSender:
    """Sends deliveries. A delivery is sent once, unless its first sender died on the way."""

    def __init__(
        self,
        outbox: Outbox,
        address_policy: AddressPolicy,
        *,
        send: Send = post,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._outbox = outbox
        self._address_policy = address_policy
        self._send = send
        self._clock = clock

    def deliver(self, player: PlayerId, id: str) -> int | None:
        """Try a delivery; returns the seconds until the next try, None if there is none."""
        claimed = self._outbox.claim(player, id)
        if claimed is None:
            return None
        delivery, answer = claimed.delivery, None
        try:
            answer = self._post(claimed)
            error = "" if 200 <= answer < 300 else f"the answer was {answer}"
        except (NotSent, RuleViolation) as failure:
            error = str(failure)
        context = {"player": player, "game": delivery.game, "version": delivery.version}
        if not error:
            self._outbox.mark_delivered(player, delivery, answer or 0)
            logger.info("delivered %s", id, extra=context)
            return None
        again = self._outbox.mark_failed(player, delivery, error, answer)
        if again is None:
            logger.warning("gave up %s: %s", id, error, extra=context)
        else:
            logger.info("could not deliver %s: %s", id, error, extra=context)
        return again

    def _post(self, claimed: ClaimedDelivery) -> int:
        webhook, delivery = claimed.webhook, claimed.delivery
        target = read_url(webhook.url)
        addresses = self._address_policy.allowed_addresses(target)
        body = delivery.body.encode()
        headers = {
            DELIVERY: delivery.id,
            SIGNATURE: signature(webhook.secret, int(self._clock()), body),
        }
        return self._send(target, addresses, headers, body)
