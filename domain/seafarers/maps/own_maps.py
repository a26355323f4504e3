"""Organizers' own maps: a layout from outside, completed, or refused with the field's name."""

from typing import Any, Final

from msgspec.structs import replace

from domain.base.island.layout import Place, convert_layout, refuse_first
from domain.grid.geometry import hexes_in, mask_of
from domain.seafarers.maps.areas import pieces
from domain.seafarers.maps.checks import problems, problems_of_hexes
from domain.seafarers.maps.layout import Area, SeaLayout, grid_of, printed

POINTS: Final = 10
"""What wins on a map that does not say."""


def read_layout(raw: Any, players: int) -> SeaLayout:
    """A map from outside with all its defaults, or a refusal that names the field."""
    layout = convert_layout(raw, SeaLayout)
    refuse_first(problems_of_hexes(layout))
    layout = completed(layout)
    refuse_first(problems(layout, players))
    return layout


def completed(layout: SeaLayout) -> SeaLayout:
    """What a map leaves open: its islands are its areas, the robber starts on a desert."""
    layout = replace(layout, hexes=tuple(sorted(layout.hexes, key=lambda hex_: (hex_.r, hex_.q))))
    if not layout.areas:
        layout = _with_islands(layout)
    desert = next((hex_ for hex_ in layout.hexes if hex_.terrain == "desert"), None)
    if layout.robber.used and layout.robber.hex is None and desert is not None:
        layout = replace(layout, robber=replace(layout.robber, hex=desert.place))
    if layout.victory_points is None:
        layout = replace(layout, victory_points=POINTS)
    return layout


def _with_islands(layout: SeaLayout) -> SeaLayout:
    grid = grid_of(layout)
    terrain, _ = printed(layout)
    land = mask_of(i for i, kind in enumerate(terrain) if kind not in ("sea", "fog"))
    starts = layout.start.areas
    areas: dict[str, Area] = {}
    names: dict[Place, str] = {}
    for number, island in enumerate(pieces(grid, land), start=1):
        name = f"island-{number}"
        areas[name] = Area("start" if starts == "all" or name in starts else "bonus")
        names |= {grid.hexes[hex_]: name for hex_ in hexes_in(island)}
    if "fog" in terrain:
        areas["fog"] = Area("fog")
        names |= {hex_.place: "fog" for hex_ in layout.hexes if hex_.terrain == "fog"}
    hexes = tuple(replace(hex_, area=names.get(hex_.place)) for hex_ in layout.hexes)
    return replace(layout, hexes=hexes, areas=areas)
