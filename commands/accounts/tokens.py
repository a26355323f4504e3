"""The tokens of players: one for each device, with a name, scopes and its last use.

All tokens of a player are in one hash, so every change is one atomic step. A token names its player
and its own id, so one read finds it. Of its secret only a digest is stored.
"""

import hmac
import re
import secrets
import string
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from commands.accounts.identity import Identity, Scope, identity_of
from commands.accounts.redis_keys import devices_key, digest_of
from domain.ids import PlayerId
from domain.refusals import RuleViolation
from eventlog.lua_scripts import Script
from eventlog.server_time import now_ms

MOST_TOKENS = 20
TOKEN = re.compile(
    r"hx_(?P<player>u-[0-9a-f]{20})\.(?P<id>t-[0-9a-z]{12})\.[A-Za-z0-9_-]{43}", re.ASCII
)
TOKEN_ID: Final = re.compile(r"t-[0-9a-z]{12}", re.ASCII)
CODE = "code"
"""The field of the code that adds a device."""
_LETTERS = string.digits + string.ascii_lowercase

# The field of a token is its id, and `used:` with its id that of its last use.
_ADD = Script("""
local issuer, code = ARGV[4], ARGV[5]
if issuer ~= '' and redis.call('HEXISTS', KEYS[1], issuer) == 0 then return 'gone' end
if code ~= '' and redis.call('HGET', KEYS[1], 'code') ~= code then return 'gone' end
local count = 0
for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do
  if string.sub(field, 1, 2) == 't-' then count = count + 1 end
end
if count >= tonumber(ARGV[3]) then return 'full' end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if code ~= '' then redis.call('HDEL', KEYS[1], 'code') end
return 'added'
""")
# Only if nobody has changed or revoked it since it was read. A new secret ends the code, too.
_REPLACE = Script("""
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
if ARGV[4] == '1' then redis.call('HDEL', KEYS[1], 'code') end
return 1
""")
_NOTE_USE = Script("""
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'used:' .. ARGV[1], ARGV[2])
return 1
""")


class TooManyTokens(RuleViolation):
    """You have `details.most` tokens, which is the most; revoke one of them first."""

    code = "token/too_many"


class StoredToken(Struct, frozen=True, omit_defaults=True):
    """A token as it is stored under its id."""

    digest: str
    scopes: frozenset[Scope]
    created_at: int
    name: str | None = None


class Token(Struct, frozen=True):
    """A token as its player sees it."""

    id: str
    name: str | None
    scopes: frozenset[Scope]
    created_at: int
    last_used_at: int


_stored = msgspec.json.Decoder(StoredToken)


class Tokens:
    """Reads and changes the tokens of players."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def add(
        self,
        player: PlayerId,
        scopes: frozenset[Scope],
        name: str | None,
        *,
        issuer: str = "",
        code: bytes = b"",
    ) -> str | None:
        """Make a token, and return it. None if the issuing token or the code is gone.

        Raises `TooManyTokens` if the player has the most that are allowed.
        """
        token_id = new_token_id()
        token = _new_secret(player, token_id)
        stored = StoredToken(digest_of(token), scopes, now_ms(), name)
        result = _ADD(
            self._redis,
            (devices_key(player),),
            (token_id, msgspec.json.encode(stored), MOST_TOKENS, issuer, code),
        )
        if result == b"full":
            raise TooManyTokens("you have too many tokens; revoke one first", most=MOST_TOKENS)
        return token if result == b"added" else None

    def identify(self, token: str) -> Identity | None:
        """The identity that a token gives; None if it is not one of ours or is revoked."""
        parts = TOKEN.fullmatch(token)
        if parts is None:
            return None
        player, digest = PlayerId(parts["player"]), digest_of(token)
        stored = self.find(player, parts["id"])
        if stored is None or not hmac.compare_digest(stored.digest, digest):
            return None
        return identity_of(player, digest, parts["id"], stored.scopes)

    def find(self, player: PlayerId, token_id: str) -> StoredToken | None:
        found = self._redis.hget(devices_key(player), token_id)
        return None if found is None else _stored.decode(found)

    def is_valid(self, identity: Identity) -> bool:
        """Whether the token is neither revoked nor rotated since."""
        stored = self.find(identity.player, identity.token_id)
        return stored is not None and stored.digest == identity.token

    def list(self, player: PlayerId) -> list[Token]:
        """All tokens of a player, the oldest first."""
        fields = {
            field.decode(): value
            for field, value in self._redis.hgetall(devices_key(player)).items()
        }
        tokens = []
        for token_id, value in fields.items():
            if TOKEN_ID.fullmatch(token_id):
                stored = _stored.decode(value)
                used = int(fields.get(f"used:{token_id}", stored.created_at))
                tokens.append(Token(token_id, stored.name, stored.scopes, stored.created_at, used))
        return sorted(tokens, key=lambda token: (token.created_at, token.id))

    def last_uses(self, players: Sequence[str]) -> dict[str, int]:
        """When (ms) any token of these players was used last, in one round trip."""
        calls = self._redis.pipeline(transaction=False)
        for player in players:
            calls.hgetall(devices_key(player))
        return {
            player: max((_used(*pair) for pair in fields.items()), default=0)
            for player, fields in zip(players, calls.execute(), strict=True)
        }

    def rename(self, player: PlayerId, token_id: str, name: str) -> bool:
        """Give a token another name; False if there is no such token."""
        return self._change(
            player, token_id, lambda stored: msgspec.structs.replace(stored, name=name)
        )

    def rotate(self, player: PlayerId, token_id: str) -> str | None:
        """Give a token a new secret; the old one is invalid at once. None if it is unknown."""
        token = _new_secret(player, token_id)
        is_changed = self._change(
            player,
            token_id,
            lambda stored: msgspec.structs.replace(stored, digest=digest_of(token)),
            is_new_secret=True,
        )
        return token if is_changed else None

    def revoke(self, player: PlayerId, token_ids: Iterable[str]) -> None:
        """Revoke tokens. A code that adds a device is not valid any more, either."""
        fields = [field for one in token_ids for field in (one, f"used:{one}")]
        self._redis.hdel(devices_key(player), CODE, *fields)

    def note_use(self, player: PlayerId, token_id: str, at: int) -> None:
        """Store when a token was used last, unless it is revoked."""
        _NOTE_USE(self._redis, (devices_key(player),), (token_id, at))

    def erase(self, player: PlayerId) -> None:
        self._redis.delete(devices_key(player))

    def _change(
        self,
        player: PlayerId,
        token_id: str,
        change: Callable[[StoredToken], StoredToken],
        *,
        is_new_secret: bool = False,
    ) -> bool:
        key = devices_key(player)
        while (before := self._redis.hget(key, token_id)) is not None:
            after = msgspec.json.encode(change(_stored.decode(before)))
            if _REPLACE(self._redis, (key,), (token_id, before, after, int(is_new_secret))):
                return True
        return False


def _used(field: bytes, value: bytes) -> int:
    """The time in a field of a player's tokens: that of a use, or that of the creation."""
    if field.startswith(b"used:"):
        return int(value)
    return _stored.decode(value).created_at if TOKEN_ID.fullmatch(field.decode()) else 0


def new_token_id() -> str:
    return "t-" + "".join(secrets.choice(_LETTERS) for _ in range(12))


def token_id_of(token: str) -> str:
    """The id in a token that was just made."""
    return token.split(".")[1]


def _new_secret(player: PlayerId, token_id: str) -> str:
    return f"hx_{player}.{token_id}.{secrets.token_urlsafe(32)}"
