"""The talk of a game as one reader may see it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, TypeAlias

from domain.ids import PlayerId
from domain.table.state import Table
from eventlog.due_work import spectator_delay_ms
from eventlog.ledger import Redis
from eventlog.server_time import now_ms
from eventlog.table_talk import (
    Message,
    find_message,
    latest_messages,
    messages_after,
    muted_key,
    order_key,
)
from presentation.phrases import text_of

RECENT: Final = 50
"""A reader who has no place in the talk yet begins with so many messages."""

Names: TypeAlias = Callable[[Sequence[str]], Mapping[str, str | None]]
"""The names of players, None for one who is erased."""


class Reader(NamedTuple):
    """Who reads the talk of a game, and in which language."""

    player: PlayerId | None
    language: str
    is_organizer: bool = False

    def at(self, state: Table) -> "ReaderAtTable":
        """The same person at the table of a game."""
        is_seated = self.player is not None and state.seat_of(self.player) is not None
        is_spectator = not is_seated and not self.is_organizer
        return ReaderAtTable(self, is_seated, spectator_delay_ms(state) if is_spectator else 0)


class ReaderAtTable(NamedTuple):
    """A reader, and whether they have a seat. An organizer with a seat is a player there."""

    reader: Reader
    is_seated: bool
    delay_ms: int
    """How much later than the players they read what was said."""

    @property
    def sees_all(self) -> bool:
        return self.reader.is_organizer and not self.is_seated

    def may_read(self, message: Message) -> bool:
        """Private messages are read by the two whom they concern, and by organizers.

        The viewer of the game does not count: once it is closed, everybody may see it as any.
        """
        return message.is_to_all or self.sees_all or message.is_between(self.reader.player)


class TalkPage(NamedTuple):
    """Messages in the order of their last changes."""

    messages: list[dict[str, Any]]
    last: int
    """The change after which to read on."""
    has_more: bool


class TalkReader:
    """Reads the talk of all games."""

    def __init__(self, redis: Redis, names: Names, clock: Callable[[], int] = now_ms) -> None:
        self._redis = redis
        self._names = names
        self._clock = clock

    def page(self, game: str, reader: ReaderAtTable, after: int, limit: int) -> TalkPage:
        """Messages that were said or erased after a change, as far as the reader may read them."""
        found = list(islice(self._readable(game, reader, after), limit + 1))
        shown, has_more = found[:limit], len(found) > limit
        last = max(after, shown[-1].change if shown else 0)
        return TalkPage(self.show(shown, reader.reader.language), last, has_more)

    def recent(self, game: str, reader: ReaderAtTable) -> TalkPage:
        """The last messages, for a reader who has no place in the talk yet."""
        latest = latest_messages(self._redis, game, self._until(reader))
        found = list(islice(self._readable_of(latest, reader), RECENT))[::-1]
        last = found[-1].change if found else 0
        return TalkPage(self.show(found, reader.reader.language), last, has_more=False)

    def find(self, game: str, number: int, reader: ReaderAtTable) -> Message | None:
        """A message, if the reader may read it by now."""
        message, until = find_message(self._redis, game, number), self._until(reader)
        if message is None or (until is not None and message.change > until):
            return None
        return message if reader.may_read(message) else None

    def show(self, messages: Sequence[Message], language: str) -> list[dict[str, Any]]:
        """Messages as they are sent."""
        names = self._names(sorted({one.envelope.player for one in messages})) if messages else {}
        return [_fields(one, names, language) for one in messages]

    def ms_to_next(self, game: str, reader: ReaderAtTable) -> int | None:
        """How long (ms) a reader with a delay waits for the next change; None if there is none."""
        until = self._until(reader)
        if until is None:
            return None
        found = self._redis.zrangebyscore(
            order_key(game), f"({until}", "+inf", start=0, num=1, withscores=True
        )
        return int(found[0][1]) - until if found else None

    def muted_by(self, player: PlayerId | None) -> frozenset[str]:
        """The players whose messages a player does not want to read."""
        if player is None:
            return frozenset()
        return frozenset(one.decode() for one in self._redis.smembers(muted_key(player)))

    def _until(self, reader: ReaderAtTable) -> int | None:
        """The last time (ms) of which the reader may know; None without a delay."""
        return self._clock() - reader.delay_ms if reader.delay_ms else None

    def _readable(self, game: str, reader: ReaderAtTable, after: int) -> Iterator[Message]:
        messages = messages_after(self._redis, game, after, self._until(reader))
        return self._readable_of(messages, reader)

    def _readable_of(self, messages: Iterator[Message], reader: ReaderAtTable) -> Iterator[Message]:
        muted: frozenset[str] | None = None
        for message in messages:
            if muted is None:
                muted = self.muted_by(reader.reader.player)
            if reader.may_read(message) and message.envelope.player not in muted:
                yield message


def _fields(message: Message, names: Mapping[str, str | None], language: str) -> dict[str, Any]:
    envelope, words = message.envelope, message.words
    text = words.text if words.phrase is None else text_of(words.phrase, language)
    return {
        "number": message.number,
        "change": message.change,
        "at": message.number,
        "seat": envelope.seat,
        "player_id": envelope.player,
        "name": names.get(envelope.player),
        "to": envelope.to_seat,
        "phrase": words.phrase,
        "text": text,
        "status": words.status,
    }
