"""The forms of views of a game, and how they may be asked for."""

from typing import ClassVar

from marshmallow import fields, validate

from api.schemas.common import MOST_ON_A_PAGE, ON_A_PAGE, Answer, Count, ReadQuerySchema
from domain.ids import ORGANIZER, SPECTATOR


def _told(text: str) -> dict[str, str]:
    return {"description": text}


class VersionedSchema(Answer):
    """Something that is true at a version of the game."""

    version = fields.Integer(required=True, metadata=_told("How many commits it takes in"))


class OfRuleset(Answer):
    """An answer whose shape depends on the ruleset. It is derived from the ruleset's structs."""

    part: ClassVar[str]
    """The name of its components, behind the name of the ruleset."""


class GameViewSchema(OfRuleset):
    """The whole table as you may see it; what is hidden is null. `ruleset` says which it is."""

    part = "GameView"


class BoardSchema(OfRuleset):
    """The board with all it takes to draw it, and the pieces by seat."""

    part = "Board"


class ScoreLineSchema(Answer):
    """The points of a seat."""

    seat = fields.Integer(required=True)
    points = fields.Integer(required=True)
    sources = fields.Dict(fields.String(), fields.Integer(), required=True)


class ScoreSchema(VersionedSchema):
    """Points by seat."""

    scores = fields.List(fields.Nested(ScoreLineSchema), required=True)


class HandSchema(OfRuleset):
    """What a seat holds."""

    part = "Hand"


class LogEntrySchema(Answer):
    """One fact, told in a sentence."""

    version = fields.Integer(required=True)
    at = fields.Integer(required=True, metadata=_told("Milliseconds since 1970, UTC"))
    type = fields.String(required=True, metadata=_told("The type of the event"))
    seat = fields.Integer(
        required=True,
        allow_none=True,
        metadata=_told("Who acted, or whom it is about; null if nobody, or several seats at once"),
    )
    text = fields.String(required=True)


class LogPageSchema(VersionedSchema):
    """Entries in order. `next` is the `after` of the next page, if there is one."""

    entries = fields.List(fields.Nested(LogEntrySchema), required=True)
    next = fields.Integer(allow_none=True)


class StatsSchema(VersionedSchema):
    """Statistics of the game, from what everybody may know."""

    luck = fields.Dict(metadata=_told("Production by seat against expectation; `how` says how"))


class ReadSchema(Answer):
    """A privileged look."""

    player_id = fields.String(required=True)
    call = fields.String(required=True)
    version = fields.Integer(required=True, metadata=_told("What was seen, or seen from then on"))
    at = fields.Integer(required=True, metadata=_told("Milliseconds since 1970, UTC"))
    as_ = fields.String(
        required=True, data_key="as", attribute="as", metadata=_told("With whose eyes")
    )
    live = fields.Boolean(required=True, metadata=_told("Whether the look went on"))


class ReadsSchema(Answer):
    """Every look at the open game with a referee's eyes."""

    reads = fields.List(fields.Nested(ReadSchema), required=True)


class KeySchema(Answer):
    """A public key of this server. A key that is not current signs nothing new."""

    key_id = fields.String(required=True, metadata=_told("As in the trailer of a ledger file"))
    algorithm = fields.String(required=True, metadata={"example": "Ed25519"})
    public_key = fields.String(required=True, metadata=_told("64 hexadecimal digits"))
    since = fields.Integer(required=True, metadata=_told("First used: milliseconds since 1970"))
    until = fields.Integer(
        required=True, allow_none=True, metadata=_told("When another took its place; null if none")
    )
    is_current = fields.Boolean(required=True)


class KeysSchema(Answer):
    """All keys that this server has ever signed with."""

    keys = fields.List(fields.Nested(KeySchema), required=True)


class TicketSchema(Answer):
    """A stand-in for the token, for one address and a short while."""

    ticket = fields.String(required=True)
    expires_in = fields.Integer(required=True, metadata=_told("Seconds"))


class ViewQuerySchema(ReadQuerySchema):
    """As whom a game is looked at, and when."""

    as_ = fields.String(
        data_key="as",
        attribute="as",
        validate=validate.Length(1, 20),
        metadata=_told(f"A seat's number, `{SPECTATOR}` or `{ORGANIZER}`, where you may choose"),
    )


class LogQuerySchema(ViewQuerySchema):
    """A page of the log."""

    after = Count(load_default=0, metadata=_told("Only commits after this version"))
    limit = Count(load_default=ON_A_PAGE, validate=validate.Range(1, MOST_ON_A_PAGE))


class FeedQuerySchema(ViewQuerySchema):
    """Where the feed goes on, and how."""

    after = Count(metadata=_told("Only commits after this version"))
    limit = Count(
        validate=validate.Range(1, MOST_ON_A_PAGE),
        metadata=_told(
            f"How many commits at most: a JSON page has {ON_A_PAGE}, and NDJSON all, if not told"
        ),
    )
    follow = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=_told("Whether NDJSON goes on until the game is closed or moved"),
    )
    ticket = fields.String(validate=validate.Length(1, 100))
