"""What every table has: seats, bots, clocks, pauses and the end of a game."""

from domain.messages import Event
from domain.rulebook import Rulebook
from domain.table import bots, clocks, closing, expiry, lobby, pauses
from domain.table.state import Table

rulebook = Rulebook[Table](
    lobby.rulebook,
    bots.rulebook,
    clocks.rulebook,
    expiry.rulebook,
    pauses.rulebook,
    closing.rulebook,
)

PUBLIC: tuple[type[Event], ...] = (
    *lobby.PUBLIC,
    *bots.PUBLIC,
    *clocks.PUBLIC,
    *expiry.PUBLIC,
    *pauses.PUBLIC,
    *closing.PUBLIC,
)
"""Facts that everybody may know in full."""
