"""The score book as it is stored, in the editions of the catalogue: lines, tables, what to undo."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct

from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.lua_scripts import script
from projections.across_games.catalogue_store import (
    REVISION,
    TO_SETTLE,
    UNCOUNTED,
    key_of,
    members_above,
)
from projections.across_games.player_records import Line, Rating, player_of

SETTLED = "settled"
"""Closed games that have been counted, in their order."""
UNDO = "undo"
"""Hash: counted game → the lines of its players as they were before."""
LINES = "lines"
"""Hash: ruleset and player → line."""

Lines = Mapping[str, Line | None]
"""Lines by name; None where there is none."""

_undo = msgspec.json.Decoder(dict[str, Line | None])
_line = msgspec.json.Decoder(Line)


class Page(Struct, frozen=True):
    """Games whose turn has come, or is taken back, and the lines as they are after it."""

    games: Sequence[str]
    before: Lines
    after: Lines
    undo: Mapping[str, Lines] = {}
    """Of games that were counted, what it takes to take that back."""
    set_aside: Mapping[str, str] = {}
    """By id: games that could not be counted, and why."""
    taken_up: Sequence[str] = ()
    """Ids of games that are not set aside, or no longer."""
    is_settled: bool = True


def table_of(ruleset: str) -> str:
    """Sorted set: the rated players of a ruleset, the best last."""
    return f"table:{ruleset}"


def place_of(player: PlayerId, rating: Rating) -> str:
    """A player's place in a table, as text that sorts by rating."""
    return f"{rating.digits}:{player}"


class Scorebook:
    """The stored score book. Nothing of it is written unless all that was read still stands.

    Where it has been spoilt, reading it raises `msgspec.DecodeError`.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._settle = script("projections.across_games", "catalogue_settle.lua")

    def to_settle(self, edition: int, count: int) -> tuple[int, list[str]]:
        """The revision, and the first games that have yet to be counted."""
        calls = self._redis.pipeline(transaction=False)
        # Asked before all else: what is read later is at least as new.
        calls.get(key_of(edition, REVISION))
        calls.zrangebylex(key_of(edition, TO_SETTLE), "-", "+", 0, count)
        revision, found = calls.execute()
        return int(revision or 0), [game.decode() for game in found]

    def settled_since(self, edition: int, first: str, count: int) -> list[str]:
        """Games that were counted at a turn or after it, the last first."""
        key = key_of(edition, SETTLED)
        found = self._redis.zrevrangebylex(key, "+", f"[{first}", 0, count)
        return [game.decode() for game in found]

    def lines(self, edition: int, names: Sequence[str]) -> dict[str, Line | None]:
        found = self._redis.hmget(key_of(edition, LINES), names) if names else []
        return {
            name: None if stored is None else _line.decode(stored)
            for name, stored in zip(names, found, strict=True)
        }

    def undo(self, edition: int, games: Sequence[str]) -> list[Lines]:
        """The lines that games have changed, as they were before."""
        found = self._redis.hmget(key_of(edition, UNDO), games)
        # One that is missing was taken back just now: then nothing made from this is written.
        return [_undo.decode(stored or b"{}") for stored in found]

    def rank(self, edition: int, ruleset: str, rating: Rating) -> int:
        """How many are better, and one more: equals share a rank."""
        return 1 + members_above(self._redis, key_of(edition, table_of(ruleset)), rating.digits)

    def position(self, edition: int, ruleset: str, place: str) -> int:
        """How many stand before a place in a table."""
        return int(self._redis.zlexcount(key_of(edition, table_of(ruleset)), f"({place}", "+"))

    def count_again(self, edition: int, turn: str) -> None:
        """Let a game be counted once more at its turn, after those later have been taken back."""
        self._redis.zadd(key_of(edition, TO_SETTLE), {turn: 0})

    def write(self, edition: int, revision: int, page: Page) -> bool:
        """Write a page, if the revision is that of what it was made from."""
        changes = [
            *_moved(page),
            *_told("HSET", LINES, *((n, line) for n, line in page.after.items() if line)),
            *_told("HDEL", LINES, *((n,) for n, line in page.after.items() if not line)),
            *_places("ZREM", page.before),
            *_places("ZADD", page.after),
            *_told("HSET", UNCOUNTED, *page.set_aside.items()),
            *_told("HDEL", UNCOUNTED, *((game,) for game in page.taken_up)),
        ]
        names = list(dict.fromkeys(name for _, name, _ in changes))
        arguments: list[object] = [revision]
        for command, name, told in changes:
            arguments += [command, names.index(name) + 1, len(told), *told]
        keys = [key_of(edition, name) for name in (REVISION, *names)]
        return bool(self._settle(self._redis, keys, arguments))


_Change = tuple[str, str, list[object]]
"""A command of Redis, the part of the edition it changes, and its arguments."""


def _moved(page: Page) -> Iterable[_Change]:
    here, gone = (SETTLED, TO_SETTLE) if page.is_settled else (TO_SETTLE, SETTLED)
    yield from _told("ZREM", gone, *((game,) for game in page.games))
    if page.is_settled:
        # A game that is no longer closed is not to be settled, and not settled either.
        yield from _told("ZADD", here, *((0, game) for game in page.undo))
        yield from _told("HSET", UNDO, *page.undo.items())
    else:
        yield from _told("ZADD", here, *((0, game) for game in page.games))
        yield from _told("HDEL", UNDO, *((game,) for game in page.games))


def _places(command: str, lines: Lines) -> Iterable[_Change]:
    """Places to be taken in the tables, or to be left."""
    tables: dict[str, list[tuple[object, ...]]] = {}
    for name, line in lines.items():
        if line is not None and line.rating is not None:
            ruleset, player = player_of(name)
            place = place_of(player, line.rating)
            told = (0, place) if command == "ZADD" else (place,)
            tables.setdefault(table_of(ruleset), []).append(told)
    for table, places in tables.items():
        yield from _told(command, table, *places)


def _told(command: str, name: str, *groups: tuple[object, ...]) -> Iterable[_Change]:
    """A command with the arguments of all groups; none if there are no groups."""
    told = [_plain(argument) for group in groups for argument in group]
    if told:
        yield command, name, told


def _plain(argument: object) -> object:
    return argument if isinstance(argument, str | int) else msgspec.json.encode(argument)
