"""Deliveries: notices that are sent to a receiver, and what has become of them."""

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from projections.notices.kinds import TEST, AnyKind
from projections.notices.notice import Notice
from projections.notices.receivers import Receiver

DeliveryStatus: TypeAlias = Literal["pending", "delivered", "given_up"]


class Delivery(Struct, frozen=True, omit_defaults=True):
    """A notice that is sent to one receiver, and what has become of it."""

    id: str
    kind: AnyKind
    body: str
    """The stored notice; its names and links are added when it is sent."""
    created_at: int
    not_before: int
    """The time (ms) of the next attempt."""
    game: str | None = None
    version: int | None = None
    status: DeliveryStatus = "pending"
    attempts: int = 0
    attempted_at: int | None = None
    answer: int | None = None
    """The HTTP status of the last answer, if there was one."""
    error: str | None = None
    """Why the last attempt failed."""


def delivery_for(receiver: Receiver, notice: Notice, now: int) -> Delivery | None:
    """Return the delivery of a notice to a receiver; None if it does not want one."""
    if notice.kind == TEST or notice.kind in receiver.kinds:
        return Delivery(notice.id, notice.kind, notice.body, now, now, notice.game, notice.version)
    return None if notice.otherwise is None else delivery_for(receiver, notice.otherwise, now)


def decode_delivery(stored: bytes) -> Delivery:
    return msgspec.json.decode(stored, type=Delivery)
