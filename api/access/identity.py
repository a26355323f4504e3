"""Who sends a request, found by its bearer token."""

from flask import g, request

from api.access.limits import require_within_limits
from api.access.scopes import require_scope
from api.dependencies import dependencies
from api.transport.errors import TokenMissing, TokenUnknown
from commands.accounts import Identity
from domain.ids import PlayerId

SCHEME = "bearer"
LONGEST_TOKEN = 200
UNLIMITED = "status_pages"
"""The blueprint of `/healthz` and `/metrics`."""


def identify() -> None:
    """Find out who sends the request, and refuse it if they send too many or may not send it.

    Health checks, metrics and CORS preflights need no token and do not count.
    """
    g.identity = None
    if request.method == "OPTIONS" or request.blueprint == UNLIMITED:
        return
    text = request.headers.get("Authorization")
    if text is None:
        require_within_limits()
        return
    scheme, _, token = text.partition(" ")
    token = token.strip()
    if scheme.lower() != SCHEME or not token:
        require_within_limits()
        raise TokenMissing("send the token as `Authorization: Bearer <token>`")
    identity = dependencies().accounts.identify(token) if len(token) <= LONGEST_TOKEN else None
    if identity is None:
        require_within_limits()
        raise TokenUnknown("this token is unknown or no longer valid")
    g.identity = identity
    require_within_limits()
    require_scope(identity)


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
