"""Views of a game over HTTP: the table, its parts, the log, legal commands, the picture."""

from typing import Any

from flask import Response

from api.access.identity import somebody, whoever
from api.calls.game_reads import (
    admit_to_view,
    answer,
    attend,
    attend_again,
    language,
    timed,
    viewer,
)
from api.dependencies import services
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
from api.transport.errors import NotAPlayer
from domain.ids import SPECTATOR
from eventlog.import_export import export_ledger
from eventlog.refusals import NotClosed

NDJSON = "application/x-ndjson"
SVG = "image/svg+xml"
# The picture has no scripts and loads nothing.
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

views = Blueprint("views", __name__, url_prefix="/v1/games/<game_id>", description="Look at games")
views.before_request(attend)
views.before_request(admit_to_view)
views.after_request(attend_again)


@views.get("")
@views.arguments(ViewQuerySchema, location="query")
@views.response(200, GameViewSchema)
@token_optional
def read_game(query: dict[str, Any], game_id: str) -> Response:
    """The whole table as you may see it"""
    eyes = viewer(game_id, query)
    reading = services().views.whole(game_id, eyes, query.get("at"))
    return answer(game_id, timed(reading), "game", eyes)


@views.get("/board")
@views.arguments(ReadQuerySchema, location="query")
@views.response(200, BoardSchema)
@token_optional
def read_board(query: dict[str, Any], game_id: str) -> Response:
    """The board and the pieces on it, the same for everybody"""
    found = services().views.read(game_id, "board", SPECTATOR, at=query.get("at"))
    return answer(game_id, found, "board")


@views.get("/score")
@views.arguments(ViewQuerySchema, location="query")
@views.response(200, ScoreSchema)
@token_optional
def read_score(query: dict[str, Any], game_id: str) -> Response:
    """Points by where they come from, as far as you may know"""
    eyes = viewer(game_id, query)
    found = services().views.read(game_id, "score", eyes, at=query.get("at"))
    return answer(game_id, found, "score", eyes)


@views.get("/hand")
@views.arguments(ViewQuerySchema, location="query")
@views.response(200, HandSchema)
@token_optional
def read_hand(query: dict[str, Any], game_id: str) -> Response:
    """What your own seat holds; once the game is closed also, with `as`, any other seat"""
    if "as" not in query or services().views.status(game_id) != "closed":
        somebody()
    eyes = viewer(game_id, query)
    if not isinstance(eyes, int):
        raise NotAPlayer("you have no seat in this game, so you have no hand")
    found = services().views.read(game_id, "hand", eyes, at=query.get("at"))
    return answer(game_id, found, "hand", eyes)


@views.get("/log")
@views.arguments(LogQuerySchema, location="query")
@views.response(200, LogPageSchema)
@token_optional
def read_log(query: dict[str, Any], game_id: str) -> Response:
    """What happened, in sentences; a page tells of `limit` commits"""
    eyes, lang = viewer(game_id, query), language(query)
    after, limit = query["after"], query["limit"]
    found = services().views.log(game_id, eyes, lang, after, limit, query.get("at"))
    response = answer(game_id, found, "log", eyes, lang, after, limit)
    response.headers["Content-Language"] = lang
    return response


@views.get("/stats")
@views.arguments(ReadQuerySchema, location="query")
@views.response(200, StatsSchema)
@token_optional
def read_stats(query: dict[str, Any], game_id: str) -> Response:
    """Dice against expectation, production, trades, thefts, points over time"""
    return answer(game_id, services().views.stats(game_id, query.get("at")), "stats")


@views.get("/actions")
@views.arguments(ReadQuerySchema, location="query")
@views.response(200, ActionsSchema)
@token_optional
def read_actions(query: dict[str, Any], game_id: str) -> Response:
    """Everything you may do now, each ready to post as it stands"""
    identity = whoever()
    player = None if identity is None else identity.player
    found = services().views.actions(game_id, player, query.get("at"))
    return answer(game_id, found, "actions", player)


@views.get("/board.svg")
@views.arguments(ViewQuerySchema, location="query")
@views.response(200, {"type": "string"}, content_type=SVG)
@token_optional
def read_picture(query: dict[str, Any], game_id: str) -> Response:
    """The table as a picture"""
    eyes, lang = viewer(game_id, query), language(query)
    found = services().views.picture(game_id, eyes, lang, query.get("at"))
    response = answer(game_id, found, "picture", eyes, lang, content_type=SVG)
    response.headers["Content-Language"] = lang
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return response


@views.get("/export")
@views.response(200, {"type": "string"}, content_type=NDJSON)
@token_optional
def export_game(game_id: str) -> Response:
    """The closed ledger as one file, which `hexledger verify` and `replay` take"""
    data = export_ledger(services().games, game_id, signing=services().keys.signing)
    response = Response(data, content_type=NDJSON)
    response.headers["Content-Disposition"] = f'attachment; filename="{game_id}.ndjson"'
    response.headers["Cache-Control"] = "public, max-age=86400, immutable"
    response.add_etag()
    return response


@views.get("/reads")
@views.response(200, ReadsSchema)
def read_reads(game_id: str) -> dict[str, Any]:
    """Who has looked at the game with a referee's eyes while it was open"""
    identity = somebody()
    if services().views.status(game_id) != "closed" and identity.role != "organizer":
        raise NotClosed("players may read this record once the game is closed")
    return {"reads": services().privileged_reads.read(game_id)}
