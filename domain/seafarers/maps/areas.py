"""Areas: which hexes belong together once a board lies, and what starts where on it."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import count

from domain.base.events import Tile
from domain.grid.geometry import Geometry, geometry, hexes_in, mask_of
from domain.ids import HexId
from domain.seafarers.maps.layout import (
    AreaChoice,
    SeaLayout,
    grid_of,
    group_hexes,
    hexes_beside,
    printed,
)


def islands(tiles: tuple[Tile, ...]) -> list[int]:
    """Every group of land that hangs together, in reading order; hidden hexes are no land yet."""
    grid = geometry(tuple((tile.q, tile.r) for tile in tiles))
    land = mask_of(i for i, tile in enumerate(tiles) if tile.terrain not in ("sea", "fog"))
    return list(pieces(grid, land))


def pieces(grid: Geometry, land: int) -> Iterator[int]:
    """The parts of a set of hexes that hang together, in reading order."""
    beside = hexes_beside(grid)
    while land:
        piece, edge = 0, land & -land
        while edge:
            piece |= edge
            edge = mask_of(i for hex_ in hexes_in(edge) for i in hexes_in(beside[hex_] & land))
            edge &= ~piece
        yield piece
        land &= ~piece


def charted_areas(layout: SeaLayout) -> dict[str, int]:
    """The hexes of every area as the layout has them."""
    grid = grid_of(layout)
    found = dict.fromkeys(layout.areas, 0)
    for hex_ in layout.hexes:
        if hex_.area is not None:
            found[hex_.area] |= 1 << grid.hex_ids[hex_.place]
    return found


def areas_on(layout: SeaLayout, tiles: tuple[Tile, ...]) -> dict[str, int]:
    """The hexes of every area. Where land has moved, islands are found anew and numbered."""
    charted = charted_areas(layout)
    moving = moving_hexes(layout)
    land = mask_of(i for i, tile in enumerate(tiles) if tile.terrain != "sea") & moving
    if land == sum(charted.values()) & moving:
        return charted
    found = {name: hexes for name, hexes in charted.items() if not hexes & moving}
    # A name that the layout has given stays with what it was given to.
    names = (name for i in count(1) if (name := f"island-{i}") not in charted)
    found.update(zip(names, pieces(grid_of(layout), land), strict=False))
    return found


def moving_hexes(layout: SeaLayout) -> int:
    """Hexes that may turn from land to sea, or from sea to land, when the board is dealt."""
    grid = grid_of(layout)
    terrain, _ = printed(layout)
    if layout.random is not None:
        return (1 << grid.inner) - 1
    moving = 0
    for group in layout.variable.groups if layout.variable is not None else ():
        hexes = group_hexes(layout, group)
        if "terrain" in group.shuffle and len({terrain[i] == "sea" for i in hexes_in(hexes)}) > 1:
            moving |= hexes
    return moving


def start_areas(layout: SeaLayout, areas: dict[str, int]) -> tuple[str, ...]:
    """The areas in which first settlements may stand."""
    return _chosen(layout, layout.start.areas, areas)


def bonus_areas(layout: SeaLayout, areas: dict[str, int]) -> tuple[str, ...]:
    """The areas that bring special points, those left out that are home to everybody."""
    if not layout.bonus.vp:
        return ()
    home = start_areas(layout, areas) if layout.bonus.home == "start-areas" else ()
    return tuple(name for name in _chosen(layout, layout.bonus.areas, areas) if name not in home)


def _chosen(layout: SeaLayout, choice: AreaChoice, areas: dict[str, int]) -> tuple[str, ...]:
    """All areas but the hidden one, or those named; for moved ones, the islands they became."""
    if choice == "all":
        hidden = {name for name, area in layout.areas.items() if area.kind == "fog"}
        return tuple(name for name in areas if name not in hidden)
    moved = any(name not in areas for name in choice)
    return tuple(name for name in areas if name in choice or (moved and name not in layout.areas))


def start_nodes(layout: SeaLayout, areas: dict[str, int]) -> int:
    """The nodes where first settlements may stand on an empty board, away from hidden hexes."""
    grid = grid_of(layout)
    nodes = 0
    for name in start_areas(layout, areas):
        nodes |= nodes_around(grid, areas[name])
    for tile in layout.hexes:
        if tile.terrain == "fog":
            nodes &= ~grid.hex_nodes[grid.hex_ids[tile.place]]
    return nodes & ~mask_of(grid.node_by_hexes[node] for node in layout.start.forbidden_nodes)


@lru_cache(maxsize=256)
def nodes_around(grid: Geometry, hexes: int) -> int:
    """The nodes at these hexes."""
    nodes = 0
    for hex_ in hexes_in(hexes):
        nodes |= grid.hex_nodes[hex_]
    return nodes


def robber_start(layout: SeaLayout, tiles: tuple[Tile, ...]) -> HexId | None:
    """Where the robber starts: its printed hex, or where that hex's tile or number has gone."""
    if layout.robber.hex is None:
        return None
    printed = next(hex_ for hex_ in layout.hexes if hex_.place == layout.robber.hex)
    there = grid_of(layout).hex_ids[printed.place]
    wanted = (printed.terrain, printed.number)
    alike = [i for i, tile in enumerate(tiles) if (tile.terrain, tile.number) == wanted]
    if not alike and printed.number is not None:
        alike = [i for i, tile in enumerate(tiles) if tile.number == printed.number]
    if there in alike or not alike:
        return there
    return HexId(alike[0])


def pirate_start(layout: SeaLayout, tiles: tuple[Tile, ...]) -> HexId | None:
    """Where the pirate starts: its printed hex, unless that has become land."""
    if layout.pirate.hex is None:
        return None
    hex_ = grid_of(layout).hex_ids[layout.pirate.hex]
    return None if hex_ < len(tiles) and tiles[hex_].terrain != "sea" else hex_
