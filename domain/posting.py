"""Commands as clients post them: a `type` and its fields, without who is asking."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from domain.ids import PlayerId, Seat
from domain.ledger_rules import AnyRules
from domain.messages import (
    Command,
    OrganizerCommand,
    PlayerCommand,
    SeatCommand,
    server_fields,
)
from domain.refusals import Forbidden, Malformed
from domain.table.seats import NotSeated
from domain.well_formed import read_field


class NotAnObject(Malformed):
    """The body is not a JSON object; send one with a `type` and the fields of that command."""

    code = "command/not_an_object"


class UnknownType(Malformed):
    """The ruleset has no command of this `type`; `details.types` lists those it has."""

    code = "command/unknown_type"


class NotForPlayers(Forbidden):
    """Only the server may do this, or it has a call of its own; players cannot post it."""

    code = "command/not_for_players"


class MissingField(Malformed):
    """A field that this command needs is missing; `details.field` names it."""

    code = "command/missing_field"


class UnknownField(Malformed):
    """This command has no such field; `details.fields` lists those it has."""

    code = "command/unknown_field"


class Author(Struct, frozen=True):
    """The author of a command: a person, their seat, if any, and whether they are a referee."""

    player: PlayerId
    seat: Seat | None = None
    is_organizer: bool = False


def read_command(ruleset: AnyRules, body: object, author: Author) -> Command:
    """A posted body as a command of its author, or a refusal that says what is wrong with it."""
    if not isinstance(body, Mapping):
        raise NotAnObject('a command is an object such as {"type": "roll_dice"}')
    kinds = _kinds(ruleset)
    if "type" not in body:
        raise MissingField("say what you want to do in the field `type`", field="type")
    tag = body["type"]
    if not isinstance(tag, str) or tag not in kinds:
        raise UnknownType(f"{ruleset.name} has no such command", types=sorted(kinds))
    kind = kinds[tag]
    if issubclass(kind, OrganizerCommand):
        # A referee who has a seat acts as its player.
        if not author.is_organizer or author.seat is not None:
            raise NotForPlayers("only an organizer who does not play may do this")
        return kind(organizer=author.player, **_read_fields(kind, body))
    if not issubclass(kind, SeatCommand | PlayerCommand):
        raise NotForPlayers("only the server may do this")
    values = _read_fields(kind, body)
    if issubclass(kind, SeatCommand):
        if author.seat is None:
            raise NotSeated("take a seat first")
        return kind(seat=author.seat, **values)
    return kind(player=author.player, **values)


def post_form(command: Command) -> dict[str, Any]:
    """A command in the very form a client posts."""
    body: dict[str, Any] = msgspec.to_builtins(command)
    filled_in = server_fields(type(command))
    return {
        name: value for name, value in body.items() if value is not None and name not in filled_in
    }


def _read_fields(kind: type[Command], body: Mapping[str, Any]) -> dict[str, Any]:
    shape = _shape(kind)
    for name in body:
        if name != "type" and name not in shape:
            raise UnknownField(f"there is no field {name!r} here", field=name, fields=list(shape))
    for name, posted in shape.items():
        if posted.is_required and name not in body:
            raise MissingField(f"the field `{name}` is missing", field=name)
    return {
        posted.attribute: read_field(name, body[name], posted.kind)
        for name, posted in shape.items()
        if name in body
    }


@cache
def _kinds(ruleset: AnyRules) -> dict[str, type[Command]]:
    return {str(kind.__struct_config__.tag): kind for kind in ruleset.commands}


class _Posted(NamedTuple):
    """A field that a client fills in."""

    attribute: str
    kind: Any
    is_required: bool


@cache
def _shape(kind: type[Command]) -> dict[str, _Posted]:
    """The fields a client fills in, by their names on the wire."""
    hints = get_type_hints(kind, include_extras=True)
    return {
        field.encode_name: _Posted(field.name, hints[field.name], field.default is NODEFAULT)
        for field in fields(kind)
        if field.name not in server_fields(kind)
    }
