"""Turning final dice: by the joker of a knight, or by two gold dice for one resource."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.chance.draws import Chance
from domain.dice.commands import ExchangeGold, UseJoker
from domain.dice.events import GoldExchanged, JokerUsed
from domain.dice.rolling import require_die
from domain.dice.sheet import GOLD, ISLAND, KNIGHTS, Face
from domain.dice.state import BUILDING, Game, Sheet
from domain.dice.turn import require
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.short_forms import the_only

rulebook = Rulebook[Game]()
decides = rulebook.decides
completes = rulebook.completes
evolves = rulebook.evolves


class DieNotFree(RuleViolation):
    """This die has paid for something or was given away; it is back in the next turn."""

    code = "dice/not_free"


class DieShowsItAlready(RuleViolation):
    """The die shows this face already; there is nothing to turn."""

    code = "dice/same_face"


class NotGold(RuleViolation):
    """Both dice of an exchange have to show gold; `details.die` does not."""

    code = "dice/not_gold"


class SameDie(RuleViolation):
    """An exchange takes two different gold dice."""

    code = "dice/same_die"


class GoldForGold(RuleViolation):
    """Gold is exchanged for one of the five building resources."""

    code = "dice/gold_for_gold"


class NoSuchKnight(RuleViolation):
    """The sheet has no knight of this value; knights go from 1 to 6."""

    code = "joker/no_such_knight"


class KnightNotBuilt(RuleViolation):
    """Set up this knight before you use its joker."""

    code = "joker/knight_not_built"


class JokerUsedAlready(RuleViolation):
    """The joker of this knight has been used; every knight has only one."""

    code = "joker/used"


class FaceNotNamed(RuleViolation):
    """This joker gives any resource; name the face that the die shall show."""

    code = "joker/face_missing"


class WrongJoker(RuleViolation):
    """The joker of this knight gives another resource, the one in `details.face`."""

    code = "joker/other_face"


def jokers(sheet: Sheet) -> list[int]:
    """The values of the knights that stand and whose joker is unused."""
    return [
        value for i, value in enumerate(KNIGHTS[: sheet.knights]) if not sheet.jokers_used >> i & 1
    ]


def gold_dice(state: Game) -> list[int]:
    """The dice that can still be exchanged."""
    return [i for i, die in enumerate(state.dice) if die.face == GOLD and die.use == "free"]


@decides(UseJoker)
def use_joker(state: Game, command: UseJoker, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, BUILDING)
    sheet, knight = state.sheets[command.seat], command.knight
    if knight not in KNIGHTS:
        raise NoSuchKnight(f"knights go from {KNIGHTS[0]} to {KNIGHTS[-1]}", knight=knight)
    if knight not in KNIGHTS[: sheet.knights]:
        raise KnightNotBuilt("this knight does not stand yet", knight=knight)
    if knight not in jokers(sheet):
        raise JokerUsedAlready("this joker has been used", knight=knight)
    face = _target(knight, command.face)
    _require_free(state, command.die)
    if state.dice[command.die].face == face:
        raise DieShowsItAlready(f"that die shows {face} already", die=command.die)
    yield JokerUsed(command.seat, knight, command.die, face)


@completes(UseJoker)
def name_face(state: Game, command: UseJoker) -> UseJoker:
    """The face need not be named if the joker gives only one."""
    if command.knight not in KNIGHTS:
        return command
    return replace(command, face=the_only(_targets(command.knight), command.face))


def _target(knight: int, named: Face | None) -> Face:
    """What a joker turns a die to."""
    targets = _targets(knight)
    face = the_only(targets, named)
    if face is None:
        raise FaceNotNamed("name the face that the die shall show", knight=knight)
    if face not in targets:
        raise WrongJoker(f"this joker gives {targets[0]}", knight=knight, face=targets[0])
    return face


def _targets(knight: int) -> tuple[Face, ...]:
    return ISLAND.knights[KNIGHTS.index(knight)].targets


def _require_free(state: Game, die: int) -> None:
    require_die(die)
    if state.dice[die].use != "free":
        raise DieNotFree("that die cannot be used any more this turn", die=die)


@evolves(JokerUsed)
def joker_used(state: Game, event: JokerUsed) -> None:
    state.sheets[event.seat].jokers_used |= 1 << KNIGHTS.index(event.knight)
    state.dice[event.die].face = event.face


@decides(ExchangeGold)
def exchange_gold(state: Game, command: ExchangeGold, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, BUILDING)
    for die in (command.die, command.given):
        _require_free(state, die)
        if state.dice[die].face != GOLD:
            raise NotGold("two dice that show gold are exchanged", die=die)
    if command.die == command.given:
        raise SameDie("an exchange takes two different dice")
    if command.face == GOLD:
        raise GoldForGold("exchange gold for another resource")
    yield GoldExchanged(command.seat, command.die, command.given, command.face)


@evolves(GoldExchanged)
def gold_exchanged(state: Game, event: GoldExchanged) -> None:
    state.dice[event.die].face = event.face
    state.dice[event.given].use = "void"
