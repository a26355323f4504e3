"""News of seeks: one thread per process reads them and wakes those who wait."""

from collections.abc import Iterable

from commands.seeks.redis_keys import NEWS
from eventlog.following import StreamFollower


class SeekNews(StreamFollower):
    """Notifies subscriptions by seek."""

    stream = NEWS

    def _notify(self, entries: Iterable[tuple[bytes, dict[bytes, bytes]]]) -> None:
        for _, fields in entries:
            self._notify_all_of(fields[b"seek"].decode(), 1)
