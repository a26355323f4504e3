"""Schemas of tournaments. What is sent is derived from the structs that are encoded."""

from collections.abc import Mapping
from typing import Any

import msgspec
from marshmallow import INCLUDE, Schema, fields, post_load, pre_load, validate

from api.schemas.actions import ONLY_WITH_WORDS
from api.schemas.commands import command_schema, postable, tag_of
from api.schemas.common import (
    MOST_ON_A_PAGE,
    ON_A_PAGE,
    ComponentField,
    PageQuerySchema,
    PingSchema,
    ReadQuerySchema,
    ResponseSchema,
    WholeNumber,
    description,
)
from api.schemas.components import Components
from api.schemas.game_lists import names_field
from api.schemas.json_schema import REF, JsonSchema, one_of, pascal_case, renamed, tidied
from api.schemas.open_choices import FORM_FIELD, TOUCH
from api.schemas.structs import StructSchemas
from api.schemas.views import LONGEST_PING, SHORTEST_PING, VersionedSchema
from api.transport.errors import (
    BodyBadValue,
    BodyMissingField,
    BodyNotAnObject,
    BodyUnknownField,
)
from commands.tournaments.new_tournament import NewTournament
from domain.messages import CallCommand
from domain.posting import MissingField, NotAnObject, NotForPlayers, UnknownType
from domain.registry import TOURNAMENT
from domain.tournament.actions import FieldBound
from domain.tournament.view_types import TournamentView
from presentation.tournament.actions import TOPICS
from projections.tournaments.hall import HallView
from projections.tournaments.spreadsheets import PARTS

VIEW, COMMAND, EVENT = "TournamentView", "TournamentCommand", "TournamentEvent"
ENTRY, ROUND, LINE, PLACE = "EntryView", "RoundView", "Line", "FinalPlace"
NEW = "NewTournament"
BOUNDS = "TournamentBounds"
STATUSES = ("registration", "running", "finished", "cancelled", "closed")
TOURNAMENT_ID = "^tour-[0-9a-f]{32}$"


class NewTournamentSchema(Schema):
    """A tournament to be opened. Who opens it is its first organizer."""

    class Meta:
        unknown = INCLUDE

    @pre_load
    def require_an_object(self, body: object, **_: Any) -> object:
        if not isinstance(body, Mapping):
            raise BodyNotAnObject("the body has to be a JSON object")
        return body

    @post_load
    def read(self, body: dict[str, Any], **_: Any) -> NewTournament:
        """The tournament that is asked for, or a refusal that says what is wrong with it."""
        try:
            new = msgspec.convert(body, NewTournament)
        except msgspec.ValidationError as error:
            raise _refusal(str(error)) from None
        unknown = _unknown(body, msgspec.to_builtins(new), "")
        if unknown is not None:
            raise BodyUnknownField(
                f"there is no field `{unknown}` here", fields={unknown: "unknown field"}
            )
        return new


def _refusal(text: str) -> BodyBadValue | BodyMissingField | BodyUnknownField:
    """The error for what msgspec found wrong: `… - at `$.sizes.most``."""
    message, _, place = text.partition(" - at `$")
    path = place.rstrip("`").lstrip(".")
    kind: type[BodyBadValue | BodyMissingField | BodyUnknownField] = BodyBadValue
    for words, one in (("missing required", BodyMissingField), ("unknown field", BodyUnknownField)):
        if words in message:
            kind, name = one, message.split("`")[1]
            path = f"{path}.{name}" if path else name
    return kind(f"the field `{path}` does not fit: {message}", fields={path: message})


