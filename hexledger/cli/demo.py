"""`hexledger demo`: one whole game, from the first command to a verified ledger."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from domain.ids import ORGANIZER
from eventlog.verification import verify
from hexledger.cli.replay import show_picture
from hexledger.cli.terminal import Terminal
from hexledger.cli.verify import show_verdict
from hexledger.problems import Problem
from hexledger.self_play import RandomGame, Setup
from presentation.registry import presentation_of

SEED = "demo"


def define(parser: ArgumentParser) -> None:
    parser.add_argument("--out", type=Path, default=Path("demo"), metavar="DIR")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    console = Terminal()
    console.print("Four players play a game and choose at random among all legal commands …")
    played = RandomGame(Setup(seed=SEED), 0, record=True).play()
    assert played.ledger is not None
    path = arguments.out / "demo.ndjson"
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
        path.write_bytes(played.ledger)
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None
    console.print(f"{played.decisions} decisions made {played.events} events: {path}")
    verdict = verify(played.ledger)
    show_verdict(path, verdict)
    console.print()
    ruleset, state = played.state.ruleset, played.state
    show_picture(console, presentation_of(ruleset.name).text(ruleset.view(state, ORGANIZER)))
    console.print()
    console.print(f"Try: hexledger replay {path} --as 0 --at 200 --lang pl", markup=False)
    return verdict.status
