"""Device codes: shown on one device of a player, typed on another, which gets a token for it."""

import secrets
from typing import Any, Final

import msgspec
from msgspec import Struct

from commands.accounts.identity import Identity, Scope
from commands.accounts.redis_keys import device_code_key, devices_key, digest_of
from commands.accounts.tokens import CODE, Tokens
from domain.ids import PlayerId
from eventlog.server_time import now_ms

DEVICE_CODE_SECONDS = 300
ALPHABET: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""No digit and no vowel: nothing looks like another letter, and no word appears by chance."""
GROUPS, GROUP_LETTERS = 2, 5


class _DeviceCode(Struct, frozen=True):
    """What a code gives. It is stored with the player's tokens, so erasing deletes it, too."""

    digest: str
    scopes: frozenset[Scope]
    name: str | None
    issuer: str
    expires_at: int


class DeviceCodes:
    """A player has one code at a time; a new one replaces it. Each is redeemed at most once."""

    def __init__(self, redis: Any, tokens: Tokens) -> None:
        self._redis = redis
        self._tokens = tokens

    def issue(self, identity: Identity, scopes: frozenset[Scope], name: str | None) -> str:
        """Make a code that gives a token with these scopes and this name."""
        code = "-".join(
            "".join(secrets.choice(ALPHABET) for _ in range(GROUP_LETTERS)) for _ in range(GROUPS)
        )
        digest = digest_of(_plain(code))
        expires_at = now_ms() + 1_000 * DEVICE_CODE_SECONDS
        stored = _DeviceCode(digest, scopes, name, identity.token_id, expires_at)
        self._redis.hset(devices_key(identity.player), CODE, msgspec.json.encode(stored))
        self._redis.set(device_code_key(digest), identity.player, ex=DEVICE_CODE_SECONDS)
        return code

    def redeem(self, code: str, name: str | None) -> tuple[PlayerId, str] | None:
        """The player of a code and a new token; None if the code is unknown or used already.

        Of two who redeem a code at the same time, one gets a token.
        """
        digest = digest_of(_plain(code))
        found = self._redis.get(device_code_key(digest))
        if found is None:
            return None
        player = PlayerId(found.decode())
        field = self._redis.hget(devices_key(player), CODE)
        if field is None:
            return None
        stored = msgspec.json.decode(field, type=_DeviceCode)
        if stored.digest != digest or stored.expires_at <= now_ms():
            return None
        token = self._tokens.add(
            player, stored.scopes, name or stored.name, issuer=stored.issuer, code=field
        )
        return None if token is None else (player, token)


def _plain(code: str) -> str:
    """A code as it is compared: in any case, with or without its dashes."""
    return "".join(code.split()).replace("-", "").upper()
