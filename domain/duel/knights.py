"""Knights for trade cards: one a turn leaves the game, and the largest army may go with it."""

from collections.abc import Iterator
from typing import Final

from domain.base.awards import LARGEST_ARMY_FROM
from domain.base.events import LargestArmyAwarded
from domain.base.turn import require_no_choice_open
from domain.chance.draws import Chance
from domain.duel.commands import DiscardKnight
from domain.duel.events import KnightDiscarded
from domain.duel.state import MOST_TRADE_CARDS, Duel, opponent_of
from domain.duel.trade_cards import HandFull, take
from domain.ids import Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook

rulebook = Rulebook[Duel]()
decides = rulebook.decides
evolves = rulebook.evolves

FOR_A_KNIGHT: Final = 2


class NoKnightPlayed(RuleViolation):
    """You have no played knight to discard; play one first."""

    code = "knight/none_played"


class KnightDiscardedAlready(RuleViolation):
    """One knight a turn can be discarded for trade cards, and you have done so; wait a turn."""

    code = "knight/one_discard"


def can_discard_knight(state: Duel, seat: Seat) -> bool:
    """Whether a seat whose turn it is may give up a knight now."""
    return (
        not state.knight_discarded
        and state.knights[seat] > 0
        and state.trade_cards[seat] < MOST_TRADE_CARDS
    )


@decides(DiscardKnight)
def discard_knight(state: Duel, command: DiscardKnight, chance: Chance) -> Iterator[Event]:
    seat = command.seat
    require_no_choice_open(state, seat)
    if not can_discard_knight(state, seat):
        if state.knight_discarded:
            raise KnightDiscardedAlready("one knight a turn, and you have discarded one")
        if not state.knights[seat]:
            raise NoKnightPlayed("you have no played knight")
        raise HandFull(f"you hold {MOST_TRADE_CARDS} trade cards, and no more are allowed")
    yield KnightDiscarded(seat)
    yield from _return_army(state, seat)
    yield from take(state, seat, FOR_A_KNIGHT)


def _return_army(state: Duel, seat: Seat) -> Iterator[Event]:
    """Who is left with two knights, or only level, gives the largest army back."""
    left = state.knights[seat]
    level = left == state.knights[opponent_of(seat)]
    if state.largest_army == seat and (left < LARGEST_ARMY_FROM or level):
        yield LargestArmyAwarded(seat=None, knights=max(state.knights))


@evolves(KnightDiscarded)
def knight_discarded(state: Duel, event: KnightDiscarded) -> None:
    state.knights[event.seat] -= 1
    state.spent["knight"] += 1
    state.knight_discarded = True
    state.unsettled = True
