"""The Redis keys of webhooks and their outbox. All are in one slot, so every step is atomic."""

from typing import NamedTuple

from domain.ids import PlayerId

TAG = "{webhooks}"
HOOKS = f"{TAG}:hooks"
"""Hash: player → webhook."""
DUE = f"{TAG}:due"
"""Sorted set: players by the time (ms) at which their next delivery is due."""
DROPPED = f"{TAG}:dropped"
"""Hash: player → how many deliveries were dropped because too many were pending."""
NOTIFIED = f"{TAG}:told"
"""Hash: game → the last version that led to notices."""
POSITIONS = f"{TAG}:places"
"""Hash: partition → how far its index has been read."""
SHARED = (HOOKS, DUE, DROPPED)


class PlayerKeys(NamedTuple):
    """The keys of one player."""

    pending: str
    """Sorted set: deliveries by the time (ms) at which they are due."""
    deliveries: str
    """Hash: id → delivery."""
    finished: str
    """Sorted set: the latest finished deliveries by the time (ms) at which they finished."""
    busy: str
    """String that expires: the delivery that is being sent."""


def player_keys(player: PlayerId) -> PlayerKeys:
    return PlayerKeys(
        *(f"{TAG}:{name}:{player}" for name in ("pending", "deliveries", "finished", "busy"))
    )


def test_count_key(player: PlayerId) -> str:
    """The key of a string that expires: how many test deliveries a player has had lately."""
    return f"{TAG}:trials:{player}"
