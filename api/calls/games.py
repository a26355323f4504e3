"""Games: open one, list them, and send commands."""

from typing import Any

import msgspec
from flask import Response, g, url_for

from api.access.identity import require_identity, require_player
from api.calls.game_reads import JSON, json_response
from api.dependencies import dependencies
from api.openapi.annotations import IDEMPOTENCY_KEY, IF_MATCH, public, takes_headers
from api.schemas.commands import AnyCommandSchema
from api.schemas.common import (
    NewGameSchema,
    OpenedSchema,
    PageQuerySchema,
    ReceiptSchema,
)
from api.schemas.game_lists import GamePageSchema
from api.transport.arguments import Blueprint
from api.transport.conditions import guards
from commands.desk import Opening

games = Blueprint("games", __name__, url_prefix="/v1/games", description="Open games and play")


@games.post("")
@games.arguments(NewGameSchema)
@games.response(201, OpenedSchema)
@takes_headers(IDEMPOTENCY_KEY)
def open_game(body: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Open a game. With an `Idempotency-Key`, repeated requests open it only once"""
    receipt = dependencies().desk.open_game(Opening(**body), require_player(), guards().key)
    g.version = receipt.version
    opened = {"game_id": receipt.game, "version": receipt.version, "hash": receipt.hash}
    return opened, {"Location": url_for("views.read_game", game_id=receipt.game)}


@games.get("")
@games.arguments(PageQuerySchema, location="query")
@games.response(200, GamePageSchema)
@public
def list_games(query: dict[str, Any]) -> Response:
    """The lobby: games that wait for players, the newest first"""
    return json_response(dependencies().catalogue.lobby(query.get("cursor"), query["limit"]))


@games.post("/<game_id>/commands")
@games.arguments(AnyCommandSchema)
@games.response(201, ReceiptSchema)
@takes_headers(IDEMPOTENCY_KEY, IF_MATCH)
def submit_command(body: dict[str, Any], game_id: str) -> Response:
    """Send a command, such as one that `/actions` lists. Your token says which seat acts"""
    is_organizer = require_identity().role == "organizer"
    receipt = dependencies().desk.submit(
        game_id, body, require_player(), guards(), is_organizer=is_organizer
    )
    g.version = receipt.version
    payload = {"version": receipt.version, "hash": receipt.hash, "events": receipt.events}
    return Response(msgspec.json.encode(payload), 201, content_type=JSON)
