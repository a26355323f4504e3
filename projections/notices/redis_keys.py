"""The Redis keys of notices. All are in one slot, so every step is atomic."""

from typing import NamedTuple

from domain.ids import PlayerId
from projections.notices.receivers import OutboxName

# The tag and some names are older than the personal feed; stored keys keep their names.
TAG = "{webhooks}"
RECEIVERS = f"{TAG}:hooks"
"""Hash: player → their receivers."""
DUE = f"{TAG}:due"
"""Sorted set: receivers by the time (ms) at which their next delivery is due."""
DROPPED = f"{TAG}:dropped"
"""Hash: receiver → how many deliveries were dropped because too many were pending."""
NOTIFIED = f"{TAG}:told"
"""Hash: game → the last version that led to notices."""
POSITIONS = f"{TAG}:places"
"""Hash: partition → how far its index has been read."""
FOLLOWER = f"{TAG}:follower"
"""String that expires: the worker that follows the ledger."""
ERASED = f"{TAG}:erased"
"""Set: players who were erased and get no more notices."""
LAST_NUMBERS = f"{TAG}:numbers"
"""Hash: player → the number of their last notice."""
NEWS = f"{TAG}:news"
"""Stream, trimmed: players with a new notice, each with its number."""


class OutboxKeys(NamedTuple):
    """The keys of one receiver's outbox."""

    pending: str
    """Sorted set: deliveries by the time (ms) at which they are due."""
    deliveries: str
    """Hash: id → delivery."""
    finished: str
    """Sorted set: the latest finished deliveries by the time (ms) at which they finished."""
    busy: str
    """String that expires: the delivery that is being sent."""


def outbox_keys(outbox: OutboxName) -> OutboxKeys:
    return OutboxKeys(
        *(f"{TAG}:{name}:{outbox}" for name in ("pending", "deliveries", "finished", "busy"))
    )


def test_count_key(player: PlayerId) -> str:
    """The key of a string that expires: how many test deliveries a player has had lately."""
    return f"{TAG}:trials:{player}"


class FeedKeys(NamedTuple):
    """The keys of one player's feed."""

    notices: str
    """Hash: id → notice."""
    order: str
    """Sorted set: ids of notices by their numbers, which count from 1 without gaps."""


def feed_keys(player: PlayerId) -> FeedKeys:
    return FeedKeys(f"{TAG}:feed:{player}", f"{TAG}:feed-order:{player}")
