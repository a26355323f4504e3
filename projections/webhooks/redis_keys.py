"""Where webhooks and their outbox are in Redis: in one slot, so that every step is atomic."""

from typing import NamedTuple

from domain.ids import PlayerId

TAG = "{webhooks}"
HOOKS = f"{TAG}:hooks"
"""Hash: player → webhook."""
DUE = f"{TAG}:due"
"""Sorted set: players by the time (ms) from which a delivery of theirs has to be looked after."""
DROPPED = f"{TAG}:dropped"
"""Hash: player → how many deliveries found no room in his outbox."""
TOLD = f"{TAG}:told"
"""Hash: game → the last version that somebody was told of."""
PLACES = f"{TAG}:places"
"""Hash: partition → how far its index has been read."""
SHARED = (HOOKS, DUE, DROPPED)


class Keys(NamedTuple):
    """The keys of one player."""

    pending: str
    """Sorted set: deliveries by the time (ms) from which they have to be looked after."""
    deliveries: str
    """Hash: id → delivery."""
    finished: str
    """Sorted set: the latest deliveries that are done with, by when (ms) they were."""
    busy: str
    """String that expires: the delivery that is on its way."""


def of(player: PlayerId) -> Keys:
    return Keys(
        *(f"{TAG}:{name}:{player}" for name in ("pending", "deliveries", "finished", "busy"))
    )


def trials_of(player: PlayerId) -> str:
    """String that expires: how many test deliveries a player has had lately."""
    return f"{TAG}:trials:{player}"
