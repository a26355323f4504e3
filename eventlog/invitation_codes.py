"""Which game an invitation code leads to. The logs have the same: entries can be made again.

Redis maps the digests of codes to games, so that a guest who has only a code finds the game.
"""

from collections.abc import Collection

from domain.table.state import Invitation
from eventlog.ledger import Redis

KEPT_MS = 30 * 24 * 3_600_000
"""How long a code is known after it has expired, so that guests are told that it has."""


class InvitationCodes:
    """The digests of the codes of all games."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def remember(self, game: str, invitations: Collection[Invitation]) -> int:
        """Store that the codes of these invitations lead to a game. Returns how many there are."""
        for one in invitations:
            self._redis.set(_key(one.digest), game, pxat=one.expires_at + KEPT_MS)
        return len(invitations)

    def find(self, digest: str) -> str | None:
        """The game to which a code of this digest leads; None if there is none."""
        found = self._redis.get(_key(digest))
        return None if found is None else str(found.decode())


def _key(digest: str) -> str:
    return f"invitation:{digest}"
