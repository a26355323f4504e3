"""Schemas of commands, derived from the command types."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from marshmallow import INCLUDE, Schema, fields, pre_load, validate
from msgspec import NODEFAULT
from msgspec import inspect as types

from api.schemas.json_schema import pascal_case
from api.schemas.patterns import Pattern
from domain.ledger_rules import AnyRules
from domain.messages import (
    CallCommand,
    Command,
    OrganizerCommand,
    PlayerCommand,
    SeatCommand,
    server_fields,
)
from domain.posting import MissingField, NotAnObject, NotForPlayers, UnknownType
from domain.registry import RULESETS


def tag_of(message: type[msgspec.Struct]) -> str:
    """The name of a command or an event on the wire."""
    return str(message.__struct_config__.tag)


def postable(ruleset: AnyRules) -> list[type[Command]]:
    """The commands that clients post. Some, such as opening a game, have calls of their own."""
    return [
        kind
        for kind in ruleset.all_commands
        if issubclass(kind, SeatCommand | PlayerCommand | OrganizerCommand)
        and not issubclass(kind, CallCommand)
    ]


@cache
def command_schema(ruleset: AnyRules, command: type[Command]) -> type[Schema]:
    """The schema of a command as it is posted: its `type` and its fields, without its author."""
    shape = types.type_info(command)
    assert isinstance(shape, types.StructType)
    tag = tag_of(command)
    declared: dict[str, fields.Field[Any]] = {
        "type": fields.String(
            required=True, validate=validate.Equal(tag), metadata={"example": tag}
        )
    }
    for field in shape.fields:
        if field.name not in server_fields(command):
            declared[field.encode_name] = _field(field)
    schema = Schema.from_dict(declared, name=pascal_case(tag))
    schema.__doc__ = command.__doc__
    return schema


def _field(field: types.Field) -> fields.Field[Any]:
    if field.required:
        return field_for(field.type, required=True)
    if field.default is NODEFAULT and field.default_factory is NODEFAULT:
        # It may be left out, and then there is nothing in its place.
        return field_for(field.type)
    default = field.default if field.default is not NODEFAULT else field.default_factory
    return field_for(field.type, load_default=default)


class StrictBoolean(fields.Boolean):
    """True or false. Numbers and words are refused."""

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


def field_for(kind: types.Type, **options: Any) -> fields.Field[Any]:
    """A marshmallow field that takes exactly what msgspec takes for a type."""
    match kind:
        case types.Metadata():
            return field_for(kind.type, **options)
        case types.UnionType() if kind.includes_none and len(kind.types) == 2:
            (inner,) = (one for one in kind.types if not isinstance(one, types.NoneType))
            return field_for(inner, allow_none=True, **options)
        case types.IntType():
            return fields.Integer(strict=True, validate=_range(kind), **options)
        case types.StrType():
            return fields.String(validate=[*_length(kind), *_pattern(kind)], **options)
        case types.BoolType():
            return StrictBoolean(**options)
        case types.LiteralType() if all(isinstance(value, str) for value in kind.values):
            return fields.String(validate=validate.OneOf(kind.values), **options)
        case types.ListType() | types.VarTupleType():
            items = field_for(kind.item_type)
            return fields.List(items, validate=_length(kind), **options)
        case types.TupleType():
            return fields.Tuple([field_for(item) for item in kind.item_types], **options)
        case types.DictType():
            keys, values = field_for(kind.key_type), field_for(kind.value_type)
            return fields.Dict(keys, values, validate=_length(kind), **options)
        case types.AnyType():
            return fields.Raw(allow_none=True, **options)
    raise TypeError(f"there is no field for {kind}; add a case for it here")


def _range(kind: types.IntType) -> list[validate.Range]:
    """Bounds of a whole number, both of them included."""
    lower = kind.ge if kind.gt is None else kind.gt + 1
    upper = kind.le if kind.lt is None else kind.lt - 1
    return [validate.Range(lower, upper)] if (lower, upper) != (None, None) else []


def _length(kind: Any) -> list[validate.Length]:
    if kind.min_length is None and kind.max_length is None:
        return []
    return [validate.Length(kind.min_length, kind.max_length)]


def _pattern(kind: types.StrType) -> list[Pattern]:
    return [] if kind.pattern is None else [Pattern(kind.pattern)]


class AnyCommandSchema(Schema):
    """A command of some ruleset, chosen by its `type`. The game's own ruleset judges its fields."""

    class Meta:
        unknown = INCLUDE

    @pre_load
    def require_a_known_type(self, body: object, **_: Any) -> object:
        """Refuse a command that no ruleset has, as the domain would."""
        if not isinstance(body, Mapping):
            raise NotAnObject('a command is an object such as {"type": "roll_dice"}')
        if "type" not in body:
            raise MissingField("name the command in the field `type`", field="type")
        if not isinstance(body["type"], str) or body["type"] not in known_types():
            raise UnknownType("no ruleset has such a command", types=sorted(known_types()))
        if body["type"] in _types_with_calls():
            raise NotForPlayers("there is a call of its own for this; `/docs` lists all calls")
        return body


@cache
def known_types() -> frozenset[str]:
    """The names of all commands of all rulesets."""
    return frozenset(tag_of(kind) for ruleset in RULESETS.values() for kind in ruleset.all_commands)


@cache
def _types_with_calls() -> frozenset[str]:
    """The names of commands that cannot be posted, because they have calls of their own."""
    kinds = (kind for ruleset in RULESETS.values() for kind in ruleset.all_commands)
    return frozenset(tag_of(kind) for kind in kinds if issubclass(kind, CallCommand))
