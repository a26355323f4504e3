"""Many games of bots with live clocks through two workers: `python -m tests.workers.soak [GAMES]`.

Some seats belong to people who never come, so that deadlines pass and bots take over; one worker
is killed on the way. In the end every game is closed, every ledger verifies, and nothing is due.
"""

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from domain.table.closing import CloseGame
from eventlog.due_work import deadlines
from eventlog.server_time import ServerTime
from eventlog.verification import VerificationStatus
from hexledger.redis_server.clients import connect
from tests.clocks.backend import TimedBackend
from tests.redises import PROGRAMS, Server, Store
from tests.workers.worker_process import WorkerProcess, queue_url
from workers.job_queue import Nudges

GAMES = 200
ABSENT = {
    "turn_seconds": 2,
    "founding_seconds": 1,
    "discard_seconds": 1,
    "answer_seconds": 1,
    "bank_seconds": 1,
    "misses": 2,
}
WAYS: tuple[tuple[int, dict[str, Any]], ...] = (
    (0, {"clock": "live"}),
    (0, {"clock": "live", "time_limit": {"seconds": 20, "policy": "finish_round"}}),
    (1, {"clock": ABSENT}),
    (3, {"clock": ABSENT, "time_limit": {"seconds": 30, "policy": "immediate"}}),
    (1, {"clock": {**ABSENT, "absent": "resign"}}),
)
"""How many seats belong to people who never come, and the options of the game."""


def main(count: int) -> int:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-")))
        (folder / "redis").mkdir()
        program = list(PROGRAMS.values())[-1]
        store = stack.enter_context(Server(folder / "redis", program))
        stack.callback(store.close_clients)
        client = store.client()
        nudge = Nudges(stack.enter_context(connect(queue_url(store))))
        backend = TimedBackend(client, ServerTime(client), nudge=nudge)
        began = time.monotonic()
        games = _play(store, folder, backend, count)
        seconds = time.monotonic() - began
        faults = _faults(backend, games)
    for game, fault in faults:
        print(f"{game}: {fault}")
    print(f"{count} games in {seconds:.0f} s; {len(faults)} faults")
    return 1 if faults else 0


def _play(store: Store, folder: Path, backend: TimedBackend, count: int) -> list[str]:
    """Let all be played; the second worker is killed half-way, and another takes its place."""
    with ExitStack() as stack, progress("closed", count) as show:
        stack.enter_context(WorkerProcess(store, folder))
        second: WorkerProcess | None = stack.enter_context(WorkerProcess(store, folder))
        games = []
        for number in range(count):
            people, options = WAYS[number % len(WAYS)]
            games.append(backend.begun(people=people, bot="planner", **options))
        opened = set(games)
        while opened:
            time.sleep(0.5)
            opened &= set(backend.ledger.open_games())
            show(count - len(opened))
            if second is not None and len(opened) <= count // 2:
                second.kill()
                second = None
                stack.enter_context(WorkerProcess(store, folder))
    return games


def _faults(backend: TimedBackend, games: list[str]) -> list[tuple[str, str]]:
    """What is wrong with any of the games."""
    found: list[tuple[str, str]] = []
    counts: Counter[str] = Counter()
    with progress("verified", len(games)) as show:
        for number, game in enumerate(games, start=1):
            verdict = backend.verdict(game, allow_open=False)
            if verdict.status != VerificationStatus.SOUND:
                found.append((game, verdict.message))
            with backend.games.hold(game) as live:
                if deadlines(live.state) or backend.ledger.due_time(game) is not None:
                    found.append((game, "something is still due"))
                counts[live.state.ending or "rules"] += 1
            wishes = backend.wishes(game)
            expired = [(one.seat, one.due) for one in backend.expiries(game)]
            if len(expired) != len(set(expired)) or wishes.count(CloseGame()) != 1:
                found.append((game, "something was done twice"))
            counts["commits"] += len(wishes)
            counts["expiries"] += len(expired)
            show(number)
    print(", ".join(f"{name}: {number}" for name, number in sorted(counts.items())))
    return found


@contextmanager
def progress(what: str, total: int) -> Iterator[Any]:
    """A bar, or now and then a line where there is no terminal."""
    console = Console(stderr=True)
    columns = TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    last_shown = 0

    def show(done: int) -> None:
        nonlocal last_shown
        bar.update(task, completed=done)
        if not console.is_terminal and (done - last_shown) * 10 >= total:
            last_shown = done
            console.print(f"{what}: {done} of {total}", highlight=False)

    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=total)
        yield show


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
