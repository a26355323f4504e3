"""Follows new notices: one thread per process reads the news and wakes the players' streams."""

from collections.abc import Iterable

from eventlog.following import StreamFollower
from projections.notices.redis_keys import NEWS


class NewsFollower(StreamFollower):
    """Notifies subscriptions by player, with the number of the player's newest notice."""

    stream = NEWS

    def _notify(self, entries: Iterable[tuple[bytes, dict[bytes, bytes]]]) -> None:
        for _, fields in entries:
            for player, number in fields.items():
                self._notify_all_of(player.decode(), int(number))
