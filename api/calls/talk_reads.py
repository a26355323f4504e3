"""What all reads of the table talk share: who reads it, and the record of organizers' reads."""

from typing import Any

from flask import request

from api.access.identity import optional_identity
from api.access.referees import may_referee
from api.calls.game_reads import language_for
from api.dependencies import dependencies
from api.transport.errors import NoSuchMessage
from domain.ids import ORGANIZER, SPECTATOR
from eventlog.table_talk import Message
from projections.talk.following import TalkFeed
from projections.talk.reading import Reader, ReaderAtTable


def talk_reader(game: str, query: dict[str, Any]) -> Reader:
    """Who reads the talk. With `as=spectator` it is read as the public reads it."""
    identity, language = optional_identity(), language_for(query)
    if identity is None or query.get("as") == SPECTATOR:
        return Reader(None, language)
    return Reader(identity.player, language, may_referee(identity, game))


def reader_at(game: str, reader: Reader) -> ReaderAtTable:
    """The same reader at the table of a game."""
    with dependencies().games.hold(game) as live:
        return reader.at(live.state)


def talk_feed_for(game: str, query: dict[str, Any], after: int | None) -> TalkFeed:
    """The talk of a game for the sender of this request."""
    return TalkFeed(dependencies().talk.reader, game, talk_reader(game, query), after)


def find_readable(game: str, number: int) -> Message:
    """A message that the sender of this request may read. Raise if there is none."""
    reader = reader_at(game, talk_reader(game, {}))
    record_talk_read(game, reader)
    message = dependencies().talk.reader.find(game, number, reader)
    if message is None:
        raise NoSuchMessage("there is no such message that you may read", number=number)
    return message


def record_talk_read(game: str, reader: ReaderAtTable, *, is_live: bool = False) -> None:
    """Record that an organizer reads the talk of a game, private messages among it.

    It counts as privileged even when the game is closed, and its ledger is public.
    """
    identity = optional_identity()
    if reader.sees_all and identity is not None:
        call = request.url_rule.rule if request.url_rule is not None else request.path
        head = dependencies().games.ledger.head(game)
        dependencies().privileged_reads.record(
            game, identity, call, head, ORGANIZER, is_live=is_live
        )
