"""Scores as they are stored in a generation of the catalogue: records, leaderboards, undo data."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct

from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.lua_scripts import script
from projections.across_games.catalogue_store import (
    COUNT_FAILED,
    REVISION,
    TO_COUNT,
    count_members_above,
    key_of,
)
from projections.across_games.player_records import PlayerRecord, Rating, player_of

COUNTED = "settled"
"""Sorted set: closed games that have been counted, in the order of counting."""
UNDO = "undo"
"""Hash: counted game → the records of its players as they were before."""
RECORDS = "lines"
"""Hash: ruleset and player → record."""

Records = Mapping[str, PlayerRecord | None]
"""Records by name; None where there is none."""

_undo_decoder = msgspec.json.Decoder(dict[str, PlayerRecord | None])
_record_decoder = msgspec.json.Decoder(PlayerRecord)


class ScoreChanges(Struct, frozen=True):
    """Games to mark as counted, or as not counted any more, and the records after that."""

    games: Sequence[str]
    before: Records
    after: Records
    undo: Mapping[str, Records] = {}
    """For each counted game the records as they were before it."""
    set_aside: Mapping[str, str] = {}
    """By id: games that could not be counted, with the reason."""
    no_longer_set_aside: Sequence[str] = ()
    """Ids of games to remove from those that are set aside, if they are there."""
    is_counted: bool = True


def leaderboard_name(ruleset: str) -> str:
    """The sorted set of the ranked players of a ruleset, the best last."""
    return f"table:{ruleset}"


def leaderboard_member(player: PlayerId, rating: Rating) -> str:
    """A player's member in a leaderboard, which is sorted by rating."""
    return f"{rating.digits}:{player}"


class ScoreStore:
    """Reads and writes the stored scores. It writes only if nothing has changed since the read.

    Reading damaged data raises `msgspec.DecodeError`.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._write = script("projections.across_games", "score_write.lua")

    def to_count(self, generation: int, count: int) -> tuple[int, list[str]]:
        """Return the revision, and the first games that are not counted yet."""
        calls = self._redis.pipeline(transaction=False)
        # First: everything that is read later is at least as new as the revision.
        calls.get(key_of(generation, REVISION))
        calls.zrangebylex(key_of(generation, TO_COUNT), "-", "+", 0, count)
        revision, found = calls.execute()
        return int(revision or 0), [game.decode() for game in found]

    def counted_since(self, generation: int, first: str, count: int) -> list[str]:
        """Return counted games from this one on in the order of counting, the last first."""
        key = key_of(generation, COUNTED)
        found = self._redis.zrevrangebylex(key, "+", f"[{first}", 0, count)
        return [game.decode() for game in found]

    def records(self, generation: int, names: Sequence[str]) -> dict[str, PlayerRecord | None]:
        found = self._redis.hmget(key_of(generation, RECORDS), names) if names else []
        return {
            name: None if stored is None else _record_decoder.decode(stored)
            for name, stored in zip(names, found, strict=True)
        }

    def undo(self, generation: int, games: Sequence[str]) -> list[Records]:
        """Return the records that games have changed, as they were before."""
        found = self._redis.hmget(key_of(generation, UNDO), games)
        # If one is missing, another process has just undone it, and `write` will refuse.
        return [_undo_decoder.decode(stored or b"{}") for stored in found]

    def rank(self, generation: int, ruleset: str, rating: Rating) -> int:
        """Return a rating's rank in the leaderboard. Equal ratings share a rank."""
        leaderboard = key_of(generation, leaderboard_name(ruleset))
        return 1 + count_members_above(self._redis, leaderboard, rating.digits)

    def count_before(self, generation: int, ruleset: str, member: str) -> int:
        """Count the members above this one in a leaderboard."""
        leaderboard = key_of(generation, leaderboard_name(ruleset))
        return int(self._redis.zlexcount(leaderboard, f"({member}", "+"))

    def count_again(self, generation: int, member: str) -> None:
        """Let a game be counted again; the games after it are undone first."""
        self._redis.zadd(key_of(generation, TO_COUNT), {member: 0})

    def write(self, generation: int, revision: int, changes: ScoreChanges) -> bool:
        """Write changes, if the revision still is the one that they were made from."""
        after = changes.after.items()
        commands = [
            *_queue_commands(changes),
            *_command("HSET", RECORDS, *((name, record) for name, record in after if record)),
            *_command("HDEL", RECORDS, *((name,) for name, record in after if not record)),
            *_leaderboard_commands("ZREM", changes.before),
            *_leaderboard_commands("ZADD", changes.after),
            *_command("HSET", COUNT_FAILED, *changes.set_aside.items()),
            *_command("HDEL", COUNT_FAILED, *((game,) for game in changes.no_longer_set_aside)),
        ]
        names = list(dict.fromkeys(name for _, name, _ in commands))
        script_arguments: list[object] = [revision]
        for command, name, arguments in commands:
            script_arguments += [command, names.index(name) + 1, len(arguments), *arguments]
        keys = [key_of(generation, name) for name in (REVISION, *names)]
        return bool(self._write(self._redis, keys, script_arguments))


_Command = tuple[str, str, list[object]]
"""A Redis command, the part of the generation that it changes, and its arguments."""


def _queue_commands(changes: ScoreChanges) -> Iterable[_Command]:
    """Commands that move games between those to count and those that are counted."""
    target, source = (COUNTED, TO_COUNT) if changes.is_counted else (TO_COUNT, COUNTED)
    yield from _command("ZREM", source, *((game,) for game in changes.games))
    if changes.is_counted:
        # A game that is no longer closed is neither counted nor to be counted.
        yield from _command("ZADD", target, *((0, game) for game in changes.undo))
        yield from _command("HSET", UNDO, *changes.undo.items())
    else:
        yield from _command("ZADD", target, *((0, game) for game in changes.games))
        yield from _command("HDEL", UNDO, *((game,) for game in changes.games))


def _leaderboard_commands(command: str, records: Records) -> Iterable[_Command]:
    """Commands that add records to the leaderboards or remove them."""
    leaderboards: dict[str, list[tuple[object, ...]]] = {}
    for name, record in records.items():
        if record is not None and record.rating is not None and not record.is_provisional:
            ruleset, player = player_of(name)
            member = leaderboard_member(player, record.rating)
            arguments = (0, member) if command == "ZADD" else (member,)
            leaderboards.setdefault(leaderboard_name(ruleset), []).append(arguments)
    for leaderboard, groups in leaderboards.items():
        yield from _command(command, leaderboard, *groups)


def _command(command: str, name: str, *groups: tuple[object, ...]) -> Iterable[_Command]:
    """A command with the arguments of all groups; no command if there are no groups."""
    arguments = [_encoded(argument) for group in groups for argument in group]
    if arguments:
        yield command, name, arguments


def _encoded(argument: object) -> object:
    return argument if isinstance(argument, str | int) else msgspec.json.encode(argument)
