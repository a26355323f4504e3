"""Errors of accounts: scopes, tokens, device codes, and how fast new players are made."""

from api.transport.errors import ApiError


class ScopeMissing(ApiError):
    """Your token does not allow this; use a token with the scope in `details.scope`."""

    status = 403
    code = "auth/scope_missing"


class NoSuchToken(ApiError):
    """You have no token with this id; `GET /v1/players/me/tokens` lists yours."""

    status = 404
    code = "token/unknown"


class NoSuchDeviceCode(ApiError):
    """This code is unknown, used already or older than five minutes; let your other device show a
    new one."""

    status = 404
    code = "device/code_unknown"


class TooManyPlayers(ApiError):
    """Too many players were created from your address; wait for the seconds in `Retry-After`."""

    status = 429
    code = "rate/too_many_players"


class TooManyCodes(ApiError):
    """Too many device codes were tried from your address; wait for the seconds in
    `Retry-After`."""

    status = 429
    code = "rate/too_many_codes"
