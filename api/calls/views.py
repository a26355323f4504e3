"""Views of a game: the whole table, its parts, the log, legal commands, the picture."""

from typing import Any

from flask import Response

from api.access.identity import optional_identity, require_identity
from api.access.referees import may_referee
from api.calls.game_reads import (
    content_tag,
    in_language,
    language_for,
    public_version_for,
    require_access_to_requested_game,
    run_overdue_work_after_read,
    run_overdue_work_before_read,
    version_for,
    view_response,
    viewer_for,
    with_server_time,
)
from api.calls.names import names_of
from api.dependencies import dependencies
from api.openapi.annotations import refuses_with, token_optional
from api.schemas.actions import ActionsQuerySchema, ActionsSchema
from api.schemas.common import ReadQuerySchema
from api.schemas.views import (
    APART,
    BoardQuerySchema,
    BoardSchema,
    GameQuerySchema,
    GameViewSchema,
    HandSchema,
    LogPageSchema,
    LogQuerySchema,
    PictureQuerySchema,
    ReadsSchema,
    ScoresSchema,
    StatsSchema,
    ViewQuerySchema,
)
from api.transport.arguments import Blueprint
from api.transport.errors import ViewerNotSeated
from domain.ids import SPECTATOR
from eventlog.import_export import export_ledger
from eventlog.refusals import NotClosed, Quarantined
from presentation.svg.look import Look
from projections.one_game.log_filter import LogFilter

NDJSON = "application/x-ndjson"
SVG = "image/svg+xml"
# The picture has no scripts and loads nothing.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

views = Blueprint("views", __name__, url_prefix="/v1/games/<game_id>", description="Read games")
views.before_request(run_overdue_work_before_read)
views.before_request(require_access_to_requested_game)
views.after_request(run_overdue_work_after_read)


@views.get("")
@views.arguments(GameQuerySchema, location="query")
@views.response(200, GameViewSchema)
@token_optional
def read_game(query: dict[str, Any], game_id: str) -> Response:
    """The whole table as you may see it"""
    viewer, form = viewer_for(game_id, query), query["geometry"]
    is_apart = form == APART
    at = version_for(game_id, viewer, query)
    view = dependencies().views.whole(game_id, viewer, at, geometry_apart=is_apart)
    tag = content_tag(view)
    return view_response(game_id, with_server_time(view), "game", viewer, form, tag)


@views.get("/board")
@views.arguments(BoardQuerySchema, location="query")
@views.response(200, BoardSchema)
@token_optional
def read_board(query: dict[str, Any], game_id: str) -> Response:
    """The board and the pieces on it, which are the same for every viewer"""
    form, at = query["geometry"], public_version_for(game_id, query)
    if form == APART:
        view = dependencies().views.board_apart(game_id, at)
    else:
        view = dependencies().views.read(game_id, "board", SPECTATOR, at=at)
    return view_response(game_id, view, "board", form)


@views.get("/score")
@views.arguments(ViewQuerySchema, location="query")
@views.response(200, ScoresSchema)
@token_optional
def read_score(query: dict[str, Any], game_id: str) -> Response:
    """The points of every seat by source, as far as you may know them"""
    viewer = viewer_for(game_id, query)
    at = version_for(game_id, viewer, query)
    view = dependencies().views.read(game_id, "score", viewer, at=at)
    return view_response(game_id, view, "score", viewer, content_tag(view))


@views.get("/hand")
@views.arguments(ViewQuerySchema, location="query")
@views.response(200, HandSchema)
@token_optional
@refuses_with(ViewerNotSeated)
def read_hand(query: dict[str, Any], game_id: str) -> Response:
    """What your own seat holds; once the game is closed, `as` shows any other seat"""
    if "as" not in query or dependencies().views.status(game_id) != "closed":
        require_identity()
    viewer = viewer_for(game_id, query)
    if not isinstance(viewer, int):
        raise ViewerNotSeated("you have no seat in this game, so you have no hand")
    at = version_for(game_id, viewer, query)
    view = dependencies().views.read(game_id, "hand", viewer, at=at)
    return view_response(game_id, view, "hand", viewer)


