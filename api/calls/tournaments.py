"""Tournaments: open one, take part, run it, and read how it stands."""

from typing import Any

import msgspec
from flask import Response, g, request, url_for

from api.access.identity import require_identity, require_player
from api.calls.game_reads import content_tag, json_response, language_for
from api.calls.live_streams import (
    NDJSON,
    SSE,
    feed_format,
    is_live,
    optional_permission,
    stream_response,
    within_stream_limit,
)
from api.calls.names import names_of
from api.calls.receipts import receipt_response
from api.calls.tournament_reads import (
    OPERATOR,
    reader,
    run_overdue_work_before_read,
    source_for,
    tournament_response,
    version_for,
    viewer_for,
)
from api.dependencies import dependencies
from api.openapi.annotations import (
    IDEMPOTENCY_KEY,
    IF_MATCH,
    LAST_EVENT_ID,
    public,
    refuses_with,
    sends_events,
    sends_lines,
    takes_headers,
    token_optional,
)
from api.openapi.refusals import opening_refusals, tournament_refusals
from api.schemas.actions import ActionsQuerySchema
from api.schemas.common import ON_A_PAGE, ReadQuerySchema
from api.schemas.tournaments import (
    EntriesSchema,
    NewTournamentSchema,
    ResultsQuerySchema,
    RoundSchema,
    StandingsSchema,
    TournamentActionsSchema,
    TournamentCommandSchema,
    TournamentCommitSchema,
    TournamentFeedPageSchema,
    TournamentFeedQuerySchema,
    TournamentLogQuerySchema,
    TournamentLogSchema,
    TournamentOpenedSchema,
    TournamentPageSchema,
    TournamentPingSchema,
    TournamentQuerySchema,
    TournamentReadQuerySchema,
    TournamentReceiptSchema,
    TournamentSchema,
)
from api.transport.arguments import Blueprint
from api.transport.conditions import guards
from api.transport.errors import BadHeader, NoSuchPlayer, NotAcceptable, TooManyStreams
from api.transport.event_stream import live_ndjson, ndjson, server_sent_events
from commands.refusals import Busy, SecretMissing
from commands.tournaments.new_tournament import NewTournament
from domain.ids import PlayerId, Viewer
from eventlog.import_export import export_ledger
from eventlog.refusals import NoSuchTournament, NotClosed, Quarantined
from eventlog.tournament_bundle import export_bundle
from projections.one_game.feed import LedgerFeed
from projections.refusals import BadCursor
from projections.tournaments.spreadsheets import written
from projections.tournaments.views import NoSuchRound, people_in

CSV, ZIP = "text/csv", "application/zip"
NAMED_PERSONS = ("person", "substitute")
"""The fields of commands that name somebody who need not have entered."""

tournaments = Blueprint(
    "tournaments", __name__, url_prefix="/v1/tournaments", description="Run tournaments"
)
tournaments.before_request(run_overdue_work_before_read)


@tournaments.post("")
@tournaments.arguments(NewTournamentSchema)
@tournaments.response(201, TournamentOpenedSchema)
@takes_headers(IDEMPOTENCY_KEY)
@refuses_with(*opening_refusals(), *tournament_refusals(), Busy, NoSuchPlayer, SecretMissing)
def open_tournament(body: NewTournament) -> tuple[dict[str, Any], dict[str, str]]:
    """Open a tournament as its first organizer

    The ruleset checks the options of its games. With an `Idempotency-Key`, repeated requests open
    it only once.
    """
    player = require_player()
    _require_players((*body.organizers, *body.referees))
    receipt = dependencies().tournaments.desk.open(body, player, guards().key)
    g.version = receipt.version
    opened = {"tournament_id": receipt.game, "version": receipt.version, "hash": receipt.hash}
    location = url_for("tournaments.read_tournament", tournament_id=receipt.game)
    return opened, {"Location": location}


@tournaments.get("")
@tournaments.arguments(TournamentQuerySchema, location="query")
@tournaments.response(200, TournamentPageSchema)
@public
@refuses_with(BadCursor)
def list_tournaments(query: dict[str, Any]) -> Response:
    """Tournaments, the newest first"""
    return _list(query, None)


def _list(query: dict[str, Any], player: PlayerId | None) -> Response:
    found, following = dependencies().tournaments.lists.page(
        query.get("status"),
        query.get("ruleset"),
        query.get("cursor"),
        query["limit"],
        player=player,
    )
    names = names_of(one.host for one in found)
    return json_response({"tournaments": found, "next": following, "names": names})


@tournaments.post("/<tournament_id>/commands")
@tournaments.arguments(TournamentCommandSchema)
@tournaments.response(201, TournamentReceiptSchema)
@takes_headers(IDEMPOTENCY_KEY, IF_MATCH)
@refuses_with(*tournament_refusals(), Busy, NoSuchPlayer, Quarantined, SecretMissing)
def submit_tournament_command(body: dict[str, Any], tournament_id: str) -> Response:
    """Send a command, such as one that `/actions` lists. Your token says who you are

    `start_round` also opens the games of all tables, with everybody seated, and starts them.
    """
    identity = require_identity()
    _require_players(body[name] for name in NAMED_PERSONS if isinstance(body.get(name), str))
    receipt = dependencies().tournaments.desk.submit(
        tournament_id, body, identity.player, guards(), is_operator=identity.role == OPERATOR
    )
    return receipt_response(receipt)


