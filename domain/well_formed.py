"""Whether a command holds what the types of its fields say, wherever it comes from."""

from functools import cache
from typing import Annotated, Any, get_args, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import astuple

from domain.messages import Command, OrganizerCommand, PlayerCommand, author_field
from domain.refusals import Malformed

_MISFITS = (msgspec.ValidationError, ValueError, RecursionError)


class BadValue(Malformed):
    """The value of a field has the wrong type or is out of bounds; `details.field` names it."""

    code = "command/bad_value"


def read_field(name: str, value: object, kind: Any) -> Any:
    """A value as the type of the field of this name, or a refusal that names the field."""
    try:
        converted = msgspec.convert(value, kind)
        # What cannot be stored cannot be meant: half a surrogate pair, a number without end.
        msgspec.json.encode(converted)
        return converted
    except _MISFITS as error:
        raise BadValue(f"the field `{name}` does not fit: {error}", field=name) from None


def require_well_formed(command: Command) -> None:
    """Raise if a field holds what its type does not allow, such as fewer cards than none.

    A command that was read from a request or a ledger is well formed. One that was made in process
    need not be, because a Struct does not look at what it is given.
    """
    _require_fields(command)


def _require_fields(struct: Struct) -> None:
    values = astuple(struct)
    if not (_fit(values, _row_of(type(struct))) or _fits_but_for_unset(struct, values)):
        held = zip(_fields(type(struct)), values, strict=True)
        name = next(field[0] for field, value in held if not _fit((value,), _row(field)))
        raise BadValue(f"the field `{name}` does not fit", field=name)
    for value in values:
        if isinstance(value, Struct):
            # It was taken as it is.
            _require_fields(value)


def _fits_but_for_unset(struct: Struct, values: tuple[Any, ...]) -> bool:
    """The same where a field is not set, and may be so. msgspec reads no field as such."""
    if not any(value is UNSET for value in values):
        return False
    unset = frozenset(
        name
        for (name, hint), value in zip(_fields(type(struct)), values, strict=True)
        if value is UNSET and UnsetType in get_args(hint)
    )
    held = zip(struct.__struct_fields__, values, strict=True)
    set_values = tuple(value for name, value in held if name not in unset)
    return _fit(set_values, _row_of(type(struct), unset))


def _fit(values: tuple[Any, ...], row: type[Struct]) -> bool:
    """Whether these values are what such a row holds, and its texts can be stored.

    What has no type, the options of a game, is for the ruleset to read and to refuse.
    """
    try:
        msgspec.json.encode([value for value in values if isinstance(value, str)])
        return astuple(msgspec.convert(values, row)) == values
    except _MISFITS:
        return False


@cache
def _row_of(kind: type[Struct], unset: frozenset[str] = frozenset()) -> type[Struct]:
    """The fields of a Struct as a row of values: msgspec takes their types apart only once."""
    return _row(*(field for field in _fields(kind) if field[0] not in unset))


def _row(*fields: tuple[str, Any]) -> type[Struct]:
    return msgspec.defstruct("Row", fields, array_like=True)


def _fields(kind: type[Struct]) -> list[tuple[str, Any]]:
    """The fields of a Struct and their types. Who is asking is never nobody."""
    hints = get_type_hints(kind, include_extras=True)
    if issubclass(kind, PlayerCommand | OrganizerCommand):
        author = author_field(kind) or ""
        hints[author] = Annotated[hints[author], Meta(min_length=1)]
    return [(name, hints[name]) for name in kind.__struct_fields__]
