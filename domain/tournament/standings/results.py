"""What standings are made of: results of tables, byes, and penalties in force."""

from fractions import Fraction
from typing import Literal, TypeAlias

from msgspec import Struct

from domain.ids import PlayerId

PenaltyKind: TypeAlias = Literal["warning", "points", "game", "disqualification"]


class TableResult(Struct, frozen=True):
    """How a table ended. Players and points are in seat order."""

    round: int
    """Counts from 1."""
    table: int
    """Counts from 1."""
    players: tuple[PlayerId, ...]
    points: tuple[int, ...]
    winners: tuple[PlayerId, ...] = ()
    """Nobody, if the game was void; more than one, if they share it."""
    outcome: Literal["won", "void", "abandoned"] = "won"
    """A void or abandoned game counts for nothing but that it took place."""
    is_small: bool = False
    """Whether fewer sat at it than at the round's full tables."""


class Bye(Struct, frozen=True):
    """A player sat out a round."""

    round: int
    player: PlayerId


class Penalty(Struct, frozen=True):
    """What a referee has imposed and nobody has cancelled."""

    player: PlayerId
    kind: PenaltyKind
    points: int = 0
    """How many points are taken away."""
    round: int | None = None
    """The round of the game that is lost."""


class Value(Struct, frozen=True):
    """A number of a line, by the name of what it counts."""

    name: str
    exact: str
    """Such as `3` or `71/84`; empty if it did not have to decide anything."""
    rounded: str
    """The same with three decimals, such as `0.845`."""


class Line(Struct, frozen=True):
    """A player's line in the standings. Equals share a rank; the disqualified have none."""

    player: PlayerId
    rank: int | None
    values: tuple[Value, ...]
    """In the order in which they decide."""
    games: int
    byes: int = 0
    small_tables: int = 0
    warnings: int = 0
    points_deducted: int = 0
    is_disqualified: bool = False

    def value(self, name: str) -> Fraction | None:
        """One of its numbers."""
        return next(
            (Fraction(one.exact) for one in self.values if one.name == name and one.exact), None
        )
