"""Tokens: a player's devices, listed, named, added, rotated and cut off."""

from collections.abc import Iterable, Sequence
from typing import Any

from flask import Response

from api.access.identity import require_identity, require_player
from api.access.limits import require_code_try_allowed
from api.access.scopes import needs_scope, require_scopes
from api.calls.live_streams import end_streams_of
from api.dependencies import dependencies
from api.openapi.annotations import public, refuses_with
from api.schemas.accounts import (
    DeviceCodeSchema,
    DeviceNameSchema,
    NewDeviceCodeSchema,
    NewDeviceSchema,
    RedeemedCodeSchema,
    TokenSchema,
    TokensSchema,
)
from api.schemas.common import NewTokenSchema
from api.transport.account_errors import NoSuchDeviceCode, NoSuchToken, TooManyCodes
from api.transport.arguments import Blueprint
from api.transport.errors import TokenUnknown
from commands.accounts import SCOPES, Scope, Token, TooManyTokens
from commands.accounts.device_codes import DEVICE_CODE_SECONDS
from commands.accounts.tokens import token_id_of

tokens = Blueprint(
    "tokens", __name__, url_prefix="/v1", description="Devices of a player and their tokens"
)
MINE = "/players/me/tokens"


@tokens.get(MINE)
@tokens.response(200, TokensSchema)
@needs_scope("account")
def list_my_tokens() -> dict[str, Any]:
    """Your tokens: one for each device, with its name, scopes and last use"""
    return {"tokens": [_shown(one) for one in _all_mine()]}


@tokens.post(MINE)
@tokens.arguments(NewDeviceSchema)
@tokens.response(201, NewTokenSchema)
@refuses_with(TooManyTokens)
@needs_scope("account")
def create_my_token(body: dict[str, Any]) -> dict[str, Any]:
    """Make a token for another device; it is shown only in this response"""
    identity, scopes = require_identity(), _granted(body["scopes"])
    token = dependencies().accounts.add_token(identity, scopes, body["name"])
    if token is None:
        raise TokenUnknown("your own token has just been revoked")
    return _new_token(token)


@tokens.patch(f"{MINE}/<token_id>")
@tokens.arguments(DeviceNameSchema)
@tokens.response(200, TokenSchema)
@refuses_with(NoSuchToken)
@needs_scope("account")
def rename_my_token(body: dict[str, Any], token_id: str) -> dict[str, Any]:
    """Change the name of a device"""
    _find(token_id)
    dependencies().accounts.rename_token(require_player(), token_id, body["name"])
    return _shown(_find(token_id))


@tokens.post(f"{MINE}/<token_id>/rotation")
@tokens.response(201, NewTokenSchema)
@refuses_with(NoSuchToken)
@needs_scope("account")
def rotate_my_token(token_id: str) -> dict[str, Any]:
    """Get a new secret for a token; the old one stops working at once

    Its live streams end. You can rotate only tokens that may do no more than your own.
    """
    require_scopes(require_identity(), _find(token_id).scopes)
    token = dependencies().accounts.rotate_token(require_player(), token_id)
    if token is None:
        raise NoSuchToken("this token has just been revoked", token_id=token_id)
    end_streams_of(require_player(), (token_id,))
    return _new_token(token)


@tokens.delete(f"{MINE}/<token_id>")
@tokens.response(204)
@needs_scope("read")
def revoke_my_token(token_id: str) -> Response:
    """Cut a device off: its token stops working, and its live streams end

    Every token may revoke itself; for others it needs the scope `account`. It is no error if the
    token is revoked already.
    """
    if token_id != require_identity().token_id:
        require_scopes(require_identity(), ("account",))
    _revoke([token_id])
    return Response(status=204)


@tokens.delete(MINE)
@tokens.response(204)
@needs_scope("account")
def revoke_my_other_tokens() -> Response:
    """Sign out everywhere else: cut off all devices but the one that sends this"""
    own = require_identity().token_id
    _revoke([token.id for token in _all_mine() if token.id != own])
    return Response(status=204)


@tokens.post("/players/me/device-codes")
@tokens.arguments(NewDeviceCodeSchema)
@tokens.response(201, DeviceCodeSchema)
@refuses_with(TooManyTokens)
@needs_scope("account")
def create_device_code(body: dict[str, Any]) -> dict[str, Any]:
    """Get a short code to type on another device, which then gets a token of its own

    It is valid once and for five minutes. A new code replaces the one before.
    """
    identity, scopes = require_identity(), _granted(body["scopes"])
    code = dependencies().accounts.issue_device_code(identity, scopes, body["name"])
    return {"code": code, "expires_in": DEVICE_CODE_SECONDS}


@tokens.post("/tokens")
@tokens.arguments(RedeemedCodeSchema)
@tokens.response(201, NewTokenSchema)
@refuses_with(NoSuchDeviceCode, TooManyTokens, TooManyCodes)
@public
def redeem_device_code(body: dict[str, Any]) -> dict[str, Any]:
    """Sign in on a new device with the code that another device of yours shows"""
    require_code_try_allowed()
    found = dependencies().accounts.redeem_device_code(body["code"], body["name"])
    if found is None:
        raise NoSuchDeviceCode("this code is unknown, used or too old; ask for a new one")
    player, token = found
    return {"player_id": player, "token": token, "token_id": token_id_of(token)}


def _granted(wanted: Iterable[Scope] | None) -> frozenset[Scope]:
    """The scopes of a new token. Raise if the token of this request does not have them all."""
    identity = require_identity()
    scopes = identity.scopes if wanted is None else frozenset(wanted)
    require_scopes(identity, scopes)
    return scopes


def _revoke(token_ids: Sequence[str]) -> None:
    dependencies().accounts.revoke_tokens(require_player(), token_ids)
    end_streams_of(require_player(), token_ids)


def _all_mine() -> list[Token]:
    return dependencies().accounts.tokens(require_player())


def _find(token_id: str) -> Token:
    for token in _all_mine():
        if token.id == token_id:
            return token
    raise NoSuchToken("you have no token with this id", token_id=token_id)


def _new_token(token: str) -> dict[str, Any]:
    return {"player_id": require_player(), "token": token, "token_id": token_id_of(token)}


def _shown(token: Token) -> dict[str, Any]:
    return {
        "token_id": token.id,
        "name": token.name,
        "scopes": [scope for scope in SCOPES if scope in token.scopes],
        "created_at": token.created_at,
        "last_used_at": token.last_used_at,
        "is_current": token.id == require_identity().token_id,
    }
