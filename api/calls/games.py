"""Games: open one, list them, and send commands."""

from typing import Any

from flask import Response, g, url_for

from api.access.identity import require_identity, require_player
from api.access.referees import may_referee
from api.calls.game_reads import json_response
from api.calls.names import with_names
from api.calls.receipts import receipt_response, require_guests, require_new_player
from api.dependencies import dependencies
from api.openapi.annotations import (
    IDEMPOTENCY_KEY,
    IF_MATCH,
    public,
    refuses_with,
    takes_headers,
)
from api.openapi.refusals import command_refusals, opening_refusals
from api.schemas.commands import AnyCommandSchema
from api.schemas.common import (
    NewGameSchema,
    OpenedSchema,
    ReceiptSchema,
)
from api.schemas.finding import GameQuerySchema
from api.schemas.game_lists import GamePageSchema
from api.transport.arguments import Blueprint
from api.transport.conditions import guards
from api.transport.errors import NoSuchPlayer, QueryBadValue
from commands.desk import Opening, with_usual_clock
from commands.open_lobbies import TooManyOpenLobbies
from commands.refusals import Busy, SecretMissing
from domain.table.rated import NotRateable
from domain.table.reservations import BadReservations
from domain.tournament.playing import PlaysElsewhere
from eventlog.refusals import Quarantined
from projections.across_games.game_queries import GameQuery
from projections.across_games.list_pages import PageRequest
from projections.refusals import BadCursor

games = Blueprint("games", __name__, url_prefix="/v1/games", description="Open games and play")


@games.post("")
@games.arguments(NewGameSchema)
@games.response(201, OpenedSchema)
@takes_headers(IDEMPOTENCY_KEY)
@refuses_with(
    *opening_refusals(),
    BadReservations,
    Busy,
    NoSuchPlayer,
    NotRateable,
    SecretMissing,
    TooManyOpenLobbies,
)
def open_game(body: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Open a game. With an `Idempotency-Key`, repeated requests open it only once"""
    host = require_player()
    require_guests(body["reserved"])
    opening = with_usual_clock(Opening(**body))
    receipt = dependencies().desk.open_game(opening, host, guards().key)
    g.version = receipt.version
    opened = {"game_id": receipt.game, "version": receipt.version, "hash": receipt.hash}
    return opened, {"Location": url_for("views.read_game", game_id=receipt.game)}


@games.get("")
@games.arguments(GameQuerySchema, location="query")
@games.response(200, GamePageSchema)
@public
@refuses_with(BadCursor)
def list_games(query: dict[str, Any]) -> Response:
    """The lobby: games that wait for players; or, with `status=playing`, games to watch

    What the query asks for narrows the list. Quick games and private ones are not in the lobby.
    """
    page = PageRequest(query.pop("cursor", None), query.pop("limit"))
    wanted = GameQuery(**query)
    if wanted.order == "rating" and wanted.status != "playing":
        raise QueryBadValue(
            "only games to watch are listed by rating", fields={"order": "needs status=playing"}
        )
    found = dependencies().game_lists.open_games(wanted, dependencies().desk.clock(), page)
    return json_response(with_names(found))


@games.post("/<game_id>/commands")
@games.arguments(AnyCommandSchema)
@games.response(201, ReceiptSchema)
@takes_headers(IDEMPOTENCY_KEY, IF_MATCH)
@refuses_with(*command_refusals(), Busy, NoSuchPlayer, PlaysElsewhere, Quarantined, SecretMissing)
def submit_command(body: dict[str, Any], game_id: str) -> Response:
    """Send a command, such as one that `/actions` lists. Your token says which seat acts"""
    is_referee = may_referee(require_identity(), game_id)
    if is_referee:
        require_new_player(body, game_id)
    receipt = dependencies().desk.submit(
        game_id, body, require_player(), guards(), is_organizer=is_referee
    )
    return receipt_response(receipt)
