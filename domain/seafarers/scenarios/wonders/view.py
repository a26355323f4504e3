"""What is shown of the wonders."""

from typing import Final, TypeAlias

from msgspec import Struct

from domain.cards import Resource
from domain.grid.geometry import nodes_in
from domain.ids import Seat
from domain.seafarers.scenarios.wonders.map import Requirements, WonderId, of_map
from domain.seafarers.scenarios.wonders.rules import marked
from domain.seafarers.scenarios.wonders.state import works_of
from domain.seafarers.state import Voyage
from domain.seafarers.view_types import (
    NodeTokenView,
    SeaBoardView,
    SeaBoardWithPieces,
    SeaPiecesView,
    SeaPlayView,
)
from domain.table.view import ViewTypes, fields_of


class WastelandView(NodeTokenView, frozen=True, kw_only=True, tag="wasteland"):
    """A crossing in the wasteland, which is closed to first settlements, as are the next two."""


class StraitView(NodeTokenView, frozen=True, kw_only=True, tag="strait"):
    """A crossing at the strait."""


class WarningView(NodeTokenView, frozen=True, kw_only=True, tag="warning"):
    """A crossing with a warning sign."""


MarkView: TypeAlias = WastelandView | StraitView | WarningView


class WonderView(Struct, frozen=True):
    """A wonder: who builds it and how high it is, what it asks for and what a level costs."""

    wonder: WonderId
    seat: Seat | None
    level: int
    levels: int
    requires: Requirements
    cost: dict[Resource, int]


class WondersView(SeaPlayView, frozen=True, kw_only=True):
    """A game in which wonders are built."""

    board: SeaBoardView[MarkView]
    wonders: tuple[WonderView, ...]


VIEW_TYPES: Final = ViewTypes(
    views=(WondersView,), boards=(SeaBoardWithPieces[SeaPiecesView, MarkView],)
)


def tokens(state: Voyage) -> tuple[MarkView, ...]:
    """The marked crossings, which are closed to first settlements."""
    grid, places = state.board.geometry, of_map(state)
    return (
        *(WastelandView(node=node) for node in nodes_in(marked(grid, places.wasteland))),
        *(StraitView(node=node) for node in nodes_in(marked(grid, places.strait))),
        *(WarningView(node=node) for node in nodes_in(marked(grid, places.warning))),
    )


def counters(state: Voyage, seat: Seat) -> dict[str, int]:
    return {"wonder_level": works_of(state).levels[seat]}


def wonders(state: Voyage, view: SeaPlayView) -> WondersView:
    works = works_of(state)
    lines = []
    for wonder in of_map(state).wonders:
        seat = works.builders.get(wonder.id)
        lines.append(
            WonderView(
                wonder=wonder.id,
                seat=seat,
                level=0 if seat is None else works.levels[seat],
                levels=of_map(state).levels,
                requires=wonder.requires,
                cost=wonder.cost_per_level,
            )
        )
    return WondersView(**fields_of(view), wonders=tuple(lines))
