"""Schemas of reports over games."""

from typing import Any, get_args

from marshmallow import Schema, fields, validate

from api.schemas.common import ResponseSchema, WholeNumber, description
from api.schemas.game_lists import names_field
from domain.dealings import TakingKind
from domain.reports import ChoiceKind
from presentation.registry import LANGUAGES

FORMATS = ("json", "csv", "text")
MOST_GAMES = 100
"""How many games a report covers at most."""
GAME_ID = validate.Length(1, 100)
PLACE = "/v1/games/p00-00000000000000000000000000000000?at=12"


class ReportQuerySchema(Schema):
    """In which form a report is sent."""

    format = fields.String(
        validate=validate.OneOf(FORMATS),
        metadata=description("The form of the report; `Accept` chooses it if left out"),
    )
    lang = fields.String(
        validate=validate.OneOf(LANGUAGES),
        metadata=description("The language of sentences; `Accept-Language` chooses it if left out"),
    )


class GamesReportQuerySchema(ReportQuerySchema):
    """The games of a report."""

    game = fields.List(
        fields.String(validate=GAME_ID),
        required=True,
        validate=validate.Length(min=1),
        metadata=description(
            f"The id of a game; give it again for more games, {MOST_GAMES} at most",
            example=["p00-00000000000000000000000000000000"],
        ),
    )


class TournamentReportQuerySchema(ReportQuerySchema):
    """Which games of a tournament a report covers."""

    round = WholeNumber(
        validate=validate.Range(min=1),
        metadata=description("Only the games of this round; all if left out", example=1),
    )


class ReportRequestSchema(Schema):
    """The games of a report, and its form."""

    games = fields.List(
        fields.String(validate=GAME_ID),
        required=True,
        validate=validate.Length(min=1),
        metadata=description(
            f"The ids of the games, {MOST_GAMES} at most",
            example=["p00-00000000000000000000000000000000"],
        ),
    )


def _player(text: str) -> fields.String:
    return fields.String(required=True, metadata=description(text))


def _count(text: str) -> fields.Integer:
    return fields.Integer(required=True, metadata=description(text))


def _cards(text: str) -> fields.Dict:
    return fields.Dict(
        fields.String(),
        fields.Integer(),
        required=True,
        metadata=description(text, example={"ore": 2, "wool": 1}),
    )


def _rests_on(
    text: str = "The addresses of the tables on which the line rests",
) -> fields.List[Any]:
    return fields.List(fields.String(), required=True, metadata=description(text, example=[PLACE]))


class ReportGameSchema(ResponseSchema):
    """A game that the report is about."""

    game_id = fields.String(required=True)
    ruleset = fields.String(required=True)
    version = _count("Up to which version the report goes")
    is_closed = fields.Boolean(required=True)
    players = fields.List(fields.String(allow_none=True), required=True)
    outcome = fields.String(required=True, allow_none=True)
    winners = fields.List(fields.String(), required=True)
    turns = fields.Integer(required=True)
    began_at = fields.Integer(required=True, allow_none=True)
    last_at = fields.Integer(required=True, allow_none=True)
    table = fields.String(required=True, metadata={"example": PLACE})


class SlowDecisionSchema(ResponseSchema):
    """A decision that took long."""

    ms = fields.Integer(required=True)
    table = fields.String(required=True, metadata={"example": PLACE})


class PaceSchema(ResponseSchema):
    """How long a player took for their own decisions. The wait for others does not count."""

    player = _player("The id of a player or a bot")
    decisions = _count("Commands by which the player decided something when they were to act")
    total_ms = _count("The time of all decisions")
    median_ms = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description("The median decision, to a tenth of a second"),
    )
    slowest = fields.List(fields.Nested(SlowDecisionSchema), required=True)
    missed_deadlines = fields.Integer(required=True)
    rests_on = _rests_on("The tables at which a deadline was missed")
    logs = fields.List(
        fields.String(),
        required=True,
        metadata=description("The logs in which all decisions are, with their times"),
    )


