"""Table talk: say something in a game, read what was said, delete it, report it."""

from typing import Any

from flask import Response

from api.access.identity import require_player
from api.calls.game_reads import json_response, language_for, require_access_to_requested_game
from api.calls.talk_reads import find_readable, reader_at, record_talk_read, talk_reader
from api.dependencies import dependencies
from api.openapi.annotations import IDEMPOTENCY_KEY, refuses_with, takes_headers, token_optional
from api.schemas.talk import (
    FiledReportSchema,
    MessageSchema,
    NewMessageSchema,
    NewReportSchema,
    TalkPageSchema,
    TalkQuerySchema,
)
from api.transport.arguments import Blueprint
from api.transport.conditions import guards
from api.transport.errors import NoSuchMessage, NoSuchPlayer, TalkTooFast
from commands.refusals import KeyReused
from commands.talk import refusals
from commands.talk.table_talk import TooFast
from domain.ids import PlayerId
from domain.table.challenges import GameSealed
from domain.table.seats import NotSeated
from domain.table.state import UnknownSeat
from eventlog.refusals import NoSuchGame
from eventlog.table_talk import Message, Words

NOTICE_MS = 10 * 60 * 1_000
"""Private messages of one sender in one game lead to one notice in this time."""

talk = Blueprint(
    "talk", __name__, url_prefix="/v1/games/<game_id>/talk", description="Talk at the table"
)
talk.before_request(require_access_to_requested_game)


@talk.post("")
@talk.arguments(NewMessageSchema)
@talk.response(201, MessageSchema)
@takes_headers(IDEMPOTENCY_KEY)
@refuses_with(
    NoSuchGame,
    GameSealed,
    NoSuchPlayer,
    NotSeated,
    UnknownSeat,
    refusals.TalkOff,
    refusals.PhrasesOnly,
    refusals.TalkEnded,
    refusals.NobodyReads,
    KeyReused,
    TalkTooFast,
)
def say_at_table(body: dict[str, Any], game_id: str) -> dict[str, Any]:
    """Say something at the table, to one seat or to all, as a phrase or as free text"""
    player, services = require_player(), dependencies().talk
    words = Words(phrase=body.get("phrase"), text=body.get("text"))
    said = services.table.say(game_id, player, words, body["to"], guards().key)
    if isinstance(said, TooFast):
        raise TalkTooFast(
            "you say too much; wait a moment",
            headers={"Retry-After": str(said.wait_ms // 1_000 + 1)},
        )
    if dependencies().accounts.find(player) is None:
        # The player was erased during this call: nothing of theirs may stay.
        services.table.forget_in(game_id, player)
        services.forget_finally(player)
        raise NoSuchPlayer("this player has just been erased", player=player)
    _notify(game_id, said)
    return services.reader.show([said], language_for({}))[0]


@talk.get("")
@talk.arguments(TalkQuerySchema, location="query")
@talk.response(200, TalkPageSchema)
@token_optional
@refuses_with(NoSuchGame, GameSealed)
def read_talk(query: dict[str, Any], game_id: str) -> Response:
    """What was said at the table, as far as you may read it

    Private messages are shown to the two seats whom they concern, and to organizers who have no
    seat; such a read is recorded.
    """
    reader = reader_at(game_id, talk_reader(game_id, query))
    record_talk_read(game_id, reader)
    page = dependencies().talk.reader.page(game_id, reader, query["after"], query["limit"])
    return json_response({"messages": page.messages, "last": page.last, "more": page.has_more})


@talk.delete("/<int:number>")
@talk.response(204)
@refuses_with(NoSuchGame, GameSealed, NoSuchMessage, refusals.NotYourMessage)
def delete_message(game_id: str, number: int) -> Response:
    """Delete your own message; its number stays and its words are gone for all"""
    player = require_player()
    dependencies().talk.table.delete(game_id, player, find_readable(game_id, number))
    return Response(status=204)


@talk.post("/<int:number>/report")
@talk.arguments(NewReportSchema)
@talk.response(201, FiledReportSchema)
@refuses_with(
    NoSuchGame,
    GameSealed,
    NoSuchMessage,
    refusals.OwnMessage,
    refusals.MessageGone,
    refusals.ReportedAlready,
    refusals.TooManyReports,
)
def report_message(body: dict[str, Any], game_id: str, number: int) -> dict[str, Any]:
    """Report a message to the organizers, once; its words are kept until they have decided"""
    player, services = require_player(), dependencies().talk
    message = find_readable(game_id, number)
    report = services.reports.file(game_id, message, player, body["reason"])
    for concerned in (player, message.envelope.player):
        if dependencies().accounts.find(concerned) is None:
            # One of them was erased during this call.
            services.reports.forget(concerned)
    return {"report_id": report.id, "status": report.status}


def _notify(game: str, message: Message) -> None:
    """Tell the addressee of a private message about it, without its words."""
    envelope = message.envelope
    addressee = envelope.to_player
    if addressee is None or message.words.status != "said":
        return
    if envelope.player in dependencies().talk.reader.muted_by(addressee):
        return
    notice = f"talk-{game}-{envelope.player}-{message.number // NOTICE_MS}"
    here = f"/v1/games/{game}"
    body = {
        "game_id": game,
        "seat": envelope.to_seat,
        "from": envelope.player,
        "from_seat": envelope.seat,
        "message": message.number,
        "links": {"game": here, "talk": f"{here}/talk"},
    }
    dependencies().notices.tell(PlayerId(addressee), "talk", notice, body)
