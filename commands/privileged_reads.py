"""The record of privileged reads: who saw hidden information of an open game, and when."""

from collections.abc import Iterable
from typing import Any

from commands.accounts import Identity
from domain.ids import ORGANIZER, Viewer
from eventlog.ledger import Redis
from eventlog.redis_keys import game_key
from eventlog.server_time import now_ms

MAX_ENTRIES = 10_000


class PrivilegedReads:
    """The record is stored beside the ledger; players may read it once the game is closed."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def record(
        self,
        game: str,
        identity: Identity,
        call: str,
        version: int,
        viewer: Viewer,
        *,
        is_live: bool = False,
    ) -> None:
        """Record that a person read a game as a viewer who sees more than the public."""
        entry = {
            "player": identity.player,
            "call": call,
            "version": version,
            "at": now_ms(),
            "as": str(viewer),
            "live": int(is_live),
        }
        self._redis.xadd(_key(game), entry, maxlen=MAX_ENTRIES, approximate=True)

    def read(self, game: str) -> list[dict[str, Any]]:
        """All privileged reads of a game, in order."""
        return [
            {
                "player_id": fields[b"player"].decode(),
                "call": fields[b"call"].decode(),
                "version": int(fields[b"version"]),
                "at": int(fields[b"at"]),
                "as": fields.get(b"as", ORGANIZER.encode()).decode(),
                "live": fields.get(b"live") == b"1",
            }
            for _, fields in self._redis.xrange(_key(game))
        ]

    def read_all(self, games: Iterable[str]) -> list[dict[str, Any]]:
        """All privileged reads of several games with their `game_id`, in the order of time."""
        found = [{"game_id": game, **read} for game in games for read in self.read(game)]
        return sorted(found, key=lambda read: (read["at"], read["game_id"]))


def _key(game: str) -> str:
    return game_key(game, "reads")
