"""The jobs that RQ runs: RQ stores the name of the function and plain values."""

from collections.abc import Callable

from eventlog.redis_keys import is_tournament
from workers.due_games import DueGames

JOB_SECONDS = 2.0
"""How long one job lets bots move before the next job has its turn."""

_installed: list[tuple[DueGames, DueGames | None, Callable[[str], None]]] = []


def install(
    due_games: DueGames, nudge: Callable[[str], None], due_tournaments: DueGames | None = None
) -> None:
    """Set the objects that the jobs of this process use."""
    _installed[:] = [(due_games, due_tournaments, nudge)]


def run_due_work(game: str) -> None:
    """Run the due work of a game or a tournament; if time is up before it is done, queue another
    job."""
    ((due_games, due_tournaments, nudge),) = _installed
    due = due_tournaments if is_tournament(game) else due_games
    if due is not None and due.run_due_work(game, JOB_SECONDS):
        nudge(game)
