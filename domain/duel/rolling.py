"""The turn: two rolls with different sums, and what else is counted by the turn."""

from collections.abc import Iterator

from domain.base import turn
from domain.base.commands import RollDice
from domain.base.events import DiceRolled, TurnBegan
from domain.base.state import ROLL
from domain.base.turn import require, two_dice, what_falls
from domain.chance.draws import Chance
from domain.duel.events import RollRepeated
from domain.duel.state import Duel
from domain.messages import Event
from domain.rulebook import Rulebook

rulebook = Rulebook[Duel]()
decides = rulebook.decides
evolves = rulebook.evolves


@decides(RollDice)
def roll_dice(state: Duel, command: RollDice, chance: Chance) -> Iterator[Event]:
    """The second roll is repeated until its sum differs from the first; only the last counts."""
    seat, first = command.seat, state.first_roll
    require(state, seat, ROLL)
    draw, dice = chance.index, two_dice(chance)
    while first is not None and sum(dice) == sum(first):
        yield RollRepeated(seat, dice, draw)
        draw, dice = chance.index, two_dice(chance)
    yield from what_falls(state, DiceRolled(seat, dice, draw))


@evolves(RollRepeated)
def roll_repeated(state: Duel, event: RollRepeated) -> None:
    state.next_draw = event.draw + 1


@evolves(DiceRolled)
def dice_rolled(state: Duel, event: DiceRolled) -> None:
    turn.dice_rolled(state, event)
    if state.first_roll is None:
        state.first_roll = event.dice
        state.phase = ROLL
    else:
        state.rolled_twice = True


@evolves(TurnBegan)
def turn_began(state: Duel, event: TurnBegan) -> None:
    turn.turn_began(state, event)
    state.first_roll = None
    state.rolled_twice = False
    state.action_taken = False
    state.knight_discarded = False
    state.built = None


def still_to_roll(state: Duel) -> bool:
    """A turn has two rolls."""
    return not state.rolled_twice
