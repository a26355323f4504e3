"""What calls that change a game share: receipts, and the people that seats are reserved for."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from flask import Response, g

from api.calls.game_reads import JSON
from api.dependencies import dependencies
from api.transport.errors import NoSuchPlayer
from commands.carrier import Receipt
from domain.ids import PlayerId
from domain.table.bots import is_bot
from domain.table.replacing import ReplacePlayer
from domain.tournament.playing import require_not_elsewhere

_REPLACE_PLAYER = str(ReplacePlayer.__struct_config__.tag)


def receipt_response(receipt: Receipt) -> Response:
    """The receipt of a commit as a response."""
    g.version = receipt.version
    payload = {"version": receipt.version, "hash": receipt.hash, "events": receipt.events}
    return Response(msgspec.json.encode(payload), 201, content_type=JSON)


def require_guests(players: Iterable[str | None]) -> None:
    """Raise if one of these players does not exist, or is erased."""
    named = [player for player in players if player is not None]
    for player, name in dependencies().accounts.names(named).items() if named else ():
        if name is None:
            raise NoSuchPlayer("seats are for players that exist", player=player)


def require_new_player(body: Mapping[str, Any], game: str) -> None:
    """Raise if a command gives a seat to a player who does not exist, or who plays at another table
    of the same tournament. The rules know bots."""
    player = body.get("player")
    if body["type"] == _REPLACE_PLAYER and isinstance(player, str) and not is_bot(player):
        require_guests([player])
        with dependencies().games.hold(game, min_version=1) as live:
            link = live.state.tournament
        if link is not None:
            with dependencies().tournaments.desk.games.hold(link.tournament) as tournament:
                require_not_elsewhere(tournament.state, game, PlayerId(player))
