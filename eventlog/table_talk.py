"""What is said at a table, as it is stored: beside the ledger of the game, never in it.

The write side (`commands.talk`) and the read side (`projections.talk`) share these forms and keys.
"""

from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.ids import PlayerId, Seat
from eventlog.ledger import Redis
from eventlog.lua_scripts import script
from eventlog.redis_keys import game_key, tag

TalkStatus: TypeAlias = Literal["said", "deleted", "removed"]

MOST_MESSAGES: Final = 2_000
"""The talk of a game has so many messages at most; the oldest make room for new ones."""
READ_AT_ONCE: Final = 200


class Envelope(Struct, frozen=True, omit_defaults=True):
    """Who says something, and to whom. It stays when the words are erased."""

    player: PlayerId
    seat: Seat
    to_player: PlayerId | None = None
    to_seat: Seat | None = None
    """Both are None for a message to all."""


class Words(Struct, frozen=True, omit_defaults=True):
    """What is said: a ready phrase by its key, or free text; neither once it is erased."""

    phrase: str | None = None
    text: str | None = None
    status: TalkStatus = "said"


class Message(Struct, frozen=True):
    """A message in the talk of a game."""

    number: int
    """When it was said (ms), moved on where needed so that no two of a game are the same.

    A number that counted messages would have gaps where others speak in private.
    """
    change: int
    """When it was said or erased, in the same way: the place of a reader in the talk."""
    envelope: Envelope
    words: Words

    def is_between(self, player: str | None) -> bool:
        """Whether a player has sent this private message, or got it."""
        return player is not None and player in (self.envelope.player, self.envelope.to_player)

    @property
    def is_to_all(self) -> bool:
        return self.envelope.to_player is None


def talk_key(game: str) -> str:
    """Hash: number → envelope."""
    return game_key(game, "talk")


def words_key(game: str) -> str:
    """Hash: number → words."""
    return game_key(game, "talk-words")


def order_key(game: str) -> str:
    """Sorted set: numbers by their last change."""
    return game_key(game, "talk-order")


def talk_index_key(partition: int) -> str:
    """Stream, trimmed: games in whose talk something has changed."""
    return f"{tag(partition)}:talk-index"


def muted_key(player: str) -> str:
    """Set: the players whose messages this player does not want to read."""
    return f"player:{player}:muted"


def decode_message(number: int, change: int, envelope: bytes, words: bytes) -> Message:
    return Message(
        number,
        change,
        msgspec.json.decode(envelope, type=Envelope),
        msgspec.json.decode(words, type=Words),
    )


def messages_after(
    redis: Redis, game: str, after: int = 0, until: int | None = None
) -> Iterator[Message]:
    """Messages that were said or erased after a change, in the order of their last changes."""
    last = "+inf" if until is None else str(until)
    while found := _read(redis, game, "ZRANGEBYSCORE", f"({after}", last):
        yield from found
        if len(found) < READ_AT_ONCE:
            return
        after = found[-1].change


def latest_messages(redis: Redis, game: str, until: int | None = None) -> Iterator[Message]:
    """All messages, the one that was said or erased last first."""
    bound = "+inf" if until is None else str(until)
    while found := _read(redis, game, "ZREVRANGEBYSCORE", bound, "-inf"):
        yield from found
        if len(found) < READ_AT_ONCE:
            return
        bound = f"({found[-1].change}"


def _read(redis: Redis, game: str, command: str, start: str, end: str) -> list[Message]:
    keys = (talk_key(game), words_key(game), order_key(game))
    found = script("eventlog", "read_talk.lua")(redis, keys, (command, start, end, READ_AT_ONCE))
    return [
        decode_message(int(number), int(change), envelope, words)
        for number, change, envelope, words in found
    ]


def find_message(redis: Redis, game: str, number: int) -> Message | None:
    """One message; None if there is none of this number, or it had to make room."""
    calls = redis.pipeline(transaction=False)
    calls.hget(talk_key(game), number)
    calls.hget(words_key(game), number)
    calls.zscore(order_key(game), number)
    envelope, words, change = calls.execute()
    if envelope is None or words is None or change is None:
        return None
    return decode_message(number, int(change), envelope, words)
