"""The names of players, remembered for a moment, because most pages show the same few people."""

import time
from collections.abc import Callable, Iterable
from typing import Any

from commands.accounts.redis_keys import player_key

REMEMBERED_SECONDS = 2.0
"""How long another process may still show a name that was changed or erased."""
MOST_REMEMBERED = 10_000


class Names:
    """Looks names up in one round trip. A change in this process is seen at once."""

    def __init__(self, redis: Any, clock: Callable[[], float] = time.monotonic) -> None:
        self._redis = redis
        self._clock = clock
        self._remembered: dict[str, tuple[float, str | None]] = {}

    def find(self, players: Iterable[str]) -> dict[str, str | None]:
        """The names of players by id: None for a player who does not exist or was erased."""
        wanted, now = list(dict.fromkeys(players)), self._clock()
        found: dict[str, str | None] = {}
        for player in wanted:
            until, name = self._remembered.get(player, (now, None))
            if until > now:
                found[player] = name
        missing = [player for player in wanted if player not in found]
        if missing:
            found.update(self._look_up(missing, now))
        return {player: found[player] for player in wanted}

    def forget(self, player: str) -> None:
        """Read the name again next time, because it was changed or erased."""
        self._remembered.pop(player, None)

    def _look_up(self, players: list[str], now: float) -> dict[str, str | None]:
        calls = self._redis.pipeline(transaction=False)
        for player in players:
            calls.hget(player_key(player), "name")
        names = {
            player: None if name is None else name.decode()
            for player, name in zip(players, calls.execute(), strict=True)
        }
        if len(self._remembered) > MOST_REMEMBERED:
            self._remembered.clear()
        until = now + REMEMBERED_SECONDS
        self._remembered.update({player: (until, name) for player, name in names.items()})
        return names
