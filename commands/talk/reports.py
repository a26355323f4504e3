"""Reports of messages: players file them, organizers settle them."""

from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from commands.talk.refusals import (
    MessageGone,
    OwnMessage,
    ReportedAlready,
    ReportSettledAlready,
    TooManyReports,
)
from domain.ids import PlayerId
from eventlog.ledger import Redis
from eventlog.lua_scripts import Script, script
from eventlog.server_time import now_ms
from eventlog.table_talk import Message
from eventlog.talk_reports import (
    OPEN,
    OPEN_BY_REPORTER,
    REPORTS,
    SETTLED,
    Decision,
    Report,
    report_id,
    reports_of_key,
)

MOST_OPEN: Final = 20
"""So many reports of one player may be open."""
MOST_SETTLED: Final = 5_000
"""So many settled reports are kept."""
_REPLACE = Script("""
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
""")


class TalkReports:
    """The reports of all players."""

    def __init__(self, redis: Redis, clock: Callable[[], int] = now_ms) -> None:
        self._redis = redis
        self._clock = clock

    def file(self, game: str, message: Message, reporter: PlayerId, reason: str) -> Report:
        """Report a message that the reporter may read, with a copy of its words."""
        envelope, words = message.envelope, message.words
        if envelope.player == reporter:
            raise OwnMessage("this message is your own")
        if words.status != "said":
            raise MessageGone("the words of this message are erased already")
        report = Report(
            id=report_id(game, message.number, reporter),
            game=game,
            number=message.number,
            at=self._clock(),
            reporter=reporter,
            player=envelope.player,
            seat=envelope.seat,
            to_seat=envelope.to_seat,
            reason=reason,
            phrase=words.phrase,
            text=words.text,
        )
        outcome = script("commands.talk", "file_report.lua")(
            self._redis,
            (
                REPORTS,
                OPEN,
                OPEN_BY_REPORTER,
                reports_of_key(reporter),
                reports_of_key(envelope.player),
            ),
            (report.id, msgspec.json.encode(report), report.list_member, reporter, MOST_OPEN),
        )
        if outcome == b"repeated":
            raise ReportedAlready("you have reported this message already")
        if outcome == b"too_many":
            raise TooManyReports("too many of your reports are open", most=MOST_OPEN)
        return report

    def find(self, report: str) -> Report | None:
        found = self._redis.hget(REPORTS, report)
        return None if found is None else msgspec.json.decode(found, type=Report)

    def settle(
        self, report: str, organizer: PlayerId, decision: Decision, note: str | None
    ) -> Report | None:
        """Record the decision about a report, and drop its copy of the words.

        The same decision may come again. None if there is no such report.
        """
        while (stored := self._redis.hget(REPORTS, report)) is not None:
            found = msgspec.json.decode(stored, type=Report)
            if found.decision is not None:
                if (found.decision, found.settled_by) == (decision, organizer):
                    return found
                raise ReportSettledAlready(
                    "this report is settled already", decision=found.decision
                )
            settled = replace(
                found,
                phrase=None,
                text=None,
                decision=decision,
                note=note,
                settled_by=organizer,
                settled_at=self._clock(),
            )
            written = msgspec.json.encode(settled)
            keys = (REPORTS, OPEN, SETTLED, OPEN_BY_REPORTER)
            arguments = (report, stored, written, found.list_member, found.reporter, MOST_SETTLED)
            if script("commands.talk", "settle_report.lua")(self._redis, keys, arguments):
                return settled
        return None

    def forget(self, player: PlayerId) -> None:
        """Erase what a player has written in reports, and what reports say of their messages."""
        for report in self._redis.smembers(reports_of_key(player)):
            self._blank(report.decode(), player)
        self._redis.delete(reports_of_key(player))

    def _blank(self, report: str, player: PlayerId) -> None:
        while (stored := self._redis.hget(REPORTS, report)) is not None:
            found = msgspec.json.decode(stored, type=Report)
            blank = replace(found, reason=None)
            if found.player == player:
                blank = replace(blank, phrase=None, text=None, note=None)
            arguments = (report, stored, msgspec.json.encode(blank))
            if _REPLACE(self._redis, (REPORTS,), arguments):
                return
