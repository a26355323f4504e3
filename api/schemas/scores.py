"""The forms of scores across games: leaderboards, records, head-to-head, closed games."""

from marshmallow import fields

from api.schemas.common import Answer, PlayerSchema


def _told(text: str) -> dict[str, str]:
    return {"description": text}


class StrengthSchema(Answer):
    """How strong a player is thought to be (openskill, Plackett–Luce)."""

    ordinal = fields.Float(required=True, metadata=_told("mu − 3 sigma; players are ranked by it"))
    mu = fields.Float(required=True, metadata=_told("The mean of what is believed"))
    sigma = fields.Float(required=True, metadata=_told("How far that may be off"))


class RatingSchema(StrengthSchema):
    """A strength that counts for the leaderboard."""

    rank = fields.Integer(required=True, metadata=_told("In the ruleset; equals share one"))


class RankedSchema(RatingSchema):
    """A line of a leaderboard."""

    player_id = fields.String(required=True)
    name = fields.String(
        required=True, allow_none=True, metadata=_told("Null if the player has been erased")
    )
    games = fields.Integer(required=True, metadata=_told("Rated games"))
    wins = fields.Integer(required=True)


class LeaderboardSchema(Answer):
    """Players, the best first. `next` is the cursor of the next page, if there is one."""

    ruleset = fields.String(required=True)
    players = fields.List(fields.Nested(RankedSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class RecordSchema(Answer):
    """A player in the games of one ruleset."""

    ruleset = fields.String(required=True)
    games = fields.Integer(required=True, metadata=_told("Rated: won by somebody, without bots"))
    wins = fields.Integer(required=True)
    ranks = fields.Dict(
        fields.String(),
        fields.Integer(),
        required=True,
        metadata=_told("How often which rank was reached"),
    )
    points = fields.Integer(required=True, metadata=_told("The sum over rated games"))
    resigned = fields.Integer(required=True, metadata=_told("Rated games that were given up"))
    void = fields.Integer(required=True, metadata=_told("Games that a referee ended"))
    abandoned = fields.Integer(required=True, metadata=_told("Games given up by all"))
    with_bots = fields.Integer(
        required=True, metadata=_told("Games with a bot; they count only here and below")
    )
    solo = fields.Integer(required=True, metadata=_told("Finished games played alone"))
    rating = fields.Nested(RatingSchema, required=True, allow_none=True)
    rating_with_bots = fields.Nested(
        StrengthSchema,
        required=True,
        allow_none=True,
        metadata=_told("From games with bots, whose strength is fixed; it is in no table"),
    )


class PlayerRecordSchema(PlayerSchema):
    """A player as others see him, and what became of his games."""

    records = fields.List(fields.Nested(RecordSchema), required=True)


class HeadToHeadSchema(Answer):
    """Games of one ruleset that two players have played together."""

    ruleset = fields.String(required=True)
    games = fields.Integer(required=True, metadata=_told("Rated games"))
    ahead = fields.Integer(required=True, metadata=_told("The first had the better rank"))
    behind = fields.Integer(required=True, metadata=_told("The other had the better rank"))
    level = fields.Integer(required=True, metadata=_told("They shared a rank"))
    with_bots = fields.Integer(required=True)


class VersusSchema(Answer):
    """Two players at the same tables."""

    player = fields.Nested(PlayerSchema, required=True)
    other = fields.Nested(PlayerSchema, required=True)
    records = fields.List(fields.Nested(HeadToHeadSchema), required=True)


class ClosedGameSchema(Answer):
    """A closed game, and where its ledger is."""

    game_id = fields.String(required=True)
    ruleset = fields.String(required=True)
    rules = fields.Integer(required=True)
    seats = fields.List(fields.String(allow_none=True), required=True)
    closed_at = fields.Integer(required=True, metadata=_told("Milliseconds since 1970, UTC"))
    challenge = fields.String(
        required=True, allow_none=True, metadata=_told("Of which it was an attempt, as daily:DATE")
    )
    outcome = fields.String(required=True, metadata={"enum": ["won", "void", "abandoned"]})
    winners = fields.List(fields.Integer(), required=True, metadata=_told("Seats"))
    version = fields.Integer(required=True, metadata=_told("How many commits it has"))
    head = fields.String(required=True, metadata=_told("The hash of the last commit"))
    trusted = fields.Boolean(
        required=True, metadata=_told("Ended here, or signed by a key that this server trusts")
    )
    export = fields.String(required=True, metadata=_told("The address of the ledger file"))


class ClosedPageSchema(Answer):
    """Closed games in the order in which they came here. Go on from `next`, now or later."""

    games = fields.List(fields.Nested(ClosedGameSchema), required=True)
    next = fields.String(required=True)
    more = fields.Boolean(required=True, metadata=_told("Whether the next page has any by now"))
