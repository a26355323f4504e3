"""The ready phrases of the table talk, and the players whose messages somebody does not want."""

from typing import Any

from flask import Response

from api.access.identity import require_player
from api.dependencies import dependencies
from api.openapi.annotations import public, refuses_with
from api.schemas.talk import MutedSchema, PhrasesSchema
from api.transport.arguments import Blueprint
from api.transport.errors import MutedYourself, NoSuchPlayer, TooManyMuted
from commands.talk.mutes import MOST_MUTED
from domain.ids import PlayerId
from presentation.phrases import PHRASES

phrases = Blueprint("phrases", __name__, url_prefix="/v1/phrases", description="Ready phrases")
mutes = Blueprint(
    "mutes", __name__, url_prefix="/v1/players/me/muted", description="Players you have muted"
)


@phrases.get("")
@phrases.response(200, PhrasesSchema)
@public
def list_phrases() -> dict[str, Any]:
    """The ready phrases for the table talk, in every language"""
    return {"phrases": [{"key": key, "texts": texts} for key, texts in PHRASES.items()]}


@mutes.get("")
@mutes.response(200, MutedSchema)
def list_muted_players() -> dict[str, Any]:
    """The players whose messages are not sent to you"""
    players = sorted(dependencies().talk.reader.muted_by(require_player()))
    names = dependencies().accounts.names(players)
    return {"muted": [{"player_id": one, "name": names[one]} for one in players]}


@mutes.put("/<player_id>")
@mutes.response(204)
@refuses_with(NoSuchPlayer, MutedYourself, TooManyMuted)
def mute_player(player_id: str) -> Response:
    """Mute a player: no call sends you their messages, and nobody learns of it"""
    player, accounts = require_player(), dependencies().accounts
    if player_id == player:
        raise MutedYourself("you cannot mute yourself")
    if accounts.find(player_id) is None:
        raise NoSuchPlayer("there is no player with this id", player=player_id)
    if not dependencies().talk.mutes.mute(player, PlayerId(player_id)):
        raise TooManyMuted(f"you have muted {MOST_MUTED} players already", most=MOST_MUTED)
    if accounts.find(player) is None:
        # The player was erased during this call: nothing of theirs may stay.
        dependencies().talk.mutes.forget(player)
        raise NoSuchPlayer("this player has just been erased", player=player)
    return Response(status=204)


@mutes.delete("/<player_id>")
@mutes.response(204)
def unmute_player(player_id: str) -> Response:
    """Unmute a player; it does not matter whether they were muted"""
    dependencies().talk.mutes.unmute(require_player(), PlayerId(player_id))
    return Response(status=204)
