"""What pictures count of a seat, and who has the special cards."""

from typing import Protocol

from domain.base.view_types import BasePlayView, BaseSeatView
from domain.ids import Seat
from domain.table.view import Coloured


class HasSupply(Coloured, Protocol):
    """A colour with pieces left to place: a seat, or a neutral player."""

    @property
    def roads_left(self) -> int: ...
    @property
    def settlements_left(self) -> int: ...
    @property
    def cities_left(self) -> int: ...


def seat_counts(seat: BaseSeatView) -> dict[str, int]:
    """By column: what everybody may count of a seat, but for its points."""
    return {
        "resource_cards": seat.resource_cards,
        "development_cards": seat.development_cards,
        "knights": seat.knights,
        "road_length": seat.road_length,
    }


def award_holders(view: BasePlayView) -> dict[str, Seat | None]:
    """By special card: who has it."""
    return {"longest_road": view.longest_road, "largest_army": view.largest_army}
