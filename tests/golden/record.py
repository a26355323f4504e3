"""What is kept of a golden game, and its form as a file."""

import hashlib
from typing import Any

import msgspec
from msgspec import Struct

from domain.messages import Command, Event, SeatCommand
from domain.ruleset import Ruleset
from domain.table.bots import mover_of
from domain.table.closing import SeedRevealed
from domain.table.lobby import GameOpened
from domain.table.state import Table
from eventlog.commit import codec_for
from eventlog.ledger_file import Header, LedgerFile
from tests.games import viewers
from tests.golden.rows import Row, Step, write_rows


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a game follows from: its seed and its commands."""

    header: Header
    seed: str
    key_id: str
    began_at: int
    """The time of the first command (ms)."""
    rows: list[Row]


class Ending(Struct, frozen=True):
    """What has to come out again."""

    head: str
    """The hash of the last commit; it proves every byte of the ledger."""
    views: dict[str, str]
    """By viewer: the SHA-256 of the JSON of the final view."""
    events: list[str]
    """The types of all events of the game, to find one that shows an event."""


class Record(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A golden game: its ending, and its script unless its whole ledger lies beside it."""

    ending: Ending
    because: list[str] = []
    """Why it was recorded anew, once for every time."""
    script: Script | None = None


def ending_of(state: Table, head: bytes, event_types: set[str]) -> Ending:
    """The ending of a game that came to this state."""
    view = state.ruleset.view
    return Ending(
        head=head.hex(),
        views={
            str(viewer): hashlib.sha256(msgspec.json.encode(view(state, viewer))).hexdigest()
            for viewer in viewers(state)
        },
        events=sorted(event_types),
    )


def tag_of(message: Command | Event) -> str:
    return str(message.__struct_config__.tag)


def script_of(ledger: LedgerFile, ruleset: Ruleset) -> Script:
    """The script of a closed game: it needs the seed that the closing revealed."""
    commits = [codec_for(ruleset).decode(line) for line in ledger.lines]
    opened, revealed = commits[0].events[0], commits[-1].events[1]
    assert isinstance(opened, GameOpened)
    assert isinstance(revealed, SeedRevealed), "a game that is not closed is kept whole"
    state, steps = ruleset.new_game(), []
    states = ledger.states(ruleset)
    for commit in commits:
        assert commit.key is None, "a script has no idempotency keys"
        actor: str | None = commit.actor
        if isinstance(commit.command, SeatCommand):
            is_usual = commit.actor == mover_of(state, commit.command.seat)
            actor = None if is_usual else commit.actor
        steps.append(Step(commit.at, actor, commit.command))
        state, _ = next(states)
    return Script(ledger.header, revealed.seed, opened.key_id, commits[0].at, write_rows(steps))


def encode(record: Record) -> bytes:
    """A record as JSON with a line for every field and for every row, so that a diff is short."""
    return _in_lines(msgspec.to_builtins(record), depth=2) + b"\n"


def decode(data: bytes) -> Record:
    return msgspec.json.decode(data, type=Record)


def _in_lines(value: Any, depth: int = 0) -> bytes:
    if isinstance(value, dict) and depth:
        fields = (
            msgspec.json.encode(name) + b":" + _in_lines(field, depth - 1)
            for name, field in value.items()
        )
        return b"{\n%b\n}" % b",\n".join(fields)
    if isinstance(value, list) and value and isinstance(value[0], list):
        return b"[\n%b\n]" % b",\n".join(map(msgspec.json.encode, value))
    return msgspec.json.encode(value)
