"""How many lobbies a player may have open as host, and how long a lobby waits for its start."""

from typing import Any

from msgspec import Struct

from domain.ids import PlayerId
from domain.refusals import RuleViolation
from domain.table.state import LOBBY
from eventlog.live_games import LiveGames
from eventlog.lua_scripts import Script
from eventlog.refusals import NoSuchGame

_IN_FLIGHT_MS = 60_000
"""An opening takes no longer than this; an entry without a game is given up after it."""
_KEPT_SECONDS = 90 * 24 * 3_600
_COUNT_IN = Script(
    """
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 1 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 1
"""
)


class LobbyLimits(Struct, frozen=True):
    """The operator's limits for lobbies; 0 means none."""

    most_open: int = 0
    """How many a player may have open as host."""
    hours: int = 0
    """After how many hours a game is given up that has not started."""


NO_LIMITS = LobbyLimits()


class TooManyOpenLobbies(RuleViolation):
    """You are the host of as many games that have not started as you may be, `details.most`;
    start or abandon one of `details.games` first."""

    code = "lobby/too_many_open"


class OpenLobbies:
    """The open lobbies of each host, as a sorted set in Redis.

    A game is counted before it is opened, by a script. It is left out again only when its ledger
    shows that it is no open lobby. So all servers together never let a player have more.
    """

    def __init__(self, games: LiveGames, most: int) -> None:
        self._games = games
        self._redis: Any = games.ledger.redis
        self._most = most

    def count_in(self, player: PlayerId, game: str, at: int) -> None:
        """Count a game that is about to be opened, or refuse it."""
        while True:
            arguments = (game, at, self._most, _KEPT_SECONDS)
            if _COUNT_IN(self._redis, [_key(player)], arguments):
                return
            counted = self._redis.zrange(_key(player), 0, -1, withscores=True)
            games = {name.decode(): int(score) for name, score in counted}
            gone = [name for name, since in games.items() if not self._is_open(name, since, at)]
            if not gone:
                raise TooManyOpenLobbies(
                    f"you have {self._most} games that have not started; start or abandon one",
                    most=self._most,
                    games=sorted(games),
                )
            self._redis.zrem(_key(player), *gone)

    def leave_out(self, player: PlayerId, game: str) -> None:
        """Do not count a game that was not opened."""
        self._redis.zrem(_key(player), game)

    def _is_open(self, game: str, since: int, at: int) -> bool:
        try:
            with self._games.hold(game) as live:
                state = live.state
                is_lapsed = state.lapses_at is not None and state.lapses_at <= at
                return state.phase == LOBBY and not is_lapsed
        except NoSuchGame:
            return at - since < _IN_FLIGHT_MS
        except RuleViolation:
            # It cannot be read here, so it is not known to be over.
            return True


def _key(player: str) -> str:
    return f"lobbies:{player}"
