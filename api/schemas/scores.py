"""Schemas of scores across games: leaderboards, records, comparisons, closed games."""

from marshmallow import fields

from api.schemas.common import PageQuerySchema, PlayerSchema, ResponseSchema, description
from api.schemas.game_lists import names_field, next_field
from projections.across_games.player_records import FEWEST_GAMES, FEWEST_OPPONENTS


class StrengthSchema(ResponseSchema):
    """The estimated strength of a player (openskill, Plackett–Luce)."""

    ordinal = fields.Float(
        required=True, metadata=description("mu − 3 sigma; players are ranked by it")
    )
    mu = fields.Float(required=True, metadata=description("The mean of the estimate"))
    sigma = fields.Float(
        required=True, metadata=description("The standard deviation of the estimate")
    )


class RatingSchema(StrengthSchema):
    """A strength in rated games, and its rank."""

    rank = fields.Integer(
        required=True,
        allow_none=True,
        metadata=description(
            "The rank in the ruleset; equal ratings share one. Null while it is provisional"
        ),
    )
    provisional = fields.Boolean(
        required=True,
        metadata=description(
            f"Whether it comes from fewer than {FEWEST_GAMES} games, or from fewer than "
            f"{FEWEST_OPPONENTS} different opponents"
        ),
    )


class RatingHistoryQuerySchema(PageQuerySchema):
    """Which of a player's ratings is read, and which page of it."""

    with_bots = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata=description("The rating in games with bots instead of that in rated games"),
    )


class RatingPointSchema(StrengthSchema):
    """A rating after a game that changed it."""

    game_id = fields.String(required=True)
    closed_at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))


class RatingHistorySchema(ResponseSchema):
    """How a rating went, the latest game first."""

    player_id = fields.String(required=True)
    ruleset = fields.String(required=True)
    with_bots = fields.Boolean(
        required=True, metadata=description("Whether it is the rating in games with bots")
    )
    points = fields.List(fields.Nested(RatingPointSchema), required=True)
    next = next_field()


class RankedSchema(StrengthSchema):
    """A player on a leaderboard."""

    rank = fields.Integer(
        required=True, metadata=description("The rank in the ruleset; equal ratings share one")
    )

    player_id = fields.String(required=True)
    name = fields.String(
        required=True, allow_none=True, metadata=description("Null if the player has been erased")
    )
    games = fields.Integer(required=True, metadata=description("How many rated games"))
    wins = fields.Integer(required=True)


class LeaderboardSchema(ResponseSchema):
    """Players, the best first. `next` is the cursor of the next page, or null."""

    ruleset = fields.String(required=True)
    players = fields.List(fields.Nested(RankedSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class RecordSchema(ResponseSchema):
    """A player in the games of one ruleset."""

    ruleset = fields.String(required=True)
    games = fields.Integer(
        required=True,
        metadata=description("How many rated games"),
    )
    wins = fields.Integer(required=True)
    ranks = fields.Dict(
        fields.String(),
        fields.Integer(),
        required=True,
        metadata=description("How often the player reached each rank"),
    )
    points = fields.Integer(required=True, metadata=description("The sum of points in rated games"))
    resigned = fields.Integer(
        required=True, metadata=description("Rated games that the player resigned")
    )
    void = fields.Integer(required=True, metadata=description("Games that an organizer ended"))
    abandoned = fields.Integer(
        required=True,
        metadata=description("Games that all players gave up, or that were cut short"),
    )
    with_bots = fields.Integer(
        required=True,
        metadata=description("Games with a bot; they count only here and for `rating_with_bots`"),
    )
    solo = fields.Integer(required=True, metadata=description("Finished games for one player"))
    casual = fields.Integer(
        required=True, metadata=description("Games that were won and count for no rating")
    )
    rating = fields.Nested(RatingSchema, required=True, allow_none=True)
    rating_with_bots = fields.Nested(
        StrengthSchema,
        required=True,
        allow_none=True,
        metadata=description(
            "The rating in games with bots, whose strength is fixed; it counts for no leaderboard"
        ),
    )


class PlayerRecordSchema(PlayerSchema):
    """A player as others see them, and their records."""

    records = fields.List(fields.Nested(RecordSchema), required=True)


class HeadToHeadSchema(ResponseSchema):
    """Games of one ruleset that two players have played together."""

    ruleset = fields.String(required=True)
    games = fields.Integer(required=True, metadata=description("How many rated games"))
    ahead = fields.Integer(
        required=True, metadata=description("How often the first player had the better rank")
    )
    behind = fields.Integer(
        required=True, metadata=description("How often the other player had the better rank")
    )
    level = fields.Integer(required=True, metadata=description("How often they shared a rank"))
    with_bots = fields.Integer(required=True)


class VersusSchema(ResponseSchema):
    """Two players, and the games that they have played together."""

    player = fields.Nested(PlayerSchema, required=True)
    other = fields.Nested(PlayerSchema, required=True)
    records = fields.List(fields.Nested(HeadToHeadSchema), required=True)


class ClosedGameSchema(ResponseSchema):
    """A closed game, and where its ledger is."""

    game_id = fields.String(required=True)
    ruleset = fields.String(required=True)
    rules = fields.Integer(required=True)
    seats = fields.List(fields.String(allow_none=True), required=True)
    closed_at = fields.Integer(required=True, metadata=description("Milliseconds since 1970, UTC"))
    challenge = fields.String(
        required=True,
        allow_none=True,
        metadata=description(
            "The challenge that it was an attempt at, as daily:DATE; null if none"
        ),
    )
    outcome = fields.String(required=True, metadata={"enum": ["won", "void", "abandoned"]})
    winners = fields.List(
        fields.Integer(), required=True, metadata=description("Seats that have won")
    )
    version = fields.Integer(required=True, metadata=description("How many commits it has"))
    head = fields.String(required=True, metadata=description("The hash of the last commit"))
    trusted = fields.Boolean(
        required=True,
        metadata=description(
            "Whether it ended on this server, or is signed by a key that this server trusts"
        ),
    )
    export = fields.String(required=True, metadata=description("The address of the ledger file"))


class ClosedPageSchema(ResponseSchema):
    """Closed games in the order in which they were closed here. Read on from `next` at any time."""

    games = fields.List(fields.Nested(ClosedGameSchema), required=True)
    next = fields.String(required=True)
    more = fields.Boolean(
        required=True, metadata=description("Whether the next page has games already")
    )
    names = names_field()
