"""The other end: when few villages have cloth left, the seat with most points wins."""

from collections.abc import Iterator

from domain.base.events import VictoryCardsRevealed
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.seafarers import score
from domain.seafarers.scenarios.cloth.events import ClothRanOut
from domain.seafarers.scenarios.cloth.map import villages_of
from domain.seafarers.scenarios.cloth.state import find_cloth
from domain.seafarers.scenarios.cloth.villages import bales
from domain.seafarers.state import Voyage
from domain.table.closing import GameWon

rulebook = Rulebook[Voyage]()
evolves = rulebook.evolves


def over(state: Voyage) -> Iterator[Event]:
    """Judged after a win on the own turn. All points are compared, so hidden cards are shown."""
    cloth = find_cloth(state)
    if cloth is None:
        return
    left = sum(village.cloth > 0 for village in cloth.villages)
    if left > villages_of(state).ends_with_villages:
        return
    standing = {seat: (score.points(state, seat), bales(state, seat)) for seat in state.playing}
    best = max(standing.values())
    yield ClothRanOut(villages=left)
    for seat in state.playing:
        hidden = state.hooks.card_points(state, seat)
        if hidden:
            yield VictoryCardsRevealed(seat=seat, count=hidden)
    yield GameWon(
        seats=tuple(seat for seat, reached in standing.items() if reached == best), points=best[0]
    )


@evolves(ClothRanOut)
def cloth_ran_out(state: Voyage, event: ClothRanOut) -> None:
    """Nothing changes before the game is won."""
