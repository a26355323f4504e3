"""`hexledger verify`: prints a line for every ledger file and returns one exit status."""

import os
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import msgspec

from eventlog.verification import Verdict, VerificationStatus, verify
from hexledger.cli.progress import with_progress
from hexledger.cli.terminal import Terminal
from hexledger.problems import Problem, read_file

_STYLES = {
    VerificationStatus.SOUND: "green",
    VerificationStatus.UNSOUND: "bold red",
    VerificationStatus.RULES_MISSING: "yellow",
}

_SIGNATURES = {
    "none": "",
    "unchecked": ", signature not checked (give the server's --key)",
    "valid": ", signature valid",
}


def define(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--open", action="store_true", help="allow games that are not closed")
    parser.add_argument(
        "--key",
        action="append",
        default=[],
        metavar="HEX",
        help="require a signature of this public key; if given again, of one of them",
    )
    parser.add_argument("--json", action="store_true", help="print the verdicts as JSON")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    files: list[Path] = arguments.files
    public_keys = [_read_key(key) for key in arguments.key]
    verdicts = [
        (path, verify_file(path, allow_open=arguments.open, public_keys=public_keys))
        for path in with_progress(files, len(files), "verifying")
    ]
    if arguments.json:
        rows = [
            {"file": _readable(path), **msgspec.to_builtins(verdict)} for path, verdict in verdicts
        ]
        print(msgspec.json.encode(rows).decode())
    else:
        for path, verdict in verdicts:
            show_verdict(path, verdict)
    return exit_status([verdict.status for _, verdict in verdicts])


def verify_file(path: Path, *, allow_open: bool, public_keys: Sequence[bytes] = ()) -> Verdict:
    try:
        return verify(read_file(path), allow_open=allow_open, public_keys=public_keys)
    except Problem as problem:
        return Verdict(VerificationStatus.UNSOUND, f"cannot be read ({problem})")


def show_verdict(path: Path, verdict: Verdict) -> None:
    console = Terminal()
    text = f"{path}: {verdict.message}"
    if verdict.status == VerificationStatus.SOUND:
        text += f", {verdict.commits} commits, {verdict.draws} draws, head {verdict.head}"
        text += _SIGNATURES[verdict.signature]
    console.print(text, style=_STYLES[verdict.status], markup=False)


def exit_status(statuses: list[VerificationStatus]) -> int:
    """The worst status: unsound, then rules missing, then sound."""
    for status in (VerificationStatus.UNSOUND, VerificationStatus.RULES_MISSING):
        if status in statuses:
            return status
    return VerificationStatus.SOUND


def _read_key(text: str) -> bytes:
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise Problem("--key: give a public key of `GET /v1/keys`, 64 hexadecimal digits")
    return bytes.fromhex(text)


def _readable(path: Path) -> str:
    """A path as text, even if its bytes are not valid text."""
    return os.fsencode(path).decode(errors="replace")
