"""A commit: what one accepted command did, in canonical bytes and chained by hash.

The stored bytes are one line of JSON with `hash` last. The hash covers the previous commit's hash
and every stored byte before `,"hash":`.
"""

import hashlib
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar, Union

import msgspec
from msgspec import Struct

from domain.chance.draws import salt_of
from domain.ledger_rules import AnyRules
from domain.messages import Command, Event
from domain.stand_in import UntoldEvent
from domain.table.copying import PositionCopied, as_stored
from domain.table.rewinding import GameRewound
from domain.table.state import CopiedFrom

C = TypeVar("C")
E = TypeVar("E")

HASH_BYTES = 32
_HASH_FIELD = b',"hash":"'
_HASH_PART_LENGTH = len(_HASH_FIELD) + 2 * HASH_BYTES + len(b'"}')
_HASH_DIGITS = slice(-2 * HASH_BYTES - 2, -2)


class Commit(Struct, Generic[C, E], frozen=True, omit_defaults=True, kw_only=True):
    """Who sent which command, when, and the events that followed from it."""

    version: int
    schema: int
    at: int
    """Milliseconds since 1970, never earlier than the previous commit."""
    actor: str
    key: str | None = None
    """The digest of the idempotency key."""
    command: C
    events: tuple[E, ...]
    salt: str
    hash: str = ""


class CommitOutline(Struct, Generic[E], frozen=True):
    """The part of a commit that a fold needs."""

    version: int
    schema: int
    at: int
    actor: str
    events: tuple[E, ...]


class _SchemaField(Struct, frozen=True):
    schema: int


AnyCommit = Commit[Command, Event]
Upcaster: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]


class Undecodable(Exception):
    """The stored bytes are not a commit of these rules."""


class Codec:
    """Decodes the stored bytes of one ruleset, in its current schema and in older ones.

    It knows the messages of all its versions: a ledger may change its rules on the way.
    """

    def __init__(self, ruleset: AnyRules) -> None:
        self.ruleset = ruleset
        commands: Any = Union[ruleset.all_commands]  # noqa: UP007  # from a tuple
        events: Any = _any_event(ruleset)
        self._commits = msgspec.json.Decoder(Commit[commands, events])
        self._outlines = msgspec.json.Decoder(CommitOutline[events])

    def decode(self, line: bytes) -> AnyCommit:
        """Decode a commit from its stored bytes and upcast it to the current schema."""
        return self._read(line, self._commits)  # type: ignore[no-any-return]

    def outline(self, line: bytes) -> CommitOutline[Event]:
        """Decode only what a fold needs of a commit, which is quicker."""
        return self._read(line, self._outlines)  # type: ignore[no-any-return]

    def events_of(self, line: bytes) -> tuple[Event, ...]:
        """Decode only the events of a commit."""
        return self.outline(line).events

    def schema_of(self, line: bytes) -> int:
        """The schema in which a commit is stored."""
        return msgspec.json.decode(line, type=_SchemaField).schema

    def _read(self, line: bytes, decoder: Any) -> Any:
        try:
            stored = decoder.decode(line)
            if stored.schema == self.ruleset.schema:
                return stored
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            failure = str(error)
        else:
            failure = f"this build does not know schema {stored.schema}"
        upcast = self._upcast(line)
        if upcast is None:
            raise Undecodable(failure)
        try:
            return msgspec.convert(upcast, decoder.type, str_keys=True)
        except msgspec.ValidationError as error:
            raise Undecodable(str(error)) from None

    def _upcast(self, line: bytes) -> dict[str, Any] | None:
        """Upcast an older commit one schema at a time; None if it is not an older one."""
        try:
            raw = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return None
        if not isinstance(raw, dict) or type(raw.get("schema")) is not int:
            return None
        if raw["schema"] not in self.ruleset.upcasters:
            return None
        while raw["schema"] in self.ruleset.upcasters:
            step = raw["schema"]
            try:
                raw = {**_lifted(raw, self.ruleset.upcasters[step]), "schema": step + 1}
            except (LookupError, TypeError, ValueError, AttributeError) as error:
                raise Undecodable(f"this is not a commit of schema {step}: {error!r}") from None
        return raw if raw["schema"] == self.ruleset.schema else None


