"""Schemas of views of a game, and of the queries that ask for them."""

from typing import ClassVar

from marshmallow import fields, validate

from api.schemas.common import (
    MOST_ON_A_PAGE,
    ON_A_PAGE,
    ReadQuerySchema,
    ResponseSchema,
    WholeNumber,
    description,
)
from domain.ids import ORGANIZER, SPECTATOR


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


class ScoreLineSchema(ResponseSchema):
    """The points of a seat."""

    seat = fields.Integer(required=True)
    points = fields.Integer(required=True)
    sources = fields.Dict(fields.String(), fields.Integer(), required=True)


class ScoreSchema(VersionedSchema):
    """Points by seat."""

    scores = fields.List(fields.Nested(ScoreLineSchema), required=True)


class HandSchema(RulesetViewSchema):
    """What a seat holds."""

    part = "Hand"


class LogEntrySchema(ResponseSchema):
    """One event as a sentence."""

    version = fields.Integer(required=True)
    at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))
    type = fields.String(required=True, metadata=description("The type of the event"))
    seat = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description(
            "The seat that acted or that it is about; null if there is none, or several"
        ),
    )
    text = fields.String(required=True)


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


class LogQuerySchema(ViewQuerySchema):
    """Which page of the log is read."""

    after = WholeNumber(load_default=0, metadata=description("Only commits after this version"))
    limit = WholeNumber(load_default=ON_A_PAGE, validate=validate.Range(1, MOST_ON_A_PAGE))


class FeedQuerySchema(ViewQuerySchema):
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
    ticket = fields.String(
        validate=validate.Length(1, 100), metadata=description("A ticket in place of the token")
    )
