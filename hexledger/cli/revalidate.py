"""`hexledger revalidate`: judges all closed games again, and publishes the outcome."""

import os
from argparse import ArgumentParser, Namespace
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import TypeAlias

import msgspec

from domain.refusals import RuleViolation
from eventlog.due_work import status_of
from eventlog.import_export import export_ledger
from eventlog.ledger import UNREACHABLE, Ledger
from eventlog.live_games import LiveGames
from eventlog.revalidation import (
    JudgedLedger,
    Revalidation,
    judge_ledger,
    publish,
    revalidation_of,
)
from eventlog.server_time import now_ms
from hexledger.cli.progress import with_progress
from hexledger.cli.simulate import positive
from hexledger.cli.terminal import Terminal
from hexledger.problems import Problem, read_file
from hexledger.redis_server.clients import connect
from hexledger.redis_server.embedded import ensure_redis
from hexledger.settings import read_settings

_MAX_LIVE_GAMES = 16
_AHEAD = 4
"""How many ledgers are read ahead for each process: so many are in memory at once."""
_SUFFIXES = (".ndjson", ".zip")

Source: TypeAlias = tuple[str, bytes | JudgedLedger]
"""The name of a ledger and its bytes, or why it has none."""


def define(parser: ArgumentParser) -> None:
    parser.add_argument(
        "folders",
        nargs="*",
        type=Path,
        metavar="DIR",
        help="folders of ledger files; without any, all closed games of the service",
    )
    parser.add_argument(
        "--jobs", type=positive, default=os.cpu_count() or 1, help="how many processes judge"
    )
    parser.add_argument("--json", action="store_true", help="print the outcome as JSON")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    folders: list[Path] = arguments.folders
    if folders:
        files = _files_in(folders)
        outcome = _judge(((str(path), _read(path)) for path in files), len(files), arguments.jobs)
    else:
        outcome = _revalidate_service(arguments.jobs)
    if arguments.json:
        print(msgspec.json.encode(outcome).decode())
    else:
        _print(outcome, is_published=not folders)
    if outcome.unsound:
        return 1
    return 2 if outcome.rules_missing else 0


def _revalidate_service(jobs: int) -> Revalidation:
    with ensure_redis(read_settings()) as url, connect(url) as redis:
        games = LiveGames(Ledger(redis), _MAX_LIVE_GAMES)
        try:
            ended = sorted(set(games.ledger.games()) - set(games.ledger.open_games()))
            outcome = _judge(_closed_games(games, ended), len(ended), jobs)
            publish(redis, outcome)
        except UNREACHABLE as error:
            raise Problem(f"the Redis failed: {error}") from None
    return outcome


def _closed_games(games: LiveGames, ended: Iterable[str]) -> Iterator[Source]:
    for game in ended:
        try:
            with games.hold_to_read(game) as live:
                if live.fault is None and status_of(live.state) != "closed":
                    # It was moved to another server, which closes it.
                    continue
            yield game, export_ledger(games, game)
        except RuleViolation as refusal:
            yield game, JudgedLedger(game, "unsound", str(refusal))


def _judge(sources: Iterable[Source], total: int, jobs: int) -> Revalidation:
    judged = _judged(sources, jobs)
    return revalidation_of(with_progress(judged, total, "judging again"), now_ms())


def _judged(sources: Iterable[Source], jobs: int) -> Iterator[JudgedLedger]:
    """Judge ledgers in other processes, in the order in which they come."""
    with ProcessPoolExecutor(jobs) as pool:
        waiting: deque[Future[JudgedLedger] | JudgedLedger] = deque()
        for name, found in sources:
            if isinstance(found, JudgedLedger):
                waiting.append(found)
            else:
                waiting.append(pool.submit(judge_ledger, name, found))
            if len(waiting) >= jobs * _AHEAD:
                yield _outcome(waiting.popleft())
        yield from map(_outcome, waiting)


def _outcome(found: Future[JudgedLedger] | JudgedLedger) -> JudgedLedger:
    return found if isinstance(found, JudgedLedger) else found.result()


def _files_in(folders: Sequence[Path]) -> list[Path]:
    files: list[Path] = []
    for folder in folders:
        if not folder.is_dir():
            raise Problem(f"{folder}: this is not a folder")
        files += sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES)
    return files


def _read(path: Path) -> bytes | JudgedLedger:
    try:
        return read_file(path)
    except Problem as problem:
        return JudgedLedger(str(path), "unsound", f"cannot be read ({problem})")


def _print(outcome: Revalidation, *, is_published: bool) -> None:
    console = Terminal()
    for one in outcome.problems:
        style = "yellow" if one.outcome == "rules_missing" else "bold red"
        console.print(f"{one.name}: {one.message}", style=style, markup=False)
    for tally in outcome.tallies:
        kind = "unknown" if tally.ruleset is None else f"{tally.ruleset}, rules {tally.rules}"
        console.print(
            f"{kind}: {tally.ledgers} closed, {tally.sound} sound, {tally.unsound} unsound, "
            f"{tally.rules_missing} of rules that this build lacks",
            markup=False,
        )
    console.print(f"{outcome.ledgers} ledgers judged again, digest {outcome.digest}", markup=False)
    if is_published:
        console.print("published at /revalidation of the service", markup=False)
