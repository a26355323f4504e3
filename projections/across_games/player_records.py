"""Players' records: games, wins and a rating for each ruleset.

Games are counted in a fixed order, so the same games always lead to the same records.
"""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from domain.ids import PlayerId
from domain.table.bots import is_bot
from projections.across_games.catalogue_store import CatalogueEntry

CountedAs: TypeAlias = Literal["rated", "solo", "void", "abandoned", "with_bots"]

DEVIATIONS = 3
"""Players are compared by a careful estimate: the mean of their rating less three deviations."""
_DIGITS = 6
_LOWEST = 1_000
_FEWEST_RATED = 2
"""A rating compares seats, so a game with fewer seats than this rates nobody."""
_model = PlackettLuce()
_BOT_SIGMA = 2.0
_BOT_MU = {"random": 5.0}
"""The fixed rating of each kind of bot; a kind that is not here has a new player's mean."""


class Rating(Struct, frozen=True):
    """An estimate of a player's strength: its mean and its deviation."""

    mu: float
    sigma: float

    def __post_init__(self) -> None:
        if not (isfinite(self.mu) and isfinite(self.sigma)):
            raise ValueError("a rating is made of finite numbers")

    @property
    def ordinal(self) -> float:
        """The number by which players are compared."""
        return round(self.mu - DEVIATIONS * self.sigma, _DIGITS)

    @property
    def digits(self) -> str:
        """The ordinal as text that sorts like the number."""
        return f"{round((self.ordinal + _LOWEST) * 10**_DIGITS):015}"


class PlayerRecord(Struct, frozen=True, omit_defaults=True):
    """A player's games of one ruleset. Games, wins, ranks and points count rated games only."""

    games: int = 0
    wins: int = 0
    ranks: dict[int, int] = {}
    points: int = 0
    resigned: int = 0
    void: int = 0
    abandoned: int = 0
    with_bots: int = 0
    solo: int = 0
    """Finished games that the player played alone."""
    rating: Rating | None = None
    rating_with_bots: Rating | None = None
    """A rating of its own from games with bots: beating bots moves nobody up a leaderboard."""


EMPTY_RECORD = PlayerRecord()


def record_name(ruleset: str, player: PlayerId) -> str:
    """The name under which a record is stored."""
    return f"{ruleset}:{player}"


def player_of(name: str) -> tuple[str, PlayerId]:
    """Return ruleset and player of a record's name."""
    ruleset, _, player = name.partition(":")
    return ruleset, PlayerId(player)


def human_players(entry: CatalogueEntry) -> list[PlayerId]:
    """Return the human players of a game in the order of the seats."""
    return [player for player in entry.summary.seats if player is not None and not is_bot(player)]


def counted_as(entry: CatalogueEntry) -> CountedAs | None:
    """Say as what a closed game counts; None if it does not. A challenge has its own table."""
    summary, result = entry.summary, entry.result
    if result is None or not result.is_trusted or summary.challenge is not None:
        return None
    if any(player is not None and is_bot(player) for player in summary.seats):
        return "with_bots"
    if summary.outcome != "won":
        return summary.outcome
    people = human_players(entry)
    if len(people) == 1:
        return "solo"
    if len(set(people)) == 1:
        return None
    return "with_bots" if all(result.by_bots) else "rated"


def record_names(entry: CatalogueEntry) -> list[str]:
    """Return the names of the records that a game changes."""
    if counted_as(entry) is None:
        return []
    return [record_name(entry.summary.ruleset, player) for player in human_players(entry)]


def records_after(
    entry: CatalogueEntry, before: Mapping[str, PlayerRecord]
) -> dict[str, PlayerRecord]:
    """Return the records of a game's players after it is counted."""
    counted, names = counted_as(entry), record_names(entry)
    records = [before.get(name, EMPTY_RECORD) for name in names]
    match counted:
        case None:
            return {}
        case "rated":
            return dict(zip(names, _after_rated_game(entry, records), strict=True))
        case "with_bots":
            return dict(zip(names, _after_game_with_bots(entry, records), strict=True))
        case other:
            added = [replace(record, **{other: getattr(record, other) + 1}) for record in records]
            return dict(zip(names, added, strict=True))


def _after_rated_game(entry: CatalogueEntry, records: Sequence[PlayerRecord]) -> list[PlayerRecord]:
    result = entry.result
    assert result is not None, "only a closed game is rated"
    # A player whose game was finished by a bot comes last, so leaving never pays.
    ranks = [
        len(records) if rank is None or is_by_bot else rank
        for rank, is_by_bot in zip(result.ranks, result.by_bots, strict=True)
    ]
    teams = [[_model_rating(record.rating)] for record in records]
    rated = _model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        PlayerRecord(
            games=record.games + 1,
            wins=record.wins + (seat in entry.summary.winners and not result.by_bots[seat]),
            ranks={**record.ranks, rank: record.ranks.get(rank, 0) + 1},
            points=record.points + points,
            resigned=record.resigned + has_resigned,
            void=record.void,
            abandoned=record.abandoned,
            with_bots=record.with_bots,
            solo=record.solo,
            rating=Rating(player.mu, player.sigma),
            rating_with_bots=record.rating_with_bots,
        )
        for seat, (record, rank, points, has_resigned, (player,)) in enumerate(
            zip(records, ranks, result.points, result.resigned, rated, strict=True)
        )
    ]


def _after_game_with_bots(
    entry: CatalogueEntry, records: Sequence[PlayerRecord]
) -> list[PlayerRecord]:
    """Count a game with bots. The bots' ratings never change; players have a separate rating."""
    counted = [replace(record, with_bots=record.with_bots + 1) for record in records]
    result, seats = entry.result, entry.summary.seats
    if result is None or entry.summary.outcome != "won" or len(seats) < _FEWEST_RATED:
        return counted
    people = iter(counted)
    teams = [
        [
            _bot_rating(player)
            if player and is_bot(player)
            else _model_rating(next(people).rating_with_bots)
        ]
        for player in seats
    ]
    rated = _model.rate(teams, ranks=[float(rank or len(seats)) for rank in result.ranks])
    found = [
        Rating(player.mu, player.sigma)
        for (player,), seated in zip(rated, seats, strict=True)
        if seated and not is_bot(seated)
    ]
    return [
        replace(record, rating_with_bots=rating)
        for record, rating in zip(counted, found, strict=True)
    ]


def _bot_rating(player: PlayerId) -> PlackettLuceRating:
    kind = player.split(":")[1]
    return _model.rating(_BOT_MU.get(kind, _model.mu), _BOT_SIGMA)


def _model_rating(rating: Rating | None) -> PlackettLuceRating:
    """Return a rating for the model; the rating of a new player if there is none."""
    return _model.rating() if rating is None else _model.rating(rating.mu, rating.sigma)