def _unknown(given: Any, known: Any, path: str) -> str | None:
    """The path of the first field that would be ignored; options may have any names."""
    if isinstance(given, list) and isinstance(known, list):
        pairs = [(f"{path}.{i}", *pair) for i, pair in enumerate(zip(given, known, strict=False))]
    elif isinstance(given, Mapping) and isinstance(known, Mapping):
        for name in given:
            if name not in known:
                return f"{path}.{name}".lstrip(".")
        pairs = [(f"{path}.{name}", given[name], known[name]) for name in given]
    else:
        return None
    return next((found for where, a, b in pairs if (found := _unknown(a, b, where))), None)


class TournamentCommandSchema(Schema):
    """A command in a tournament, chosen by its `type`."""

    class Meta:
        unknown = INCLUDE

    @pre_load
    def require_a_known_type(self, body: object, **_: Any) -> object:
        if not isinstance(body, Mapping):
            raise NotAnObject('a command is an object such as {"type": "register"}')
        if "type" not in body:
            raise MissingField("name the command in the field `type`", field="type")
        kinds = {tag_of(kind): kind for kind in TOURNAMENT.commands}
        kind = kinds.get(body["type"]) if isinstance(body["type"], str) else None
        if kind is None:
            raise UnknownType("tournaments have no such command", types=sorted(kinds))
        if issubclass(kind, CallCommand):
            raise NotForPlayers("there is a call of its own for this; `/docs` lists all calls")
        return body


class TournamentOpenedSchema(ResponseSchema):
    """A tournament that has been opened."""

    tournament_id = fields.String(required=True, metadata={"pattern": TOURNAMENT_ID})
    version = fields.Integer(required=True, metadata=description("How many commits it has"))
    hash = fields.String(required=True, metadata=description("The hash of the last commit"))


class TournamentReceiptSchema(ResponseSchema):
    """What your command did: the events of its commit, as far as you may know them."""

    version = fields.Integer(required=True)
    hash = fields.String(required=True)
    events = fields.List(ComponentField(EVENT), required=True)


class TournamentSchema(ResponseSchema):
    """Everything that you may know of a tournament. Staff see drafts, too."""


class EntriesSchema(VersionedSchema):
    """Who has entered, in the order of entry."""

    entries = fields.List(ComponentField(ENTRY), required=True)
    names = names_field()


class RoundSchema(ResponseSchema):
    """A round with its tables."""


class StandingsSchema(VersionedSchema):
    """The standings, the best first, and the final ranking once the tournament is finished."""

    phase = fields.String(required=True, validate=validate.OneOf(STATUSES))
    standings = fields.List(ComponentField(LINE), required=True)
    ranking = fields.List(ComponentField(PLACE), required=True)
    names = names_field()


class TournamentLogEntrySchema(ResponseSchema):
    """One event as a sentence."""

    version = fields.Integer(required=True)
    at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))
    type = fields.String(required=True, metadata=description("The type of the event"))
    text = fields.String(required=True)


class TournamentLogSchema(VersionedSchema):
    """Entries in order. `next` is the `after` of the next page, or null."""

    language = fields.String(required=True, metadata=description("The language of the sentences"))
    entries = fields.List(fields.Nested(TournamentLogEntrySchema), required=True)
    next = fields.Integer(required=True, allow_none=True)


class TournamentLogQuerySchema(ReadQuerySchema):
    """Which page of the log is read."""

    after = WholeNumber(load_default=0, metadata=description("Only commits after this version"))
    limit = WholeNumber(
        load_default=ON_A_PAGE,
        validate=validate.Range(1, MOST_ON_A_PAGE),
        metadata=description("How many commits a page covers at most", example=20),
    )


