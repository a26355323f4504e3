"""What RQ runs: jobs are named by these functions and take plain values."""

from collections.abc import Callable

from workers.due_games import DueGames

JOB_SECONDS = 2.0
"""So long a job plays on for bots before the next one has its turn."""

_installed: list[tuple[DueGames, Callable[[str], None]]] = []


def install(due_games: DueGames, nudge: Callable[[str], None]) -> None:
    """Set what the jobs of this process work with, and how to ask for another job."""
    _installed[:] = [(due_games, nudge)]


def run_due_work(game: str) -> None:
    """Let bots move until a person has to, deadlines expire, and close a game that is over."""
    ((due_games, nudge),) = _installed
    if due_games.run_due_work(game, JOB_SECONDS):
        nudge(game)
