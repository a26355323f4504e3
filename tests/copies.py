"""Games that go on from a copy of another one, for tests."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from domain.ids import PlayerId, Seat
from domain.messages import Command, Event
from domain.positions import is_in_play, position_of
from domain.table.closing import SeatResigned
from domain.table.copying import CopyPosition, Position
from domain.table.state import CopiedFrom, Table
from hexledger.self_play import Setup
from tests.games import RewindableGame, commits, folded_again

ME = PlayerId("me")
SOURCE = CopiedFrom("the-other-game", 30, "c0ffee" * 10 + "c0de")


@dataclass
class PlayedGame:
    """A game that was played to its end, to be copied at any version at which it was in play."""

    setup: Setup
    told: list[list[Event]] = field(default_factory=list)
    """The events of its commits."""
    in_play: list[int] = field(default_factory=list)
    """The versions at which it was in play."""

    @classmethod
    def of(cls, setup: Setup, played: Iterable[tuple[Table, Command, list[Event]]]) -> "PlayedGame":
        game = cls(setup)
        for state, _, events in played:
            game.told.append(events)
            if is_in_play(state):
                game.in_play.append(len(game.told))
        return game

    def state_at(self, version: int) -> Table:
        return folded_again(self.setup, self.told[:version])

    def position_at(self, version: int) -> Position:
        return position_of(self.state_at(version), self.told[:version])


class CopiedGame(RewindableGame):
    """A random game that goes on from a position; the first seat still in play is a person's."""

    def __init__(self, setup: Setup, position: Position, *, record: bool = False) -> None:
        super().__init__(setup, 1, record=record)
        self.position = position

    @classmethod
    def of_random_game(cls, setup: Setup, version: int, *, record: bool = False) -> "CopiedGame":
        """A copy of a random game at about this version."""
        source = PlayedGame.of(setup, commits(setup))
        nearest = min(source.in_play, key=lambda one: abs(one - version))
        return cls(setup, source.position_at(nearest), record=record)

    def _opening(self) -> Iterator[CopyPosition]:
        yield copy_of(self.position, self.game, self.ruleset.bots[0])


def copy_of(position: Position, game: str = "copy", bot: str = "planner") -> CopyPosition:
    """The command that opens a copy, for the first seat that has not resigned."""
    gone = {event.seat for event in position.events if isinstance(event, SeatResigned)}
    seat = next(Seat(i) for i in range(len(position.colours)) if i not in gone)
    return CopyPosition(ME, game, SOURCE, seat, bot, position)
