"""The requests that the desk of tournaments takes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from commands.requests import DeadlineFirst, NoCommand, NothingDue, Wish
from domain.ids import SYSTEM, PlayerId
from domain.messages import SystemCommand
from domain.posting import Author, read_command
from domain.tournament.due import due_command
from domain.tournament.ending import CloseTournament
from domain.tournament.state import Tournament
from eventlog.live_games import LiveLedger


@dataclass(frozen=True)
class PostedTournamentCommand:
    """A command that a person posted. What is due by the clock comes first."""

    game: str
    body: object
    player: PlayerId
    is_operator: bool
    key: str | None
    version: int | None
    min_version: ClassVar[None] = None
    opens: ClassVar[None] = None

    def wish_at(self, live: LiveLedger[Tournament], at: int) -> Wish | DeadlineFirst:
        if due_command(live.state, at) is not None:
            return NoCommand.DEADLINE_FIRST
        return self.wish_again(live)

    def wish_again(self, live: LiveLedger[Tournament]) -> Wish:
        author = Author(self.player, None, self.is_operator)
        return Wish(self.player, read_command(live.folded.ruleset, self.body, author))

    def is_from_spectator(self, state: Tournament) -> bool:
        return False


class _OfTheServer:
    """A request of the server itself: the rules refuse to do it twice."""

    key: ClassVar[None] = None
    version: ClassVar[None] = None
    min_version: ClassVar[None] = None
    opens: ClassVar[None] = None

    def wish_again(self, live: LiveLedger[Tournament]) -> Wish:
        raise AssertionError("a request without a key is never found again by its key")

    def is_from_spectator(self, state: Tournament) -> bool:
        return False


@dataclass(frozen=True)
class DueByClock(_OfTheServer):
    """What is due by the clock: check-ins open, results are sealed, choices are made."""

    game: str
    may_close: bool = False
    """Whether a tournament that is over may be closed: everything else must be done before."""

    def wish_at(self, live: LiveLedger[Tournament], at: int) -> Wish | NothingDue:
        command = due_command(live.state, at)
        if command is None or (isinstance(command, CloseTournament) and not self.may_close):
            return NoCommand.NOTHING_DUE
        return Wish(SYSTEM, command)


@dataclass(frozen=True)
class TournamentOrder(_OfTheServer):
    """A command of the server, which the rules judge like any other."""

    game: str
    command_at: Callable[[int], SystemCommand]
    """The command, from the time (ms) of its commit."""

    def wish_at(self, live: LiveLedger[Tournament], at: int) -> Wish:
        return Wish(SYSTEM, self.command_at(at))
