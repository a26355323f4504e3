"""What the calls of the table talk work with."""

from collections.abc import Callable
from dataclasses import dataclass

from commands.talk.mutes import Mutes
from commands.talk.reports import TalkReports
from commands.talk.table_talk import TableTalk
from domain.ids import PlayerId
from eventlog.live_games import LiveGames
from projections.talk.reading import Names, TalkReader
from projections.talk.report_pages import ReportPages


@dataclass(frozen=True)
class TalkServices:
    """The write side and the read side of the talk."""

    table: TableTalk
    mutes: Mutes
    reports: TalkReports
    reader: TalkReader
    report_pages: ReportPages

    def forget(self, player: PlayerId) -> None:
        """Erase all that a player has said, muted and reported. It may be repeated."""
        self.table.forget(player)
        self.mutes.forget(player)
        self.reports.forget(player)

    def forget_finally(self, player: PlayerId) -> None:
        """Erase what a player said while their account was erased, and then all traces."""
        self.forget(player)
        self.table.forget_games(player)


def make_talk(games: LiveGames, names: Names, clock: Callable[[], int]) -> TalkServices:
    """The talk of the games of one ledger."""
    redis = games.ledger.redis
    return TalkServices(
        table=TableTalk(games, clock),
        mutes=Mutes(redis),
        reports=TalkReports(redis, clock),
        reader=TalkReader(redis, names, clock),
        report_pages=ReportPages(redis),
    )
