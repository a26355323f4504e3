"""Schemas of players, games, receipts, actions, commits and pages."""

import re
from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate

from api.schemas.commands import StrictBoolean
from api.schemas.open_choices import BOUNDS, TEMPLATE
from commands.player_names import flaw_of
from presentation.registry import LANGUAGES
from projections.across_games.catalogue import MOST_ON_A_PAGE as MOST_GAMES_ON_A_PAGE
from projections.across_games.catalogue import ON_A_PAGE as GAMES_ON_A_PAGE

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


def _version() -> fields.Integer:
    text = "The version of the game: how many commits it has"
    return fields.Integer(required=True, metadata=description(text, minimum=1, example=42))


def _hash() -> fields.String:
    text = "The hash of the last commit"
    return fields.String(required=True, metadata=description(text, pattern="^[0-9a-f]{64}$"))


class NewPlayerSchema(Schema):
    """A player to be created or renamed."""

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


class OpenedSchema(ResponseSchema):
    """A game that has been opened."""

    game_id = fields.String(required=True, metadata={"pattern": "^p[0-9]{2}-[0-9a-f]{32}$"})
    version = _version()
    hash = _hash()


class ReceiptSchema(ResponseSchema):
    """What your command did: the events of its commit, as far as you may know them."""

    version = _version()
    hash = _hash()
    events = fields.List(ComponentField("AnyEvent"), required=True)


class ActionSchema(ResponseSchema):
    """A legal command, or an open choice: a template, its bounds, and a legal example."""

    command = ComponentField("AnyCommand", metadata=description("Legal as it is"))
    template = ComponentField(TEMPLATE)
    bounds = ComponentField(BOUNDS)
    example = ComponentField(
        "AnyCommand", metadata=description("One legal way to fill in the template")
    )


class ActionsSchema(ResponseSchema):
    """Every command that you may give now, ready to post."""

    version = _version()
    seat = fields.Integer(required=True, allow_none=True)
    actions = fields.List(fields.Nested(ActionSchema), required=True)


class CommitSchema(ResponseSchema):
    """What one accepted command did, as far as you may know it."""

    version = _version()
    at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))
    actor = fields.String(
        required=True, metadata=description("A player's or bot's id, or `system` for the server")
    )
    events = fields.List(ComponentField("AnyEvent"), required=True)
    hash = _hash()


class FeedPageSchema(ResponseSchema):
    """Commits in order. If `more` is true, read on after the last version of this page."""

    commits = fields.List(fields.Nested(CommitSchema), required=True)
    version = _version()
    more = fields.Boolean(required=True)


class SeatRangeSchema(ResponseSchema):
    """How many players a ruleset allows."""

    min = fields.Integer(required=True)
    max = fields.Integer(required=True)


class OptionsSchema(ResponseSchema):
    """Options of a ruleset: their JSON schema, and complete sets of options by name."""

    schema = fields.Dict(required=True, metadata=description("JSON Schema, draft 2020-12"))
    presets = fields.Dict(
        fields.String(),
        fields.Dict(),
        required=True,
        metadata=description("Complete options by name; the first set has the defaults"),
    )
    titles = fields.Dict(
        fields.String(),
        fields.Dict(fields.String(), fields.String()),
        required=True,
        metadata=description("The titles of presets by language, for those that have one"),
    )


class RulesetSchema(ResponseSchema):
    """A ruleset and how its games can be opened."""

    name = fields.String(required=True)
    rules = fields.Integer(required=True, metadata=description("The version of its rules"))
    schema = fields.Integer(required=True, metadata=description("The version of its stored events"))
    players = fields.Nested(SeatRangeSchema, required=True)
    options = fields.Nested(OptionsSchema, required=True)
    commands = fields.List(fields.String(), required=True)
    bots = fields.List(fields.String(), required=True)
    languages = fields.List(fields.String(), required=True)


class RulesetsSchema(ResponseSchema):
    """All rulesets of this server."""

    rulesets = fields.List(fields.Nested(RulesetSchema), required=True)


class ReadQuerySchema(Schema):
    """What every read of a game takes."""

    at = WholeNumber(
        validate=validate.Range(min=1),
        metadata=description("The game as it was after this version", example=12),
    )
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
        load_default=GAMES_ON_A_PAGE, validate=validate.Range(1, MOST_GAMES_ON_A_PAGE)
    )
