"""What the house brings to every table: seats, bots, clocks, pauses and the end of a game."""

from domain import bots, clock, closing, expiry, lobby, pausing
from domain.messages import Event
from domain.rulebook import Rulebook

rulebook = Rulebook(
    lobby.rulebook,
    bots.rulebook,
    clock.rulebook,
    expiry.rulebook,
    pausing.rulebook,
    closing.rulebook,
)

PUBLIC: tuple[type[Event], ...] = (
    *lobby.PUBLIC,
    *bots.PUBLIC,
    *clock.PUBLIC,
    *expiry.PUBLIC,
    *pausing.PUBLIC,
    *closing.PUBLIC,
)
"""Facts that everybody may know in full."""