def _require_players(players: Any) -> None:
    """Raise if one of these players does not exist, or is erased."""
    named = list(players)
    for player, name in dependencies().accounts.names(named).items() if named else ():
        if name is None:
            raise NoSuchPlayer("there is no such player", player=player)


@tournaments.get("/<tournament_id>")
@tournaments.arguments(TournamentReadQuerySchema, location="query")
@tournaments.response(200, TournamentSchema)
@tournaments.alt_response(200, schema={"type": "string"}, content_type=CSV, success=True)
@token_optional
def read_tournament(query: dict[str, Any], tournament_id: str) -> Response:
    """The whole tournament as you may see it; as CSV a part of it, such as all tables"""
    viewer, views = viewer_for(tournament_id), dependencies().tournaments.views
    if _wants_csv(query):
        return _csv_response(tournament_id, viewer, query, query["part"])
    view = views.whole(tournament_id, viewer, version_for(tournament_id, query))
    return _varied(tournament_response(view, "tournament", viewer, content_tag(view)))


@tournaments.get("/<tournament_id>/entries")
@tournaments.arguments(ReadQuerySchema, location="query")
@tournaments.response(200, EntriesSchema)
@token_optional
def read_entries(query: dict[str, Any], tournament_id: str) -> Response:
    """Who has entered, in the order of entry"""
    viewer = viewer_for(tournament_id)
    view = dependencies().tournaments.views.entries(
        tournament_id, viewer, version_for(tournament_id, query)
    )
    return tournament_response(view, "entries", content_tag(view))


@tournaments.get("/<tournament_id>/rounds/<int:round_number>")
@tournaments.arguments(ReadQuerySchema, location="query")
@tournaments.response(200, RoundSchema)
@token_optional
@refuses_with(NoSuchRound)
def read_round(query: dict[str, Any], tournament_id: str, round_number: int) -> Response:
    """A round with its tables, games and results"""
    viewer = viewer_for(tournament_id)
    views = dependencies().tournaments.views
    view = views.round(tournament_id, viewer, round_number, version_for(tournament_id, query))
    return tournament_response(view, "round", round_number, content_tag(view))


@tournaments.get("/<tournament_id>/standings")
@tournaments.arguments(ResultsQuerySchema, location="query")
@tournaments.response(200, StandingsSchema)
@tournaments.alt_response(200, schema={"type": "string"}, content_type=CSV, success=True)
@token_optional
def read_standings(query: dict[str, Any], tournament_id: str) -> Response:
    """The standings after every table, the best first, as JSON or CSV"""
    viewer, views = viewer_for(tournament_id), dependencies().tournaments.views
    if _wants_csv(query):
        return _csv_response(tournament_id, viewer, query, "standings")
    view = views.standings(tournament_id, viewer, version_for(tournament_id, query))
    return _varied(tournament_response(view, "standings", content_tag(view)))


def _wants_csv(query: dict[str, Any]) -> bool:
    if "format" in query:
        return bool(query["format"] == "csv")
    best = request.accept_mimetypes.best_match(("application/json", CSV))
    return bool(request.accept_mimetypes) and best == CSV


def _csv_response(tournament: str, viewer: Viewer, query: dict[str, Any], part: str) -> Response:
    views = dependencies().tournaments.views
    g.version, shown = views.shown(tournament, viewer, version_for(tournament, query))
    text = written(shown, part, names_of(people_in(shown)))
    response = Response(text.encode(), content_type=f"{CSV}; charset=utf-8")
    response.add_etag()
    response.headers["Content-Disposition"] = f'attachment; filename="{tournament}-{part}.csv"'
    return _varied(response)


def _varied(response: Response) -> Response:
    response.vary.add("Accept")
    return response


@tournaments.get("/<tournament_id>/log")
@tournaments.arguments(TournamentLogQuerySchema, location="query")
@tournaments.response(200, TournamentLogSchema)
@token_optional
def read_tournament_log(query: dict[str, Any], tournament_id: str) -> Response:
    """What happened, by whom and why, in sentences; a page covers `limit` commits"""
    viewer, lang = viewer_for(tournament_id), language_for(query)
    view = dependencies().tournaments.views.log(
        tournament_id,
        viewer,
        lang,
        query["after"],
        query["limit"],
        version_for(tournament_id, query),
    )
    response = tournament_response(view, "log", lang, content_tag(view))
    response.headers["Content-Language"] = lang
    response.vary.add("Accept-Language")
    return response


