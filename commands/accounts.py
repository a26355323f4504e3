"""Players: an opaque id, a name that is in no ledger, and tokens stored only as digests."""

import secrets
import time
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from domain.ids import PlayerId

Role: TypeAlias = Literal["player", "organizer"]
TICKET_SECONDS = 60
# Only if the player still exists: an erased name must not come back.
_RENAME = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'name', ARGV[1])
return 1
"""


class Identity(Struct, frozen=True):
    """The player who sends a request, and their role."""

    player: PlayerId
    role: Role
    token: str
    """The digest of the token that the request came with."""


class Account(Struct, frozen=True):
    """What the service knows about a player besides their games."""

    player: PlayerId
    name: str
    role: Role
    created_at: int


class Accounts:
    """Players and their tokens in Redis. No command needs two keys, so a Cluster works, too."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def create(self, name: str, role: Role = "player") -> tuple[Account, str]:
        """Make a new player. The token is returned only here."""
        account = Account(
            player=PlayerId(f"u-{secrets.token_hex(10)}"),
            name=name,
            role=role,
            created_at=time.time_ns() // 1_000_000,
        )
        token = f"hx_{secrets.token_urlsafe(32)}"
        digest = _digest(token)
        self._redis.hset(
            _player_key(account.player),
            mapping={"name": name, "role": role, "created_at": account.created_at},
        )
        self._redis.sadd(_tokens_key(account.player), digest)
        self._redis.hset(_token_key(digest), mapping={"player": account.player, "role": role})
        return account, token

    def find(self, player: str) -> Account | None:
        """The account of a player; None if there is none, or it was erased."""
        found = self._redis.hgetall(_player_key(player))
        if not found:
            return None
        return Account(
            player=PlayerId(player),
            name=found[b"name"].decode(),
            role=_role(found[b"role"]),
            created_at=int(found[b"created_at"]),
        )

    def names(self, players: Sequence[str]) -> dict[str, str | None]:
        """The names of several players; None for a player who does not exist or was erased."""
        calls = self._redis.pipeline(transaction=False)
        for player in players:
            calls.hget(_player_key(player), "name")
        return {
            player: None if name is None else name.decode()
            for player, name in zip(players, calls.execute(), strict=True)
        }

    def rename(self, player: PlayerId, name: str) -> bool:
        """Give a player another name; False if they have been erased."""
        return bool(self._redis.eval(_RENAME, 1, _player_key(player), name))

    def erase(self, player: PlayerId) -> None:
        """Erase a player's name and tokens. The ledgers keep only the id.

        The name goes first: if this is interrupted, the token still works to do it again.
        """
        self._redis.delete(_player_key(player))
        for digest in self._redis.smembers(_tokens_key(player)):
            self._redis.delete(_token_key(digest.decode()))
        self._redis.delete(_tokens_key(player))

    def identify(self, token: str) -> Identity | None:
        """The player that a token belongs to; None if it is not valid."""
        digest = _digest(token)
        player, role = self._redis.hmget(_token_key(digest), "player", "role")
        return None if player is None else Identity(PlayerId(player.decode()), _role(role), digest)

    def is_valid(self, identity: Identity) -> bool:
        """Whether the player still exists and the token is not revoked."""
        calls = self._redis.pipeline(transaction=False)
        calls.exists(_player_key(identity.player))
        calls.exists(_token_key(identity.token))
        return all(calls.execute())

    def issue_ticket(self, identity: Identity, game: str) -> str:
        """Make a ticket: for a minute it replaces the token in the URL of one game."""
        ticket = secrets.token_urlsafe(24)
        stored = f"{identity.player} {identity.role} {identity.token} {game}"
        self._redis.set(_ticket_key(ticket), stored, ex=TICKET_SECONDS)
        return ticket

    def redeem_ticket(self, ticket: str, game: str) -> Identity | None:
        """The player that a ticket of this game belongs to; None if it is not valid any more."""
        found = (self._redis.get(_ticket_key(ticket)) or b"").decode().split(" ")
        if len(found) != 4 or found[3] != game:
            return None
        identity = Identity(PlayerId(found[0]), _role(found[1].encode()), found[2])
        return identity if self.is_valid(identity) else None


def _role(stored: bytes) -> Role:
    return "organizer" if stored == b"organizer" else "player"


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _player_key(player: str) -> str:
    return f"player:{player}"


def _tokens_key(player: str) -> str:
    return f"player:{player}:tokens"


def _token_key(digest: str) -> str:
    return f"token:{digest}"


def _ticket_key(ticket: str) -> str:
    return f"ticket:{_digest(ticket)}"
