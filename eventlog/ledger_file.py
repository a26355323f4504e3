"""The file form of a ledger, NDJSON: a header, the stored bytes of every commit, a signature."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from domain.messages import Event
from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from eventlog.commit import codec_for, hash_of, is_sealed
from eventlog.signing import Trailer

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

    def find_ruleset(self) -> AnyRuleset | None:
        """The ruleset that can judge this ledger, if this build has it."""
        ruleset = RULESETS.get(self.ruleset)
        if ruleset is None or ruleset.rules != self.rules:
            return None
        return ruleset if self.schema <= ruleset.schema else None


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
    def ruleset(self) -> AnyRuleset | None:
        """The ruleset that can judge this ledger, if this build has it."""
        return self.header.find_ruleset()

    def events_by_commit(self, ruleset: AnyRuleset) -> Iterator[tuple[Event, ...]]:
        """The events, commit by commit."""
        codec = codec_for(ruleset)
        return (codec.events_of(line) for line in self.lines)


def header_line(game: str, ruleset: AnyRuleset) -> bytes:
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
