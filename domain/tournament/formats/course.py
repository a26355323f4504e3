"""A tournament's course as data: phases, each with who takes part and how they are seated.

Known of the official championship rules (revision of April 2024): at least 12 players; three
preliminary games; then a semi-final and a final with 29 players or more, a final of the best four
with 12 to 15, and with 16 to 28 the organizer may leave the semi-final out. Preliminary seating is
drawn so that opponents differ. Of the published rules of other large events we know 16 players in
the semi-final, seated 1-8-9-16, 2-7-10-15 and so on, whose winners play the final.

Our choices: fewer than 12 players play as 12 do; other table sizes have a final of one full table
and a semi-final of as many full tables as that has places; who is missing is replaced by the best
of the others; players choose seat and colour by rank in the semi-final, too.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias

from msgspec import Struct

from domain.refusals import Malformed
from domain.tournament.seating.problem import CannotBeSplit, Manner, TableSizes
from domain.tournament.seating.sizes import table_sizes

PhaseName: TypeAlias = Literal[
    "preliminary", "swiss", "round_robin", "elimination", "semi_final", "final"
]
Entrants: TypeAlias = Literal["everybody", "best", "winners"]
"""Who takes part: all; the best of the standings; winners of the round before, then the best."""

SEMI_FINAL_MAY_BE_LEFT_OUT = range(16, 29)
"""With so many players the organizer chooses; with fewer there is none, with more there is one."""
MOST_ROUNDS = 100


class Championship(Struct, frozen=True, tag="championship", tag_field="type"):
    """Preliminary rounds, then a cut to a semi-final, if there are enough players, and a final."""

    rounds: int = 3
    seating: Literal["drawn", "by_standing"] = "drawn"
    semi_final: bool = True
    """Whether 16 to 28 players have one; more always do, fewer never."""


class Swiss(Struct, frozen=True, tag="swiss", tag_field="type"):
    """Rounds in which players of equal standing meet; optionally a final of the best."""

    rounds: int
    final: bool = False


class RoundRobin(Struct, frozen=True, tag="round_robin", tag_field="type"):
    """Everybody meets everybody, as evenly as tables allow."""

    rounds: int | None = None
    """None: as many as everybody needs to meet everybody once."""


class Elimination(Struct, frozen=True, tag="elimination", tag_field="type"):
    """Winners go on; the best of the others fill the tables."""

    seeded: bool = False
    """Whether the entrants' order is their seeding; otherwise the first round is drawn."""


Format: TypeAlias = Championship | Swiss | RoundRobin | Elimination


class Phase(Struct, frozen=True):
    """A part of the course."""

    name: PhaseName
    rounds: int
    manner: Manner
    entrants: Entrants = "everybody"
    players: int | None = None
    """How many take part; None: all who are there."""
    counts: bool = True
    """Whether its results count in the standings."""
    choice_by_rank: bool = False
    """Whether players choose seat and colour, the best first."""


class BadFormat(Malformed):
    """A format has at least one round and at most 100."""

    code = "format/bad_rounds"


def check_format(format: Format) -> None:
    """Raise if a format cannot be played by anybody."""
    rounds = 1 if isinstance(format, Elimination) else format.rounds
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise BadFormat("a format has 1 to 100 rounds", rounds=rounds)


def course(format: Format, entered: int, sizes: TableSizes) -> tuple[Phase, ...]:
    """The phases of a tournament that so many players have begun."""
    return _COURSES[type(format)](format, entered, sizes)


def playable(players: int, sizes: TableSizes) -> int:
    """The largest number of players, up to this one, of whom nobody has to sit out; 0: none."""
    for count in range(players, 0, -1):
        try:
            table_sizes(count, TableSizes(sizes.fewest, sizes.most))
        except CannotBeSplit:
            continue
        return count
    return 0


def _split(players: int, sizes: TableSizes) -> tuple[tuple[int, ...], int]:
    """The tables of a round. If that is not allowed and must be, players sit out all the same."""
    byes = "if_needed" if sizes.byes == "never" else sizes.byes
    return table_sizes(players, TableSizes(sizes.fewest, sizes.most, byes))


def _final(entrants: Entrants, entered: int, sizes: TableSizes) -> Phase:
    return Phase(
        name="final",
        rounds=1,
        manner="seeded",
        entrants=entrants,
        players=playable(min(sizes.most, entered), sizes),
        counts=False,
        choice_by_rank=True,
    )


def _championship(format: Championship, entered: int, sizes: TableSizes) -> tuple[Phase, ...]:
    preliminary = Phase(name="preliminary", rounds=format.rounds, manner=format.seating)
    optional = SEMI_FINAL_MAY_BE_LEFT_OUT
    if entered < optional.start or (entered in optional and not format.semi_final):
        return preliminary, _final("best", entered, sizes)
    semi_final = Phase(
        name="semi_final",
        rounds=1,
        manner="seeded",
        entrants="best",
        players=playable(min(sizes.most**2, entered), sizes),
        counts=False,
        choice_by_rank=True,
    )
    return preliminary, semi_final, _final("winners", entered, sizes)


def _swiss(format: Swiss, entered: int, sizes: TableSizes) -> tuple[Phase, ...]:
    rounds = Phase(name="swiss", rounds=format.rounds, manner="by_standing")
    return (rounds, _final("best", entered, sizes)) if format.final else (rounds,)


def _round_robin(format: RoundRobin, entered: int, sizes: TableSizes) -> tuple[Phase, ...]:
    rounds = format.rounds or rounds_to_meet_all(entered, sizes)
    return (Phase(name="round_robin", rounds=rounds, manner="drawn"),)


def rounds_to_meet_all(players: int, sizes: TableSizes) -> int:
    """How many rounds it takes at least until everybody can have met everybody."""
    tables, _ = _split(players, sizes)
    pairs = sum(size * (size - 1) // 2 for size in tables)
    if not pairs:
        return 1
    by_player = -(-(players - 1) // (max(tables) - 1))
    return max(by_player, -(-players * (players - 1) // (2 * pairs)))


def _elimination(format: Elimination, entered: int, sizes: TableSizes) -> tuple[Phase, ...]:
    """Each round has as many players as the winners' tables of the round before have places."""
    phases: list[Phase] = []
    players = entered
    while True:
        tables, byes = _split(players, sizes)
        is_first = not phases
        phases.append(
            Phase(
                name=_stage(len(tables), byes, sizes),
                rounds=1,
                manner="drawn" if is_first and not format.seeded else "seeded",
                entrants="everybody" if is_first else "winners",
                players=None if is_first else players,
                choice_by_rank=not is_first and len(tables) <= sizes.most,
            )
        )
        if len(tables) + byes == 1:
            return tuple(phases)
        full_tables = -(-(len(tables) + byes) // sizes.most) * sizes.most
        players = playable(min(full_tables, players - 1), sizes)


def _stage(tables: int, byes: int, sizes: TableSizes) -> PhaseName:
    if tables + byes == 1:
        return "final"
    return "semi_final" if tables + byes <= sizes.most else "elimination"


_COURSES: dict[type[Format], Callable[..., tuple[Phase, ...]]] = {
    Championship: _championship,
    Swiss: _swiss,
    RoundRobin: _round_robin,
    Elimination: _elimination,
}
