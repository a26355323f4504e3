"""What an organizer chooses when they open a tournament."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.tournament.formats.course import Championship, Format
from domain.tournament.seating.problem import TableSizes
from domain.tournament.standings.ranking import StandingsRule

LONGEST_TITLE = 80
LONGEST_REASON = 200
DAY_SECONDS = 24 * 3_600

Title = Annotated[str, Meta(min_length=1, max_length=LONGEST_TITLE)]
Reason = Annotated[str, Meta(min_length=1, max_length=LONGEST_REASON)]
Capacity = Annotated[int, Meta(ge=2, le=4_096)]
Seconds = Annotated[int, Meta(ge=0, le=30 * DAY_SECONDS)]

NonceSeconds = Annotated[int, Meta(ge=0, le=3_600)]

Role: TypeAlias = Literal["organizer", "referee"]


class DrawnBoards(Struct, frozen=True, tag="drawn", tag_field="type"):
    """Each game draws its own board."""


class SharedBoards(Struct, frozen=True, tag="shared", tag_field="type"):
    """One board for all tables of a round, drawn when it starts."""


class PreparedBoards(Struct, frozen=True, tag="prepared", tag_field="type"):
    """Options that hold prepared boards, by round; rounds after the last of them have that."""

    options: Annotated[tuple[dict[str, Any], ...], Meta(min_length=1, max_length=64)]


Boards: TypeAlias = DrawnBoards | SharedBoards | PreparedBoards


class GameSetup(Struct, frozen=True, kw_only=True):
    """What is played at the tables. The service checks it by the ruleset before."""

    ruleset: str
    options: dict[str, Any]
    colours: Annotated[tuple[str, ...], Meta(min_length=2, max_length=12)]
    """The colours in play, in the order in which seats get them."""
    bots: tuple[str, ...] = ()
    """The names of the bots that know it, the usual one first."""
    rules: int | UnsetType = UNSET
    """By which version of its rules all tables play; tournaments without it play by rules 1."""


class Setup(Struct, frozen=True, kw_only=True):
    """Everything that is chosen at the opening, but for who and the code."""

    title: Title
    games: GameSetup
    sizes: TableSizes = TableSizes()
    """How many sit at a table, and whether players may sit out."""
    format: Format = Championship()
    capacity: Capacity
    """For how many players there is a place."""
    starts_at: int | None = None
    """When (ms) it is to start. The organizer starts it."""
    check_in_seconds: Seconds = 0
    """How long before that the check-in opens; 0: nobody has to check in."""
    result_seconds: Seconds = 900
    """How long a result can be signed or appealed; 0: it is sealed at once."""
    choice_seconds: Seconds = 120
    """How long a player of a final has to choose; then the first that is free is theirs."""
    signing: bool = True
    """Whether players sign results: one that all have signed is sealed before the time is over."""
    by_code: bool = False
    """Whether only who knows a code may register."""
    approval: bool = False
    """Whether an organizer has to approve every entry."""
    late_until_round: Annotated[int, Meta(ge=0, le=64)] = 0
    """Up to which round players may still enter; 0: only before the start."""
    boards: Boards = DrawnBoards()
    standings: StandingsRule = StandingsRule()


def rules_of(games: GameSetup) -> int:
    """By which version of its rules a game of the tournament is opened."""
    return 1 if games.rules is UNSET else games.rules
