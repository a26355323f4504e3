"""Scores: leaderboards, and a list of all closed games so that anybody can check them."""

from typing import Any

from flask import Response, url_for

from api.calls.game_reads import json_response
from api.calls.names import with_names
from api.dependencies import dependencies
from api.openapi.annotations import public, refuses_with
from api.schemas.common import PageQuerySchema
from api.schemas.finding import ClosedSearchSchema, FoundPageSchema
from api.schemas.scores import ClosedPageSchema, LeaderboardSchema
from api.transport.arguments import Blueprint
from api.transport.errors import NoSuchLeaderboard, QueryBadValue, SamePlayer
from domain.registry import RULESETS
from projections.across_games.game_queries import ClosedQuery
from projections.across_games.list_pages import PageRequest
from projections.refusals import BadCursor

scores = Blueprint("scores", __name__, url_prefix="/v1", description="Results of closed games")


@scores.get("/leaderboards/<ruleset>")
@scores.arguments(PageQuerySchema, location="query")
@scores.response(200, LeaderboardSchema)
@public
@refuses_with(NoSuchLeaderboard)
def read_leaderboard(query: dict[str, Any], ruleset: str) -> Response:
    """The ranked players of a ruleset, the best first"""
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
    return json_response(with_names({**page, "games": games}))


@scores.get("/closed-games/search")
@scores.arguments(ClosedSearchSchema, location="query")
@scores.response(200, FoundPageSchema)
@public
@refuses_with(BadCursor, SamePlayer)
def search_closed_games(query: dict[str, Any]) -> Response:
    """Closed games with their results, by player, opponent, ruleset, outcome, date and length"""
    page = PageRequest(query.pop("cursor", None), query.pop("limit"))
    wanted = ClosedQuery(**query)
    if wanted.result is not None and wanted.player is None:
        raise QueryBadValue(
            "`result` says how `player` did, so name the player",
            fields={"result": "needs `player`"},
        )
    if wanted.player is not None and wanted.player == wanted.opponent:
        raise SamePlayer("both ids are the same; name two different players", player=wanted.player)
    found = dependencies().game_lists.closed_games(wanted, page)
    games = [
        {**game, "export": url_for("views.export_game", game_id=game["game_id"])}
        for game in found["games"]
    ]
    return json_response(with_names({**found, "games": games}))
