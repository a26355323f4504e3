"""How often a caller may send requests, create players and try device codes."""

from flask import g, request

from api.dependencies import dependencies
from api.transport.account_errors import TooManyCodes, TooManyPlayers
from api.transport.errors import ApiError, TooManyRequests
from api.transport.rate_limits import RateLimit, is_loopback, network_of


def caller() -> str | None:
    """Under which name requests and streams are counted: a player or an address.

    None means that no limit holds.
    """
    if not _is_limited():
        return None
    identity = g.get("identity")
    return f"address {_network()}" if identity is None else f"player {identity.player}"


def require_within_limits() -> None:
    """Count a request, and refuse it if there were too many from its player or its address.

    All players of an address share a larger limit, so more accounts do not mean more requests.
    """
    if (name := caller()) is None:
        return
    message = "you send too many requests; wait a moment"
    _count(dependencies().rate_limit, name, TooManyRequests, message)
    _count(dependencies().address_limit, f"all of {_network()}", TooManyRequests, message)


def require_new_player_allowed() -> None:
    """Count a new player, and refuse it if there were too many from its address."""
    if _is_limited():
        message = "too many players were created from your address; wait a while"
        _count(dependencies().new_player_limit, f"players {_network()}", TooManyPlayers, message)


def require_code_try_allowed() -> None:
    """Count a try to redeem a device code, right or wrong, so that nobody can guess one."""
    if _is_limited():
        message = "too many codes were tried from your address; wait a while"
        _count(dependencies().new_player_limit, f"codes {_network()}", TooManyCodes, message)


def _is_limited() -> bool:
    return dependencies().limit_loopback or not is_loopback(request.remote_addr)


def _network() -> str:
    return network_of(request.remote_addr)


def _count(limit: RateLimit | None, name: str, error: type[ApiError], message: str) -> None:
    seconds = 0.0 if limit is None else limit.seconds_to_wait(name)
    if seconds:
        raise error(message, headers={"Retry-After": str(int(seconds) + 1)})
