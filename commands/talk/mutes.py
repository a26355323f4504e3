"""Mutes: the players whose messages a player does not want to read. Nobody else learns of them."""

from typing import Final

from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.lua_scripts import Script
from eventlog.table_talk import muted_key

MOST_MUTED: Final = 500
_MUTE = Script("""
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0
    and redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
redis.call('SADD', KEYS[1], ARGV[1])
return 1
""")


class Mutes:
    """The mutes of all players."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def mute(self, player: PlayerId, other: PlayerId) -> bool:
        """Mute another player; False if the player has muted too many."""
        return bool(_MUTE(self._redis, (muted_key(player),), (other, MOST_MUTED)))

    def unmute(self, player: PlayerId, other: PlayerId) -> None:
        self._redis.srem(muted_key(player), other)

    def forget(self, player: PlayerId) -> None:
        """Erase all mutes of a player."""
        self._redis.delete(muted_key(player))
