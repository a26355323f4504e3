"""Lines of players: a record and a rating for each ruleset, game by game.

Games are taken in a total order, so the same games always lead to the same lines.
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
from projections.across_games.catalogue_store import Entry

Counted: TypeAlias = Literal["rated", "solo", "void", "abandoned", "with_bots"]

DEVIATIONS = 3
"""A rating is shown as what a player is good for at least: its mean less three deviations."""
_DIGITS = 6
_LOWEST = 1_000
_FEWEST = 2
"""A rating compares: fewer than two players or bots at a table rate nobody."""
_model = PlackettLuce()
_BOT_SIGMA = 2.0
_BOT_MU = {"random": 5.0}
"""What the house believes of its bots; of one not named here, what it does of a newcomer."""


class Rating(Struct, frozen=True):
    """What is believed of a player's strength: a mean, and how far it may be off."""

    mu: float
    sigma: float

    def __post_init__(self) -> None:
        if not (isfinite(self.mu) and isfinite(self.sigma)):
            raise ValueError("a rating is made of finite numbers")

    @property
    def ordinal(self) -> float:
        """The one number by which players are compared."""
        return round(self.mu - DEVIATIONS * self.sigma, _DIGITS)

    @property
    def digits(self) -> str:
        """The ordinal as text that sorts like the number."""
        return f"{round((self.ordinal + _LOWEST) * 10**_DIGITS):015}"


class Line(Struct, frozen=True, omit_defaults=True):
    """A player in the games of one ruleset. Points, ranks and wins are of rated games."""

    games: int = 0
    wins: int = 0
    ranks: dict[int, int] = {}
    points: int = 0
    resigned: int = 0
    void: int = 0
    abandoned: int = 0
    with_bots: int = 0
    solo: int = 0
    """Finished games that nobody else played."""
    rating: Rating | None = None
    rating_with_bots: Rating | None = None
    """From games with bots in them, apart: nobody climbs a table by beating programs."""


NOTHING = Line()


def line_name(ruleset: str, player: PlayerId) -> str:
    """Under which name a line is kept."""
    return f"{ruleset}:{player}"


def player_of(name: str) -> tuple[str, PlayerId]:
    """Ruleset and player of a line."""
    ruleset, _, player = name.partition(":")
    return ruleset, PlayerId(player)


def people_of(entry: Entry) -> list[PlayerId]:
    """Who played a game, without bots, in the order of the seats."""
    return [player for player in entry.summary.seats if player is not None and not is_bot(player)]


def counted_as(entry: Entry) -> Counted | None:
    """As what a closed game counts; None if it does not. A challenge has a table of its own."""
    summary, result = entry.summary, entry.result
    if result is None or not result.is_trusted or summary.challenge is not None:
        return None
    if any(player is not None and is_bot(player) for player in summary.seats):
        return "with_bots"
    if summary.outcome != "won":
        return summary.outcome
    people = people_of(entry)
    if len(people) == 1:
        return "solo"
    if len(set(people)) == 1:
        return None
    return "with_bots" if all(result.by_bots) else "rated"


def names_in(entry: Entry) -> list[str]:
    """The lines that a game changes."""
    if counted_as(entry) is None:
        return []
    return [line_name(entry.summary.ruleset, player) for player in people_of(entry)]


def after_game(entry: Entry, before: Mapping[str, Line]) -> dict[str, Line]:
    """The lines of a game's players once it has been counted."""
    counted, names = counted_as(entry), names_in(entry)
    lines = [before.get(name, NOTHING) for name in names]
    match counted:
        case None:
            return {}
        case "rated":
            return dict(zip(names, _rated(entry, lines), strict=True))
        case "with_bots":
            return dict(zip(names, _rated_with_bots(entry, lines), strict=True))
        case other:
            added = [replace(line, **{other: getattr(line, other) + 1}) for line in lines]
            return dict(zip(names, added, strict=True))


def _rated(entry: Entry, lines: Sequence[Line]) -> list[Line]:
    result = entry.result
    assert result is not None, "only a closed game is rated"
    # Who left it to a bot to finish comes last: nobody gains by staying away.
    ranks = [
        len(lines) if rank is None or is_by_bot else rank
        for rank, is_by_bot in zip(result.ranks, result.by_bots, strict=True)
    ]
    teams = [[_believed(line.rating)] for line in lines]
    rated = _model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [
        Line(
            games=line.games + 1,
            wins=line.wins + (seat in entry.summary.winners and not result.by_bots[seat]),
            ranks={**line.ranks, rank: line.ranks.get(rank, 0) + 1},
            points=line.points + points,
            resigned=line.resigned + has_resigned,
            void=line.void,
            abandoned=line.abandoned,
            with_bots=line.with_bots,
            solo=line.solo,
            rating=Rating(player.mu, player.sigma),
            rating_with_bots=line.rating_with_bots,
        )
        for seat, (line, rank, points, has_resigned, (player,)) in enumerate(
            zip(lines, ranks, result.points, result.resigned, rated, strict=True)
        )
    ]


def _rated_with_bots(entry: Entry, lines: Sequence[Line]) -> list[Line]:
    """Bots stay as strong as they are; what people show against them is kept apart."""
    counted = [replace(line, with_bots=line.with_bots + 1) for line in lines]
    result, seats = entry.result, entry.summary.seats
    if result is None or entry.summary.outcome != "won" or len(seats) < _FEWEST:
        return counted
    people = iter(counted)
    teams = [
        [_bot(player) if player and is_bot(player) else _believed(next(people).rating_with_bots)]
        for player in seats
    ]
    rated = _model.rate(teams, ranks=[float(rank or len(seats)) for rank in result.ranks])
    found = [
        Rating(player.mu, player.sigma)
        for (player,), who in zip(rated, seats, strict=True)
        if who and not is_bot(who)
    ]
    return [
        replace(line, rating_with_bots=rating) for line, rating in zip(counted, found, strict=True)
    ]


def _bot(player: PlayerId) -> PlackettLuceRating:
    kind = player.split(":")[1]
    return _model.rating(_BOT_MU.get(kind, _model.mu), _BOT_SIGMA)


def _believed(rating: Rating | None) -> PlackettLuceRating:
    """A rating as the model has it; a newcomer's if there is none."""
    return _model.rating() if rating is None else _model.rating(rating.mu, rating.sigma)
