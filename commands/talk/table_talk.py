"""Saying something at a table, and erasing what was said."""

import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec import Struct

from commands.refusals import KeyReused
from commands.requests import key_digest
from commands.talk.refusals import NotYourMessage
from commands.talk.rules import address, require_talk
from domain.ids import PlayerId, Seat
from eventlog.ledger import Redis
from eventlog.live_games import LiveGames
from eventlog.lua_scripts import script
from eventlog.redis_keys import game_key, partition_of
from eventlog.server_time import now_ms
from eventlog.table_talk import (
    MOST_MESSAGES,
    Envelope,
    Message,
    TalkStatus,
    Words,
    find_message,
    messages_after,
    order_key,
    talk_index_key,
    talk_key,
    words_key,
)

PACE: Final = 10
PACE_MS: Final = 60_000
"""A player may say so many things in a game in this time."""
_DAY_MS: Final = 24 * 60 * 60 * 1_000
KEEP_MS: Final = 180 * _DAY_MS
"""The talk of a game is forgotten so long after its last message."""
KEEP_KEY_MS: Final = _DAY_MS
"""How long an idempotency key is remembered."""
INDEX_LENGTH: Final = 1_000


class TooFast(Struct, frozen=True):
    """Nothing was said, because the player says too much in this game."""

    wait_ms: int


class TableTalk:
    """Writes the talk of all games."""

    def __init__(self, games: LiveGames, clock: Callable[[], int] = now_ms) -> None:
        self._games = games
        self._redis: Redis = games.ledger.redis
        self._clock = clock

    def say(
        self, game: str, player: PlayerId, words: Words, to: Seat | None, key: str | None = None
    ) -> Message | TooFast:
        """Say something to one seat or to all, once for each idempotency key."""
        digest = key_digest(player, secrets.token_hex(16) if key is None else key)
        if key is not None and (earlier := self._redis.get(_key_key(game, digest))):
            return self._earlier(game, int(earlier), player, words, to)
        with self._games.hold(game) as live:
            envelope = address(live.state, player, to)
            at = self._clock()
            require_talk(live.state, words, at, live.folded.at)
        # The index comes first: what was said can then always be found and erased.
        self._add_to_index(player, game, at)
        outcome, number = self._say(game, at, envelope, words, digest)
        if outcome == b"too_fast":
            return TooFast(int(number))
        if outcome == b"repeated":
            return self._earlier(game, int(number), player, words, to)
        return Message(int(number), int(number), envelope, words)

    def delete(self, game: str, player: PlayerId, message: Message) -> None:
        """Erase a player's own message. It may be repeated."""
        if message.envelope.player != player:
            raise NotYourMessage("only the sender may delete a message")
        self._erase(game, message.number, "deleted")

    def remove(self, game: str, number: int) -> None:
        """Erase a message on behalf of an organizer."""
        self._erase(game, number, "removed")

    def forget(self, player: PlayerId) -> None:
        """Erase all that a player has ever said. It may be repeated.

        The list of their games stays: they may be saying something in one of them just now.
        """
        for game in self._redis.zrange(_games_key(player), 0, -1):
            self.forget_in(game.decode(), player)

    def forget_in(self, game: str, player: PlayerId) -> None:
        """Erase all that a player has said in one game."""
        for message in messages_after(self._redis, game):
            if message.envelope.player == player:
                self._erase(game, message.number, "deleted")

    def forget_games(self, player: PlayerId) -> None:
        """Delete the list of games in which a player has talked. Their account is gone by now."""
        self._redis.delete(_games_key(player))

    def _say(self, game: str, at: int, envelope: Envelope, words: Words, digest: str) -> Any:
        return script("commands.talk", "say.lua")(
            self._redis,
            (
                talk_key(game),
                words_key(game),
                order_key(game),
                game_key(game, f"talk-pace:{envelope.player}"),
                _key_key(game, digest),
                talk_index_key(partition_of(game)),
            ),
            (
                at,
                msgspec.json.encode(envelope),
                msgspec.json.encode(words),
                game,
                MOST_MESSAGES,
                PACE,
                PACE_MS,
                KEEP_MS,
                KEEP_KEY_MS,
                INDEX_LENGTH,
            ),
        )

    def _earlier(
        self, game: str, number: int, player: PlayerId, words: Words, to: Seat | None
    ) -> Message:
        """The message that was said with the same key. Its words may be erased by now."""
        message = find_message(self._redis, game, number)
        if (
            message is None
            or message.envelope.to_seat != to
            or (message.words.status == "said" and message.words != words)
        ):
            raise KeyReused("this idempotency key has been used for another message")
        return message

    def _erase(self, game: str, number: int, status: TalkStatus) -> None:
        keys = (words_key(game), order_key(game), talk_index_key(partition_of(game)))
        shown = msgspec.json.encode(Words(status=status))
        arguments = (number, self._clock(), shown, game, INDEX_LENGTH)
        script("commands.talk", "erase.lua")(self._redis, keys, arguments)

    def _add_to_index(self, player: PlayerId, game: str, at: int) -> None:
        calls = self._redis.pipeline(transaction=False)
        calls.zadd(_games_key(player), {game: at})
        # The talk of these games is forgotten by now.
        calls.zremrangebyscore(_games_key(player), "-inf", at - 2 * KEEP_MS)
        calls.pexpire(_games_key(player), 2 * KEEP_MS)
        calls.execute()


def _games_key(player: str) -> str:
    """Sorted set: the games in which a player has talked, by the time (ms) of the last word."""
    return f"player:{player}:talked"


def _key_key(game: str, digest: str) -> str:
    """String: the number of the message with an idempotency key, for a day."""
    return game_key(game, f"talk-key:{digest}")
