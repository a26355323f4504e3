"""Copies: play on against bots from where a closed game once stood."""

from typing import Any

from flask import g, url_for

from api.access.identity import require_player
from api.calls.game_reads import require_access_to_requested_game
from api.dependencies import dependencies
from api.openapi.annotations import IDEMPOTENCY_KEY, refuses_with, takes_headers
from api.schemas.common import OpenedSchema
from api.schemas.copies import NewCopySchema
from api.transport.arguments import Blueprint
from api.transport.conditions import guards
from commands.copies import CopyWish, VersionNotInPlay
from commands.open_lobbies import TooManyOpenLobbies
from commands.refusals import Busy, SecretMissing
from domain.table.bots import UnknownBot
from domain.table.state import SeatResignedAlready, UnknownSeat
from eventlog.refusals import NoSuchVersion, NotClosed, Quarantined

copies = Blueprint(
    "copies",
    __name__,
    url_prefix="/v1/games/<game_id>",
    description="Play on from where a closed game once stood",
)
copies.before_request(require_access_to_requested_game)


@copies.post("/copies")
@copies.arguments(NewCopySchema)
@copies.response(201, OpenedSchema)
@takes_headers(IDEMPOTENCY_KEY)
@refuses_with(
    Busy,
    NoSuchVersion,
    NotClosed,
    VersionNotInPlay,
    Quarantined,
    SeatResignedAlready,
    SecretMissing,
    TooManyOpenLobbies,
    UnknownBot,
    UnknownSeat,
)
def copy_game(body: dict[str, Any], game_id: str) -> tuple[dict[str, Any], dict[str, str]]:
    """What if? Open a game that stands where a closed game stood, and play on against bots

    You play one of its seats, bots play the others, and new dice and cards come from a seed of its
    own. It has no clock, is in no list but that of your games, and counts for no rating.
    """
    wish = CopyWish(game=game_id, **body)
    receipt = dependencies().copies.open(wish, require_player(), guards().key)
    g.version = receipt.version
    opened = {"game_id": receipt.game, "version": receipt.version, "hash": receipt.hash}
    return opened, {"Location": url_for("views.read_game", game_id=receipt.game)}
