"""Scenes with a clock; all times are in seconds."""

from typing import Any

from domain.table.clocks import DeadlinesLifted, DeadlinesSet
from domain.table.deadlines import Deadline, Decision, Rest
from domain.table.expiry import DeadlinePassed, Expire
from tests.kit import Facts, Scene, given

CLOCK = {
    "turn_seconds": 60,
    "founding_seconds": 40,
    "discard_seconds": 30,
    "answer_seconds": 20,
    "bank_seconds": 0,
    "misses": 3,
}


def ms(seconds: float) -> int:
    return round(seconds * 1_000)


def timed(*facts: Facts, options: dict[str, Any] | None = None, **clock: Any) -> Scene:
    """A started game with a clock, with these facts."""
    return given(*facts, clock=CLOCK | clock, **(options or {}))


def deadline(kind: str, number: int, until: float, bank: float = 0, **more: Any) -> Deadline:
    return Deadline(Decision(kind, number), ms(until), ms(bank), **more)


def running(seat: int, kind: str, number: int, until: float, bank: float = 0) -> DeadlinesSet:
    """The clock of one seat runs until then, the last so many seconds from its time bank."""
    return DeadlinesSet({seat: deadline(kind, number, until, bank)})


def stopped(seat: int, kind: str, number: int, left: float, bank: float = 0) -> DeadlinesLifted:
    """The clock of one seat has stopped with so much left."""
    return DeadlinesLifted({seat: Rest(Decision(kind, number), ms(left), ms(bank))})


def expire(seat: int | None, due: float, at: float | None = None) -> Expire:
    """A deadline is found to have passed, right then if nothing else is said."""
    return Expire(ms(due), ms(due if at is None else at), seat)


def passed(scene: Scene, seat: int | None, due: float, late: float = 0, **script: Any) -> Scene:
    """Let a deadline expire, so many seconds late."""
    return scene.when(expire(seat, due, due + late), at=due + late, by="system", **script)


def missed(seat: int, decision: str, misses: int = 1) -> DeadlinePassed:
    return DeadlinePassed(seat, decision, misses)
