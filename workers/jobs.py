"""The jobs that RQ runs: RQ stores the name of the function and plain values."""

from collections.abc import Callable

from workers.due_games import DueGames

JOB_SECONDS = 2.0
"""How long one job lets bots move before the next job has its turn."""

_installed: list[tuple[DueGames, Callable[[str], None]]] = []


def install(due_games: DueGames, nudge: Callable[[str], None]) -> None:
    """Set the objects that the jobs of this process use."""
    _installed[:] = [(due_games, nudge)]


def run_due_work(game: str) -> None:
    """Run the due work of a game; if time is up before it is done, queue another job."""
    ((due_games, nudge),) = _installed
    if due_games.run_due_work(game, JOB_SECONDS):
        nudge(game)
