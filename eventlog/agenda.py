"""What the house still has to do in a game, and from when on."""

from typing import Literal, TypeAlias

from domain.table import OVER, Table

Status: TypeAlias = Literal["lobby", "playing", "over", "closed", "moved"]
ENDED: frozenset[Status] = frozenset(("closed", "moved"))
"""A game with this status takes nothing more."""


def status_of(state: Table) -> Status:
    """How far a game has come, the same for every ruleset."""
    match state.phase:
        case "lobby" | "over" | "closed" | "moved" as status:
            return status
        case _:
            return "playing"


def due_at(state: Table, at: int) -> int | None:
    """From when on (ms) a worker has to look after the game; None if nothing is due.

    A game that is over has to be closed at once; `at` is the time of its last commit.
    """
    return at if state.phase == OVER else None
