"""Logs as lines of JSON, with the request, the game and the version they are about.

Nothing a client sent and nothing that is hidden goes in: no body, no query, no header, no card.
"""

import logging
import sys
from datetime import UTC, datetime

import msgspec

FIELDS = ("request_id", "method", "path", "status", "ms", "game", "version", "player", "code")


class JsonLines(logging.Formatter):
    """One record, one line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: vars(record)[name] for name in FIELDS if vars(record).get(name) is not None}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def set_up(level: str) -> None:
    """Send all logs of this process to the error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
