"""Receivers: where a player's notices are sent to. Each is a webhook or a push subscription."""

from typing import Literal, NamedTuple, TypeAlias, get_args

from msgspec import Struct

from domain.ids import PlayerId
from projections.notices.kinds import Kind

DEFAULT = "default"
"""The id of the webhook that a player has without naming it."""
Language: TypeAlias = Literal["en", "pl"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


class Webhook(Struct, frozen=True, tag="webhook"):
    """An address that gets signed requests."""

    id: str
    url: str
    kinds: tuple[Kind, ...]
    secret: str
    created_at: int


class PushSubscription(Struct, frozen=True, tag="push"):
    """A browser or an app that gets encrypted messages through its push service (RFC 8030)."""

    id: str
    endpoint: str
    p256dh: str
    """The public key of the subscriber, in base64url."""
    auth: str
    """The secret that the subscriber shares with the server, in base64url."""
    kinds: tuple[Kind, ...]
    lang: Language
    token_id: str
    """The token of the device. When it is revoked, the subscription is deleted."""
    created_at: int


Receiver: TypeAlias = Webhook | PushSubscription


class OutboxName(NamedTuple):
    """The name of a receiver's outbox. That of the default webhook is the player's id alone."""

    player: PlayerId
    receiver: str

    def __str__(self) -> str:
        return self.player if self.receiver == DEFAULT else f"{self.player}/{self.receiver}"


def read_outbox_name(text: str) -> OutboxName:
    player, _, receiver = text.partition("/")
    return OutboxName(PlayerId(player), receiver or DEFAULT)
