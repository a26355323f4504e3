"""A commit: what one accepted command did, in canonical bytes and chained by hash.

The stored bytes are one line of JSON with `hash` last. The hash covers the previous commit's hash
and every stored byte before `,"hash":`.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from typing import Any, Generic, TypeVar, Union

import msgspec
from msgspec import Struct

from domain.chance.draws import salt_of
from domain.messages import Command, Event
from domain.ruleset import Ruleset

C = TypeVar("C")
E = TypeVar("E")

HASH_BYTES = 32
_HASH_FIELD = b',"hash":"'
_TAIL = len(_HASH_FIELD) + 2 * HASH_BYTES + len(b'"}')
_HASH_DIGITS = slice(-2 * HASH_BYTES - 2, -2)


class Commit(Struct, Generic[C, E], frozen=True, omit_defaults=True, kw_only=True):
    """What was asked, by whom and when, and the facts that came of it."""

    version: int
    schema: int
    at: int
    """Milliseconds since 1970, never before the previous commit."""
    actor: str
    key: str | None = None
    """Digest of the idempotency key."""
    command: C
    events: tuple[E, ...]
    salt: str
    hash: str = ""


class Facts(Struct, Generic[E], frozen=True):
    """The part of a commit that a fold needs."""

    version: int
    schema: int
    at: int
    events: tuple[E, ...]


class _Stored(Struct, frozen=True):
    schema: int


AnyCommit = Commit[Command, Event]


class Undecodable(Exception):
    """Stored bytes that are no commit of this ruleset."""


class Codec:
    """Stored bytes of one ruleset, current and older schemas."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        commands: Any = Union[ruleset.commands]  # noqa: UP007  # from a tuple
        events: Any = Union[ruleset.events]  # noqa: UP007
        self._commits = msgspec.json.Decoder(Commit[commands, events])
        self._facts = msgspec.json.Decoder(Facts[events])

    def decode(self, line: bytes) -> AnyCommit:
        """A commit from its stored bytes, lifted to the current schema."""
        return self._read(line, self._commits)  # type: ignore[no-any-return]

    def outline(self, line: bytes) -> Facts[Event]:
        """Only what a fold needs of a commit: the quick way."""
        return self._read(line, self._facts)  # type: ignore[no-any-return]

    def facts(self, line: bytes) -> tuple[Event, ...]:
        """Only the events of a commit."""
        return self.outline(line).events

    def schema_of(self, line: bytes) -> int:
        """The schema in which a commit is stored."""
        return msgspec.json.decode(line, type=_Stored).schema

    def _read(self, line: bytes, decoder: Any) -> Any:
        try:
            stored = decoder.decode(line)
            if stored.schema == self.ruleset.schema:
                return stored
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            failure = str(error)
        else:
            failure = f"schema {stored.schema} is not known here"
        lifted = self._lift(line)
        if lifted is None:
            raise Undecodable(failure)
        try:
            return msgspec.convert(lifted, decoder.type, str_keys=True)
        except msgspec.ValidationError as error:
            raise Undecodable(str(error)) from None

    def _lift(self, line: bytes) -> dict[str, Any] | None:
        """An older commit, lifted step by step; None if it is not an older one."""
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
                raw = {**self.ruleset.upcasters[step](raw), "schema": step + 1}
            except (LookupError, TypeError, ValueError, AttributeError) as error:
                raise Undecodable(f"no commit of schema {step}: {error!r}") from None
        return raw if raw["schema"] == self.ruleset.schema else None


@cache
def codec_for(ruleset: Ruleset) -> Codec:
    return Codec(ruleset)


def make_commit(
    ruleset: Ruleset,
    *,
    version: int,
    at: int,
    actor: str,
    command: Command,
    events: Iterable[Event],
    seed: bytes,
    key: str | None = None,
) -> AnyCommit:
    """A commit that is ready to be sealed."""
    return Commit(
        version=version,
        schema=ruleset.schema,
        at=at,
        actor=actor,
        key=key,
        command=command,
        events=tuple(events),
        salt=salt_of(seed, version),
    )


def seal(commit: AnyCommit, previous: bytes) -> tuple[bytes, bytes]:
    """The stored bytes of a commit and its hash, chained to the previous one."""
    body = msgspec.json.encode(commit)[:-1]
    digest = hashlib.sha256(previous + body).digest()
    return body + _HASH_FIELD + digest.hex().encode() + b'"}', digest


def hash_of(line: bytes, previous: bytes) -> bytes:
    """The hash that stored bytes should end with."""
    return hashlib.sha256(previous + line[:-_TAIL]).digest()


def hash_in(line: bytes) -> bytes:
    """The hash, as hexadecimal digits, of a commit in bytes that end with it."""
    return line[_HASH_DIGITS]


def is_sealed(line: bytes, digest: bytes) -> bool:
    """Whether stored bytes end with exactly this hash."""
    return line[-_TAIL:] == _HASH_FIELD + digest.hex().encode() + b'"}'
