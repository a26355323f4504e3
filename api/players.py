"""Players over HTTP: a new one, what is known of one, and being forgotten."""

from typing import Any

from flask import Response

from api.accounts import Account
from api.arguments import Blueprint
from api.described import public
from api.errors import NoSuchPlayer
from api.identity import player, somebody
from api.reading import page_of
from api.schemas import (
    GamePageSchema,
    MeSchema,
    NewPlayerSchema,
    NewTokenSchema,
    PageQuerySchema,
    PlayerSchema,
)
from api.services import services

players = Blueprint("players", __name__, url_prefix="/v1/players", description="Who plays")


@players.post("")
@players.arguments(NewPlayerSchema)
@players.response(201, NewTokenSchema)
@public
def create_player(body: dict[str, Any]) -> dict[str, Any]:
    """Become a player: an id for others to see, and a token that only you have"""
    account, token = services().accounts.create(body["name"])
    return {"player_id": account.player, "token": token}


@players.get("/me")
@players.response(200, MeSchema)
def read_me() -> dict[str, Any]:
    """Who the token stands for"""
    account = _find(player())
    return {"player_id": account.player, "name": account.name, "role": account.role}


@players.patch("/me")
@players.arguments(NewPlayerSchema)
@players.response(200, MeSchema)
def rename_me(body: dict[str, Any]) -> dict[str, Any]:
    """Take another name"""
    if not services().accounts.rename(player(), body["name"]):
        raise NoSuchPlayer("this player has just been erased", player=player())
    return {"player_id": player(), "name": body["name"], "role": somebody().role}


@players.delete("/me")
@players.response(204)
def erase_me() -> Response:
    """Be forgotten: name and tokens are erased; ledgers keep an id that names nobody"""
    services().accounts.erase(player())
    return Response(status=204)


@players.get("/me/games")
@players.arguments(PageQuerySchema, location="query")
@players.response(200, GamePageSchema)
def list_my_games(query: dict[str, Any]) -> Response:
    """Your games, newest first, and in which of them you are to act"""
    return page_of(services().catalogue.games_of(player(), query.get("cursor"), query["limit"]))


@players.get("/<player_id>")
@players.response(200, PlayerSchema)
@public
def read_player(player_id: str) -> dict[str, Any]:
    """The name of a player"""
    account = _find(player_id)
    return {"player_id": account.player, "name": account.name}


def _find(player_id: str) -> Account:
    account = services().accounts.find(player_id)
    if account is None:
        raise NoSuchPlayer("there is no such player, or no longer", player=player_id)
    return account
