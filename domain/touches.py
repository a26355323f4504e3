"""What a command points at on the table, by the types of its fields: hexes, seats, resources, dice.

A client that knows no rules lights these up. Numbers that name a thing of one game only say what it
is by `Annotated[int, PointsAt("die")]`.
"""

from collections.abc import Mapping
from functools import cache
from types import NoneType
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec import Struct, UnsetType
from msgspec.structs import fields

from domain.cards import Resource
from domain.ids import EdgeId, HexId, NodeId, Seat
from domain.messages import Command, server_fields

ON_THE_BOARD: Final = frozenset({"hex", "node", "edge"})
_PLACES: Final[Mapping[Any, str]] = {
    HexId: "hex",
    NodeId: "node",
    EdgeId: "edge",
    Seat: "seat",
    Resource: "resource",
}


class PointsAt(NamedTuple):
    """A note on the type of a field: its values name things of this kind."""

    place: str


class Touch(Struct, frozen=True, omit_defaults=True):
    """A thing on the table that a field of a command names."""

    field: str
    place: str
    """What it is: a hex, a node, an edge, a seat, a resource, a die and so on."""
    id: int | str
    count: int = 1
    """How many of them, such as cards of a resource."""


class FieldType(NamedTuple):
    """What a field of a command holds."""

    name: str
    """In a posted body."""
    attribute: str
    shape: Literal["one", "several", "counts"]
    """One value, a list of values, or how many of each."""
    kind: Any
    """The type of a value."""
    place: str | None
    """What a value points at; None if it is not a thing on the table."""
    is_required: bool


def touches(command: Command) -> list[Touch]:
    """What a command names, in the order in which a person chooses: first places on the board."""
    found: list[Touch] = []
    for field in field_types(type(command)):
        value = getattr(command, field.attribute)
        if field.place is None or value is None or isinstance(value, UnsetType):
            continue
        if field.shape == "counts":
            found += [Touch(field.name, field.place, one, count) for one, count in value.items()]
        else:
            values = value if field.shape == "several" else (value,)
            found += [Touch(field.name, field.place, one) for one in values]
    return sorted(found, key=lambda touch: touch.place not in ON_THE_BOARD)


@cache
def field_types(command: type[Command]) -> tuple[FieldType, ...]:
    """The fields that a client fills in."""
    hints = get_type_hints(command, include_extras=True)
    return tuple(
        _field_type(field.encode_name, field.name, hints[field.name], is_required=field.required)
        for field in fields(command)
        if field.name not in server_fields(command)
    )


def _field_type(name: str, attribute: str, hint: Any, *, is_required: bool) -> FieldType:
    kind = _without_none(hint)
    if get_origin(kind) is dict:
        key = get_args(kind)[0]
        return FieldType(name, attribute, "counts", key, _place(name, key), is_required)
    if get_origin(kind) in (tuple, list):
        item = get_args(kind)[0]
        return FieldType(name, attribute, "several", item, _place(name, item), is_required)
    return FieldType(name, attribute, "one", kind, _place(name, kind), is_required)


def _without_none(hint: Any) -> Any:
    """The type of a value that may be left out, when it is given."""
    arguments = get_args(hint)
    if get_origin(hint) is Annotated or not {NoneType, UnsetType}.intersection(arguments):
        return hint
    (kind,) = (one for one in arguments if one not in (NoneType, UnsetType))
    return kind


def _place(name: str, kind: Any) -> str | None:
    if get_origin(kind) is Annotated:
        notes = (note for note in get_args(kind)[1:] if isinstance(note, PointsAt))
        return next((note.place for note in notes), None)
    if get_origin(kind) is Literal and kind not in _PLACES:
        # Words that only this kind of field has, such as the name of a wonder.
        return name
    return _PLACES.get(kind)
