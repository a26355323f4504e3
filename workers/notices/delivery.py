"""Sends one delivery of the outbox to its receiver, and records the result."""

import logging
from typing import Protocol

from domain.refusals import RuleViolation
from projections.notices.addresses import AddressPolicy, Target
from projections.notices.outbox import ClaimedDelivery, Outbox
from projections.notices.receivers import OutboxName, PushSubscription
from workers.notices.http_client import Answer, NotSent, post
from workers.notices.messages import MessageWriter

GONE = (404, 410)
"""The answers of a push service to messages for a subscription that has ended (RFC 8030)."""
TOO_LARGE = 413

logger = logging.getLogger(__name__)


class Send(Protocol):
    """Sends a request to one of the addresses of a target."""

    def __call__(
        self, target: Target, addresses: list[str], headers: dict[str, str], body: bytes, /
    ) -> Answer: ...


class NoticeSender:
    """Sends deliveries. A delivery is sent once, unless its first sender died on the way."""

    def __init__(
        self,
        outbox: Outbox,
        address_policy: AddressPolicy,
        messages: MessageWriter,
        *,
        send: Send = post,
    ) -> None:
        self._outbox = outbox
        self._address_policy = address_policy
        self._messages = messages
        self._send = send

    def deliver(self, outbox: OutboxName, id: str) -> int | None:
        """Try a delivery; returns the seconds until the next try, None if there is none."""
        claimed = self._outbox.claim(outbox, id)
        if claimed is None:
            return None
        delivery = claimed.delivery
        context = {"player": outbox.player, "game": delivery.game, "version": delivery.version}
        try:
            answer = self._post(claimed)
        except (NotSent, RuleViolation) as failure:
            error, status, wait_seconds = str(failure), None, 0
        else:
            status, wait_seconds = answer.status, answer.wait_seconds
            error = "" if answer.is_success else f"the answer was {status}"
        if not error:
            self._outbox.mark_delivered(outbox, delivery, status or 0)
            logger.info("delivered %s", id, extra=context)
            return None
        if isinstance(claimed.receiver, PushSubscription):
            if status in GONE:
                self._outbox.receivers.remove(outbox.player, outbox.receiver)
                logger.info("a push subscription has ended: %s", error, extra=context)
                return None
            if status == TOO_LARGE:
                self._outbox.mark_given_up(outbox, delivery, error, status)
                logger.warning("gave up %s: %s", id, error, extra=context)
                return None
        again = self._outbox.mark_failed(outbox, delivery, error, status, wait_seconds)
        if again is None:
            logger.warning("gave up %s: %s", id, error, extra=context)
        else:
            logger.info("could not deliver %s: %s", id, error, extra=context)
        return again

    def _post(self, claimed: ClaimedDelivery) -> Answer:
        message = self._messages.write(claimed.receiver, claimed.delivery)
        addresses = self._address_policy.allowed_addresses(message.target)
        return self._send(message.target, addresses, message.headers, message.body)
