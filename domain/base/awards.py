"""What follows by itself: the special cards change hands, and the game is won."""

from collections.abc import Iterable, Iterator

from domain.base.events import LargestArmyAwarded, LongestRoadAwarded, VictoryCardsRevealed
from domain.base.state import DISCARD, FREE_ROADS, MAIN, ROLL, Game
from domain.ids import Seat
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.table.closing import GameWon

rulebook = Rulebook[Game]()
evolves = rulebook.evolves

LONGEST_ROAD_FROM = 5
LARGEST_ARMY_FROM = 3
WINNING_PHASES = frozenset({ROLL, DISCARD, FREE_ROADS, MAIN})
"""A knight that wins moves the robber and steals first."""


def aftermath(state: Game) -> Iterable[Event]:
    """Awards first, then victory: at once, but only on the own turn."""
    if state.unsettled and not state.outcome:
        return _settle(state)
    return _declare(state) if state.phase == ROLL else ()


def _settle(state: Game) -> Iterator[Event]:
    for award in state.hooks.awards:
        awarded = award(state)
        if awarded is not None:
            yield awarded
    if len(state.playing) == 1:
        yield from _won(state, state.playing[0])
    elif state.phase in WINNING_PHASES:
        yield from _declare(state)


def _declare(state: Game) -> tuple[Event, ...]:
    return _won(state, state.turn_seat) if state.hooks.won(state, state.turn_seat) else ()


def _won(state: Game, seat: Seat) -> tuple[Event, ...]:
    hidden = state.hooks.card_points(state, seat)
    won = GameWon(seats=(seat,), points=state.hooks.visible_points(state, seat) + hidden)
    return (VictoryCardsRevealed(seat, hidden), won) if hidden else (won,)


def longest_road(state: Game) -> Event | None:
    lengths, holder = state.road_lengths, state.longest_road
    new = holder_of(lengths, holder, LONGEST_ROAD_FROM)
    return None if new == holder else LongestRoadAwarded(seat=new, length=max(lengths))


def largest_army(state: Game) -> Event | None:
    knights, holder = state.knights, state.largest_army
    new = holder_of(knights, holder, LARGEST_ARMY_FROM)
    return None if new == holder else LargestArmyAwarded(seat=new, knights=max(knights))


def holder_of(values: list[int], holder: Seat | None, least: int) -> Seat | None:
    """The sole leader with at least this much; a holder who is still level with the best stays."""
    best = max(values) if values else 0
    if best < least:
        return None
    if holder is not None and values[holder] == best:
        return holder
    return Seat(values.index(best)) if values.count(best) == 1 else None


@evolves(VictoryCardsRevealed)
def victory_cards_revealed(state: Game, event: VictoryCardsRevealed) -> None:
    state.revealed[event.seat] = event.count


@evolves(LongestRoadAwarded)
def longest_road_awarded(state: Game, event: LongestRoadAwarded) -> None:
    state.longest_road = event.seat


@evolves(LargestArmyAwarded)
def largest_army_awarded(state: Game, event: LargestArmyAwarded) -> None:
    state.largest_army = event.seat
