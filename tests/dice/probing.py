"""What the laws need to know of the dice game."""

from collections.abc import Iterator
from itertools import combinations

from msgspec import to_builtins

from domain.choices import Choice
from domain.dice import commands as c
from domain.dice.sheet import CITIES, DICE, KNIGHTS, ROADS, SETTLEMENTS, Face
from domain.dice.state import Game
from domain.ids import Seat
from domain.messages import Command
from domain.ruleset import Action
from domain.table.closing import Resign
from tests.dice.kit import assert_conserved as assert_sheets_agree

SOME_FACES: tuple[Face, ...] = ("brick", "ore", "gold")
JOKER_FACES: tuple[Face | None, ...] = (None, *SOME_FACES)
VALUES = sorted({-1, 0, 2, 6, 31, *SETTLEMENTS, *CITIES, *KNIGHTS})


def assert_conserved(state: Game) -> None:
    if state.sheets and not state.outcome:
        assert_sheets_agree(state)


def tries(state: Game, seat: Seat) -> Iterator[Command]:
    """Every command of a seat, numbers out of range included."""
    for kind in (c.RollDice, c.StopRolling, c.EndTurn, Resign):
        yield kind(seat)
    yield from _rerolls(seat)
    yield from (c.Reroll(seat, dice) for dice in ((), (0, 0), (-1,), (DICE,)))
    dice = range(-1, DICE + 1)
    for die in dice:
        for knight in range(KNIGHTS[-1] + 2):
            yield from (c.UseJoker(seat, knight, die, face) for face in JOKER_FACES)
        yield from (c.ExchangeGold(seat, die, given, face) for given in dice for face in SOME_FACES)
    yield from (c.BuildRoad(seat, road) for road in range(-1, ROADS + 2))
    for build in (c.BuildSettlement, c.BuildCity, c.BuildKnight):
        yield from (build(seat, value) for value in VALUES)


def _rerolls(seat: Seat) -> Iterator[Command]:
    for size in range(1, DICE + 1):
        yield from (c.Reroll(seat, dice) for dice in combinations(range(DICE), size))


def short_forms(actions: list[Action]) -> list[Command]:
    """The face may be left out for a knight that gives only one."""
    return [
        c.UseJoker(action.seat, action.knight, action.die)
        for action in actions
        if isinstance(action, c.UseJoker) and action.knight != KNIGHTS[-1]
    ]


def spelled(state: Game, choice: Choice) -> list[Command]:
    """All commands within the bounds of an open choice."""
    if choice.command is c.Reroll:
        return list(_rerolls(choice.author))
    if choice.command is not c.ExchangeGold:
        return []
    bounds = to_builtins(state.ruleset.spell_out(state, choice).bounds)
    return [
        c.ExchangeGold(choice.author, die, given, face)
        for die in bounds["die"]["one_of"]
        for given in bounds["given"]["one_of"]
        for face in bounds["face"]["one_of"]
        if die != given
    ]