@views.get("/log")
@views.arguments(LogQuerySchema, location="query")
@views.response(200, LogPageSchema)
@token_optional
def read_log(query: dict[str, Any], game_id: str) -> Response:
    """What happened, in sentences; a page covers `limit` commits

    Give filters to see less of it; an entry has to fit all of them. A page then covers `limit`
    commits in which something fits, and may have fewer although `next` is not null: read on until
    it is. Filters look only at what you may read.
    """
    viewer, lang = viewer_for(game_id, query), language_for(query)
    after, limit = query["after"], query["limit"]
    at = version_for(game_id, viewer, query)
    wanted = _log_filter(game_id, query)
    view = dependencies().views.log(game_id, viewer, lang, after, limit, at, wanted)
    tag = content_tag(view)
    response = view_response(game_id, view, "log", viewer, lang, after, limit, tag)
    return in_language(response, lang)


@views.get("/stats")
@views.arguments(ReadQuerySchema, location="query")
@views.response(200, StatsSchema)
@token_optional
def read_stats(query: dict[str, Any], game_id: str) -> Response:
    """Statistics: dice against expectation, production, trades, thefts, points over time"""
    at = public_version_for(game_id, query)
    return view_response(game_id, dependencies().views.stats(game_id, at), "stats")


@views.get("/actions")
@views.arguments(ActionsQuerySchema, location="query")
@views.response(200, ActionsSchema)
@token_optional
def read_actions(query: dict[str, Any], game_id: str) -> Response:
    """Every command that you may give now, ready to post as it is

    With `words` each one has a label in that language, what it touches on the table, and, if it is
    an open choice, a form; the answer also says whom the game waits for, and what things cost.
    """
    identity = optional_identity()
    player = None if identity is None else identity.player
    at = public_version_for(game_id, query)
    is_referee = may_referee(identity, game_id)
    words = query.get("words")
    view = dependencies().views.actions(game_id, player, at, is_referee=is_referee, words=words)
    if words is None:
        return view_response(game_id, view, "actions", player, is_referee)
    tag = content_tag(view)
    response = view_response(game_id, view, "actions", player, is_referee, words, tag)
    response.headers["Content-Language"] = words
    return response


@views.get("/board.svg")
@views.arguments(PictureQuerySchema, location="query")
@views.response(200, {"type": "string"}, content_type=SVG)
@token_optional
def read_picture(query: dict[str, Any], game_id: str) -> Response:
    """The table as a picture, or a part of it, to be looked at or to be touched"""
    viewer, lang = viewer_for(game_id, query), language_for(query)
    at = version_for(game_id, viewer, query)
    look = Look(
        part=query["part"],
        width=query["width"],
        touch=query["touch"],
        prefix=query["prefix"],
        own=viewer if isinstance(viewer, int) else None,
    )
    view = dependencies().views.picture(game_id, viewer, lang, at, look)
    tag = content_tag(view)
    response = view_response(game_id, view, "picture", viewer, lang, tag, content_type=SVG)
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return in_language(response, lang)


def _log_filter(game: str, query: dict[str, Any]) -> LogFilter:
    first, last = dependencies().views.versions_between(game, query.get("from"), query.get("to"))
    return LogFilter(
        types=frozenset(query["type"]),
        seat=query.get("seat"),
        turns=query.get("turn"),
        first=first,
        last=last,
        text=query.get("text", ""),
        with_clock=query["clock"],
    )


@views.get("/export")
@views.response(200, {"type": "string"}, content_type=NDJSON)
@token_optional
@refuses_with(NotClosed, Quarantined)
def export_game(game_id: str) -> Response:
    """The closed ledger as one file for `hexledger verify` and `hexledger replay`"""
    data = export_ledger(dependencies().games, game_id, signing=dependencies().keys.signing)
    response = Response(data, content_type=NDJSON)
    response.headers["Content-Disposition"] = f'attachment; filename="{game_id}.ndjson"'
    response.headers["Cache-Control"] = "public, max-age=86400, immutable"
    response.add_etag()
    return response


@views.get("/reads")
@views.response(200, ReadsSchema)
@refuses_with(NotClosed)
def list_privileged_reads(game_id: str) -> dict[str, Any]:
    """Which organizers have read the game while it was open, and as which viewer"""
    identity = require_identity()
    if dependencies().views.status(game_id) != "closed" and not may_referee(identity, game_id):
        raise NotClosed("players may read this record once the game is closed")
    reads = dependencies().privileged_reads.read(game_id)
    return {"reads": reads, "names": names_of(read["player_id"] for read in reads)}
