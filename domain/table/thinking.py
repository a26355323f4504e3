"""Thinking time: how long a seat takes for its own decisions, without the wait for others.

The time of a seat runs while the game waits for it, perhaps among others: from the moment it is
asked until its own command. It stands still in a pause. Who has made an offer waits for answers,
and who has rolled a seven waits for discards: that time is the others'.
"""

from typing import Final

from msgspec import Struct

from domain.ids import Seat
from domain.messages import Event
from domain.table import bots, clocks, pauses, refereeing
from domain.table.bots import is_bot
from domain.table.expiry import DeadlinePassed
from domain.table.rewinding import GameRewound
from domain.table.state import CLOSED, LOBBY, MOVED, OVER, PAUSED, Table

NOT_IN_PLAY: Final = frozenset({"", LOBBY, OVER, CLOSED, MOVED, PAUSED})
NO_DECISIONS: Final = frozenset({*clocks.PUBLIC, *pauses.PUBLIC, *bots.PUBLIC, *refereeing.PUBLIC})
"""Facts about clocks, pauses, who moves and calls for a referee. A command that brings nothing
else decides nothing."""


def seats_asked(state: Table) -> tuple[Seat, ...]:
    """The seats whose time runs now."""
    if state.phase in NOT_IN_PLAY:
        return ()
    return tuple(state.ruleset.flow.to_act(state))


class DecisionTime(Struct, frozen=True):
    """How long (ms) a seat took for a decision that it made by a command of its own."""

    seat: Seat
    ms: int


class Thinking(Struct):
    """Whose time is running, and how much each of these seats has taken so far.

    A fold: every event once it was folded into the state, then the end of its commit.
    """

    at: int = 0
    """The time (ms) of the last event."""
    asked: tuple[Seat, ...] = ()
    spent: dict[Seat, int] = {}
    """By seat: for its present decision, what was before a pause included."""
    has_decided: bool = False
    """Whether the commit brings more than facts about clocks and pauses."""

    def apply(self, event: Event, at: int) -> None:
        """Let time pass up to an event."""
        for seat in self.asked:
            self.spent[seat] = self.spent.get(seat, 0) + at - self.at
        self.at = at
        if isinstance(event, GameRewound):
            # What went by until the rewind was nobody's time.
            self.spent.clear()
        if isinstance(event, DeadlinePassed):
            # The seat has decided nothing in this time.
            self.spent.pop(event.seat, None)
        if type(event) not in NO_DECISIONS:
            self.has_decided = True

    def finish(self, state: Table, actor: str) -> DecisionTime | None:
        """End a commit of this actor. Returns what its seat took, if the commit is a decision."""
        seat = _seat_of(state, actor) if self.has_decided else None
        taken = None if seat is None else self.spent.pop(seat, None)
        self.has_decided = False
        self.asked = seats_asked(state)
        if state.phase != PAUSED:
            self.spent = {one: self.spent.get(one, 0) for one in self.asked}
        return None if seat is None or taken is None else DecisionTime(seat, taken)


def _seat_of(state: Table, actor: str) -> Seat | None:
    """The seat for which an actor moved: that of a player, or one that a bot moves for."""
    for i, chair in enumerate(state.chairs):
        # Who stood in may have been sent away by the commit itself, so the id has to tell.
        if chair.player == actor or (is_bot(actor) and actor.endswith(f":{i}")):
            return Seat(i)
    return None
