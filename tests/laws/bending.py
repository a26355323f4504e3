"""Commands bent out of shape: with sensible values in their fields, absurd ones and wrong types."""

from collections.abc import Iterator
from functools import cache
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.cards import RESOURCES
from domain.choices import Choice
from domain.ids import PlayerId
from domain.messages import Command
from domain.table.challenges import Challenge
from domain.table.copying import Position
from domain.table.lobby import OpenGame
from domain.table.state import CopiedFrom, Table
from domain.table.tournament_link import TournamentTable
from tests.games import SETUPS_OF

NUMBERS = (-(10**30), -96, -2, -1, 0, 1, 2, 3, 4, 5, 6, 19, 53, 54, 71, 72, 2**31, 2**63, 10**30)
NO_NUMBERS: tuple[object, ...] = (True, False, 1.0, "1", None, [], {})
TEXTS = ("", "x", "red", "planner", "unknown", "gold", "0" * 32, "\x00", "\ud800", "x" * 300)
NO_TEXTS: tuple[object, ...] = (0, True, None, b"red", ["red"])
NO_CARDS: tuple[object, ...] = (
    None,
    [],
    "ore",
    {"ore": 0},
    {"ore": -1},
    {"ore": True},
    {"ore": 1.0},
    {"ore": "1"},
    {"ore": None},
    {"ore": 10**30},
    {"gold": 1},
    {"unknown": 1},
    {"": 1},
    {0: 1},
)
NO_TUPLES: tuple[object, ...] = ((True,), (0, 0), (-1,), (1.0,), ("1",), (None,), (10**30,), 0)
CHALLENGES: tuple[object, ...] = (
    Challenge("", 0, 1),
    Challenge("one", 2, 1),
    Challenge("one", -2, -1),
    Challenge(1, 0, 1),
    Challenge("one", True, 2),
    {"name": "one", "opens_at": 0, "closes_at": 1},
)
POSITIONS: tuple[object, ...] = (
    Position({}, ()),
    Position({}, ("red",) * 9),
    Position({"board": 7}, ("red", "blue", "white")),
    Position({}, ("red", 1, None)),  # type: ignore[arg-type]  # as one who does not look
    Position([], ("red", "blue", "white")),  # type: ignore[arg-type]
    {"options": {}, "colours": ["red", "blue", "white"]},
)
"""None of them is a position: no copy begins with them."""


def bent(state: Table, random: Random) -> Iterator[Command]:
    """Every kind of command once as it is made up, and what is legal with a field replaced."""
    for kind in state.ruleset.commands:
        yield made_up(state, kind, random)
    for command in legal(state, random):
        name = random.choice(command.__struct_fields__)
        yield replace(command, **{name: value(state, type(command), name, random)})
        yield from short_of(command, random)


def legal(state: Table, random: Random) -> list[Command]:
    """Some of what is legal now, for anybody."""
    ruleset = state.ruleset
    seats = range(len(state.chairs))
    actions = [action for seat in seats for action in ruleset.actions(state, seat)]
    choices = [action for action in actions if isinstance(action, Choice)]
    listed = [action for action in actions if not isinstance(action, Choice)]
    chosen = [ruleset.sample(state, choice, random.randrange) for choice in choices * 3]
    return chosen + random.sample(listed, min(len(listed), 8))


def short_of(command: Command, random: Random) -> Iterator[Command]:
    """The same number of cards in all, but fewer than none of one kind."""
    for name in command.__struct_fields__:
        cards = getattr(command, name)
        if isinstance(cards, dict) and cards and set(cards) <= set(RESOURCES):
            more = random.choice(list(cards))
            less = random.choice([resource for resource in RESOURCES if resource != more])
            count = random.randrange(1, 4)
            bent_cards = {**cards, more: cards[more] + count, less: cards.get(less, 0) - count}
            yield replace(command, **{name: bent_cards})


def made_up(state: Table, kind: type[Command], random: Random) -> Command:
    """A command with anything in its fields."""
    return kind(
        **{name: value(state, kind, name, random) for name in kind.__struct_fields__},
    )


def value(state: Table, kind: type[Command], name: str, random: Random) -> Any:
    """Something for this field: mostly of its type, and often sensible."""
    if name == "seat" and random.random() < 0.6:
        return random.choice((state.turn_seat, *state.playing))
    if name in ("player", "organizer") and random.random() < 0.8:
        return random.choice([PlayerId("random-0"), *(chair.player for chair in state.chairs)])
    if kind is OpenGame and random.random() < 0.7:
        return _sensible_opening(state, random)[name]
    return some(_hints(kind)[name], random)


def some(hint: Any, random: Random) -> Any:
    """A value for a type, or one that only looks like it."""
    hint = getattr(hint, "__supertype__", hint)
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return some(inside[0], random)
    if origin in (Union, UnionType):
        return some(random.choice(inside), random)
    if origin is Literal:
        return random.choice((*inside, *inside, *TEXTS, *NO_TEXTS))
    if hint is NoneType:
        return None
    if hint is UnsetType:
        return UNSET
    if hint is bool:
        return random.choice((True, False, 0, 1, "true", None))
    if hint is int:
        return random.choice((random.randrange(-1, 80), *NUMBERS, *NO_NUMBERS))
    if hint is str:
        return random.choice((*TEXTS, *NO_TEXTS))
    if hint is TournamentTable:
        return random.choice(
            (TournamentTable("tour-1", 1, 2), TournamentTable("", 0, -1), "tour-1")
        )
    if hint is CopiedFrom:
        return random.choice((CopiedFrom("g", 3, "0" * 64), CopiedFrom("", True, "x"), "g"))
    if hint is Position:
        return random.choice(POSITIONS)
    if hint is Challenge:
        return random.choice((*CHALLENGES, Challenge("one", 0, 10**15)))
    if origin is tuple:
        some_few = tuple(random.sample(range(6), random.randrange(5)))
        return random.choice((some_few, some_few, *NO_TUPLES))
    assert origin is dict, f"nobody has thought of {hint}"
    if inside[0] is str:
        return {random.choice(TEXTS): some(random.choice((int, str)), random)}
    kinds = random.sample(RESOURCES, random.randrange(4))
    some_cards = {resource: random.choice((1, 1, 1, 2, 2, 3, 19)) for resource in kinds}
    return random.choice((some_cards, some_cards, *NO_CARDS))


def _sensible_opening(state: Table, random: Random) -> dict[str, Any]:
    return {
        "player": PlayerId("random-0"),
        "game": "g",
        "players": random.choice(state.ruleset.seats),
        "options": random.choice(list(SETUPS_OF[state.ruleset.name].values())),
        "listed": True,
        "challenge": None,
        "invited_only": random.random() < 0.5,
        "reserved": random.choice(((), (None, PlayerId("random-1")), (PlayerId("x"),) * 9)),
        "rated": False,
        "lapses_at": random.choice((None, 0, 10**15)),
        "rematch_of": random.choice((None, "another")),
        "quick": random.random() < 0.5,
        "tournament": None,
        "seated": (),
    }


@cache
def _hints(kind: type[Command]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
