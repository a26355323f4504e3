"""Who sends a request, found by its bearer token, and how often they may send one."""

from flask import g, request

from api.dependencies import dependencies
from api.transport.errors import TokenMissing, TokenUnknown, TooManyRequests
from api.transport.rate_limits import is_loopback
from commands.accounts import Identity
from domain.ids import PlayerId

SCHEME = "bearer"
LONGEST_TOKEN = 200
UNLIMITED = "status_pages"
"""The blueprint of `/healthz` and `/metrics`."""


def identify() -> None:
    """Find out who sends the request, and refuse it if they send too many.

    Health checks, metrics and CORS preflights need no token and do not count.
    """
    g.identity = None
    if request.method == "OPTIONS" or request.blueprint == UNLIMITED:
        return
    text = request.headers.get("Authorization")
    if text is None:
        _require_within_limit()
        return
    scheme, _, token = text.partition(" ")
    token = token.strip()
    if scheme.lower() != SCHEME or not token:
        _require_within_limit()
        raise TokenMissing("send the token as `Authorization: Bearer <token>`")
    identity = dependencies().accounts.identify(token) if len(token) <= LONGEST_TOKEN else None
    if identity is None:
        _require_within_limit()
        raise TokenUnknown("this token is unknown or no longer valid")
    g.identity = identity
    _require_within_limit()


def caller() -> str | None:
    """Under which name requests and streams are counted: a player or an address.

    None means that no limit holds.
    """
    if is_loopback(request.remote_addr) and not dependencies().limit_loopback:
        return None
    identity = optional_identity()
    return f"address {request.remote_addr}" if identity is None else f"player {identity.player}"


def _require_within_limit() -> None:
    limit, name = dependencies().rate_limit, caller()
    if limit is None or name is None:
        return
    seconds = limit.seconds_to_wait(name)
    if seconds:
        raise TooManyRequests(
            "you send too many requests; wait a moment",
            headers={"Retry-After": str(int(seconds) + 1)},
        )


def optional_identity() -> Identity | None:
    """Who sends the request; None without a token."""
    identity = g.identity
    assert identity is None or isinstance(identity, Identity)
    return identity


def require_identity() -> Identity:
    """Who sends the request. Raise if it has no token."""
    identity = optional_identity()
    if identity is None:
        raise TokenMissing("send your token as `Authorization: Bearer <token>`")
    return identity


def require_player() -> PlayerId:
    """The player who sends the request. Raise if it has no token."""
    return require_identity().player