class TournamentActionSchema(ResponseSchema):
    """A legal command, or an open choice: a template, its bounds, and a legal example."""

    command = ComponentField(COMMAND, metadata=description("Legal as it is"))
    template = fields.Dict(metadata=description("A command; the fields to fill in are null"))
    bounds = ComponentField(BOUNDS)
    example = ComponentField(COMMAND, metadata=description("One legal way to fill it in"))
    label = fields.String(
        metadata=description(
            f"What it does, in the imperative. {ONLY_WITH_WORDS}, as are the next fields",
            example="Set the result of table 2",
        )
    )
    group = fields.String(metadata=description("What kind of action it is", example="award_table"))
    group_label = fields.String(metadata=description("The button", example="Set a result"))
    topic = fields.String(
        validate=validate.OneOf(TOPICS),
        metadata=description("What it is about; the same for all that belong together"),
    )
    topic_label = fields.String(metadata={"example": "Results"})
    touches = fields.List(
        ComponentField(TOUCH),
        metadata=description(
            "Whom and what the command names already: a `player` by id; a `table` of the open "
            "round, a `round`, an `appeal` or a `penalty` by its number"
        ),
    )
    form = fields.List(
        ComponentField(FORM_FIELD),
        metadata=description("How to ask for each open field of the template"),
    )


class TournamentActionsSchema(VersionedSchema):
    """Every command that you may give now, ready to post."""

    actions = fields.List(fields.Nested(TournamentActionSchema), required=True)


class TournamentCommitSchema(ResponseSchema):
    """What one accepted command did, as far as you may know it."""

    version = fields.Integer(required=True)
    at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))
    actor = fields.String(
        required=True, metadata=description("A player's id, or `system` for the server")
    )
    events = fields.List(ComponentField(EVENT), required=True)
    hash = fields.String(required=True)


class TournamentFeedPageSchema(ResponseSchema):
    """Commits in order. If `more` is true, read on after the last version of this page."""

    commits = fields.List(fields.Nested(TournamentCommitSchema), required=True)
    version = fields.Integer(required=True)
    more = fields.Boolean(required=True)


class TournamentPingSchema(PingSchema):
    """Nothing has happened; the stream is alive."""


class TournamentFeedQuerySchema(ReadQuerySchema):
    """Where the feed begins, and whether it goes on."""

    after = WholeNumber(metadata=description("Only commits after this version"))
    limit = WholeNumber(
        validate=validate.Range(1, MOST_ON_A_PAGE),
        metadata=description(
            f"How many commits at most; if left out, {ON_A_PAGE} in JSON and all in NDJSON"
        ),
    )
    follow = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=description("Whether NDJSON goes on until the tournament is closed"),
    )
    ping = WholeNumber(
        load_default=None,
        validate=validate.Range(SHORTEST_PING, LONGEST_PING),
        metadata=description(
            "After how many quiet seconds a live stream is pinged; 10 if left out"
        ),
    )


class ResultsQuerySchema(ReadQuerySchema):
    """In which format results are read."""

    format = fields.String(
        validate=validate.OneOf(("json", "csv")),
        metadata=description("`csv` for spreadsheets; `Accept: text/csv` asks for it, too"),
    )


class TournamentReadQuerySchema(ResultsQuerySchema):
    """In which format a tournament is read."""

    part = fields.String(
        load_default="tables",
        validate=validate.OneOf(tuple(PARTS)),
        metadata=description("What is wanted as CSV; JSON always has everything"),
    )


class TournamentQuerySchema(PageQuerySchema):
    """Which tournaments are listed."""

    status = fields.String(
        validate=validate.OneOf(("registration", "running", "closed")),
        metadata=description("Only those that are so; all if left out"),
    )
    ruleset = fields.String(
        validate=validate.Length(1, 40),
        metadata=description("Only those with games of this ruleset", example="base"),
    )


class TournamentSummarySchema(ResponseSchema):
    """A tournament in a list."""

    tournament_id = fields.String(required=True)
    title = fields.String(required=True)
    phase = fields.String(required=True, validate=validate.OneOf(STATUSES))
    ruleset = fields.String(required=True, metadata={"example": "base"})
    host = fields.String(required=True)
    opened_at = fields.Integer(required=True)
    starts_at = fields.Integer(required=True, allow_none=True)
    capacity = fields.Integer(required=True)
    players = fields.Integer(required=True, metadata=description("How many places are taken"))
    by_code = fields.Boolean(required=True)
    are_entries_open = fields.Boolean(required=True)
    rounds = fields.Integer(required=True, metadata=description("How many were published"))


