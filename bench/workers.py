"""What one worker does when nobody is calling, next to RQ's jobs that do nothing.

Both on one Redis that syncs every write, as `hexledger serve` runs it, and on one core; and RQ on
a Redis that keeps nothing on disk besides. The clocks of the games go by a time of their own, so
that deadlines are due when they are to be measured.
"""

import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

from bench.report import Bar, Row
from bench.rounds import Amounts, Effort, Figure, alternate, ratios
from bench.scripted import MASTER
from commands.desk import Desk, Opening
from domain.ids import PlayerId
from eventlog.ledger import Ledger
from eventlog.live_games import LiveGames
from hexledger.redis_server.clients import connect
from hexledger.redis_server.embedded import EmbeddedRedis
from hexledger.self_play import BotGame, Setup
from workers.due_games import DueGames
from workers.job_queue import SWEEP_SECONDS

PLAYERS = 4
HOST = PlayerId("host")
MS = 1_000
DECISION_SECONDS = 20
CLOCK = {
    **{f"{kind}_seconds": DECISION_SECONDS for kind in ("turn", "founding", "discard", "answer")},
    "bank_seconds": 0,
    "misses": 20,
}
MOST = Bar(most=0.5)
ENDLESS = 3_600.0
REFERENCES = {
    "same": "RQ's jobs that do nothing, on the same Redis",
    "diskless": "RQ's jobs that do nothing, on a Redis that keeps nothing on disk",
    "in process": "games of the same bots in one process, recorded in memory",
}


def measure(effort: Effort) -> list[Row]:
    """Expiries, a thousand of them in a second, and games of bots."""
    with ExitStack() as stack:
        backend = Backend(_redis(stack))
        queues = {"same": Jobs(backend.redis), "diskless": Jobs(_redis(stack))}
        queues["diskless"].redis.config_set("appendonly", "no")
        return [
            *_expiries(effort, backend, queues),
            _rush(effort, backend, queues),
            _bots(effort, backend),
        ]


def _redis(stack: ExitStack) -> Any:
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hexledger-bench-")))
    return stack.enter_context(connect(stack.enter_context(EmbeddedRedis(folder))))


class Backend:
    """A worker's parts, at a time that stands unless it is let go."""

    def __init__(self, redis: Any) -> None:
        self.redis = redis
        self.now = 1_800_000_000_000
        self.started = 0
        self.games = LiveGames(Ledger(redis))
        self.desk = Desk(self.games, MASTER, clock=lambda: self.now)
        self.due_games = DueGames(self.desk)

    def people(self) -> str:
        """A new game of people who are all away."""
        self.started += 1
        return self._begin(
            {"clock": CLOCK},
            [({"type": "take_seat"}, PlayerId(f"player-{seat}")) for seat in range(PLAYERS)],
        )

    def bots(self) -> str:
        """A new game of planners."""
        return self._begin({}, [({"type": "seat_bot", "bot": "planner"}, HOST)] * PLAYERS)

    def _begin(self, options: dict[str, Any], seating: list[tuple[object, PlayerId]]) -> str:
        game = self.desk.open_game(Opening("base", PLAYERS, options), HOST).game
        for body, player in (*seating, ({"type": "start_game"}, HOST)):
            self.desk.submit(game, body, player)
        return game


class Jobs:
    """RQ as it is: in the worker's own process, which costs it least."""

    def __init__(self, redis: Any) -> None:
        self.redis = redis
        self._queue = Queue("bench", connection=redis, serializer=JSONSerializer)

    def enqueue(self, count: int) -> None:
        data = [Queue.prepare_data(nothing, result_ttl=0) for _ in range(count)]
        self._queue.enqueue_many(data)

    def do(self, count: int) -> Amounts:
        worker = SimpleWorker([self._queue], connection=self.redis, serializer=JSONSerializer)
        worker.work(burst=True, max_jobs=count, logging_level="WARNING")
        return {"done": count}


def nothing() -> None:
    """What RQ's jobs do."""


def _expiries(effort: Effort, backend: Backend, queues: dict[str, Jobs]) -> list[Row]:
    """Every seat misses every deadline, in many games at once: whatever can be missed is."""
    size, turns = effort.size(100, 10), effort.size(2, 1)
    for _ in effort.counted("games to be missed", size):
        backend.people()
    for jobs in queues.values():
        jobs.enqueue(size * (effort.rounds * turns + 1))

    def expire(turn: int) -> Amounts:
        backend.now += DECISION_SECONDS * MS
        return {"done": backend.due_games.sweep()}

    timings = alternate(
        "expiries",
        effort,
        turns,
        ours=expire,
        same=lambda turn: queues["same"].do(size),
        diskless=lambda turn: queues["diskless"].do(size),
    )
    ours, same, diskless = (side.rates("done", wall=True) for side in timings.values())
    what = "expiries by one worker, many due at once"
    return [
        _row(what, ours, same, "/s", "same", Bar(least=3.0)),
        _row("… against RQ on a Redis without a disk", ours, diskless, "/s", "diskless"),
    ]


def _rush(effort: Effort, backend: Backend, queues: dict[str, Jobs]) -> Row:
    """So many deadlines at once, found as late as may be: how long until the last is handled."""
    size, rounds = effort.size(1_000, 50), min(effort.rounds, 2)
    for _ in effort.counted("games to be missed at once", size - backend.started):
        backend.people()
    backend.now += DECISION_SECONDS * MS
    backend.due_games.sweep()  # Now the next deadlines of all are at one time.
    queues["same"].enqueue(size * rounds)
    ours, theirs = [], []
    for _ in effort.counted("deadlines at once", rounds):
        backend.now += DECISION_SECONDS * MS
        began = time.perf_counter()
        time.sleep(SWEEP_SECONDS)
        assert backend.due_games.sweep() == size
        handled = time.perf_counter()
        queues["same"].do(size)
        ours.append(handled - began)
        theirs.append(time.perf_counter() - handled)
    return _row(f"{size} deadlines at once, the last handled", ours, theirs, "s", "same", MOST)


def _bots(effort: Effort, backend: Backend) -> Row:
    """Games of four planners: in one process from a seed, and as a worker plays them."""
    setup = Setup(seed="workers", bots=("planner",) * PLAYERS)
    turns = effort.size(2, 1)
    games = iter([backend.bots() for _ in range(effort.rounds * turns + 1)])

    def worker(turn: int) -> Amounts:
        game = next(games)
        before = backend.games.ledger.head(game)
        backend.due_games.run_due_work(game, seconds=ENDLESS)
        return {"decisions": backend.games.ledger.head(game) - before}

    timings = alternate(
        "games of bots",
        effort,
        turns,
        ours=worker,
        reference=lambda turn: {"decisions": BotGame(setup, turn, record=True).play().decisions},
    )
    ours, theirs = (side.rates("decisions", wall=True) for side in timings.values())
    row = _row("decisions of planners through a worker", ours, theirs, "/s", "in process")
    row.details["bound"] = "each decision is a commit that the disk has before the next is made"
    return row


def _row(
    what: str,
    ours: list[float],
    theirs: list[float],
    unit: str,
    reference: str,
    bar: Bar | None = None,
) -> Row:
    return Row(
        what=what,
        ours=Figure.over(ours, unit),
        reference=Figure.over(theirs, unit),
        ratio=ratios(ours, theirs),
        bar=bar,
        details={"reference": REFERENCES[reference]},
    )
