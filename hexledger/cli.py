"""The command line: every command of `hexledger`, and its arguments."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from domain.refusals import RuleViolation
from domain.registry import RULESETS
from hexledger import (
    boards,
    demo,
    exporting,
    parts,
    rebuilding,
    replaying,
    serving,
    settings,
    simulate,
    tokens,
    verifying,
)
from hexledger.problems import Problem
from hexledger.terminal import Terminal
from workers.bots.registry import RANDOM


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status is the result."""
    chosen = _parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        return int(chosen.run(chosen))
    except (Problem, RuleViolation) as problem:
        Terminal(stderr=True).print(f"hexledger: {problem}", markup=False)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has had enough, as `head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="hexledger", description="Catan games as ledgers.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    _add_service(commands)

    simulated = commands.add_parser("simulate", help="play games with bots")
    simulated.add_argument(
        "--ruleset", default="base", choices=sorted(RULESETS), help="which game to play"
    )
    simulated.add_argument(
        "--players", type=int, help="how many sit at the table; as many as can, unless told"
    )
    simulated.add_argument("--games", type=_positive, default=1, help="how many games to play")
    simulated.add_argument("--seed", default="0", help="the same seed plays the same games")
    simulated.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="an option of the ruleset (docs/rulings.md lists them); @FILE reads JSON from a file",
    )
    simulated.add_argument(
        "--bots",
        default=RANDOM,
        metavar="NAMES",
        help="who plays: one bot for all seats, or one for each seat with commas between them",
    )
    simulated.add_argument(
        "--player-trades", choices=("on", "off"), default="on", help="whether players trade"
    )
    simulated.add_argument(
        "--max-turns", type=_positive, default=1_000, help="void a game after so many turns"
    )
    simulated.add_argument("--jobs", type=_positive, default=1, help="processes to play in")
    simulated.add_argument("--out", type=Path, metavar="DIR", help="write the ledgers here")
    simulated.add_argument("--json", action="store_true", help="print the summary as JSON")
    simulated.set_defaults(run=simulate.run)

    verified = commands.add_parser("verify", help="check ledger files")
    verified.add_argument("files", nargs="+", type=Path, metavar="FILE")
    verified.add_argument("--open", action="store_true", help="allow games that are not closed")
    verified.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="HEX",
        help="demand a signature of this public key, or of one of several",
    )
    verified.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    verified.set_defaults(run=verifying.run)

    replayed = commands.add_parser("replay", help="show a ledger's board, hands, score and log")
    replayed.add_argument("file", type=Path, metavar="FILE")
    replayed.add_argument("--at", type=int, metavar="VERSION", help="stop after this commit")
    replayed.add_argument(
        "--as", dest="viewer", metavar="SEAT", help="see it as a seat, or as a spectator"
    )
    replayed.add_argument(
        "--lang", choices=("en", "pl"), default="en", help="the language of the log"
    )
    replayed.set_defaults(run=replaying.run)

    drawn = commands.add_parser("board", help="check a map of your own, and draw it")
    drawn.add_argument("file", type=Path, metavar="FILE", help="a layout, as in docs/layouts.md")
    drawn.add_argument("--svg", type=Path, metavar="PATH", help="draw it here, too")
    drawn.add_argument(
        "--ruleset",
        default="seafarers",
        choices=("base", "seafarers"),
        help="which game it is for; seafarers unless told",
    )
    drawn.add_argument("--players", type=int, default=4, help="how many are to play on it")
    drawn.add_argument(
        "--variable", action="store_true", help="deal what its variable set-up shuffles"
    )
    drawn.add_argument("--seed", default="0", help="the same seed deals the same board")
    drawn.add_argument(
        "--lang", choices=("en", "pl"), default="en", help="the language of the picture"
    )
    drawn.set_defaults(run=boards.run)

    shown = commands.add_parser("demo", help="play, write, verify and show one game")
    shown.add_argument("--out", type=Path, default=Path("demo"), metavar="DIR")
    shown.set_defaults(run=demo.run)
    return parser


def _add_service(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    served = commands.add_parser("serve", help="start the whole service, with Redis if need be")
    served.set_defaults(run=serving.run)
    api = commands.add_parser("api", help="start the HTTP API alone")
    api.set_defaults(run=parts.run_api)
    worker = commands.add_parser("worker", help="start a worker alone")
    worker.set_defaults(run=parts.run_worker)
    listed = commands.add_parser("settings", help="list the settings, from the environment")
    listed.add_argument("--json", action="store_true", help="print the settings as JSON")
    listed.set_defaults(run=settings.run)
    rebuilt = commands.add_parser("rebuild", help="make stored views anew from the ledgers")
    rebuilt.add_argument("--game", metavar="ID", help="of this game only")
    rebuilt.add_argument("--view", metavar="NAME", help="this view only, such as board or log")
    rebuilt.add_argument("--json", action="store_true", help="print the summary as JSON")
    rebuilt.set_defaults(run=rebuilding.run)
    exported = commands.add_parser("export", help="write ledgers of this server to files")
    exported.add_argument("games", nargs="*", metavar="GAME")
    exported.add_argument("--closed", action="store_true", help="all closed games")
    exported.add_argument(
        "--move",
        action="store_true",
        help="also open games: they end here to go on elsewhere",
    )
    exported.add_argument("--out", type=Path, default=Path(), metavar="DIR", help="the folder")
    exported.set_defaults(run=exporting.run_export)
    imported = commands.add_parser("import", help="take ledger files in, after verifying them")
    imported.add_argument("files", nargs="+", type=Path, metavar="FILE")
    imported.set_defaults(run=exporting.run_import)
    token = commands.add_parser("token", help="make a token for a new person")
    token.add_argument("--role", choices=("player", "organizer"), default="player")
    token.add_argument("--name", help="what others see; otherwise the role")
    token.add_argument("--json", action="store_true", help="print it as JSON")
    token.set_defaults(run=tokens.run)


def _positive(text: str) -> int:
    if not text.isdecimal() or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)
