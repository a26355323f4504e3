"""Players over HTTP: a new one, what is known of one, and being forgotten."""

from typing import Any

from flask import Response

from api.access.identity import player, somebody
from api.calls.game_reads import page_of
from api.dependencies import services
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
    """Be forgotten: name, tokens and webhook are erased; ledgers keep an id that names nobody"""
    # Before the account: if this breaks off, the token can still do it again.
    services().webhooks.forget(player())
    services().accounts.erase(player())
    # Other processes look within seconds whether those who follow games still may.
    services().follower.end_for(player())
    return Response(status=204)


@players.get("/me/games")
@players.arguments(PageQuerySchema, location="query")
@players.response(200, OwnGamePageSchema)
def list_my_games(query: dict[str, Any]) -> Response:
    """Your games, newest first, and in which of them you are to act"""
    return page_of(services().catalogue.games_of(player(), query.get("cursor"), query["limit"]))


@players.get("/<player_id>")
@players.response(200, PlayerRecordSchema)
@public
def read_player(player_id: str) -> dict[str, Any]:
    """A player's name, record and rating in every ruleset; the name is null once it is erased"""
    return _with_records(player_id)


@players.get("/<player_id>/versus/<other_id>")
@players.response(200, VersusSchema)
@public
def read_versus(player_id: str, other_id: str) -> dict[str, Any]:
    """Two players at the same tables: how often which of them came out ahead"""
    if player_id == other_id:
        raise SamePlayer("these are not two players but one", player=player_id)
    player, other = _with_records(player_id), _with_records(other_id)
    records = services().scores.versus(PlayerId(player_id), PlayerId(other_id))
    return {"player": player, "other": other, "records": records}


def _with_records(player_id: str) -> dict[str, Any]:
    """Somebody who has an account, or is remembered by closed games."""
    name = services().accounts.names([player_id])[player_id]
    records = services().scores.records(PlayerId(player_id))
    if name is None and not records:
        raise NoSuchPlayer("there is no such player, or no longer", player=player_id)
    return {"player_id": player_id, "name": name, "records": records}


def _find(player_id: str) -> Account:
    account = services().accounts.find(player_id)
    if account is None:
        raise NoSuchPlayer("there is no such player, or no longer", player=player_id)
    return account
