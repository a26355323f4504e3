"""Rematches: play a finished game again with the same people."""

from typing import Any

from flask import g, url_for

from api.access.identity import require_player
from api.calls.names import names_of
from api.dependencies import dependencies
from api.openapi.annotations import refuses_with
from api.schemas.seeks import RematchSchema
from api.transport.arguments import Blueprint
from commands.rematches import (
    NeverPlayed,
    NoRematchOfChallenge,
    NotAtThatTable,
    NotOverYet,
    PlayerGone,
    TooManyGivenUp,
)
from eventlog.refusals import NoSuchGame

rematches = Blueprint(
    "rematches",
    __name__,
    url_prefix="/v1/games/<game_id>",
    description="Play a finished game again",
)


@rematches.post("/rematch")
@rematches.response(201, RematchSchema)
@refuses_with(
    NeverPlayed,
    NoRematchOfChallenge,
    NoSuchGame,
    NotAtThatTable,
    NotOverYet,
    PlayerGone,
    TooManyGivenUp,
)
def ask_for_rematch(game_id: str) -> tuple[dict[str, Any], dict[str, str]]:
    """Play a finished game again with the same people: you get a seat at the new table

    All who ask come to the same table, one seat further than before. Bots sit down by themselves,
    and the game starts when everybody has come. The others are told.
    """
    found = dependencies().rematches.ask(game_id, require_player())
    g.version = found.version
    shown = {
        "game_id": found.game,
        "version": found.version,
        "status": found.status,
        "seat": found.seat,
        "players": found.players,
        "missing": found.missing,
        "names": names_of(found.players),
    }
    return shown, {"Location": url_for("views.read_game", game_id=found.game)}
