"""Players: create, find, rename and erase them, and find out who sends a request."""

import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from commands.accounts.device_codes import DeviceCodes
from commands.accounts.identity import Account, Identity, Role, Scope, scopes_of
from commands.accounts.names import Names
from commands.accounts.old_tokens import OldTokens
from commands.accounts.redis_keys import digest_of, player_key
from commands.accounts.tickets import Tickets
from commands.accounts.tokens import Token, Tokens
from domain.ids import PlayerId
from eventlog.ledger import UNREACHABLE
from eventlog.lua_scripts import Script
from eventlog.server_time import now_ms

NOTED_SECONDS = 60.0
"""The last use of a token is stored at most once in this time by each process."""
MOST_NOTED = 100_000
# Only if the player still exists: an erased name must not come back.
_RENAME = Script("""
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'name', ARGV[1])
return 1
""")

RevocationHook: TypeAlias = Callable[[PlayerId, Sequence[str]], None]
"""Deletes what was set up with tokens of a player; it may be called twice for the same token."""


class Accounts:
    """Players and their tokens in Redis. No script needs two keys, so a Cluster works, too."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._tokens = Tokens(redis)
        self._old_tokens = OldTokens(redis, self._tokens)
        self._tickets = Tickets(redis)
        self._codes = DeviceCodes(redis, self._tokens)
        self._names = Names(redis)
        self._noted: dict[str, float] = {}
        """When this process stored the last use of each token."""
        self.on_revoked: list[RevocationHook] = []
        """Called with the ids of tokens that are revoked."""

    def create(
        self,
        name: str,
        role: Role = "player",
        *,
        device: str | None = None,
        scopes: Iterable[Scope] | None = None,
        created_at: int | None = None,
    ) -> tuple[Account, str]:
        """Make a new player with a first token. The token is returned only here."""
        account = Account(
            player=PlayerId(f"u-{secrets.token_hex(10)}"),
            name=name,
            role=role,
            created_at=now_ms() if created_at is None else created_at,
        )
        self._redis.hset(
            player_key(account.player),
            mapping={"name": name, "role": role, "created_at": account.created_at},
        )
        allowed = scopes_of(role) if scopes is None else frozenset(scopes) & scopes_of(role)
        token = self._tokens.add(account.player, allowed, device)
        assert token is not None, "nothing can be gone yet"
        self._remember_use(token)
        return account, token

    def find(self, player: str) -> Account | None:
        """The account of a player; None if there is none, or it was erased."""
        found = self._redis.hgetall(player_key(player))
        if not found:
            return None
        return Account(
            player=PlayerId(player),
            name=found[b"name"].decode(),
            role="organizer" if found[b"role"] == b"organizer" else "player",
            created_at=int(found[b"created_at"]),
        )

    def names(self, players: Iterable[str]) -> dict[str, str | None]:
        """The names of several players; None for a player who does not exist or was erased."""
        return self._names.find(players)

    def rename(self, player: PlayerId, name: str) -> bool:
        """Give a player another name; False if they have been erased."""
        is_renamed = bool(_RENAME(self._redis, (player_key(player),), (name,)))
        self._names.forget(player)
        return is_renamed

    def erase(self, player: PlayerId) -> None:
        """Erase a player's name and tokens. The ledgers keep only the id.

        The name goes first: if this is interrupted, the token still works to do it again.
        """
        self._redis.delete(player_key(player))
        self._names.forget(player)
        self._old_tokens.forget(player)
        self._tokens.erase(player)

    def identify(self, token: str) -> Identity | None:
        """The player that a token belongs to, and what it allows; None if it is not valid."""
        identity = self._tokens.identify(token) or self._old_tokens.identify(token)
        if identity is not None:
            self._note_use(identity)
        return identity

    def is_valid(self, identity: Identity) -> bool:
        """Whether the player still exists and the token is neither revoked nor rotated.

        A live stream asks this again and again, so it counts as a use of the token.
        """
        is_there = bool(self._redis.exists(player_key(identity.player)))
        is_valid = is_there and self._tokens.is_valid(identity)
        if is_valid:
            self._note_use(identity)
        return is_valid

    def last_seen(self, players: Iterable[str]) -> dict[str, int]:
        """When (ms) players have used a token last, to within a minute; 0 for never."""
        return self._tokens.last_uses(list(players))

    def tokens(self, player: PlayerId) -> list[Token]:
        """All tokens of a player, the oldest first."""
        return self._tokens.list(player)

    def add_token(
        self, identity: Identity, scopes: frozenset[Scope], name: str | None
    ) -> str | None:
        """Make another token; None if the token of the request has just been revoked."""
        token = self._tokens.add(identity.player, scopes, name, issuer=identity.token_id)
        if token is not None:
            self._remember_use(token)
        return token

    def rename_token(self, player: PlayerId, token_id: str, name: str) -> bool:
        """Give a token another name; False if there is no such token."""
        return self._tokens.rename(player, token_id, name)

    def rotate_token(self, player: PlayerId, token_id: str) -> str | None:
        """Give a token a new secret; the old one is invalid at once. None if it is unknown."""
        token = self._tokens.rotate(player, token_id)
        self._old_tokens.forget(player, token_id)
        return token

    def revoke_tokens(self, player: PlayerId, token_ids: Sequence[str]) -> None:
        """Revoke tokens, and delete what was set up with them. It may be repeated."""
        for token_id in token_ids:
            self._old_tokens.forget(player, token_id)
        self._tokens.revoke(player, token_ids)
        for hook in self.on_revoked:
            hook(player, token_ids)

    def issue_device_code(
        self, identity: Identity, scopes: frozenset[Scope], name: str | None
    ) -> str:
        """Make a code by which another device gets a token with these scopes."""
        return self._codes.issue(identity, scopes, name)

    def redeem_device_code(self, code: str, name: str | None) -> tuple[PlayerId, str] | None:
        """The player of a code and a new token; None if the code is unknown or used already."""
        found = self._codes.redeem(code, name)
        if found is not None:
            self._remember_use(found[1])
        return found

    def issue_ticket(self, identity: Identity, game: str) -> str:
        """Make a ticket: for a minute it replaces the token in the URL of one game."""
        return self._tickets.issue(identity, game)

    def redeem_ticket(self, ticket: str, game: str) -> Identity | None:
        """The player that a ticket of this game belongs to; None if it is not valid any more."""
        identity = self._tickets.redeem(ticket, game)
        return identity if identity is not None and self.is_valid(identity) else None

    def _note_use(self, identity: Identity) -> None:
        """Store the last use, but not for each request: every write is synced to disk."""
        now = time.monotonic()
        if now - self._noted.get(identity.token, -NOTED_SECONDS) < NOTED_SECONDS:
            return
        if len(self._noted) >= MOST_NOTED:
            self._noted.clear()
        self._noted[identity.token] = now
        # A request is answered even while Redis takes no writes.
        with suppress(*UNREACHABLE):
            self._tokens.note_use(identity.player, identity.token_id, now_ms())

    def _remember_use(self, token: str) -> None:
        """A token that was just made counts as used: the time of its creation is stored."""
        self._noted[digest_of(token)] = time.monotonic()
