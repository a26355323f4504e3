"""The command line: every command of `hexledger`, and where it is."""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from domain.refusals import RuleViolation
from hexledger.problems import Problem

COMMANDS = {
    "serve": ("hexledger.processes.serve:define", "start the whole service, with Redis if need be"),
    "api": ("hexledger.processes.start:define_api", "start the HTTP API alone"),
    "worker": ("hexledger.processes.start:define_worker", "start a worker alone"),
    "settings": ("hexledger.settings:define", "list the settings, from the environment"),
    "rebuild": ("hexledger.cli.rebuild:define", "make stored views anew from the ledgers"),
    "export": (
        "hexledger.cli.export_import:define_export",
        "write ledgers of this server to files",
    ),
    "import": (
        "hexledger.cli.export_import:define_import",
        "take ledger files in, after verifying them",
    ),
    "rules": ("hexledger.cli.rules:define", "let games go on by another version of their rules"),
    "token": ("hexledger.cli.token:define", "make a token for a new person"),
    "simulate": ("hexledger.cli.simulate:define", "play games with bots"),
    "verify": ("hexledger.cli.verify:define", "check ledger files"),
    "revalidate": (
        "hexledger.cli.revalidate:define",
        "judge all closed games again by this build, and publish the outcome",
    ),
    "replay": ("hexledger.cli.replay:define", "show a ledger's board, hands, score and log"),
    "report": (
        "hexledger.cli.report:define",
        "report on pace, trades, thefts, dice and luck of ledger files",
    ),
    "board": ("hexledger.cli.board:define", "check a map of your own, and draw it"),
    "demo": ("hexledger.cli.demo:define", "play, write, verify and show one game"),
}
"""For each command the function that defines its arguments, and what it is for."""


class CommandParser(argparse.ArgumentParser):
    """The arguments of a command, which are defined when it is called.

    To import what all commands need takes a second, and each of them needs little of it.
    """

    def __init__(self, *, defined_by: str = "", **options: Any) -> None:
        super().__init__(**options)
        self._defined_by = defined_by

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self._defined_by:
            module, name = self._defined_by.split(":")
            getattr(import_module(module), name)(self)
        return super().parse_known_args(args, namespace)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit status is the result."""
    chosen = _parser().parse_args(arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = int(chosen.run(chosen))
        # What is still in the buffer may meet a closed pipe, too.
        sys.stdout.flush()
        return status
    except (Problem, RuleViolation) as problem:
        print(f"hexledger: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output has had enough, as `head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="hexledger", description="Catan games as ledgers.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=CommandParser)
    for name, (defined_by, purpose) in COMMANDS.items():
        commands.add_parser(name, help=purpose, defined_by=defined_by)
    return parser