@tournaments.get("/<tournament_id>/actions")
@tournaments.arguments(ActionsQuerySchema, location="query")
@tournaments.response(200, TournamentActionsSchema)
@token_optional
def read_tournament_actions(query: dict[str, Any], tournament_id: str) -> Response:
    """Every command that you may give now, ready to post

    With `words` each one has a label in that language, the topic it belongs to, whom and what it
    is about, and, if it is an open choice, a form.
    """
    player, _ = reader()
    words = query.get("words")
    view = dependencies().tournaments.views.actions(
        tournament_id, player, version_for(tournament_id, query), words
    )
    if words is None:
        return tournament_response(view, "actions", player)
    response = tournament_response(view, "actions", player, words, content_tag(view))
    response.headers["Content-Language"] = words
    return response


@tournaments.get("/<tournament_id>/events")
@tournaments.arguments(TournamentFeedQuerySchema, location="query")
@tournaments.response(200, TournamentFeedPageSchema)
@tournaments.alt_response(200, schema={"type": "string"}, content_type=NDJSON, success=True)
@tournaments.alt_response(200, schema={"type": "string"}, content_type=SSE, success=True)
@token_optional
@takes_headers(LAST_EVENT_ID)
@refuses_with(BadHeader, NotAcceptable, TooManyStreams)
@sends_lines(TournamentCommitSchema)
@sends_events(
    view=TournamentSchema,
    commit=TournamentCommitSchema,
    reset=TournamentSchema,
    ping=TournamentPingSchema,
)
def follow_tournament(query: dict[str, Any], tournament_id: str) -> Response:
    """Every commit as you may know it: a page, lines, or a live stream, by `Accept`

    Server-sent events begin with `view` if there is no cursor. Resume with `Last-Event-ID` or
    `after`: nothing is lost and nothing comes twice.
    """
    media_type = feed_format()
    goes_on = is_live(media_type, query)
    feed = LedgerFeed(source_for(), dependencies().follower, tournament_id, optional_permission())
    after, until, limit = _after(query), version_for(tournament_id, query), query.get("limit")
    if media_type == SSE:
        clock = dependencies().desk.clock
        chunks = server_sent_events(feed, after, clock, query["ping"])
        return stream_response(within_stream_limit(chunks), SSE)
    if media_type == NDJSON:
        if goes_on:
            lines = live_ndjson(feed, after or 0, query["ping"])
            return stream_response(within_stream_limit(lines), NDJSON)
        return stream_response(ndjson(feed, after or 0, limit, until), NDJSON)
    batch, last = feed.page(after or 0, limit or ON_A_PAGE, until)
    more = bool(batch) and batch[-1][0] < last
    g.version = last
    commits = [msgspec.Raw(commit) for _, commit in batch]
    response = json_response({"commits": commits, "version": last, "more": more})
    return _varied(response)


def _after(query: dict[str, Any]) -> int | None:
    """The last version that the reader has seen. `Last-Event-ID` counts more than the query."""
    text = request.headers.get("Last-Event-ID")
    if text is None:
        found: int | None = query.get("after")
        return found
    if not text.isdecimal() or len(text) > 15:
        raise BadHeader("this is not the id of an event", header="Last-Event-ID")
    return int(text)


@tournaments.get("/<tournament_id>/export")
@tournaments.response(200, {"type": "string"}, content_type=NDJSON)
@token_optional
@refuses_with(NotClosed, Quarantined, NoSuchTournament)
def export_tournament(tournament_id: str) -> Response:
    """The closed ledger of the tournament as one file for `hexledger verify`"""
    live, keys = dependencies().tournaments.desk.games, dependencies().keys
    data = export_ledger(live, tournament_id, signing=keys.signing)
    response = Response(data, content_type=NDJSON)
    response.headers["Content-Disposition"] = f'attachment; filename="{tournament_id}.ndjson"'
    response.headers["Cache-Control"] = "public, max-age=86400, immutable"
    response.add_etag()
    return response


@tournaments.get("/<tournament_id>/bundle")
@tournaments.response(200, {"type": "string"}, content_type=ZIP)
@token_optional
@refuses_with(NotClosed, Quarantined, NoSuchTournament)
def export_tournament_bundle(tournament_id: str) -> Response:
    """The closed ledgers of the tournament and of all its games, as a zip for `hexledger verify`"""
    live, services = dependencies().tournaments.desk.games, dependencies()
    data = export_bundle(live, services.games, tournament_id, signing=services.keys.signing)
    response = Response(data, content_type=ZIP)
    response.headers["Content-Disposition"] = f'attachment; filename="{tournament_id}.zip"'
    response.add_etag()
    return response


my_tournaments = Blueprint(
    "my_tournaments", __name__, url_prefix="/v1/players/me", description="Run tournaments"
)


@my_tournaments.get("/tournaments")
@my_tournaments.arguments(TournamentQuerySchema, location="query")
@my_tournaments.response(200, TournamentPageSchema)
@refuses_with(BadCursor)
def list_my_tournaments(query: dict[str, Any]) -> Response:
    """The tournaments that you take part in, or are on the staff of, the newest first"""
    return _list(query, require_player())
