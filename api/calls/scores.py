"""Scores: leaderboards, and a list of all closed games so that anybody can check them."""

from typing import Any

from flask import Response, url_for

from api.calls.game_reads import json_response
from api.dependencies import dependencies
from api.openapi.annotations import public
from api.schemas.common import PageQuerySchema
from api.schemas.scores import ClosedPageSchema, LeaderboardSchema
from api.transport.arguments import Blueprint
from api.transport.errors import NoSuchLeaderboard
from domain.registry import RULESETS

scores = Blueprint("scores", __name__, url_prefix="/v1", description="Results of closed games")


@scores.get("/leaderboards/<ruleset>")
@scores.arguments(PageQuerySchema, location="query")
@scores.response(200, LeaderboardSchema)
@public
def read_leaderboard(query: dict[str, Any], ruleset: str) -> Response:
    """The rated players of a ruleset, the best first"""
    if ruleset not in RULESETS:
        raise NoSuchLeaderboard("there is no ruleset of this name", rulesets=list(RULESETS))
    board = dependencies().scores.leaderboard(ruleset, query.get("cursor"), query["limit"])
    names = dependencies().accounts.names([row["player_id"] for row in board["players"]])
    rows = [{**row, "name": names[row["player_id"]]} for row in board["players"]]
    return json_response({**board, "players": rows})


@scores.get("/closed-games")
@scores.arguments(PageQuerySchema, location="query")
@scores.response(200, ClosedPageSchema)
@public
def list_closed_games(query: dict[str, Any]) -> Response:
    """Every closed game, the oldest first; keep `next` to read on from there later"""
    page = dependencies().scores.closed(query.get("cursor"), query["limit"])
    games = [
        {**game, "export": url_for("views.export_game", game_id=game["game_id"])}
        for game in page["games"]
    ]
    return json_response({**page, "games": games})
