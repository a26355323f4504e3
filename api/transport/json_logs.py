"""Logs as lines of JSON, with the request, the game and the version that they are about.

They never contain what a client has sent or what is hidden: no body, query, header or card.
"""

import logging
import sys
from datetime import UTC, datetime

import msgspec

FIELDS = ("request_id", "method", "path", "status", "ms", "game", "version", "player", "code")


class JsonLines(logging.Formatter):
    """Writes each record as one line."""

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
    """Send all logs of this process to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
