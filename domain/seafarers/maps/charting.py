"""Charts: how the board of a layout is laid, as printed or dealt."""

from collections.abc import Iterable

from msgspec import Struct

from domain.base.events import Harbour, HarbourKind, Terrain, Tile
from domain.chance.draws import Chance, shuffled
from domain.grid.geometry import hexes_in
from domain.ids import HexId
from domain.seafarers.maps.layout import Group, SeaLayout, grid_of, group_hexes, printed
from domain.seafarers.maps.piles import Pile, deal


class Chart(Struct, frozen=True):
    """A board as it lies: tiles in the order of the geometry, and harbours."""

    tiles: tuple[Tile, ...]
    harbours: tuple[Harbour, ...]


def lay_printed(layout: SeaLayout, chance: Chance) -> Chart:
    """The board as it is printed; harbours that lie face down are dealt to their places."""
    return Chart(_tiles(layout, *printed(layout)), _harbours(layout, (), chance))


def lay_variable(layout: SeaLayout, chance: Chance) -> Chart:
    """The variable set-up: every group's tiles, numbers and harbours dealt anew."""
    if layout.variable is None:
        return lay_printed(layout, chance)
    terrain, numbers = printed(layout)
    piles = []
    for group in layout.variable.groups:
        if group.shuffle == ("ports",):
            continue
        hexes = hexes_in(group_hexes(layout, group))
        tiles = tuple(terrain[hex_] for hex_ in hexes)
        tokens = tuple(number for hex_ in hexes if (number := numbers[hex_]) is not None)
        piles.append(Pile(hexes, tiles, tokens, group.shuffle))
    constraints = layout.variable.constraints
    dealt = deal(grid_of(layout), terrain, numbers, piles, constraints, chance)
    return Chart(_tiles(layout, *dealt), _harbours(layout, layout.variable.groups, chance))


def lay_random(layout: SeaLayout, chance: Chance) -> Chart:
    """A board dealt from a pile, sea included; the harbours are left to the players."""
    assert layout.random is not None
    grid = grid_of(layout)
    hexes = tuple(HexId(i) for i in range(grid.inner))
    pile = Pile(hexes, layout.random.tiles, layout.random.numbers)
    dealt = deal(grid, *printed(layout), [pile], layout.random.constraints, chance)
    return Chart(_tiles(layout, *dealt), _harbours(layout, (), chance))


def _tiles(
    layout: SeaLayout, terrain: Iterable[Terrain], numbers: Iterable[int | None]
) -> tuple[Tile, ...]:
    return tuple(
        Tile(q, r, kind, number)
        for (q, r), kind, number in zip(grid_of(layout).hexes, terrain, numbers, strict=False)
    )


def _harbours(layout: SeaLayout, groups: Iterable[Group], chance: Chance) -> tuple[Harbour, ...]:
    """The harbours on the board; of fixed ones, groups that say so shuffle theirs."""
    if layout.ports.mode == "shuffle":
        return at_slots(layout, shuffled(layout.ports.kinds, chance, "harbours"))
    if layout.ports.mode != "fixed":
        return ()
    ids = grid_of(layout).hex_ids
    kinds = list(layout.ports.kinds)
    for group in groups:
        if "ports" in group.shuffle:
            hexes = group_hexes(layout, group)
            slots = enumerate(layout.ports.slots)
            here = [i for i, slot in slots if hexes >> ids[slot.land] & 1]
            dealt = shuffled([kinds[i] for i in here], chance, "harbours")
            for i, kind in zip(here, dealt, strict=True):
                kinds[i] = kind
    return at_slots(layout, kinds)


def at_slots(layout: SeaLayout, kinds: Iterable[HarbourKind]) -> tuple[Harbour, ...]:
    """Harbours of these kinds, in the order of the places that the layout has for them."""
    edges = grid_of(layout).edge_by_hexes
    return tuple(
        Harbour(edge=edges[slot.edge], kind=kind)
        for slot, kind in zip(layout.ports.slots, kinds, strict=True)
    )
