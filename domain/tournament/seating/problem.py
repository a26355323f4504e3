"""What a round's seating is asked for, and the answer with what is published about it."""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.ids import PlayerId, Seat
from domain.refusals import RuleViolation

Byes: TypeAlias = Literal["never", "if_needed", "for_full_tables"]
"""Who may sit out: nobody; those who fit at no table; or all that full tables leave over."""

Manner: TypeAlias = Literal["drawn", "by_standing", "seeded"]
"""How standing counts: not at all; equals meet (swiss); the best are spread over the tables."""

TablePlayers: TypeAlias = tuple[PlayerId, ...]
"""The players of a table in seat order."""

METHOD = "swaps-1"
"""The name of the search. A search that may find something else must have another name."""

STEPS = 120_000
"""How many exchanges of two players the search may try, unless told otherwise."""


class TableSizes(Struct, frozen=True):
    """How many players may sit at a table, and whether players may sit out instead."""

    fewest: int = 3
    most: int = 4
    byes: Byes = "never"


class PlayedRound(Struct, frozen=True):
    """An earlier round: its tables with players in seat order, and who sat out."""

    tables: tuple[TablePlayers, ...]
    byes: tuple[PlayerId, ...] = ()
    seed: str = ""
    """What it was drawn with. The first round's seed lays out the plan that later rounds follow."""


class FixedPlace(Struct, frozen=True):
    """Where an organizer has put a player: a table by its index, or None to sit out."""

    player: PlayerId
    table: int | None
    seat: Seat | None = None


class SeatingProblem(Struct, frozen=True, kw_only=True):
    """Everything that a round's seating follows from. The same problem has the same answer."""

    players: tuple[PlayerId, ...]
    """Who plays, in order of standing, the best first."""
    seed: str
    manner: Manner = "drawn"
    levels: tuple[int, ...] = ()
    """By player: how they stand, such as a rank or a number of wins; empty: their place in order.
    It counts only if equals are to meet."""
    sizes: TableSizes = TableSizes()
    history: tuple[PlayedRound, ...] = ()
    """Earlier rounds, the last one at the end."""
    forbidden: tuple[tuple[PlayerId, PlayerId], ...] = ()
    """Pairs who should not meet, such as a family."""
    fixed: tuple[FixedPlace, ...] = ()
    steps: int = STEPS


class Cost(Struct, frozen=True, order=True):
    """What is wrong with a seating, the worst first: costs are compared in this order."""

    forbidden_pairs: int = 0
    repeated_opponents: int = 0
    """Each pair at a table counts as often as it has met before."""
    back_to_back: int = 0
    """Pairs who met in the round just before."""
    standing_difference: int = 0
    """Of each table the square of the difference between its highest and its lowest level."""
    unequal_seats: int = 0
    """For each player: how often they had their seat more than the seat they had least."""
    repeated_small_tables: int = 0
    """For each player at a small table: how many more of those they had than who had fewest.
    Likewise for those who sit out."""


class Seating(Struct, frozen=True):
    """A round's tables, and what is published with them so that anybody can check them."""

    tables: tuple[TablePlayers, ...]
    byes: tuple[PlayerId, ...]
    cost: Cost
    bound: Cost
    """No seating of these players costs less, in any of the six numbers."""
    seed: str
    method: str = METHOD


class CannotBeSplit(RuleViolation):
    """So many players cannot be split into tables of the sizes allowed; allow byes, or others."""

    code = "seating/cannot_be_split"


class BadSeating(RuleViolation):
    """A seating must have every player once, at tables of the sizes that the round has."""

    code = "seating/bad_tables"


class BadFixedPlace(RuleViolation):
    """A fixed place names a player twice or who does not play, or a place that there is not."""

    code = "seating/bad_fixed_place"
