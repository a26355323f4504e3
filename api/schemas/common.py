"""The forms of what comes in and goes out beside commands and events: players, games, pages."""

import re
from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate

from api.schemas.commands import StrictBoolean
from commands.player_names import flaw_of
from presentation.registry import LANGUAGES
from projections.across_games.catalogue import MOST_ON_A_PAGE as MOST_GAMES_ON_A_PAGE
from projections.across_games.catalogue import ON_A_PAGE as GAMES_ON_A_PAGE

LONGEST_NAME = 40
MOST_PLAYERS = 16
MOST_ON_A_PAGE = 500
ON_A_PAGE = 100

_NUMBER = re.compile("[0-9]{1,18}")


class Part(fields.Raw):
    """A value that is passed as it is; the API description has its form under this name."""

    def __init__(self, component: str, **options: Any) -> None:
        super().__init__(**options)
        self.component = component


class Count(fields.Integer):
    """A whole number from 0 on in a query, in plain digits."""

    def _deserialize(self, value: Any, *args: Any, **options: Any) -> int:
        if not isinstance(value, str) or _NUMBER.fullmatch(value) is None:
            raise self.make_error("invalid", input=value)
        return int(value)


class Answer(Schema):
    """What the service sends. It may grow: clients ignore fields that they do not know."""

    class Meta:
        unknown = EXCLUDE


def _require_a_name(name: str) -> None:
    if flaw := flaw_of(name):
        raise ValidationError(flaw)


def _described(text: str, **more: Any) -> dict[str, Any]:
    return {"description": text, **more}


def _version() -> fields.Integer:
    told = _described("How many commits the game has", minimum=1, example=42)
    return fields.Integer(required=True, metadata=told)


def _hash() -> fields.String:
    told = _described("The hash of the last commit", pattern="^[0-9a-f]{64}$")
    return fields.String(required=True, metadata=told)


class NewPlayerSchema(Schema):
    """Somebody who wants to play."""

    name = fields.String(
        required=True,
        validate=[validate.Length(1, LONGEST_NAME), _require_a_name],
        metadata=_described("What others see; it is never part of a ledger", example="Ada"),
    )


class NewTokenSchema(Answer):
    """A player with the token that stands for him. The token is told only here."""

    player_id = fields.String(required=True, metadata=_described("Opaque; it stands in ledgers"))
    token = fields.String(required=True, metadata=_described("Send it as a bearer token"))


class PlayerSchema(Answer):
    """A player as others see him. The name may have been erased."""

    player_id = fields.String(required=True)
    name = fields.String(required=True, allow_none=True)


class MeSchema(PlayerSchema):
    """A player as the player himself sees it."""

    role = fields.String(required=True, metadata=_described("What more is allowed"))


class NewGameSchema(Schema):
    """A game to be opened; its options are completed and judged by its ruleset."""

    ruleset = fields.String(required=True, metadata=_described("See /v1/rulesets", example="base"))
    players = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(1, MOST_PLAYERS),
        metadata={"example": 4},
    )
    options = fields.Dict(
        fields.String(), load_default=dict, metadata=_described("What is left out has a default")
    )
    listed = StrictBoolean(
        load_default=True,
        metadata=_described("Whether the lobby shows it; otherwise its id is the invitation"),
    )


class OpenedSchema(Answer):
    """A game that was opened."""

    game_id = fields.String(required=True, metadata={"pattern": "^p[0-9]{2}-[0-9a-f]{32}$"})
    version = _version()
    hash = _hash()


class ReceiptSchema(Answer):
    """What an accepted command did, as far as its sender may know."""

    version = _version()
    hash = _hash()
    events = fields.List(Part("AnyEvent"), required=True)


class ActionSchema(Answer):
    """A legal command, or an open choice: a template, its bounds, and a legal example."""

    command = Part("AnyCommand", metadata=_described("Legal as it stands"))
    template = fields.Dict(metadata=_described("A command whose empty fields are to be filled in"))
    bounds = fields.Dict(metadata=_described("What each field may hold"))
    example = Part("AnyCommand", metadata=_described("One legal way to fill in the template"))


class ActionsSchema(Answer):
    """Everything that the reader may do now, ready to post."""

    version = _version()
    seat = fields.Integer(required=True, allow_none=True)
    actions = fields.List(fields.Nested(ActionSchema), required=True)


class CommitSchema(Answer):
    """What one accepted command did, as far as the reader may know."""

    version = _version()
    at = fields.Integer(required=True, metadata=_described("Milliseconds since 1970, UTC"))
    actor = fields.String(required=True, metadata=_described("A player's id, or the house"))
    events = fields.List(Part("AnyEvent"), required=True)
    hash = _hash()


class FeedPageSchema(Answer):
    """Commits in order. With `more`, the next page is after the last version here."""

    commits = fields.List(fields.Nested(CommitSchema), required=True)
    version = _version()
    more = fields.Boolean(required=True)


class SeatRangeSchema(Answer):
    """For how many players a ruleset is."""

    min = fields.Integer(required=True)
    max = fields.Integer(required=True)


class OptionsSchema(Answer):
    """Options of a ruleset: a JSON schema, and complete sets of them by name."""

    schema = fields.Dict(required=True, metadata=_described("JSON Schema, draft 2020-12"))
    presets = fields.Dict(
        fields.String(),
        fields.Dict(),
        required=True,
        metadata=_described("What is left out becomes, the usual preset first"),
    )
    titles = fields.Dict(
        fields.String(),
        fields.Dict(fields.String(), fields.String()),
        required=True,
        metadata=_described("What presets are called, by language, if they have a name"),
    )


class RulesetSchema(Answer):
    """A game of the family and how it may be opened."""

    name = fields.String(required=True)
    rules = fields.Integer(required=True, metadata=_described("The version of its judgements"))
    schema = fields.Integer(required=True, metadata=_described("The version of its stored shapes"))
    players = fields.Nested(SeatRangeSchema, required=True)
    options = fields.Nested(OptionsSchema, required=True)
    commands = fields.List(fields.String(), required=True)
    bots = fields.List(fields.String(), required=True)
    languages = fields.List(fields.String(), required=True)


class RulesetsSchema(Answer):
    """All rulesets of this server."""

    rulesets = fields.List(fields.Nested(RulesetSchema), required=True)


class ReadQuerySchema(Schema):
    """How every read of a game may be asked for."""

    at = Count(
        validate=validate.Range(min=1),
        metadata=_described("The game as it was after this version", example=12),
    )
    lang = fields.String(
        validate=validate.OneOf(LANGUAGES),
        metadata=_described("The language of sentences; otherwise Accept-Language chooses"),
    )


class PageQuerySchema(Schema):
    """A page of a list of games."""

    cursor = fields.String(
        validate=validate.Length(1, 200), metadata=_described("`next` of the page before")
    )
    limit = Count(load_default=GAMES_ON_A_PAGE, validate=validate.Range(1, MOST_GAMES_ON_A_PAGE))
