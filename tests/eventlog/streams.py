"""Logs for a store that looks into no commit: opaque lines, chained by their hashes."""

import hashlib
from collections.abc import Iterable
from typing import Any

from eventlog.due_work import GameStatus
from eventlog.ledger import AppendResult, Ledger
from eventlog.redis_keys import log_key

GAME = "p07-" + "07" * 16
OTHER = "p09-" + "09" * 16
FOREIGN = "a-game-from_elsewhere.1"


class Stream:
    """A log of its own making, and how to append it commit by commit."""

    def __init__(self, ledger: Ledger, game: str = GAME) -> None:
        self.ledger = ledger
        self.game = game
        self.header = b'{"game":"%s"}' % game.encode()
        self.heads = [hashlib.sha256(self.header).digest()]
        self.lines: list[bytes] = []

    @property
    def version(self) -> int:
        return len(self.lines)

    def write(self, note: bytes = b"") -> bytes:
        """The next line, as if it had been decided."""
        body = b'{"version":%d,"note":"%s"' % (self.version + 1, note)
        digest = hashlib.sha256(self.heads[-1] + body).digest()
        self.lines.append(body + b',"hash":"' + digest.hex().encode() + b'"}')
        self.heads.append(digest)
        return self.lines[-1]

    def send(self, version: int, **changes: Any) -> AppendResult:
        """Send a line of this stream to the ledger, whatever is there."""
        given: dict[str, Any] = {
            "line": self.lines[version - 1],
            "previous": self.heads[version - 1],
            "header": self.header if version == 1 else b"",
            **changes,
        }
        return self.ledger.append(self.game, version, given.pop("line"), **given)

    def grow(self, count: int = 1, **changes: Any) -> "Stream":
        """Append so many more."""
        for _ in range(count):
            self.write()
            appended = self.send(self.version, **changes)
            assert appended == AppendResult("appended", self.version)
        return self

    def end(self, status: GameStatus) -> "Stream":
        return self.grow(status=status)


def put(redis: Any, game: str, header: bytes | None, lines: Iterable[tuple[int, bytes]]) -> None:
    """Make a log of just these entries, past every check: as a forger with access could."""
    redis.delete(log_key(game))
    calls = redis.pipeline(transaction=False)
    if header is not None:
        calls.xadd(log_key(game), {"header": header}, id="0-1")
    for version, line in lines:
        calls.xadd(log_key(game), {"commit": line}, id=f"{version}-0")
    calls.execute()
