"""`hexledger replay`: prints the log of a game and the table as a viewer saw it."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from rich.console import Console
from rich.text import Text

from domain.ids import ORGANIZER, SPECTATOR, Seat, Viewer
from domain.ruleset import AnyRuleset
from domain.table.state import Table
from eventlog.ledger_file import LedgerFile, read_ledger
from eventlog.verification import VerificationStatus, verify
from hexledger.cli.terminal import Terminal
from hexledger.problems import Problem, read_file
from presentation.presentation import TextPicture
from presentation.registry import presentation_of


def define(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--at", type=int, metavar="VERSION", help="stop after this commit")
    parser.add_argument(
        "--as",
        dest="viewer",
        metavar="SEAT",
        help="show the game as this seat or as a spectator sees it",
    )
    parser.add_argument(
        "--lang", choices=("en", "pl"), default="en", help="the language of the log"
    )
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    data = read_file(arguments.file)
    verdict = verify(data, allow_open=True)
    if verdict.status != VerificationStatus.SOUND:
        raise Problem(f"{arguments.file}: {verdict.message}")
    ledger = read_ledger(data)
    ruleset = ledger.ruleset
    assert ruleset is not None
    last = len(ledger.lines)
    at = last if arguments.at is None else arguments.at
    if not 1 <= at <= last:
        raise Problem(f"--at {at}: the ledger has the versions 1 to {last}")
    replay(ledger, ruleset, at, arguments.viewer, arguments.lang)
    return 0


def replay(
    ledger: LedgerFile, ruleset: AnyRuleset, at: int, viewer_name: str | None, lang: str
) -> None:
    """Print the log up to a version, then the table as the viewer saw it."""
    console = Terminal()
    presentation = presentation_of(ruleset.name)
    state = ruleset.new_game()
    viewer: Viewer = ORGANIZER
    for version, events in enumerate(ledger.events_by_commit(ruleset), start=1):
        if version > at:
            break
        for event in events:
            ruleset.evolve(state, event)
            viewer = read_viewer(viewer_name, state)
            sentence = presentation.narrate(state, ruleset.redact(event, viewer), lang)
            console.print(f"{version:>5}  {sentence}", markup=False)
    console.print()
    show_picture(console, presentation.text(ruleset.view(state, viewer)))


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
