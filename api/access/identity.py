"""Who is asking, and with which eyes he may look at a game."""

from flask import g, request

from api.dependencies import services
from api.transport.errors import TokenMissing, TokenUnknown, TooManyRequests
from api.transport.rate_limits import is_loopback
from commands.accounts import Identity
from domain.ids import PlayerId

SCHEME = "bearer"
LONGEST_TOKEN = 200
UNLIMITED = "service"
"""The blueprint of `/healthz` and `/metrics`."""


def identify() -> None:
    """Find out who is asking, and let him wait if he asks too often.

    Probes, figures and what a browser asks before a call are for nobody and count for nothing.
    """
    g.identity = None
    if request.method == "OPTIONS" or request.blueprint == UNLIMITED:
        return
    text = request.headers.get("Authorization")
    if text is None:
        _limit()
        return
    scheme, _, token = text.partition(" ")
    token = token.strip()
    if scheme.lower() != SCHEME or not token:
        _limit()
        raise TokenMissing("send the token as `Authorization: Bearer <token>`")
    identity = services().accounts.identify(token) if len(token) <= LONGEST_TOKEN else None
    if identity is None:
        _limit()
        raise TokenUnknown("nobody has this token, or no longer")
    g.identity = identity
    _limit()


def caller() -> str | None:
    """As whom requests and streams are counted: a player or an address. None sets no limit."""
    if is_loopback(request.remote_addr) and not services().limit_loopback:
        return None
    identity = whoever()
    return f"address {request.remote_addr}" if identity is None else f"player {identity.player}"


def _limit() -> None:
    limit, name = services().limit, caller()
    if limit is None or name is None:
        return
    seconds = limit.wait_for(name)
    if seconds:
        raise TooManyRequests(
            "you are asking too often; wait a moment",
            headers={"Retry-After": str(int(seconds) + 1)},
        )


def whoever() -> Identity | None:
    """Who is asking, if he says so."""
    identity = g.identity
    assert identity is None or isinstance(identity, Identity)
    return identity


def somebody() -> Identity:
    """Who is asking; nobody without a token."""
    identity = whoever()
    if identity is None:
        raise TokenMissing("send your token as `Authorization: Bearer <token>`")
    return identity


def player() -> PlayerId:
    return somebody().player
