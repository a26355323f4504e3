"""`hexledger replay`: prints the log of a game and the table as a viewer saw it."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from domain.ids import ORGANIZER, SPECTATOR, Seat, Viewer
from domain.registry import TOURNAMENT
from domain.ruleset import AnyRuleset
from domain.table.state import Table
from eventlog.chain import BrokenChain
from eventlog.commit_times import GameTimes, read_times
from eventlog.ledger_file import BadLedger, LedgerFile, read_ledger
from eventlog.moments import BadMoment, Moment, read_moment
from eventlog.tournament_bundle import is_bundle, read_bundle
from eventlog.verification import VerificationStatus, verify
from hexledger.cli.terminal import Terminal
from hexledger.cli.tournament_replay import replay_tournament
from hexledger.problems import Problem, read_file
from presentation.player_names import NO_NAMES
from presentation.presentation import TextPicture
from presentation.registry import presentation_of
from projections.one_game.log_filter import NO_FILTER, LogFilter, read_turns
from projections.one_game.log_without_rules import narrate_without_rules
from projections.one_game.narrated_log import CommitSentences, Narrator

MOMENT = "a version, milliseconds since 1970, or a time in UTC such as 2026-01-01T12:30:00Z"


def define(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--at", metavar="MOMENT", help=f"stop after this commit: {MOMENT}")
    parser.add_argument(
        "--as",
        dest="viewer",
        metavar="SEAT",
        help="show the game as this seat or as a spectator sees it",
    )
    parser.add_argument(
        "--lang", choices=("en", "pl"), default="en", help="the language of the log"
    )
    log = parser.add_argument_group("what is printed of the log")
    log.add_argument("--from", dest="first", metavar="MOMENT", help="nothing before this moment")
    log.add_argument("--to", dest="last", metavar="MOMENT", help="nothing after this moment")
    log.add_argument(
        "--type",
        action="append",
        default=[],
        metavar="EVENT",
        help="only events of this type, such as card_stolen; may be given again",
    )
    log.add_argument(
        "--seat", type=int, metavar="SEAT", help="only what this seat did, or what concerns it"
    )
    log.add_argument("--turn", metavar="TURN", help="only this turn, or turns such as 3-7")
    log.add_argument("--text", default="", help="only sentences with this text")
    log.add_argument("--clock", action="store_true", help="the notices of the clocks, too")
    log.add_argument(
        "--times",
        action="store_true",
        help="the time (UTC) of every commit, and how long its author thought",
    )
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    data = _ledger_in(arguments.file)
    verdict = verify(data, allow_open=True)
    if verdict.status == VerificationStatus.UNSOUND:
        raise Problem(f"{arguments.file}: {verdict.message}")
    ledger = read_ledger(data)
    if verdict.status == VerificationStatus.RULES_MISSING:
        return _replay_without_rules(arguments, data, ledger, verdict.message)
    assert ledger.rules is not None
    times = GameTimes(tuple(commit.at for commit in ledger.commits(ledger.rules)))
    at = _version(times, arguments.at)
    if ledger.rules is TOURNAMENT:
        replay_tournament(ledger, at, arguments.viewer, arguments.lang)
        return 0
    ruleset = ledger.ruleset
    assert ruleset is not None
    wanted = _filter(arguments, ruleset, times)
    replay(
        ledger,
        ruleset,
        at,
        arguments.viewer,
        arguments.lang,
        wanted=wanted,
        with_times=arguments.times,
    )
    return 0


def _replay_without_rules(
    arguments: Namespace, data: bytes, ledger: LedgerFile, message: str
) -> int:
    """Print what can be told of a game without its rules, and say so by the status of `verify`."""
    console = Terminal()
    at = _version(read_times(ledger.lines), arguments.at)
    header = data.partition(b"\n")[0]
    wanted = LogFilter(types=frozenset(arguments.type), text=arguments.text)
    try:
        for commit in narrate_without_rules(header, ledger.lines[:at], arguments.lang):
            for entry in wanted.entries(commit, ledger.header.game, SPECTATOR, NO_NAMES):
                console.print(_line(entry, with_times=arguments.times), markup=False)
    except BrokenChain as broken:
        raise Problem(f"{arguments.file}: {message}; {broken}") from None
    console.print()
    console.print(f"{arguments.file}: {message}", style="yellow", markup=False)
    return VerificationStatus.RULES_MISSING


def _version(times: GameTimes, text: str | None) -> int:
    """The version to stop after."""
    last = len(times.at)
    if text is None:
        return last
    try:
        at = times.last_of(read_moment(text))
    except BadMoment as problem:
        raise Problem(f"--at {text}: {problem}; there are the versions 1 to {last}") from None
    if not at:
        raise Problem(f"--at {text}: nothing was opened before {in_words(times.at[0])}")
    if at > last:
        raise Problem(f"--at {at}: the ledger has the versions 1 to {last}")
    return at


def _filter(arguments: Namespace, ruleset: AnyRuleset, times: GameTimes) -> LogFilter:
    known = {str(kind.__struct_config__.tag) for kind in ruleset.events}
    for kind in arguments.type:
        if kind not in known:
            raise Problem(f"--type {kind}: {ruleset.name} has no such event")
    last = _moment("--to", arguments.last)
    try:
        turns = None if arguments.turn is None else read_turns(arguments.turn)
    except ValueError as problem:
        raise Problem(f"--turn {arguments.turn}: {problem}") from None
    return LogFilter(
        types=frozenset(arguments.type),
        seat=arguments.seat,
        turns=turns,
        first=times.first_of(_moment("--from", arguments.first)),
        last=None if last is None else times.last_of(last),
        text=arguments.text,
        with_clock=arguments.clock,
    )


def _moment(option: str, text: str | None) -> Moment | None:
    try:
        return None if text is None else read_moment(text)
    except BadMoment as problem:
        raise Problem(f"{option} {text}: {problem}") from None


def _ledger_in(path: Path) -> bytes:
    """The ledger in a file; of a bundle that of the tournament."""
    data = read_file(path)
    try:
        return read_bundle(data).tournament if is_bundle(data) else data
    except BadLedger as bad:
        raise Problem(f"{path}: {bad}") from None


def replay(
    ledger: LedgerFile,
    ruleset: AnyRuleset,
    at: int,
    viewer_name: str | None,
    lang: str,
    *,
    wanted: LogFilter = NO_FILTER,
    with_times: bool = False,
) -> None:
    """Print the log up to a version, then the table as the viewer saw it."""
    console = Terminal()
    state = ruleset.new_game()
    viewer: Viewer = ORGANIZER
    for state, commit in narrated(ledger, ruleset, lang):
        viewer = read_viewer(viewer_name, state)
        for entry in wanted.entries(commit, ledger.header.game, viewer, NO_NAMES):
            console.print(_line(entry, with_times=with_times), markup=False)
        if commit.version == at:
            break
    console.print()
    show_picture(console, presentation_of(ruleset.name).text(ruleset.view(state, viewer)))


def narrated(
    ledger: LedgerFile, ruleset: AnyRuleset, lang: str
) -> Iterator[tuple[Table, CommitSentences]]:
    """The state after each commit, which goes on, and the commit in sentences."""
    narrator = Narrator(lang)
    for state, commit in ledger.folded(ruleset, narrator.apply):
        yield state, narrator.finish(commit.version, state, commit.actor)


def _line(entry: dict[str, Any], *, with_times: bool) -> str:
    if not with_times:
        return f"{entry['version']:>5}  {entry['text']}"
    thinking = "" if entry["thinking_ms"] is None else f"{entry['thinking_ms'] / 1_000:.1f} s"
    return f"{entry['version']:>5}  {in_words(entry['at'])}  {thinking:>9}  {entry['text']}"


def in_words(at: int) -> str:
    """A time (ms) in UTC."""
    seconds, ms = divmod(at, 1_000)
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%S}.{ms:03}Z"


def show_picture(console: Console, picture: TextPicture) -> None:
    for line in picture:
        console.print(Text.assemble(*line))


def read_viewer(name: str | None, state: Table) -> Viewer:
    """The viewer with this name. Without a name it shows everything, as the file does."""
    if name is None:
        return ORGANIZER
    if name == SPECTATOR:
        return SPECTATOR
    if name not in map(str, range(len(state.chairs))):
        raise Problem(f"--as {name}: give a seat from 0 to {len(state.chairs) - 1}, or {SPECTATOR}")
    return Seat(int(name))
