"""What is shown of the wonders."""

from msgspec import to_builtins

from domain.grid.geometry import nodes_in
from domain.ids import Seat, Viewer
from domain.ruleset import View
from domain.seafarers.scenarios.wonders.map import of_map
from domain.seafarers.scenarios.wonders.rules import marked
from domain.seafarers.scenarios.wonders.state import works_of
from domain.seafarers.state import Voyage


def tokens(state: Voyage) -> list[View]:
    """The marked crossings, which are closed to first settlements."""
    grid, places = state.board.geometry, of_map(state)
    return [
        {"kind": kind, "node": node}
        for kind in ("wasteland", "strait", "warning")
        for node in nodes_in(marked(grid, getattr(places, kind)))
    ]


def counters(state: Voyage, seat: Seat) -> dict[str, int]:
    return {"wonder_level": works_of(state).levels[seat]}


def wonders(state: Voyage, viewer: Viewer) -> View:
    """Every wonder: who builds it and how high it is, what it asks for and what a level costs."""
    works = works_of(state)
    lines = []
    for wonder in of_map(state).wonders:
        seat = works.builders.get(wonder.id)
        lines.append(
            {
                "wonder": wonder.id,
                "seat": seat,
                "level": 0 if seat is None else works.levels[seat],
                "levels": of_map(state).levels,
                "requires": to_builtins(wonder.requires),
                "cost": dict(wonder.cost_per_level),
            }
        )
    return {"wonders": lines}
