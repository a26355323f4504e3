"""Tickets: for a minute, one replaces the token in an address of one game."""

import secrets
from typing import Any

import msgspec
from msgspec import Struct

from commands.accounts.identity import Identity
from commands.accounts.redis_keys import ticket_key

TICKET_SECONDS = 60


class _Ticket(Struct, frozen=True):
    identity: Identity
    game: str


class Tickets:
    """A ticket has the scopes of its token. The caller checks whether that is still valid."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def issue(self, identity: Identity, game: str) -> str:
        ticket = secrets.token_urlsafe(24)
        stored = msgspec.json.encode(_Ticket(identity, game))
        self._redis.set(ticket_key(ticket), stored, ex=TICKET_SECONDS)
        return ticket

    def redeem(self, ticket: str, game: str) -> Identity | None:
        found = self._redis.get(ticket_key(ticket))
        if found is None:
            return None
        try:
            stored = msgspec.json.decode(found, type=_Ticket)
        except msgspec.DecodeError:
            # It was issued by an earlier release, less than a minute ago.
            return None
        return stored.identity if stored.game == game else None
