"""All the commands that somebody could give: every kind, with every value that a field may hold."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from math import prod
from random import Random
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.cards import RESOURCES, Cards
from domain.choices import Choice
from domain.ids import EdgeId, HexId, NodeId, PlayerId, Seat
from domain.messages import (
    CallCommand,
    Command,
    OrganizerCommand,
    PlayerCommand,
    SeatCommand,
    author_field,
)
from domain.table.state import COLOURS, Table


class Referee(str):
    """Somebody who has no seat and may act as a referee."""

    __slots__ = ()


Author = Seat | PlayerId | Referee

FEW: Final = 60
SEATS: Final = range(-1, 6)
NUMBERS: Final = range(-1, 32)
"""Numbers of dice, rates of trade, values of pieces on a sheet."""
SOME_CARDS: Final[tuple[Cards, ...]] = (
    *(
        {resource: kinds.count(resource) for resource in kinds}
        for count in range(3)
        for kinds in combinations_with_replacement(RESOURCES, count)
    ),
    *({resource: count} for resource in RESOURCES for count in (3, 4)),
    dict.fromkeys(RESOURCES, 1),
)
SOME_NUMBERS: Final = (
    *(numbers for count in range(4) for numbers in permutations(range(-1, 7), count)),
    *(tuple(range(count)) for count in range(4, 8)),
    (0, 0),
    (1, 2, 1),
)
TEXTS: Final = (*COLOURS, "green", "planner", "random", "hal", "0" * 32, "")


def variations(state: Table, author: Author, most: int, random: Random) -> Iterator[Command]:
    """Every command that somebody could give, whether it makes sense or not; of a kind that comes
    in more ways than `most`, a few of them. And what is legal, with a field changed."""
    for kind in kinds_of(state, author):
        domains = _domains(state, kind)
        if prod(map(len, domains)) <= most:
            yield from (_made(kind, author, values) for values in product(*domains))
        else:
            for _ in range(min(most, FEW)):
                yield _made(kind, author, [*map(random.choice, domains)])
    yield from _neighbours(state, author, min(most, FEW), random)


def _made(kind: type[Command], author: Author, values: Sequence[Any]) -> Command:
    who = str(author) if isinstance(author, Referee) else author
    given = {author_field(kind) or "": who, **dict(zip(_fields(kind), values, strict=True))}
    return kind(**given)


def kinds_of(state: Table, author: Author) -> list[type[Command]]:
    """The kinds of command that somebody gives who has a seat, or who is known by name.

    What has a call of its own is left out, because it is never listed.
    """
    wanted: type[Command] = PlayerCommand if isinstance(author, str) else SeatCommand
    if isinstance(author, Referee):
        wanted = OrganizerCommand
    return [
        kind
        for kind in state.ruleset.commands
        if issubclass(kind, wanted) and not issubclass(kind, CallCommand)
    ]


def listed(state: Table, author: Author) -> list[Any]:
    """What a ruleset lists for somebody."""
    ruleset = state.ruleset
    if isinstance(author, Referee):
        return ruleset.referee_actions(state, PlayerId(str(author)))
    if isinstance(author, str):
        return ruleset.lobby_actions(state, author)
    return [one for one in ruleset.actions(state, author) if _author_of(one) == author]


def _author_of(action: Command | Choice) -> object:
    if isinstance(action, Choice):
        return action.author
    return getattr(action, author_field(type(action)) or "")


def _neighbours(state: Table, author: Author, most: int, random: Random) -> Iterator[Command]:
    """What is legal, and the same with one of its fields changed."""
    for action in random.sample(known := listed(state, author), min(most, len(known))):
        command = action
        if isinstance(action, Choice):
            command = state.ruleset.sample(state, action, random.randrange)
            yield command
        domains = dict(zip(_fields(type(command)), _domains(state, type(command)), strict=True))
        for name, domain in domains.items():
            yield replace(command, **{name: random.choice(domain)})


def _domains(state: Table, kind: type[Command]) -> list[Sequence[Any]]:
    return [_domain(state, hint) for hint in _fields(kind).values()]


@cache
def _fields(kind: type[Command]) -> dict[str, Any]:
    """The fields that an author fills in, and their types."""
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__ if name != author_field(kind)}


def _domain(state: Table, hint: Any) -> Sequence[Any]:
    """All that a field of this type may hold, and a little more; of what has no end, some."""
    origin, inside = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return [value for one in inside for value in _domain(state, one)]
    if origin is Literal:
        return inside
    if origin is dict:
        return SOME_CARDS
    if origin is tuple:
        return SOME_NUMBERS
    if hint in _IDS:
        return range(-1, _IDS[hint](state) + 1)
    return _PLAIN[hint]


def _count(name: str) -> Any:
    def counted(state: Table) -> int:
        board = getattr(state, "board", None)
        return 0 if board is None else len(getattr(board.geometry, name))

    return counted


_IDS: Final[dict[Any, Any]] = {
    NodeId: _count("node_edges"),
    EdgeId: _count("edge_nodes"),
    HexId: _count("hexes"),
}
_PLAIN: Final[dict[Any, Sequence[Any]]] = {
    Seat: SEATS,
    int: NUMBERS,
    str: TEXTS,
    PlayerId: (
        *(f"random-{i}" for i in range(4)),
        "stranger",
        "bot:planner",
        "bot:hal",
        "bot:planner:1",
        "",
    ),
    NoneType: (None,),
    UnsetType: (UNSET,),
}
