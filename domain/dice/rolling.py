"""Rolling: all six dice, then any of them once or twice more, or stopping before."""

from collections.abc import Iterable, Iterator

from domain.chance.draws import Chance
from domain.dice.commands import Reroll, RollDice, StopRolling
from domain.dice.events import DiceRolled, RollingStopped
from domain.dice.sheet import DICE, FACES, ROLLS
from domain.dice.state import BUILDING, READY, ROLLED, Die, Game
from domain.dice.turn import require
from domain.ids import Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook

rulebook = Rulebook[Game]()
decides = rulebook.decides
evolves = rulebook.evolves


class NoSuchDie(RuleViolation):
    """There is no die of this number; dice are numbered from 0 to 5."""

    code = "dice/no_such_die"


class NoDiceChosen(RuleViolation):
    """Name at least one die to roll again; to roll none, stop rolling."""

    code = "dice/none_chosen"


class DieChosenTwice(RuleViolation):
    """The same die is named twice; name every die once."""

    code = "dice/chosen_twice"


def require_die(die: int) -> None:
    if not 0 <= die < DICE:
        raise NoSuchDie(f"dice go from 0 to {DICE - 1}", die=die)


@decides(RollDice)
def roll_dice(state: Game, command: RollDice, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, READY)
    yield _roll(state, command.seat, range(DICE), chance)


@decides(Reroll)
def reroll(state: Game, command: Reroll, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, ROLLED)
    if not command.dice:
        raise NoDiceChosen("name at least one die, or stop rolling")
    for die in command.dice:
        require_die(die)
    if len(set(command.dice)) < len(command.dice):
        raise DieChosenTwice("name every die only once")
    yield _roll(state, command.seat, sorted(command.dice), chance)


def _roll(state: Game, seat: Seat, dice: Iterable[int], chance: Chance) -> DiceRolled:
    """One draw for every die, labelled by turn, roll and die, whichever others are rolled."""
    draw, roll, rolled = chance.index, state.rolls + 1, tuple(dice)
    faces = tuple(
        FACES[chance.below(len(FACES), f"die:{state.turn}:{roll}:{die}")] for die in rolled
    )
    return DiceRolled(seat, roll, rolled, faces, draw, chance.index - draw)


@evolves(DiceRolled)
def dice_rolled(state: Game, event: DiceRolled) -> None:
    state.rolls = event.roll
    state.next_draw = event.draw + event.draws
    if state.phase == READY:
        state.dice = [Die(face) for face in event.faces]
    for die, face in zip(event.dice, event.faces, strict=True):
        state.dice[die].face = face
    state.phase = ROLLED if event.roll < ROLLS else BUILDING


@decides(StopRolling)
def stop_rolling(state: Game, command: StopRolling, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, ROLLED)
    yield RollingStopped(command.seat)


@evolves(RollingStopped)
def rolling_stopped(state: Game, event: RollingStopped) -> None:
    state.phase = BUILDING
