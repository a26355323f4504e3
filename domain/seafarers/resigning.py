"""Leaving a game at sea: an open choice of who leaves is done with, those of others are not."""

from collections.abc import Iterable, Iterator

from domain.base import resigning
from domain.base.state import FOUNDING
from domain.chance.draws import Chance
from domain.ids import Seat
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.seafarers.gold import drop_claims, settle_claims
from domain.seafarers.rolling import go_on
from domain.seafarers.state import GOLD, Voyage
from domain.table.closing import Resign, SeatResigned
from domain.table.state import require_seat_in_play

rulebook = Rulebook[Voyage]()
decides = rulebook.decides
evolves = rulebook.evolves


@decides(Resign)
def resign(state: Voyage, command: Resign, chance: Chance) -> Iterator[Event]:
    require_seat_in_play(state, command.seat)
    if state.phase == GOLD:
        harvest_due = state.harvest_due
        yield from resigning.leave(state, command.seat)
        if len(state.playing) > 1:
            yield from settle_claims(state)
            yield from go_on(state, harvest_due=harvest_due)
    elif state.phase in state.hooks.own_phases and not state.turn:
        yield from resigning.leave(state, command.seat)
        if len(state.playing) > 1:
            yield from state.hooks.prepare_on(state, chance)
    else:
        yield from resigning.resign(state, command, chance)
    if len(state.playing) > 1:
        yield from state.hooks.on_left(state)


def nothing_prepared(state: Voyage, chance: Chance) -> Iterable[Event]:
    return ()


def nothing_follows(state: Voyage) -> Iterable[Event]:
    return ()


def nothing_kept(state: Voyage, seat: Seat) -> None:
    """The scenario keeps track of nothing that has to go."""


@evolves(SeatResigned)
def seat_resigned(state: Voyage, event: SeatResigned) -> None:
    resigning.seat_resigned_with_cards(state, event)
    if state.phase != FOUNDING and state.founding_order and not state.turn:
        # A choice that is open between two placements.
        resigning.leave_founding(state)
    if state.claims:
        drop_claims(state, tuple(claim for claim in state.claims if claim.seat != event.seat))
    state.hooks.forget_seat(state, event.seat)
