"""Views of a game: the whole table, its parts, the log, legal commands, the picture."""

from typing import Any

from flask import Response

from api.access.identity import optional_identity, require_identity
from api.calls.game_reads import (
    language_for,
    require_access_to_requested_game,
    run_overdue_work_after_read,
    run_overdue_work_before_read,
    view_response,
    viewer_for,
    with_server_time,
)
from api.dependencies import dependencies
from api.openapi.annotations import token_optional
from api.schemas.common import ActionsSchema, ReadQuerySchema
from api.schemas.views import (
    BoardSchema,
    GameViewSchema,
    HandSchema,
    LogPageSchema,
    LogQuerySchema,
    ReadsSchema,
    ScoreSchema,
    StatsSchema,
    ViewQuerySchema,
)
from api.transport.arguments import Blueprint
from api.transport.errors import ViewerNotSeated
from domain.ids import SPECTATOR
from eventlog.import_export import export_ledger
from eventlog.refusals import NotClosed

NDJSON = "application/x-ndjson"
SVG = "image/svg+xml"
# The picture has no scripts and loads nothing.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

views = Blueprint("views", __name__, url_prefix="/v1/games/<game_id>", description="Read games")
views.before_request(run_overdue_work_before_read)
views.before_request(require_access_to_requested_game)
views.after_request(run_overdue_work_after_read)


@views.get("")
@views.arguments(ViewQuerySchema, location="query")
@views.response(200, GameViewSchema)
@token_optional
def read_game(query: dict[str, Any], game_id: str) -> Response:
    """The whole table as you may see it"""
    viewer = viewer_for(game_id, query)
    view = dependencies().views.whole(game_id, viewer, query.get("at"))
    return view_response(game_id, with_server_time(view), "game", viewer)


@views.get("/board")
@views.arguments(ReadQuerySchema, location="query")
@views.response(200, BoardSchema)
@token_optional
def read_board(query: dict[str, Any], game_id: str) -> Response:
    """The board and the pieces on it, which are the same for every viewer"""
    view = dependencies().views.read(game_id, "board", SPECTATOR, at=query.get("at"))
    return view_response(game_id, view, "board")


@views.get("/score")
@views.arguments(ViewQuerySchema, location="query")
@views.response(200, ScoreSchema)
@token_optional
def read_score(query: dict[str, Any], game_id: str) -> Response:
    """The points of every seat by source, as far as you may know them"""
    viewer = viewer_for(game_id, query)
    view = dependencies().views.read(game_id, "score", viewer, at=query.get("at"))
    return view_response(game_id, view, "score", viewer)


@views.get("/hand")
@views.arguments(ViewQuerySchema, location="query")
@views.response(200, HandSchema)
@token_optional
def read_hand(query: dict[str, Any], game_id: str) -> Response:
    """What your own seat holds; once the game is closed, `as` shows any other seat"""
    if "as" not in query or dependencies().views.status(game_id) != "closed":
        require_identity()
    viewer = viewer_for(game_id, query)
    if not isinstance(viewer, int):
        raise ViewerNotSeated("you have no seat in this game, so you have no hand")
    view = dependencies().views.read(game_id, "hand", viewer, at=query.get("at"))
    return view_response(game_id, view, "hand", viewer)


@views.get("/log")
@views.arguments(LogQuerySchema, location="query")
@views.response(200, LogPageSchema)
@token_optional
def read_log(query: dict[str, Any], game_id: str) -> Response:
    """What happened, in sentences; a page covers `limit` commits"""
    viewer, lang = viewer_for(game_id, query), language_for(query)
    after, limit = query["after"], query["limit"]
    view = dependencies().views.log(game_id, viewer, lang, after, limit, query.get("at"))
    response = view_response(game_id, view, "log", viewer, lang, after, limit)
    response.headers["Content-Language"] = lang
    return response


@views.get("/stats")
@views.arguments(ReadQuerySchema, location="query")
@views.response(200, StatsSchema)
@token_optional
def read_stats(query: dict[str, Any], game_id: str) -> Response:
    """Statistics: dice against expectation, production, trades, thefts, points over time"""
    return view_response(game_id, dependencies().views.stats(game_id, query.get("at")), "stats")


@views.get("/actions")
@views.arguments(ReadQuerySchema, location="query")
@views.response(200, ActionsSchema)
@token_optional
def read_actions(query: dict[str, Any], game_id: str) -> Response:
    """Every command that you may give now, ready to post as it is"""
    identity = optional_identity()
    player = None if identity is None else identity.player
    view = dependencies().views.actions(game_id, player, query.get("at"))
    return view_response(game_id, view, "actions", player)


@views.get("/board.svg")
@views.arguments(ViewQuerySchema, location="query")
@views.response(200, {"type": "string"}, content_type=SVG)
@token_optional
def read_picture(query: dict[str, Any], game_id: str) -> Response:
    """The table as a picture"""
    viewer, lang = viewer_for(game_id, query), language_for(query)
    view = dependencies().views.picture(game_id, viewer, lang, query.get("at"))
    response = view_response(game_id, view, "picture", viewer, lang, content_type=SVG)
    response.headers["Content-Language"] = lang
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


@views.get("/export")
@views.response(200, {"type": "string"}, content_type=NDJSON)
@token_optional
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
def read_reads(game_id: str) -> dict[str, Any]:
    """Which organizers have read the game while it was open, and as which viewer"""
    identity = require_identity()
    if dependencies().views.status(game_id) != "closed" and identity.role != "organizer":
        raise NotClosed("players may read this record once the game is closed")
    return {"reads": dependencies().privileged_reads.read(game_id)}
