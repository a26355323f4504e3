"""Points by what they come from, and the result."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.dice.state import Game
from domain.ids import Seat, Viewer
from domain.table import closing
from domain.table.state import Score, Standing


def score(state: Game, viewer: Viewer) -> list[Score]:
    """The same for everybody."""
    found = []
    for i, sheet in enumerate(state.sheets):
        sources = sheet.points()
        found.append(Score(Seat(i), sum(sources.values()), sources))
    return found


def rank(state: Game) -> Iterator[Standing]:
    """By points; who has left before the track was full has no rank."""
    for line in closing.rank(state):
        yield replace(line, rank=None) if state.chairs[line.seat].resigned else line
