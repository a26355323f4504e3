"""Lists of reports for organizers, in pages."""

import re
from typing import Final, NamedTuple

import msgspec

from eventlog.ledger import Redis
from eventlog.talk_reports import OPEN, REPORTS, SETTLED, Report, ReportStatus
from projections.across_games.page_cursors import decode_cursor, encode_cursor

_POSITION: Final = re.compile("[0-9]{15}:r-[0-9a-f]{24}")


class ReportPage(NamedTuple):
    """Open reports, the oldest first; or settled ones, the newest first."""

    reports: list[Report]
    next: str | None


class ReportPages:
    """Reads lists of reports."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    def page(self, status: ReportStatus, cursor: str | None, limit: int) -> ReportPage:
        position = None if cursor is None else decode_cursor(cursor, _POSITION)
        bound = None if position is None else f"({position}"
        if status == "open":
            found = self._redis.zrangebylex(OPEN, bound or "-", "+", start=0, num=limit + 1)
        else:
            found = self._redis.zrevrangebylex(SETTLED, bound or "+", "-", start=0, num=limit + 1)
        members = [member.decode() for member in found]
        ids = [member.split(":", 1)[1] for member in members[:limit]]
        stored = self._redis.hmget(REPORTS, ids) if ids else []
        reports = [msgspec.json.decode(one, type=Report) for one in stored if one is not None]
        more = encode_cursor(members[limit - 1]) if len(members) > limit else None
        return ReportPage(reports, more)
