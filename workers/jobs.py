"""What RQ runs: jobs are named by these functions and take plain values."""

from collections.abc import Callable

from workers.due_games import Caretaker

JOB_SECONDS = 2.0
"""So long a job plays on for bots before the next one has its turn."""

_house: list[tuple[Caretaker, Callable[[str], None]]] = []


def install(caretaker: Caretaker, nudge: Callable[[str], None]) -> None:
    """Say who does the jobs of this process, and how to ask for another."""
    _house[:] = [(caretaker, nudge)]


def look_after(game: str) -> None:
    """Let bots move until a person has to, deadlines expire, and close a game that is over."""
    ((caretaker, nudge),) = _house
    if caretaker.look_after(game, JOB_SECONDS):
        nudge(game)
