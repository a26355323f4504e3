"""What every table has: seats, bots, clocks, pauses and the end of a game."""

from domain.choices import ChoiceKind
from domain.messages import Command, Event
from domain.rulebook import Rulebook
from domain.table import (
    bots,
    changing_rules,
    clocks,
    closing,
    copying,
    expiry,
    invitations,
    lapsing,
    lobby,
    pauses,
    referee_actions,
    refereeing,
    replacing,
    reservations,
    rewinding,
)
from domain.table.state import Table

rulebook = Rulebook[Table](
    lobby.rulebook,
    invitations.rulebook,
    reservations.rulebook,
    lapsing.rulebook,
    bots.rulebook,
    clocks.rulebook,
    expiry.rulebook,
    pauses.rulebook,
    closing.rulebook,
    refereeing.rulebook,
    replacing.rulebook,
    rewinding.rulebook,
    changing_rules.rulebook,
    copying.rulebook,
)

PUBLIC: tuple[type[Event], ...] = (
    *lobby.PUBLIC,
    *invitations.PUBLIC,
    *reservations.PUBLIC,
    *lapsing.PUBLIC,
    *bots.PUBLIC,
    *clocks.PUBLIC,
    *expiry.PUBLIC,
    *pauses.PUBLIC,
    *closing.PUBLIC,
    *refereeing.PUBLIC,
    *replacing.PUBLIC,
    *rewinding.PUBLIC,
    *changing_rules.PUBLIC,
)
"""Facts that everybody may know in full."""

CHOICES: dict[type[Command], ChoiceKind[Table]] = {**lobby.CHOICES, **referee_actions.CHOICES}
"""Open choices before the start, and about referees."""
