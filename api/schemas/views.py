"""Schemas of views of a game, and of the queries that ask for them."""

from typing import Any, ClassVar

from marshmallow import Schema, ValidationError, fields, validate

from api.schemas.common import (
    MOST_ON_A_PAGE,
    ON_A_PAGE,
    MomentField,
    ReadQuerySchema,
    ResponseSchema,
    WholeNumber,
    description,
)
from api.schemas.game_lists import names_field
from api.schemas.patterns import Pattern
from domain.ids import ORGANIZER, SPECTATOR
from domain.registry import RULESETS
from domain.ruleset import NOTABLE_KINDS
from presentation.svg.look import PARTS, WIDTHS
from presentation.svg.markup import PREFIX
from projections.one_game.log_filter import TURNS, read_turns

SHORTEST_PING, LONGEST_PING = 5, 300
MOST_TYPES = 20
LONGEST_SEARCH = 100
EVENT_TYPES = frozenset(
    str(kind.__struct_config__.tag) for ruleset in RULESETS.values() for kind in ruleset.all_events
)
WHOLE, APART = "whole", "apart"
"""Whether a board has its geometry with it, or only its hash."""


class VersionedSchema(ResponseSchema):
    """A view of the game at a version."""

    version = fields.Integer(
        required=True,
        metadata=description("The version that is shown: how many commits it includes"),
    )


class RulesetViewSchema(ResponseSchema):
    """A view whose shape depends on the ruleset. Its schema is derived from structs."""

    part: ClassVar[str]
    """The name of its components, after the name of the ruleset."""


class GameViewSchema(RulesetViewSchema):
    """The whole table as you may see it; what is hidden is null. `ruleset` names its shape."""

    part = "GameView"


class BoardSchema(RulesetViewSchema):
    """The board with everything that is needed to draw it, and the pieces by seat."""

    part = "Board"


class GeometrySchema(ResponseSchema):
    """What never changes on a board; `kind` says whether it is a map or a printed sheet."""


class ScoreLineSchema(ResponseSchema):
    """The points of a seat."""

    seat = fields.Integer(required=True)
    points = fields.Integer(required=True)
    sources = fields.Dict(fields.String(), fields.Integer(), required=True)


class ScoresSchema(VersionedSchema):
    """Points by seat."""

    scores = fields.List(fields.Nested(ScoreLineSchema), required=True)
    players = fields.List(
        fields.String(allow_none=True),
        required=True,
        metadata=description("Who sits where: a player's or bot's id; null where a seat is free"),
    )
    names = names_field()


class HandSchema(RulesetViewSchema):
    """What a seat holds."""

    part = "Hand"


class LogEntrySchema(ResponseSchema):
    """One event as a sentence."""

    version = fields.Integer(required=True)
    at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))
    type = fields.String(required=True, metadata=description("The type of the event"))
    kind = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf(NOTABLE_KINDS),
        metadata=description(
            "What the event is in any game: a seven was rolled, a seat took something from another "
            "one, two seats traded, or something was built; null if it is none of these"
        ),
    )
    seat = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description(
            "The seat that acted or that it is about; null if there is none, or several"
        ),
    )
    turn = fields.Integer(required=True, metadata=description("0 before the first turn"))
    seats = fields.List(
        fields.Integer(),
        required=True,
        metadata=description(
            "All seats that it concerns: thief and victim, both sides of a trade, who is asked",
            example=[2, 0],
        ),
    )
    thinking_ms = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description(
            "How long the seat that acted took for the command: since it was asked or acted last, "
            "without pauses and the wait for others. The same in all entries of a version; null "
            "if no seat that was to act decided anything"
        ),
    )
    text = fields.String(required=True)
    table = fields.String(
        required=True,
        metadata=description(
            "The address of the table as it was then",
            example="/v1/games/p00-00000000000000000000000000000000?at=12",
        ),
    )


class LogPageSchema(VersionedSchema):
    """Entries in order. `next` is the `after` of the next page, or null."""

    language = fields.String(required=True, metadata=description("The language of the sentences"))
    entries = fields.List(fields.Nested(LogEntrySchema), required=True)
    next = fields.Integer(required=True, allow_none=True)


class StatsSchema(RulesetViewSchema):
    """Statistics of the game, made from public events only."""

    part = "Stats"


class ReadSchema(ResponseSchema):
    """A privileged read: an organizer has seen what the public may not."""

    player_id = fields.String(required=True)
    call = fields.String(required=True)
    version = fields.Integer(
        required=True,
        metadata=description("The version that was read; a live stream goes on from it"),
    )
    at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))
    as_ = fields.String(
        required=True, data_key="as", attribute="as", metadata=description("As which viewer")
    )
    live = fields.Boolean(required=True, metadata=description("Whether it was a live stream"))


class ReadsSchema(ResponseSchema):
    """Every privileged read of the game while it was open."""

    reads = fields.List(fields.Nested(ReadSchema), required=True)
    names = names_field()


class KeySchema(ResponseSchema):
    """A public key of this server. A key that is not current signs nothing new."""

    key_id = fields.String(
        required=True, metadata=description("The id in the trailer of a ledger file")
    )
    algorithm = fields.String(required=True, metadata={"example": "Ed25519"})
    public_key = fields.String(required=True, metadata=description("64 hexadecimal digits"))
    since = fields.Integer(
        required=True, metadata=description("When it was first used: milliseconds since 1970, UTC")
    )
    until = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description("When another key replaced it; null if none did"),
    )
    is_current = fields.Boolean(required=True)


