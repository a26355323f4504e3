"""`hexledger verify`: prints a line for every ledger file and returns one exit status.

The bundle of a tournament has more lines: what is wrong, and what is not as usual.
"""

import os
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import msgspec

from eventlog import bundle_verification
from eventlog.bundle_verification import BundleVerdict
from eventlog.ledger_file import BadLedger, read_header
from eventlog.verification import FindLedger, Verdict, VerificationStatus, no_ledger
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

_COPIES = {
    "unchecked": "taken on trust (give its ledger, too)",
    "same": "the same as in its ledger",
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
    find_ledger = partial(_find_ledger, files)
    verdicts = [
        (
            path,
            verify_file(
                path,
                allow_open=arguments.open,
                public_keys=public_keys,
                find_ledger=find_ledger,
            ),
        )
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


def verify_file(
    path: Path,
    *,
    allow_open: bool,
    public_keys: Sequence[bytes] = (),
    find_ledger: FindLedger = no_ledger,
) -> Verdict:
    try:
        return bundle_verification.verify_file(
            read_file(path),
            allow_open=allow_open,
            public_keys=public_keys,
            find_ledger=find_ledger,
        )
    except Problem as problem:
        return Verdict(VerificationStatus.UNSOUND, f"cannot be read ({problem})")


def _find_ledger(files: Sequence[Path], game: str) -> bytes | None:
    """The ledger file of a game among those that are verified, by its header."""
    for path in files:
        try:
            with path.open("rb") as file:
                if read_header(file.readline().rstrip(b"\n")).game == game:
                    return read_file(path)
        except (OSError, BadLedger, Problem):
            # What cannot be read gets a verdict of its own.
            continue
    return None


def show_verdict(path: Path, verdict: Verdict) -> None:
    console = Terminal()
    text = f"{path}: {verdict.message}"
    if verdict.status == VerificationStatus.SOUND:
        text += f", {verdict.commits} commits, {verdict.draws} draws, head {verdict.head}"
        text += _SIGNATURES[verdict.signature]
    console.print(text, style=_STYLES[verdict.status], markup=False)
    if verdict.copied_from is not None:
        source = verdict.copied_from
        position = f"game {source.game}, version {source.version}, head {source.head}"
        console.print(f"  copied from {position}: {_COPIES[verdict.copy]}", markup=False)
    if isinstance(verdict, BundleVerdict):
        _show_tables(console, verdict)


def _show_tables(console: Terminal, verdict: BundleVerdict) -> None:
    """The other problems of a tournament, and what is not as usual at its tables."""
    for problem in verdict.problems[1:]:
        console.print(f"  {problem}", style=_STYLES[verdict.status], markup=False)
    for table in verdict.tables:
        for remark in table.remarks:
            console.print(f"  round {table.round}, table {table.table}: {remark}", markup=False)


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
