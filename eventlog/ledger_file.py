"""The file form of a ledger, NDJSON: a header, the stored bytes of every commit, a signature."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct

from domain.ledger_rules import AnyRules, Rules, fold
from domain.ledger_state import L
from domain.messages import Event
from domain.past import PastCommits
from domain.registry import OTHER_RULES, RULESETS
from domain.ruleset import AnyRuleset
from domain.table.state import Table
from eventlog.commit import CommitOutline, codec_for, hash_of, is_sealed
from eventlog.signing import Trailer

R = TypeVar("R", bound=AnyRules)

FORM = 1
_TRAILER = b'{"key_id":'


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line, which says what the file holds."""

    format: Literal["hexledger"]
    form: int
    game: str
    ruleset: str
    rules: int
    schema: int

    def find_rules(self) -> AnyRules | None:
        """The rules that this ledger was opened by, if this build has them."""
        return self.find_ruleset() or self._suitable(OTHER_RULES)

    def find_ruleset(self) -> AnyRuleset | None:
        """The ruleset that this game was opened by, if it is one and this build has it."""
        return self._suitable(RULESETS)

    def _suitable(self, known: Mapping[str, R]) -> R | None:
        newest = known.get(self.ruleset)
        rules = None if newest is None else newest.find_version(self.rules)
        return rules if rules is not None and self.schema <= rules.schema else None


class BadLedger(Exception):
    """This is not a sound ledger file. `version` is the first bad commit, if there is one."""

    def __init__(self, reason: str, version: int | None = None) -> None:
        super().__init__(reason if version is None else f"commit {version}: {reason}")
        self.version = version


class LedgerFile(Struct, frozen=True):
    """A ledger whose chain is sound. Its commands are not judged yet."""

    header: Header
    lines: tuple[bytes, ...]
    head: bytes
    """The hash of the last commit."""
    trailer: Trailer | None = None
    """The server's signature, if there is one."""

    @property
    def rules(self) -> AnyRules | None:
        """The rules that can judge this ledger, if this build has them."""
        return self.header.find_rules()

    @property
    def ruleset(self) -> AnyRuleset | None:
        """The ruleset that can judge this game, if it is one and this build has it."""
        return self.header.find_ruleset()

    def events_by_commit(self, ruleset: AnyRules) -> Iterator[tuple[Event, ...]]:
        """The events, commit by commit."""
        return (commit.events for commit in self.commits(ruleset))

    def folded(
        self, ruleset: AnyRuleset, listener: Callable[[Table, Event, int, int], None]
    ) -> Iterator[tuple[Table, CommitOutline[Event]]]:
        """Fold the game. Yields the state after each commit, which goes on, and the commit.

        `listener` is called for every event once it is folded: state, event, version, time (ms).
        """
        state, past = ruleset.new_game(), self.past(ruleset)
        state.past = past
        for commit in self.commits(ruleset):
            rules = state.ruleset
            for event in commit.events:
                rules.evolve(state, event)
                listener(state, event, commit.version, commit.at)
            past.version = commit.version
            yield state, commit

    def commits(self, ruleset: AnyRules) -> Iterator[CommitOutline[Event]]:
        """The commits, as far as a fold needs them."""
        codec = codec_for(ruleset)
        return (codec.outline(line) for line in self.lines)

    def states(self, ruleset: Rules[L]) -> Iterator[tuple[L, tuple[Event, ...]]]:
        """The state after each commit, which goes on, and the events of the commit."""
        state, past = ruleset.blank_state(), self.past(ruleset)
        state.past = past
        for events in self.events_by_commit(ruleset):
            fold(state, events)
            past.version += 1
            yield state, events

    def past(self, ruleset: Rules[L]) -> PastCommits[L]:
        """The past of a fold of this ledger."""
        return PastCommits(ruleset, lambda until: islice(self.events_by_commit(ruleset), until))


def header_line(game: str, ruleset: AnyRules) -> bytes:
    """The header line of a new ledger."""
    header = Header("hexledger", FORM, game, ruleset.name, ruleset.rules, ruleset.schema)
    return msgspec.json.encode(header)


def genesis(header: bytes) -> bytes:
    """The hash that the first commit is chained to."""
    return hashlib.sha256(header).digest()


def write_ledger(header: bytes, lines: Iterable[bytes], trailer: Trailer | None = None) -> bytes:
    """The bytes of a ledger file."""
    signed = () if trailer is None else (msgspec.json.encode(trailer),)
    return b"\n".join((header, *lines, *signed, b""))


def read_ledger(data: bytes) -> LedgerFile:
    """Read a ledger file and check its chain; raise `BadLedger` with the reason."""
    if not data:
        raise BadLedger("the file is empty")
    first, *lines = data.split(b"\n")
    header = read_header(first)
    if not lines or lines.pop():
        raise BadLedger("the file is cut off: its last line has no line feed")
    trailer = read_trailer(lines.pop()) if lines and lines[-1].startswith(_TRAILER) else None
    if not lines:
        raise BadLedger("the ledger has no commits")
    head = genesis(first)
    for version, line in enumerate(lines, start=1):
        head = hash_of(line, head)
        if not is_sealed(line, head):
            raise BadLedger("the hash does not fit the stored bytes", version)
    return LedgerFile(header=header, lines=tuple(lines), head=head, trailer=trailer)


def read_header(line: bytes) -> Header:
    """Read a header line, or raise `BadLedger`."""
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadLedger("not a Hexledger ledger: the first line is not a header") from None
    if header.form != FORM:
        raise BadLedger(f"this build does not know file form {header.form}, only {FORM}")
    if msgspec.json.encode(header) != line:
        raise BadLedger("the header line is not in canonical form")
    return header


def read_trailer(line: bytes) -> Trailer:
    """Read a signature line, or raise `BadLedger`."""
    try:
        trailer = msgspec.json.decode(line, type=Trailer)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadLedger("the last line is not a signature") from None
    if msgspec.json.encode(trailer) != line:
        raise BadLedger("the signature is not in canonical form")
    return trailer
