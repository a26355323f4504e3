"""Schemas of the hall of a tournament, and of what staff do at all tables of a round."""

from marshmallow import Schema, fields, validate

from api.schemas.common import ComponentField, ResponseSchema, WholeNumber, description
from api.schemas.game_lists import names_field
from api.schemas.views import LONGEST_PING, SHORTEST_PING, ReadSchema, VersionedSchema
from domain.table.pauses import MOST_ADDED_SECONDS

TABLE = "HallTable"
MOST_TABLES = 1_024


class HallQuerySchema(Schema):
    """Which round is shown."""

    round = WholeNumber(
        validate=validate.Range(min=1),
        metadata=description("The last one that is published if left out", example=1),
    )
    ping = WholeNumber(
        load_default=None,
        validate=validate.Range(SHORTEST_PING, LONGEST_PING),
        metadata=description(
            "After how many quiet seconds a live stream is pinged; 10 if left out"
        ),
    )


class HallSchema(VersionedSchema):
    """All tables of a round."""

    round = fields.Integer(required=True)
    status = fields.String(
        required=True, validate=validate.OneOf(("published", "running", "closed"))
    )
    tables = fields.List(ComponentField(TABLE), required=True)
    calls = fields.Integer(
        required=True, metadata=description("How many calls for a referee are open")
    )
    names = names_field()


class HallChangeSchema(VersionedSchema):
    """Tables of the hall that have changed."""

    tables = fields.List(ComponentField(TABLE), required=True)


class TablesSchema(Schema):
    """At which tables of a round a referee acts, and why."""

    reason = fields.String(
        required=True,
        validate=validate.Length(1, 200),
        metadata=description("It stands in the log of every game", example="Lunch"),
    )
    tables = fields.List(
        fields.Integer(strict=True, validate=validate.Range(min=1)),
        validate=validate.Length(1, MOST_TABLES),
        metadata=description("Numbers of tables; all if left out", example=[1]),
    )


class TimeForTablesSchema(TablesSchema):
    """How much time everybody gets at which tables, and why."""

    seconds = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(1, MOST_ADDED_SECONDS),
        metadata={"example": 300},
    )


class TableAnswerSchema(ResponseSchema):
    """What became of it at one table."""

    table = fields.Integer(required=True)
    game_id = fields.String(
        required=True, allow_none=True, metadata=description("Null if the table has no game")
    )
    version = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description("The version of the game after it; null if it was refused"),
    )
    code = fields.String(
        required=True, allow_none=True, metadata=description("Why it was refused, or null")
    )


class RoundAnswersSchema(ResponseSchema):
    """What became of it, table by table."""

    tables = fields.List(fields.Nested(TableAnswerSchema), required=True)


class TableReadSchema(ReadSchema):
    """A read of what is hidden in a game of the tournament."""

    game_id = fields.String(required=True)


class TableReadsSchema(ResponseSchema):
    """Every such read, in the order of time."""

    reads = fields.List(fields.Nested(TableReadSchema), required=True)
    names = names_field()