class KeysSchema(ResponseSchema):
    """All keys that this server has ever signed with."""

    keys = fields.List(fields.Nested(KeySchema), required=True)


class TicketSchema(ResponseSchema):
    """A ticket that replaces the token in one address for a short time."""

    ticket = fields.String(required=True)
    expires_in = fields.Integer(required=True, metadata=description("Seconds"))


class ViewQuerySchema(ReadQuerySchema):
    """As which viewer and at which version a game is read."""

    as_ = fields.String(
        data_key="as",
        attribute="as",
        validate=validate.Length(1, 20),
        metadata=description(
            f"As which viewer: a seat's number, `{SPECTATOR}` or `{ORGANIZER}`, if you may choose"
        ),
    )


class PictureQuerySchema(ViewQuerySchema):
    """As which viewer, at which version and in which form a picture is drawn."""

    part = fields.String(
        load_default=WHOLE,
        validate=validate.OneOf(PARTS),
        metadata=description("The whole table, the board alone, or only the panel of the seats"),
    )
    width = fields.String(
        load_default="wide",
        validate=validate.OneOf(WIDTHS),
        metadata=description("`narrow` is laid out for screens from 360 pixels on"),
    )
    touch = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=description(
            'Whether a last group, `class="hx-touch"`, has an invisible element with '
            "`data-place`, `data-id` and a title for every place that a command can name"
        ),
    )
    prefix = fields.String(
        load_default=PREFIX,
        validate=Pattern("^[a-z][a-z0-9]{0,15}$"),
        metadata=description(
            "What the ids inside the picture begin with: give each of several pictures in one "
            "page its own",
            example="left",
        ),
    )


class GeometryQuerySchema(Schema):
    """Whether a board is sent with its geometry."""

    geometry = fields.String(
        load_default=WHOLE,
        validate=validate.OneOf((WHOLE, APART)),
        metadata=description(
            f"`{APART}` leaves out what never changes on a board; `board.geometry` is its hash, "
            "for `GET /v1/geometries/{hash}`"
        ),
    )


class BoardQuerySchema(ReadQuerySchema, GeometryQuerySchema):
    """At which version a board is read, and in which form."""


class GameQuerySchema(ViewQuerySchema, GeometryQuerySchema):
    """As which viewer, at which version and in which form a game is read."""


class TurnsField(fields.String):
    """A turn, or a range of turns, in a query."""

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> Any:
        text = super()._deserialize(value, *args, **options)
        try:
            return read_turns(text)
        except ValueError as problem:
            raise ValidationError(str(problem)) from None


def _require_event_types(types: list[str]) -> None:
    unknown = sorted({*types} - EVENT_TYPES)
    if unknown:
        raise ValidationError(f"there is no event `{unknown[0]}`")


class LogQuerySchema(ViewQuerySchema):
    """Which page of the log is read, and what the entries must be."""

    type = fields.List(
        fields.String(validate=validate.Length(1, 50)),
        load_default=list,
        validate=[validate.Length(max=MOST_TYPES), _require_event_types],
        metadata=description(
            "Only events of this type; give it again for more types", example=["card_stolen"]
        ),
    )
    seat = WholeNumber(
        validate=validate.Range(0, 15),
        metadata=description("Only what this seat did, or what concerns it", example=2),
    )
    turn = TurnsField(
        metadata=description(
            "Only what happened in this turn, or in these", pattern=f"^{TURNS}$", example="12-14"
        )
    )
    from_ = MomentField("Not before this moment", data_key="from", attribute="from")
    to = MomentField("Not after this moment", example="2026-01-01T12:30:00Z")
    text = fields.String(
        validate=validate.Length(1, LONGEST_SEARCH),
        metadata=description(
            "Only sentences with this text as you read them, in capital or small letters, names "
            "included",
            example="ore",
        ),
    )
    clock = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=description("Whether the notices of the clocks are shown, too"),
    )

    after = WholeNumber(load_default=0, metadata=description("Only commits after this version"))
    limit = WholeNumber(
        load_default=ON_A_PAGE,
        validate=validate.Range(1, MOST_ON_A_PAGE),
        metadata=description(
            "How many commits a page covers at most; with a filter, how many in which something "
            "fits",
            example=20,
        ),
    )


class FeedQuerySchema(GameQuerySchema):
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
        metadata=description("Whether NDJSON goes on until the game is closed or moved"),
    )
    changes = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=description(
            "Whether every commit has `changes`: a JSON Patch for a view without its geometry. A "
            "stream then begins with such a view"
        ),
    )
    ping = WholeNumber(
        load_default=None,
        validate=validate.Range(SHORTEST_PING, LONGEST_PING),
        metadata=description(
            "After how many quiet seconds a live stream is pinged; 10 if left out"
        ),
    )
    ticket = fields.String(
        validate=validate.Length(1, 100), metadata=description("A ticket in place of the token")
    )
    talk = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=description(
            "Whether server-sent events also bring the table talk; ids then are `version-change`"
        ),
    )
    talk_after = WholeNumber(
        metadata=description(
            "Only talk after this change; if left out, the talk begins with the last 50 messages"
        )
    )
