"""The service on a real Redis that syncs every write, next to the least that could do the job.

All processes share one core, so that a rate tells how much work is done, and waiting for the disk.
"""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import msgspec

from bench import fanout
from bench.bareservice import LOG, VIEW
from bench.report import Row
from bench.rounds import Amounts, Effort, Figure, Side, Timings, alternate, ratios
from bench.scripted import COMMITS, MASTER, PLAYERS, Post, open_at, script, submit
from bench.servers import Connection, serving
from commands.desk import Desk
from domain.ruleset import AnyRuleset
from eventlog.ledger import Ledger
from eventlog.live_games import LiveGames
from eventlog.snapshots import Snapshot, Snapshots
from hexledger.redis_server.clients import connect
from hexledger.redis_server.embedded import EmbeddedRedis

MILLISECONDS = 1e3


def measure(effort: Effort) -> list[Row]:
    """Commands, reads, cold games and the feed; the servers are ended afterwards."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hexledger-bench-")))
        url = stack.enter_context(EmbeddedRedis(folder))
        redis = stack.enter_context(connect(url))
        api = stack.enter_context(serving("hexledger.processes.web_server", url, folder))
        bare = stack.enter_context(serving("bench.bareservice", url, folder))
        desk = Desk(LiveGames(Ledger(redis)), MASTER)
        table = Table(api)
        return [
            _desk(effort, redis, desk),
            _commands(effort, table, bare),
            _views(effort, redis, table, bare),
            *_loading(effort, redis, desk),
            fanout.measure(effort, redis, desk),
        ]


class Table:
    """Four players at the API."""

    def __init__(self, api: Connection) -> None:
        self._api = api
        self._tokens = [
            api.create("/v1/players", "", {"name": f"Player {seat}"})["token"]
            for seat in range(PLAYERS)
        ]

    def open_game(self) -> str:
        body = {"ruleset": "base", "players": PLAYERS}
        game: str = self._api.create("/v1/games", self._tokens[0], body)["game_id"]
        return game

    def submit(self, post: Post, body: bytes) -> None:
        self._api.post(f"/v1/games/{post.game}/commands", self._tokens[post.seat], body)

    def look(self, game: str) -> bytes:
        return self._api.get(f"/v1/games/{game}", self._tokens[0])


def _desk(effort: Effort, redis: Any, desk: Desk) -> Row:
    """A command from its body to its receipt, in process."""
    size, turns = effort.size(40, 8), effort.size(4, 1)
    posts = list(script(size * (effort.rounds * turns + 1), lambda: open_at(desk)))
    ours, reference = iter(posts), iter(posts)
    timings = alternate(
        "commands at the desk",
        effort,
        turns,
        ours=_times(size, lambda: submit(desk, next(ours))),
        reference=_times(size, lambda: redis.xadd(LOG, {"commit": next(reference).line})),
    )
    return _rates("commands at the desk", timings, "XADD of the same bytes")


def _commands(effort: Effort, table: Table, bare: Connection) -> Row:
    """A command over HTTP, on one connection."""
    size, turns = effort.size(40, 8), effort.size(4, 1)
    posts = list(script(size * (effort.rounds * turns + 1), table.open_game))
    ours = ((post, msgspec.json.encode(post.body)) for post in posts)
    reference = iter(posts)
    timings = alternate(
        "commands over HTTP",
        effort,
        turns,
        ours=_times(size, lambda: table.submit(*next(ours))),
        reference=_times(size, lambda: bare.post("/append", "", next(reference).line)),
    )
    return _rates("commands over HTTP", timings, "a bare route that does one XADD")


def _views(effort: Effort, redis: Any, table: Table, bare: Connection) -> Row:
    """The whole view of a game under way over HTTP, on one connection."""
    size, turns = effort.size(60, 8), effort.size(4, 1)
    posts = list(script(effort.size(COMMITS // 2, 60), table.open_game))
    for post in posts:
        table.submit(post, msgspec.json.encode(post.body))
    game = posts[0].game
    shown = table.look(game)
    redis.set(VIEW, shown)
    timings = alternate(
        "views over HTTP",
        effort,
        turns,
        ours=_times(size, lambda: table.look(game)),
        reference=_times(size, lambda: bare.get("/view", "")),
    )
    row = _rates("views over HTTP", timings, "a bare route that sends the same from one GET")
    row.details["bytes"] = len(shown)
    return row


def _loading(effort: Effort, redis: Any, desk: Desk) -> list[Row]:
    """A game that no process has in memory, from Redis to a verified fold."""
    commits = effort.size(COMMITS, 250)
    posts = list(script(commits - 1, lambda: open_at(desk)))
    for post in posts:
        submit(desk, post)
    game, size = posts[0].game, effort.size(4, 1)

    def load() -> LiveGames:
        return LiveGames(Ledger(redis))

    def load_without() -> LiveGames:
        games = load()
        games.snapshots = _NoSnapshots(redis)
        return games

    timings = alternate(
        "cold games",
        effort,
        effort.size(3, 1),
        ours=_times(size, lambda: _hold(load(), game)),
        without=_times(size, lambda: _hold(load_without(), game)),
        reference=_times(size, lambda: sum(1 for _ in Ledger(redis).read_all(game))),
    )
    return [
        _costs(f"a cold game of {commits} commits", timings["ours"], timings["reference"]),
        _costs("… without its snapshot", timings["without"], timings["reference"]),
    ]


class _NoSnapshots(Snapshots):
    def find(self, game: str, ruleset: AnyRuleset) -> Snapshot | None:
        return None


def _hold(games: LiveGames, game: str) -> None:
    with games.hold(game):
        pass


def _times(size: int, do: Callable[[], object]) -> Side:
    """A turn of so many."""

    def side(turn: int) -> Amounts:
        for _ in range(size):
            do()
        return {"done": size}

    return side


def _rates(what: str, timings: dict[str, Timings], reference: str) -> Row:
    """By the clock: most of the work is done in other processes."""
    ours, theirs = (side.rates("done", wall=True) for side in timings.values())
    return Row(
        what=what,
        ours=Figure.over(ours, "/s"),
        reference=Figure.over(theirs, "/s"),
        ratio=ratios(ours, theirs),
        details={"reference": reference},
    )


def _costs(what: str, ours: Timings, reference: Timings) -> Row:
    loads, reads = (
        [MILLISECONDS / rate for rate in side.rates("done", wall=True)]
        for side in (ours, reference)
    )
    return Row(
        what=what,
        ours=Figure.over(loads, "ms"),
        reference=Figure.over(reads, "ms"),
        ratio=ratios(loads, reads),
        details={"reference": "reading its log"},
    )
