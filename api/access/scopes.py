"""Scopes: what a token allows. Reads need `read`, other calls `play`, unless a call says more."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from flask import current_app, request

from api.openapi.annotations import describe_scope, is_described, is_public, scope_of
from api.transport.account_errors import ScopeMissing
from commands.accounts import Identity, Scope

V = TypeVar("V", bound=Callable[..., Any])


def needs_scope(scope: Scope) -> Callable[[V], V]:
    """Let a call be used only with a token that has this scope."""
    return lambda view: describe_scope(view, scope)


def require_scope(identity: Identity) -> None:
    """Raise if the token of the request does not allow its call. Public calls ignore tokens."""
    view = current_app.view_functions.get(request.endpoint or "")
    if view is None or not is_described(view) or is_public(view):
        return
    require_scopes(identity, (scope_of(view, request.method),))


def require_scopes(identity: Identity, scopes: Iterable[str]) -> None:
    """Raise if a token does not have all these scopes."""
    for scope in sorted(set(scopes) - identity.scopes):
        raise ScopeMissing(f"this needs a token with the scope `{scope}`", scope=scope)
