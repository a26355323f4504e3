"""Games over HTTP: opening and listing them, and commands."""

from typing import Any

import msgspec
from flask import Response, g, url_for

from api.access.identity import player, somebody
from api.calls.game_reads import JSON, page_of
from api.dependencies import services
from api.openapi.annotations import IDEMPOTENCY_KEY, IF_MATCH, public, takes
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
@takes(IDEMPOTENCY_KEY)
def open_game(body: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Open a game. With an `Idempotency-Key` it is opened once, however often this is sent"""
    receipt = services().desk.open_game(Opening(**body), player(), guards().key)
    g.version = receipt.version
    opened = {"game_id": receipt.game, "version": receipt.version, "hash": receipt.hash}
    return opened, {"Location": url_for("views.read_game", game_id=receipt.game)}


@games.get("")
@games.arguments(PageQuerySchema, location="query")
@games.response(200, GamePageSchema)
@public
def list_games(query: dict[str, Any]) -> Response:
    """The lobby: games that wait for players, newest first"""
    return page_of(services().catalogue.lobby(query.get("cursor"), query["limit"]))


@games.post("/<game_id>/commands")
@games.arguments(AnyCommandSchema)
@games.response(201, ReceiptSchema)
@takes(IDEMPOTENCY_KEY, IF_MATCH)
def submit_command(body: dict[str, Any], game_id: str) -> Response:
    """Do something: any command that `/actions` lists. The seat comes from the token"""
    is_organizer = somebody().role == "organizer"
    receipt = services().desk.submit(game_id, body, player(), guards(), is_organizer=is_organizer)
    g.version = receipt.version
    told = {"version": receipt.version, "hash": receipt.hash, "events": receipt.events}
    return Response(msgspec.json.encode(told), 201, content_type=JSON)