class OutlineCodec(Codec):
    """Decodes what a stand-in can fold of commits; of all other events it keeps the type."""

    def __init__(self, ruleset: AnyRules) -> None:
        super().__init__(ruleset)
        self._raw = msgspec.json.Decoder(CommitOutline[dict[str, Any]])
        self._kinds = {str(kind.__struct_config__.tag): kind for kind in ruleset.events}

    def decode(self, line: bytes) -> AnyCommit:
        raise Undecodable("this build does not know the commands of these rules")

    def outline(self, line: bytes) -> CommitOutline[Event]:
        try:
            raw = self._raw.decode(line)
            events = tuple(map(self._event, raw.events))
            return CommitOutline(raw.version, raw.schema, raw.at, raw.actor, events)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Undecodable(str(error)) from None

    def _event(self, raw: dict[str, Any]) -> Event:
        kind = self._kinds.get(str(raw.get("type")))
        if kind is PositionCopied:
            source = msgspec.convert(raw.get("source"), CopiedFrom)
            return PositionCopied(source, tuple(map(self._event, raw.get("events", ()))))
        if kind is not None and kind is not UntoldEvent:
            return msgspec.convert(raw, kind, str_keys=True)
        turn = raw.get("turn")
        return UntoldEvent(str(raw.get("type")), turn if isinstance(turn, int) else None)


def _lifted(raw: dict[str, Any], upcast: Upcaster) -> dict[str, Any]:
    """A commit lifted by one step, the events of a copied position as well."""
    lifted = upcast(raw)
    events = [
        {**event, "events": upcast({**raw, "events": event["events"]})["events"]}
        if event["type"] == _COPIED
        else event
        for event in lifted["events"]
    ]
    return {**lifted, "events": events}


def _any_event(ruleset: AnyRules) -> Any:
    """The type of all events of a ruleset. A copied position holds events of the same ruleset."""
    plain: Any = Union[tuple(kind for kind in ruleset.all_events if kind is not PositionCopied)]  # noqa: UP007
    return plain | PositionCopied[plain] if PositionCopied in ruleset.all_events else plain


_COPIED = PositionCopied.__struct_config__.tag
_REWOUND = b'"type":"%b"' % str(GameRewound.__struct_config__.tag).encode()


def rewinds_in(line: bytes, ruleset: AnyRules) -> list[int]:
    """The versions to which a stored commit has rewound its game: none or one."""
    if _REWOUND not in line:
        return []
    events = codec_for(ruleset).events_of(line)
    return [event.version for event in events if isinstance(event, GameRewound)]


@cache
def codec_for(ruleset: AnyRules) -> Codec:
    """The codec of a ruleset, made once."""
    return OutlineCodec(ruleset) if ruleset.is_stand_in else Codec(ruleset)


def make_commit(
    ruleset: AnyRules,
    *,
    version: int,
    at: int,
    actor: str,
    command: Command,
    events: Iterable[Event],
    seed: bytes,
    key: str | None = None,
) -> AnyCommit:
    """Make a commit that has no hash yet."""
    return Commit(
        version=version,
        schema=ruleset.schema,
        at=at,
        actor=actor,
        key=key,
        command=as_stored(command),
        events=tuple(events),
        salt=salt_of(seed, version),
    )


def seal(commit: AnyCommit, previous: bytes) -> tuple[bytes, bytes]:
    """The stored bytes of a commit and its hash, chained to the previous hash."""
    body = msgspec.json.encode(commit)[:-1]
    digest = hashlib.sha256(previous + body).digest()
    return body + _HASH_FIELD + digest.hex().encode() + b'"}', digest


def hash_of(line: bytes, previous: bytes) -> bytes:
    """The hash that these stored bytes should end with."""
    return hashlib.sha256(previous + line[:-_HASH_PART_LENGTH]).digest()


def hash_in(line: bytes) -> bytes:
    """The hash at the end of a commit's stored bytes, as hexadecimal digits."""
    return line[_HASH_DIGITS]


def is_sealed(line: bytes, digest: bytes) -> bool:
    """Whether stored bytes end with exactly this hash."""
    return line[-_HASH_PART_LENGTH:] == _HASH_FIELD + digest.hex().encode() + b'"}'
