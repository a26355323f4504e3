"""Lobbies that never start are given up after a time that is written down at the opening."""

from collections.abc import Iterator

from domain.chance.draws import Chance
from domain.messages import Event, SystemCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.seats import require_lobby
from domain.table.state import LOBBY, OVER, Table

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class LapseLobby(SystemCommand, tag="lapse_lobby"):
    """Give up a game that has not started in time."""

    at: int
    """When (ms) this happens."""


class LobbyLapsed(Event, tag="lobby_lapsed"):
    """The game was given up, because it had not started in time."""


class LobbyNotLapsed(RuleViolation):
    """The time in which this game may start is not over; `details.lapses_at` tells when it is."""

    code = "lobby/not_lapsed"


def lapse_of(state: Table, at: int) -> LapseLobby | None:
    """The command that gives up a game that has not started in time, if that is due."""
    if state.phase != LOBBY or state.lapses_at is None or at < state.lapses_at:
        return None
    return LapseLobby(at)


@decides(LapseLobby)
def lapse_lobby(state: Table, command: LapseLobby, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    if lapse_of(state, command.at) is None:
        raise LobbyNotLapsed("this game may still start", lapses_at=state.lapses_at)
    yield LobbyLapsed()


@evolves(LobbyLapsed)
def lobby_lapsed(state: Table, event: LobbyLapsed) -> None:
    state.phase = OVER
    state.outcome = "abandoned"


PUBLIC: tuple[type[Event], ...] = (LobbyLapsed,)
"""Facts that everybody may know in full."""
