"""Schemas of the personal feed."""

from typing import get_args

from marshmallow import Schema, fields, validate

from api.schemas.common import MOST_ON_A_PAGE, ON_A_PAGE, ResponseSchema, WholeNumber, description
from api.schemas.views import LONGEST_PING, SHORTEST_PING
from api.schemas.webhooks import MILLISECONDS
from domain.tournament.standings.results import PenaltyKind
from domain.tournament.state import EntryStatus
from projections.notices.kinds import KINDS


class PersonalFeedQuerySchema(Schema):
    """Where the personal feed begins, and whether it goes on."""

    after = WholeNumber(
        metadata=description("Only notices after this number; if left out, all that are kept")
    )
    limit = WholeNumber(
        validate=validate.Range(1, MOST_ON_A_PAGE),
        metadata=description(
            f"How many notices at most; if left out, {ON_A_PAGE} in JSON and all in NDJSON"
        ),
    )
    follow = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=description("Whether NDJSON goes on as notices come"),
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


class NoticeSchema(ResponseSchema):
    """Something that concerns you. A kind may have more fields than are listed here."""

    number = fields.Integer(
        required=True, metadata=description("Counts from 1 without gaps; the cursor", example=17)
    )
    id = fields.String(
        required=True,
        metadata=description(
            "The same in webhooks and push messages", example="d-5a0d3c6f0b9e4c1d8a7f6e5d4c3b2a19"
        ),
    )
    kind = fields.String(
        required=True, validate=validate.OneOf(KINDS), metadata=description("What has happened")
    )
    at = fields.Integer(required=True, metadata=description(MILLISECONDS))
    game_id = fields.String(metadata=description("The game that it is about"))
    version = fields.Integer(
        metadata=description(
            "The version that led to it: of the tournament if it is a `tournament` or an appeal,"
            " else of the game"
        )
    )
    ruleset = fields.String(metadata=description("The ruleset of the game", example="base"))
    seat = fields.Integer(metadata=description("Your own seat in the game"))
    players = fields.List(
        fields.String(allow_none=True),
        metadata=description("The players of the game by seat; null for a seat that is free"),
    )
    phase = fields.String(metadata=description("The phase of the game", example="main"))
    offer = fields.Dict(metadata=description("Of a `trade_offer`: what is offered, as its event"))
    outcome = fields.String(
        validate=validate.OneOf(["won", "void", "abandoned"]),
        metadata=description("Of a `game_over`: how the game ended"),
    )
    winners = fields.List(
        fields.Integer(), metadata=description("Of a `game_over`: the seats that have won")
    )
    from_ = fields.String(
        data_key="from",
        metadata=description(
            "The player who invites you, asks for a rematch, wrote to you, calls a referee,"
            " appeals, or has decided about you"
        ),
    )
    seek_id = fields.String(metadata=description("Of a `seek`: the seek that has led to a game"))
    finished_game_id = fields.String(
        metadata=description("Of a `rematch`: the game that is to be played again")
    )
    tournament_id = fields.String(metadata=description("The tournament that it is about"))
    tournament_title = fields.String(metadata=description("Its title", example="Spring Cup"))
    about = fields.String(
        metadata=description(
            "Of a `tournament` or a `referee_call`: what has happened", example="round_published"
        )
    )
    round = fields.Integer(metadata=description("The round of the tournament"))
    table = fields.Integer(metadata=description("The table of the round"))
    opponents = fields.List(
        fields.String(), metadata=description("Who sits at your table of a tournament, too")
    )
    until = fields.Integer(
        metadata=description(f"Until when you may choose, sign or appeal. {MILLISECONDS}")
    )
    choice = fields.String(
        validate=validate.OneOf(["seat", "colour"]), metadata=description("What you may choose")
    )
    decision = fields.String(
        validate=validate.OneOf(["rejected", "awarded", "replayed"]),
        metadata=description(
            "Of `table_decided`: an appeal is rejected, the result is set, or it is played again"
        ),
    )
    appeal = fields.Integer(metadata=description("Of `result_appealed`: the number of the appeal"))
    reason = fields.String(metadata=description("Why, in the words of the player in `from`"))
    penalty = fields.String(
        validate=validate.OneOf(get_args(PenaltyKind)), metadata=description("Which penalty")
    )
    points = fields.Integer(metadata=description("How many points a penalty takes away"))
    status = fields.String(
        validate=validate.OneOf(get_args(EntryStatus)), metadata=description("Of your entry now")
    )
    substitute = fields.String(metadata=description("Who has taken over your place"))
    replaced = fields.String(metadata=description("Whose place you have taken over"))
    names = fields.Dict(
        fields.String(),
        fields.String(allow_none=True),
        required=True,
        metadata=description("Names by player id; null for a player who was erased"),
    )
    links = fields.Dict(
        fields.String(),
        fields.String(),
        required=True,
        metadata=description(
            "What to read next, relative to the address of the API",
            example={"game": "/v1/games/p07-0123456789abcdef0123456789abcdef"},
        ),
    )


class PersonalFeedPageSchema(ResponseSchema):
    """Notices in order. If `more` is true, read on after the last number of this page."""

    notices = fields.List(fields.Nested(NoticeSchema), required=True)
    last = fields.Integer(
        required=True, metadata=description("The number of the last notice that there is")
    )
    more = fields.Boolean(
        required=True, metadata=description("Whether there are notices after this page")
    )
    reset = fields.Boolean(
        required=True,
        metadata=description(
            "Whether notices after your number are no longer kept, or it is unknown; then read"
            " your games anew"
        ),
    )


class FeedResetSchema(ResponseSchema):
    """Notices after your number are no longer kept, or it is unknown: read your games anew."""

    kind = fields.String(required=True, validate=validate.OneOf(["reset"]))
    number = fields.Integer(
        required=True, metadata=description("The feed goes on after this number", example=17)
    )
    links = fields.Dict(
        fields.String(),
        fields.String(),
        required=True,
        metadata=description("What to read", example={"games": "/v1/players/me/games"}),
    )


class PersonalPingSchema(ResponseSchema):
    """Nothing has happened for a while; the connection still stands."""

    number = fields.Integer(
        required=True, metadata=description("The number that you have seen last", example=17)
    )
    server_time = fields.Integer(required=True, metadata=description(MILLISECONDS))
