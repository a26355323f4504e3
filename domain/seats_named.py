"""Which seats a message names, by the types of its fields."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeAlias, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from domain.ids import Seat

Reader: TypeAlias = Callable[[Any], Iterable[Seat]]
"""The seats in the value of a field."""


def seats_named(message: Struct) -> tuple[Seat, ...]:
    """Every seat that a message names, each once, in the order of its fields."""
    found: dict[Seat, None] = {}
    for name, read in seat_fields(type(message)):
        value = getattr(message, name)
        if value is not None:
            found.update(dict.fromkeys(read(value)))
    return tuple(found)


@cache
def seat_fields(kind: type[Struct]) -> tuple[tuple[str, Reader], ...]:
    """The fields of a struct that name seats, and how each of them is read."""
    readers = ((field.name, _reader(field.type)) for field in fields(kind))
    return tuple((name, read) for name, read in readers if read is not None)


def _reader(form: Any) -> Reader | None:
    """How seats are read from a value of this type; None if there are none in it."""
    if form is Seat:
        return lambda value: (value,)
    origin, arguments = get_origin(form), get_args(form)
    if origin is dict:
        if arguments[0] is Seat:
            return lambda value: value
        return None
    if origin in (tuple, list):
        inner = _reader(arguments[0])
        return None if inner is None else lambda values: (s for v in values for s in inner(v))
    if isinstance(form, type) and issubclass(form, Struct):
        return seats_named if seat_fields(form) else None
    readers = [read for read in map(_reader, arguments) if read is not None]
    assert len(readers) < 2, f"{form} names seats in more than one form"
    return readers[0] if readers else None
