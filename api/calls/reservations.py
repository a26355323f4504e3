"""What a host decides about guests before the start: seats kept for them, and who has to go.

These commands have calls of their own and are not among `/actions`: a program that posts any
legal command would otherwise turn its guests away.
"""

from contextlib import suppress
from typing import Any

from flask import Response

from api.access.identity import require_player
from api.calls.receipts import receipt_response, require_guests
from api.dependencies import dependencies
from api.openapi.annotations import refuses_with
from api.schemas.common import ReceiptSchema
from api.schemas.reservations import NewReservationSchema, TurnedAwaySchema
from api.transport.arguments import Blueprint
from api.transport.errors import NoSuchPlayer
from commands.requests import CallRequest
from domain.ids import PlayerId, Seat
from domain.table.reservations import (
    AlreadyReserved,
    NobodyToTurnAway,
    NotReserved,
    ReleaseSeat,
    ReserveSeat,
    TurnAway,
)
from domain.table.seats import AlreadyStarted, NotHost, SeatTakenAlready
from domain.table.state import GameClosed, GameOver, UnknownSeat
from eventlog.refusals import NoSuchGame

_COMMON = (NoSuchGame, NotHost, UnknownSeat, AlreadyStarted, GameOver, GameClosed)

reservations = Blueprint(
    "reservations",
    __name__,
    url_prefix="/v1/games/<game_id>",
    description="Keep seats for players, and turn guests away",
)


@reservations.post("/reservations")
@reservations.arguments(NewReservationSchema)
@reservations.response(201, ReceiptSchema)
@refuses_with(AlreadyReserved, SeatTakenAlready, NoSuchPlayer, *_COMMON)
def reserve_seat(body: dict[str, Any], game_id: str) -> Response:
    """Keep a free seat of your game for a player: nobody else can sit down there"""
    host = require_player()
    require_guests([body["player_id"]])
    command = ReserveSeat(host, Seat(body["seat"]), PlayerId(body["player_id"]))
    return receipt_response(dependencies().desk.carry(CallRequest(game_id, command)))


@reservations.delete("/reservations/<int:seat>")
@reservations.response(204)
@refuses_with(*_COMMON)
def release_seat(game_id: str, seat: int) -> Response:
    """Keep a seat of your game for nobody any more"""
    command = ReleaseSeat(require_player(), Seat(seat))
    with suppress(NotReserved):
        dependencies().desk.carry(CallRequest(game_id, command))
    return Response(status=204)


@reservations.post("/turned-away")
@reservations.arguments(TurnedAwaySchema)
@reservations.response(201, ReceiptSchema)
@refuses_with(NobodyToTurnAway, *_COMMON)
def turn_away(body: dict[str, Any], game_id: str) -> Response:
    """Send a guest away before the start; only a reserved seat lets them sit down again"""
    command = TurnAway(require_player(), Seat(body["seat"]))
    return receipt_response(dependencies().desk.carry(CallRequest(game_id, command)))
