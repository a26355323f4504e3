"""Players' records: games, wins and a rating for each ruleset.

Games are counted in a fixed order, so the same games always lead to the same records.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from math import isfinite
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace
from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from domain.ids import PlayerId
from domain.table.bots import is_bot
from projections.across_games.catalogue_entries import CatalogueEntry
from projections.across_games.sortable_numbers import DIGITS, sortable

CountedAs: TypeAlias = Literal["rated", "casual", "solo", "void", "abandoned", "with_bots"]

DEVIATIONS = 3
"""Players are compared by a careful estimate: the mean of their rating less three deviations."""
FEWEST_GAMES = 5
FEWEST_OPPONENTS = 3
"""A rating is provisional, and has no rank, until it comes from so many games and opponents."""
MOST_A_DAY = 3
"""So many games of the same people count for ratings on one day (UTC); the others are casual."""
_DAY_MS = 86_400_000
_GROUP_DIGITS = 16
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
        return round(self.mu - DEVIATIONS * self.sigma, DIGITS)

    @property
    def digits(self) -> str:
        """The ordinal as text that sorts like the number."""
        return sortable(self.ordinal)


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
    casual: int = 0
    """Games that were won, but count for no rating."""
    opponents: tuple[PlayerId, ...] = ()
    """Different opponents in rated games; no more of them are kept than a rank needs."""
    day: int = 0
    """The day (UTC, since 1970) of the last rated game."""
    groups: dict[str, int] = {}
    """On that day: how many rated games there were with the same people."""
    rating: Rating | None = None
    rating_with_bots: Rating | None = None
    """A rating of its own from games with bots: beating bots moves nobody up a leaderboard."""

    @property
    def is_provisional(self) -> bool:
        """Whether the rating comes from too few games or opponents to be ranked."""
        return self.games < FEWEST_GAMES or len(self.opponents) < FEWEST_OPPONENTS


EMPTY_RECORD = PlayerRecord()
NEW_PLAYER_ORDINAL = Rating(_model.mu, _model.sigma).ordinal
"""The ordinal of a player who has not played a rated game."""


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
    if all(result.by_bots):
        return "with_bots"
    if not result.is_rateable:
        return "casual"
    return "abandoned" if result.is_cut_short else "rated"


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
        case "rated" if not _is_one_too_many(entry, records[0]):
            return dict(zip(names, _after_rated_game(entry, records), strict=True))
        case "with_bots":
            return dict(zip(names, _after_game_with_bots(entry, records), strict=True))
        case "rated":
            added = [replace(record, casual=record.casual + 1) for record in records]
            return dict(zip(names, added, strict=True))
        case other:
            added = [replace(record, **{other: getattr(record, other) + 1}) for record in records]
            return dict(zip(names, added, strict=True))


def _is_one_too_many(entry: CatalogueEntry, record: PlayerRecord) -> bool:
    """Whether these people have played so much today that this game does not count.

    The record is that of any of them. Games are counted in the order of their closing.
    """
    return record.day == _day(entry) and record.groups.get(_group(entry), 0) >= MOST_A_DAY


def _day(entry: CatalogueEntry) -> int:
    return entry.summary.updated_at // _DAY_MS


def _group(entry: CatalogueEntry) -> str:
    """A short name of the people at the table, wherever they sit."""
    people = ",".join(sorted(human_players(entry)))
    return sha256(people.encode()).hexdigest()[:_GROUP_DIGITS]


def _counted_group(record: PlayerRecord, day: int, group: str) -> dict[str, int]:
    groups = record.groups if record.day == day else {}
    return {**groups, group: groups.get(group, 0) + 1}


def _with_opponents(record: PlayerRecord, others: Iterable[PlayerId]) -> tuple[PlayerId, ...]:
    known = dict.fromkeys((*record.opponents, *others))
    return tuple(known)[:FEWEST_OPPONENTS]


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
    people, day, group = human_players(entry), _day(entry), _group(entry)
    return [
        replace(
            record,
            games=record.games + 1,
            wins=record.wins + (seat in entry.summary.winners and not result.by_bots[seat]),
            ranks={**record.ranks, rank: record.ranks.get(rank, 0) + 1},
            points=record.points + points,
            resigned=record.resigned + has_resigned,
            rating=Rating(player.mu, player.sigma),
            opponents=_with_opponents(record, (one for one in people if one != people[seat])),
            day=day,
            groups=_counted_group(record, day, group),
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