class TournamentPageSchema(ResponseSchema):
    """Tournaments, the newest first. `next` is the cursor of the next page, or null."""

    tournaments = fields.List(fields.Nested(TournamentSummarySchema), required=True)
    next = fields.String(required=True, allow_none=True)
    names = names_field()


def tournament_components(components: Components, command_json: Any) -> dict[str, JsonSchema]:
    """The components of tournaments: views, commands, events and what is asked for."""
    owner = "tournament"
    events = StructSchemas(TOURNAMENT.events)
    event_schemas = {tag_of(kind): events.merged([kind]) for kind in TOURNAMENT.events}
    names = components.add(owner, events.components)
    shown = StructSchemas([TournamentView])
    view = shown.merged([TournamentView])
    hall = StructSchemas([HallView])
    hall.merged([HallView])
    components.add(owner, hall.components)
    view_names = components.add(owner, shown.components)
    bounds = StructSchemas([FieldBound])
    found = {
        pascal_case(owner) + pascal_case(tag) + "Event": renamed(schema, names)
        for tag, schema in event_schemas.items()
    }
    commands = {
        tag_of(kind): command_json(command_schema(TOURNAMENT, kind))
        for kind in postable(TOURNAMENT)
    }
    return {
        **found,
        EVENT: {
            **one_of(
                {tag: pascal_case(owner) + pascal_case(tag) + "Event" for tag in event_schemas},
                "type",
                "An event of a tournament. `type` says which.",
            ),
            "examples": [{"type": "check_in_opened"}],
        },
        **{pascal_case(owner) + pascal_case(tag): one for tag, one in commands.items()},
        COMMAND: {
            **one_of(
                {tag: pascal_case(owner) + pascal_case(tag) for tag in commands},
                "type",
                "A command in a tournament. `type` says which.",
            ),
            "examples": [{"type": "register"}],
        },
        VIEW: _sent_view(renamed(view, view_names)),
        "TournamentRound": _sent_round(renamed(shown.components[ROUND], view_names)),
        BOUNDS: {
            "description": "What each field of a template may hold, by the name of the field.",
            "type": "object",
            "additionalProperties": bounds.merged([FieldBound]),
        },
        **_new_tournament(),
    }


_VERSION = {"type": "integer", "format": "int64", "minimum": 1}
_NAMES = {
    "type": "object",
    "additionalProperties": {"type": ["string", "null"]},
    "description": "The names of people by id; null for one who is erased",
}


def _sent_view(view: JsonSchema) -> JsonSchema:
    status = {
        "type": "string",
        "enum": ["lobby", "playing", "over", "closed", "moved"],
        "description": "The same as `phase`, in the words of games",
    }
    return _with(view, {"version": _VERSION, "status": status}, {"names": _NAMES})


def _sent_round(view: JsonSchema) -> JsonSchema:
    return _with(view, {"version": _VERSION}, {"names": _NAMES})


def _with(view: JsonSchema, first: JsonSchema, last: JsonSchema) -> JsonSchema:
    return {
        **view,
        "properties": {**first, **view["properties"], **last},
        "required": [*first, *view["required"], *last],
    }


def _new_tournament() -> dict[str, JsonSchema]:
    (root,), parts = msgspec.json.schema_components([NewTournament], ref_template=REF + "New{name}")
    name = root["$ref"].removeprefix(REF + "New")
    found = {f"New{one}" if one != name else NEW: tidied(part) for one, part in parts.items()}
    found[NEW]["examples"] = [
        {
            "title": "Spring Cup",
            "games": {"ruleset": "base", "options": {}},
            "capacity": 24,
            "format": {"type": "swiss", "rounds": 3},
        }
    ]
    return found
