"""The hall of a tournament, and what its staff do at all tables of a round at once."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from flask import Response, g, request

from api.access.identity import require_identity
from api.calls.game_reads import content_tag, json_response
from api.calls.live_streams import SSE, optional_permission, stream_response, within_stream_limit
from api.calls.names import names_of
from api.calls.tournament_reads import (
    OPERATOR,
    run_overdue_work_before_read,
    tournament_response,
    viewer_for,
)
from api.dependencies import dependencies
from api.openapi.annotations import (
    IDEMPOTENCY_KEY,
    refuses_with,
    sends_events,
    takes_headers,
    token_optional,
)
from api.openapi.refusals import tournament_refusals
from api.schemas.halls import (
    HallChangeSchema,
    HallQuerySchema,
    HallSchema,
    RoundAnswersSchema,
    TableReadsSchema,
    TablesSchema,
    TimeForTablesSchema,
)
from api.schemas.tournaments import TournamentPingSchema
from api.transport.arguments import Blueprint
from api.transport.conditions import guards
from api.transport.errors import TooManyStreams
from api.transport.event_stream import PING_SECONDS, RETRY_MS, paced_stream, sse_event
from domain.ids import ORGANIZER
from domain.tournament.staff import NotAReferee
from eventlog.tournament_bundle import games_of
from projections.one_game.game_at import encoded_view
from projections.one_game.player_names import NamesOf, names_among
from projections.tournaments.hall_feed import HallUpdate, follow_hall
from projections.tournaments.views import NoSuchRound

halls = Blueprint(
    "halls", __name__, url_prefix="/v1/tournaments/<tournament_id>", description="Run tournaments"
)
halls.before_request(run_overdue_work_before_read)


@halls.get("/hall")
@halls.arguments(HallQuerySchema, location="query")
@halls.response(200, HallSchema)
@halls.alt_response(200, schema={"type": "string"}, content_type=SSE, success=True)
@token_optional
@refuses_with(NoSuchRound, TooManyStreams)
@sends_events(view=HallSchema, tables=HallChangeSchema, ping=TournamentPingSchema)
def read_hall(query: dict[str, Any], tournament_id: str) -> Response:
    """All tables of a round: who is to act since when, points, pauses, calls, who is away

    With `Accept: text/event-stream` it is a live stream: `view` first, then `tables` with those
    that have changed. Who has not used a token for three minutes, by a call or by an open live
    stream, is listed as disconnected. Everybody but staff sees games with a spectator delay as
    they were then.
    """
    hall, number = dependencies().tournaments.hall, query.get("round")
    viewer = viewer_for(tournament_id)
    wants_stream = request.accept_mimetypes.best_match(("application/json", SSE)) == SSE
    if not wants_stream or not request.accept_mimetypes:
        view = hall.read(tournament_id, number, viewer)
        response = tournament_response(view, "hall", viewer, content_tag(view))
        response.vary.add("Accept")
        return response
    updates = follow_hall(
        hall,
        dependencies().follower,
        tournament_id,
        number,
        viewer,
        optional_permission(),
        query["ping"] or PING_SECONDS,
    )

    written = _writer(dependencies().accounts.names, dependencies().desk.clock)

    def chunks() -> Iterator[bytes]:
        yield b"retry: %d\n\n" % RETRY_MS
        yield from paced_stream(updates, written)

    hall.view(tournament_id, number, viewer)
    return stream_response(within_stream_limit(chunks()), SSE)


def _writer(names: NamesOf, clock: Callable[[], int]) -> Callable[[HallUpdate], bytes]:
    """A function that writes updates when there is no request any more."""

    def written(update: HallUpdate) -> bytes:
        if update.view is not None:
            people = [one for table in update.view.tables for one in table.players]
            body = {**msgspec.structs.asdict(update.view), "names": names_among(people, names)}
            return sse_event(b"view", encoded_view(update.version, body).body)
        if update.tables:
            body = {"tables": update.tables}
            return sse_event(b"tables", encoded_view(update.version, body).body)
        return sse_event(b"ping", b'{"version":%d,"server_time":%d}' % (update.version, clock()))

    return written


@halls.post("/rounds/<int:round_number>/pause")
@halls.arguments(TablesSchema)
@halls.response(200, RoundAnswersSchema)
@takes_headers(IDEMPOTENCY_KEY)
@refuses_with(*tournament_refusals())
def pause_round(body: dict[str, Any], tournament_id: str, round_number: int) -> Response:
    """Pause the games of a running round: all, or those of some tables

    Every game gets an event of its own with your reason. A table that refuses it says why. With an
    `Idempotency-Key`, repeated requests act once at each table.
    """
    return _at_tables(tournament_id, round_number, "pause_game", body)


@halls.post("/rounds/<int:round_number>/resume")
@halls.arguments(TablesSchema)
@halls.response(200, RoundAnswersSchema)
@takes_headers(IDEMPOTENCY_KEY)
@refuses_with(*tournament_refusals())
def resume_round(body: dict[str, Any], tournament_id: str, round_number: int) -> Response:
    """Let paused games of a running round go on: all, or those of some tables"""
    return _at_tables(tournament_id, round_number, "resume_game", body)


@halls.post("/rounds/<int:round_number>/add_time")
@halls.arguments(TimeForTablesSchema)
@halls.response(200, RoundAnswersSchema)
@takes_headers(IDEMPOTENCY_KEY)
@refuses_with(*tournament_refusals())
def add_time_in_round(body: dict[str, Any], tournament_id: str, round_number: int) -> Response:
    """Give everybody more time in the games of a running round: all, or those of some tables"""
    return _at_tables(tournament_id, round_number, "add_time", body)


def _at_tables(tournament: str, number: int, kind: str, body: dict[str, Any]) -> Response:
    identity = require_identity()
    tables = body.pop("tables", None)
    answers = dependencies().tournaments.referee.command(
        tournament,
        number,
        {"type": kind, **body},
        identity.player,
        tables,
        is_operator=identity.role == OPERATOR,
        key=guards().key,
    )
    return json_response({"tables": answers})


@halls.get("/reads")
@halls.response(200, TableReadsSchema)
@refuses_with(NotAReferee)
def list_reads_of_tournament(tournament_id: str) -> Response:
    """Which staff have read what is hidden in games of this tournament, and as which viewer

    Staff may read this at any time, and everybody once the tournament is closed.
    """
    require_identity()
    if viewer_for(tournament_id) != ORGANIZER:
        raise NotAReferee("only staff may read this before the tournament is closed")
    with dependencies().tournaments.desk.games.hold(tournament_id) as live:
        games, g.version = games_of(live.state), live.version
    reads = dependencies().privileged_reads.read_all(games)
    names = names_of(read["player_id"] for read in reads)
    return json_response({"reads": reads, "names": names})