class PairTradesSchema(ResponseSchema):
    """The trades of a pair, seen from the first player."""

    player = _player("The first player")
    other = _player("The second player")
    trades = fields.Integer(required=True)
    given = _cards("What the first player gave, by kind")
    taken = _cards("What the first player took, by kind")
    cards_given = fields.Integer(required=True)
    cards_taken = fields.Integer(required=True)
    balance = _count("Cards that the first player took more than they gave")
    rests_on = _rests_on()


class PairOffersSchema(ResponseSchema):
    """Offers of trades from one player to another, and what came of them."""

    player = _player("Who made the offers")
    other = _player("Who was asked")
    asked = fields.Integer(required=True)
    accepted = fields.Integer(required=True)
    countered = fields.Integer(required=True)
    refused = fields.Integer(required=True)
    rests_on = _rests_on("The tables at which an offer was made or answered")
    refusals = _rests_on("Those of them at which it was refused")


class PairTakingsSchema(ResponseSchema):
    """What a player took from another one."""

    player = _player("Who took")
    other = _player("From whom")
    kind = fields.String(required=True, validate=validate.OneOf(get_args(TakingKind)))
    times = fields.Integer(required=True)
    count = _count("How many cards, or bales of cloth")
    cards = _cards("Which cards, by kind")
    rests_on = _rests_on()


class PairChoicesSchema(ResponseSchema):
    """How often a player chose another one, against an even choice. It is no accusation."""

    kind = fields.String(required=True, validate=validate.OneOf(get_args(ChoiceKind)))
    player = _player("Who chose")
    other = _player("Who was chosen, or not")
    count = _count("How often the other one was chosen")
    cases = _count("How often the other one could be chosen")
    share = fields.Float(required=True)
    expected = fields.Float(
        required=True,
        metadata=description("The share if each one at the table were chosen equally often"),
    )
    p_or_more = fields.Float(
        required=True,
        metadata=description("How likely an even choice leads to this count or more; exact"),
    )
    p_or_less = fields.Float(
        required=True,
        metadata=description("How likely an even choice leads to this count or less; exact"),
    )
    rests_on = _rests_on("The tables at which the other one was chosen")
    instead = _rests_on("The tables at which somebody else was chosen")


class RollOutcomeSchema(ResponseSchema):
    """How often the dice fell to something."""

    outcome = fields.String(required=True, metadata=description("A number, or a face"))
    count = fields.Integer(required=True)
    expected = fields.Float(required=True)


class RollFitSchema(ResponseSchema):
    """Pearson's chi-square; `p` is how likely fair dice stray at least as far."""

    chi_square = fields.Float(required=True)
    degrees_of_freedom = fields.Integer(required=True)
    p = fields.Float(required=True)
    reading = fields.String(required=True)


class ReportDiceSchema(ResponseSchema):
    """All rolls with dice of one kind against expectation."""

    rulesets = fields.List(fields.String(), required=True)
    rolls = fields.Integer(required=True)
    outcomes = fields.List(fields.Nested(RollOutcomeSchema), required=True)
    fit = fields.Nested(RollFitSchema, required=True, allow_none=True)
    rests_on = _rests_on("The logs with the rolls")


class ReportLuckSchema(ResponseSchema):
    """The luck of a player in cards."""

    player = _player("The id of a player or a bot")
    expected = fields.Float(required=True)
    due = fields.Integer(required=True)
    luck = fields.Float(required=True)
    deviations = fields.Float(required=True, allow_none=True)
    rests_on = _rests_on("The logs with the rolls")


class GamesReportSchema(ResponseSchema):
    """A report over games. Every line says on which tables it rests."""

    language = fields.String(required=True, metadata=description("The language of the notes"))
    games = fields.List(fields.Nested(ReportGameSchema), required=True)
    pace = fields.List(fields.Nested(PaceSchema), required=True)
    trades = fields.List(fields.Nested(PairTradesSchema), required=True)
    offers = fields.List(fields.Nested(PairOffersSchema), required=True)
    takings = fields.List(fields.Nested(PairTakingsSchema), required=True)
    choices = fields.List(fields.Nested(PairChoicesSchema), required=True)
    dice = fields.List(fields.Nested(ReportDiceSchema), required=True)
    luck = fields.List(fields.Nested(ReportLuckSchema), required=True)
    notes = fields.List(
        fields.String(), required=True, metadata=description("What to know about the figures")
    )
    names = names_field()
