"""Players: create one, read their records, rename or erase yourself."""

from typing import Any

from flask import Response

from api.access.identity import require_identity, require_player
from api.access.limits import require_new_player_allowed
from api.access.scopes import needs_scope
from api.calls.game_reads import json_response
from api.calls.live_streams import end_streams_of
from api.calls.names import with_names
from api.dependencies import dependencies
from api.openapi.annotations import public, refuses_with
from api.schemas.accounts import NewPlayerSchema
from api.schemas.common import (
    MeSchema,
    NewTokenSchema,
    PageQuerySchema,
    PlayerNameSchema,
)
from api.schemas.game_lists import OwnGamePageSchema
from api.schemas.scores import (
    PlayerRecordSchema,
    RatingHistoryQuerySchema,
    RatingHistorySchema,
    VersusSchema,
)
from api.transport.account_errors import TooManyPlayers
from api.transport.arguments import Blueprint
from api.transport.errors import NoSuchLeaderboard, NoSuchPlayer, SamePlayer
from commands.accounts import Account
from commands.accounts.tokens import token_id_of
from domain.ids import PlayerId
from domain.registry import RULESETS
from projections.across_games.rating_history import RatingKind
from projections.refusals import BadCursor

players = Blueprint(
    "players", __name__, url_prefix="/v1/players", description="Players and their records"
)


@players.post("")
@players.arguments(NewPlayerSchema)
@players.response(201, NewTokenSchema)
@refuses_with(TooManyPlayers)
@public
def create_player(body: dict[str, Any]) -> dict[str, Any]:
    """Become a player: you get an id that others see and a token that only you know"""
    require_new_player_allowed()
    account, token = dependencies().accounts.create(body["name"], device=body["device"])
    return {"player_id": account.player, "token": token, "token_id": token_id_of(token)}


@players.get("/me")
@players.response(200, MeSchema)
@refuses_with(NoSuchPlayer)
def read_my_player() -> dict[str, Any]:
    """The player whose token this is"""
    account = _find(require_player())
    return {"player_id": account.player, "name": account.name, "role": account.role}


@players.patch("/me")
@players.arguments(PlayerNameSchema)
@players.response(200, MeSchema)
@refuses_with(NoSuchPlayer)
@needs_scope("account")
def rename_me(body: dict[str, Any]) -> dict[str, Any]:
    """Change your name"""
    if not dependencies().accounts.rename(require_player(), body["name"]):
        raise NoSuchPlayer("this player has just been erased", player=require_player())
    return {"player_id": require_player(), "name": body["name"], "role": require_identity().role}


@players.delete("/me")
@players.response(204)
@needs_scope("account")
def erase_me() -> Response:
    """Erase your name, tokens, notices and table talk; ledgers keep only your id"""
    # The account goes last: if this call fails, the player can repeat it with the same token.
    dependencies().notices.forget(require_player())
    dependencies().seeks.forget(require_player())
    dependencies().talk.forget(require_player())
    dependencies().accounts.erase(require_player())
    # They may have said something between these two steps. From now on they cannot.
    dependencies().talk.forget_finally(require_player())
    end_streams_of(require_player())
    return Response(status=204)


@players.get("/me/games")
@players.arguments(PageQuerySchema, location="query")
@players.response(200, OwnGamePageSchema)
def list_my_games(query: dict[str, Any]) -> Response:
    """Your games, the newest first, and which of them wait for you"""
    catalogue = dependencies().catalogue
    page = catalogue.games_of(require_player(), query.get("cursor"), query["limit"])
    return json_response(with_names(page))


@players.get("/<player_id>")
@players.response(200, PlayerRecordSchema)
@public
@refuses_with(NoSuchPlayer)
def read_player(player_id: str) -> dict[str, Any]:
    """A player's name, records and ratings; the name is null once the player is erased"""
    return _with_records(player_id)


@players.get("/<player_id>/ratings/<ruleset>")
@players.arguments(RatingHistoryQuerySchema, location="query")
@players.response(200, RatingHistorySchema)
@public
@refuses_with(NoSuchPlayer, NoSuchLeaderboard, BadCursor)
def read_rating_history(query: dict[str, Any], player_id: str, ruleset: str) -> Response:
    """A player's rating in a ruleset after each game that changed it, the latest first"""
    if ruleset not in RULESETS:
        raise NoSuchLeaderboard("there is no ruleset of this name", rulesets=list(RULESETS))
    _with_records(player_id)
    kind: RatingKind = "rating_with_bots" if query["with_bots"] else "rating"
    history = dependencies().scores.rating_history(
        ruleset, PlayerId(player_id), kind, query.get("cursor"), query["limit"]
    )
    about = {"player_id": player_id, "ruleset": ruleset, "with_bots": query["with_bots"]}
    return json_response({**about, **history})


@players.get("/<player_id>/versus/<other_id>")
@players.response(200, VersusSchema)
@public
@refuses_with(NoSuchPlayer, SamePlayer)
def compare_players(player_id: str, other_id: str) -> dict[str, Any]:
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
