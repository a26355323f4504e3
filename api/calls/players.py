"""Players: create one, read their records, rename or erase yourself."""

from typing import Any

from flask import Response

from api.access.identity import require_identity, require_player
from api.calls.game_reads import json_response
from api.dependencies import dependencies
from api.openapi.annotations import public
from api.schemas.common import (
    MeSchema,
    NewPlayerSchema,
    NewTokenSchema,
    PageQuerySchema,
)
from api.schemas.game_lists import OwnGamePageSchema
from api.schemas.scores import PlayerRecordSchema, VersusSchema
from api.transport.arguments import Blueprint
from api.transport.errors import NoSuchPlayer, SamePlayer
from commands.accounts import Account
from domain.ids import PlayerId

players = Blueprint(
    "players", __name__, url_prefix="/v1/players", description="Players and their records"
)


@players.post("")
@players.arguments(NewPlayerSchema)
@players.response(201, NewTokenSchema)
@public
def create_player(body: dict[str, Any]) -> dict[str, Any]:
    """Become a player: you get an id that others see and a token that only you know"""
    account, token = dependencies().accounts.create(body["name"])
    return {"player_id": account.player, "token": token}


@players.get("/me")
@players.response(200, MeSchema)
def read_me() -> dict[str, Any]:
    """The player whose token this is"""
    account = _find(require_player())
    return {"player_id": account.player, "name": account.name, "role": account.role}


@players.patch("/me")
@players.arguments(NewPlayerSchema)
@players.response(200, MeSchema)
def rename_me(body: dict[str, Any]) -> dict[str, Any]:
    """Change your name"""
    if not dependencies().accounts.rename(require_player(), body["name"]):
        raise NoSuchPlayer("this player has just been erased", player=require_player())
    return {"player_id": require_player(), "name": body["name"], "role": require_identity().role}


@players.delete("/me")
@players.response(204)
def erase_me() -> Response:
    """Erase your name, tokens and webhook; ledgers keep only your id"""
    # The account goes last: if this call fails, the player can repeat it with the same token.
    dependencies().webhooks.forget(require_player())
    dependencies().accounts.erase(require_player())
    # Other processes check within seconds whether the reader of a live stream still may follow.
    dependencies().follower.end_for(require_player())
    return Response(status=204)


@players.get("/me/games")
@players.arguments(PageQuerySchema, location="query")
@players.response(200, OwnGamePageSchema)
def list_my_games(query: dict[str, Any]) -> Response:
    """Your games, the newest first, and which of them wait for you"""
    return json_response(
        dependencies().catalogue.games_of(require_player(), query.get("cursor"), query["limit"])
    )


@players.get("/<player_id>")
@players.response(200, PlayerRecordSchema)
@public
def read_player(player_id: str) -> dict[str, Any]:
    """A player's name, records and ratings; the name is null once the player is erased"""
    return _with_records(player_id)


@players.get("/<player_id>/versus/<other_id>")
@players.response(200, VersusSchema)
@public
def read_versus(player_id: str, other_id: str) -> dict[str, Any]:
    """Two players compared: how often each of them had the better rank in a game of both"""
    if player_id == other_id:
        raise SamePlayer("both ids are the same; name two different players", player=player_id)
    player, other = _with_records(player_id), _with_records(other_id)
    records = dependencies().scores.versus(PlayerId(player_id), PlayerId(other_id))
    return {"player": player, "other": other, "records": records}


def _with_records(player_id: str) -> dict[str, Any]:
    """A player who has an account, or has played in closed games."""
    name = dependencies().accounts.names([player_id])[player_id]
    records = dependencies().scores.records(PlayerId(player_id))
    if name is None and not records:
        raise NoSuchPlayer("there is no player with this id", player=player_id)
    return {"player_id": player_id, "name": name, "records": records}


def _find(player_id: str) -> Account:
    account = dependencies().accounts.find(player_id)
    if account is None:
        raise NoSuchPlayer("there is no player with this id", player=player_id)
    return account
