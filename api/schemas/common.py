"""Schemas of players, games, receipts, actions, commits and pages."""

import re
from typing import Any, get_args

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate

from api.schemas.commands import StrictBoolean
from commands.player_names import flaw_of
from eventlog.due_work import GameStatus
from eventlog.moments import PATTERN, BadMoment, read_moment
from presentation.registry import LANGUAGES
from projections.across_games.list_pages import MOST_ON_A_PAGE as MOST_GAMES_ON_A_PAGE
from projections.across_games.list_pages import ON_A_PAGE as GAMES_ON_A_PAGE

LONGEST_NAME = 40
MOST_PLAYERS = 16
MOST_ON_A_PAGE = 500
ON_A_PAGE = 100

_NUMBER = re.compile("[0-9]{1,18}")


class ComponentField(fields.Raw):
    """A value that is sent as it is. The API description has its schema under this name."""

    def __init__(self, component: str, **options: Any) -> None:
        super().__init__(**options)
        self.component = component


class WholeNumber(fields.Integer):
    """A whole number from 0 on in a query, written in digits."""

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> int:
        if not isinstance(value, str) or _NUMBER.fullmatch(value) is None:
            raise self.make_error("invalid", input=value)
        return int(value)


class MomentField(fields.String):
    """A version or a time in a query."""

    def __init__(self, text: str, example: str = "12", **options: Any) -> None:
        more = "a version, milliseconds since 1970 (from 1000000000000 on), or a time in UTC"
        metadata = description(
            f"{text}: {more} such as `2026-01-01T00:00:00Z`", pattern=PATTERN, example=example
        )
        super().__init__(metadata=metadata, **options)

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> Any:
        try:
            return read_moment(super()._deserialize(value, *args, **options))
        except BadMoment as problem:
            raise ValidationError(str(problem)) from None


class ResponseSchema(Schema):
    """What the server sends. Later versions may add fields; clients ignore unknown ones."""

    class Meta:
        unknown = EXCLUDE


def _require_a_name(name: str) -> None:
    if flaw := flaw_of(name):
        raise ValidationError(flaw)


def description(text: str, **more: Any) -> dict[str, Any]:
    """The metadata of a field: its description in the API description, and more keywords."""
    return {"description": text, **more}


def version_field() -> fields.Integer:
    text = "The version of the game: how many commits it has"
    return fields.Integer(required=True, metadata=description(text, minimum=1, example=42))


def _hash() -> fields.String:
    text = "The hash of the last commit"
    return fields.String(required=True, metadata=description(text, pattern="^[0-9a-f]{64}$"))


class PlayerNameSchema(Schema):
    """The name of a player."""

    name = fields.String(
        required=True,
        validate=[validate.Length(1, LONGEST_NAME), _require_a_name],
        metadata=description(
            "The name that others see; it is never part of a ledger", example="Ada"
        ),
    )


class NewTokenSchema(ResponseSchema):
    """A player and their token. The token is shown only in this response."""

    player_id = fields.String(
        required=True, metadata=description("An opaque id; ledgers name the player by it")
    )
    token = fields.String(required=True, metadata=description("Send it as a bearer token"))
    token_id = fields.String(
        required=True,
        metadata=description(
            "The id of the token, by which you can revoke it", pattern="^t-[0-9a-z]{12}$"
        ),
    )


class PlayerSchema(ResponseSchema):
    """A player as others see them. The name is null once the player is erased."""

    player_id = fields.String(required=True)
    name = fields.String(required=True, allow_none=True)


class MeSchema(PlayerSchema):
    """You, as you see yourself."""

    role = fields.String(
        required=True, metadata=description("`player`, or a role that allows more")
    )


class NewGameSchema(Schema):
    """A game to be opened. Its ruleset completes and checks the options."""

    ruleset = fields.String(required=True, metadata=description("See /v1/rulesets", example="base"))
    players = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(1, MOST_PLAYERS),
        metadata={"example": 4},
    )
    options = fields.Dict(
        fields.String(),
        load_default=dict,
        metadata=description("Options that are left out get their defaults"),
    )
    listed = StrictBoolean(
        load_default=True,
        metadata=description(
            "Whether the lobby shows the game; otherwise its id is the invitation"
        ),
    )
    invited_only = StrictBoolean(
        load_default=False,
        metadata=description(
            "Whether players sit down only with an invitation or at a seat reserved for them"
        ),
    )
    reserved = fields.List(
        fields.String(allow_none=True, validate=validate.Length(1, 64)),
        load_default=list,
        validate=validate.Length(max=MOST_PLAYERS),
        metadata=description(
            "For whom seats are reserved: by seat, the id of a player or null",
            example=[None, "u-0123456789abcdef0123"],
        ),
    )
    rated = StrictBoolean(
        load_default=False,
        metadata=description("Whether its result counts for ratings; otherwise it is casual"),
    )


class OpenedSchema(ResponseSchema):
    """A game that has been opened."""

    game_id = fields.String(required=True, metadata={"pattern": "^p[0-9]{2}-[0-9a-f]{32}$"})
    version = version_field()
    hash = _hash()


class ReceiptSchema(ResponseSchema):
    """What your command did: the events of its commit, as far as you may know them."""

    version = version_field()
    hash = _hash()
    events = fields.List(ComponentField("Event"), required=True)


class CommitSchema(ResponseSchema):
    """What one accepted command did, as far as you may know it."""

    version = version_field()
    at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))
    actor = fields.String(
        required=True, metadata=description("A player's or bot's id, or `system` for the server")
    )
    events = fields.List(ComponentField("Event"), required=True)
    status = fields.String(
        required=True,
        validate=validate.OneOf(get_args(GameStatus)),
        metadata=description("This and the next ones are as they were right after this commit"),
    )
    phase = fields.String(required=True, metadata={"example": "main"})
    turn = fields.Integer(required=True, metadata=description("0 before the first turn"))
    to_act = fields.List(
        fields.Integer(),
        required=True,
        metadata=description("The seats that the game waits for", example=[2]),
    )
    points = fields.List(
        fields.Integer(),
        required=True,
        metadata=description(
            "By seat, as far as you may know; empty before the start", example=[3, 2, 5]
        ),
    )
    deadlines = fields.Dict(
        fields.String(metadata={"pattern": "^[0-9]+$"}),
        fields.Integer(),
        metadata=description(
            "By seat: until when it has to decide, in milliseconds since 1970, UTC. Left out in a "
            "game without clocks"
        ),
    )
    changes = fields.List(
        fields.Nested(lambda: PatchOperationSchema()),
        metadata=description(
            "What changes in the view you may see, without its geometry; only with `changes=true`"
        ),
    )
    hash = _hash()


class PatchOperationSchema(ResponseSchema):
    """A step of a JSON Patch (RFC 6902). Apply the steps in order."""

    op = fields.String(required=True, validate=validate.OneOf(("add", "remove", "replace")))
    path = fields.String(
        required=True,
        metadata=description("A JSON Pointer (RFC 6901)", example="/seats/0/roads/2"),
    )
    value = fields.Raw(
        allow_none=True, metadata=description("Any JSON value; left out with `remove`")
    )


class FeedPageSchema(ResponseSchema):
    """Commits in order. If `more` is true, read on after the last version of this page."""

    commits = fields.List(fields.Nested(CommitSchema), required=True)
    version = version_field()
    more = fields.Boolean(required=True)


class PingSchema(ResponseSchema):
    """Nothing has happened; the stream is alive."""

    version = version_field()
    server_time = fields.Integer(
        required=True,
        metadata=description("Milliseconds since 1970, UTC", example=1_767_225_600_000),
    )


class SeatRangeSchema(ResponseSchema):
    """How many players a ruleset allows."""

    min = fields.Integer(required=True)
    max = fields.Integer(required=True)


def _texts(text: str, example: str) -> fields.Dict:
    """A text by language."""
    return fields.Dict(
        fields.String(),
        fields.String(),
        required=True,
        metadata=description(f"{text}, by language", example={"en": example}),
    )


def _texts_by_name(text: str) -> fields.Dict:
    return fields.Dict(
        fields.String(),
        fields.Dict(fields.String(), fields.String()),
        required=True,
        metadata=description(text),
    )


class RulesetOptionsSchema(ResponseSchema):
    """Options of a ruleset: their JSON schema, and complete sets of options by name."""

    schema = fields.Dict(required=True, metadata=description("JSON Schema, draft 2020-12"))
    presets = fields.Dict(
        fields.String(),
        fields.Dict(),
        required=True,
        metadata=description("Complete options by name; the first set has the defaults"),
    )
    titles = _texts_by_name("The titles of presets by language, for those that have one")
    labels = _texts_by_name(
        "What to call an option, by language; under `option.value` one of its values, and under"
        " `option.field` a field of an option that is an object"
    )


class RulesetSchema(ResponseSchema):
    """A ruleset and how its games can be opened."""

    name = fields.String(required=True)
    titles = _texts("What it is called", "Base game")
    summaries = _texts("What it is about, in a sentence", "Settle an island.")
    rules = fields.Integer(
        required=True,
        metadata=description("The version of its rules that new games get"),
    )
    versions = fields.List(
        fields.Integer(),
        metadata=description("All versions of its rules that this server has, the oldest first"),
    )
    schema = fields.Integer(required=True, metadata=description("The version of its stored events"))
    players = fields.Nested(SeatRangeSchema, required=True)
    options = fields.Nested(RulesetOptionsSchema, required=True)
    commands = fields.List(fields.String(), required=True)
    bots = fields.List(
        fields.String(), required=True, metadata=description("Kinds of bots, the best first")
    )
    bot_titles = _texts_by_name("What the kinds of bots are called, by language")
    languages = fields.List(fields.String(), required=True)
    prices = fields.List(
        fields.Nested(lambda: RulesetPriceSchema()),
        metadata=description("What its pieces and cards cost"),
    )


class RulesetPriceSchema(ResponseSchema):
    """What a piece or card costs in games of a ruleset."""

    piece = fields.String(required=True, metadata={"example": "road"})
    command = fields.String(
        required=True,
        metadata=description("The type of the command that pays for it", example="build_road"),
    )
    cost = fields.Dict(
        fields.String(),
        fields.Integer(),
        required=True,
        metadata=description("How many of what", example={"brick": 1, "lumber": 1}),
    )
    titles = _texts("What it is called", "Road")


class RulesetsSchema(ResponseSchema):
    """All rulesets of this server."""

    rulesets = fields.List(fields.Nested(RulesetSchema), required=True)


class ReadQuerySchema(Schema):
    """What every read of a game takes."""

    at = MomentField("The game as it was at this moment")
    lang = fields.String(
        validate=validate.OneOf(LANGUAGES),
        metadata=description("The language of sentences; `Accept-Language` chooses it if left out"),
    )


class PageQuerySchema(Schema):
    """Which page of a list is read."""

    cursor = fields.String(
        validate=validate.Length(1, 200), metadata=description("`next` of the previous page")
    )
    limit = WholeNumber(
        load_default=GAMES_ON_A_PAGE,
        validate=validate.Range(1, MOST_GAMES_ON_A_PAGE),
        metadata=description("How many entries a page has at most", example=20),
    )
