"""What makes an organizer's own map unfit for play: the field, and a sentence."""

from collections import Counter
from collections.abc import Collection, Iterator
from math import isqrt
from typing import Final

from domain.base.island.layout import MOST_HEXES, TOKENS, Place, Problem, crossings_for
from domain.grid.geometry import hexes_in, mask_of, neighbours
from domain.seafarers.maps.areas import (
    charted_areas,
    moving_hexes,
    pieces,
    start_areas,
    start_nodes,
)
from domain.seafarers.maps.layout import (
    AreaChoice,
    Robber,
    SeaHex,
    SeaLayout,
    grid_of,
    group_hexes,
    hexes_beside,
    printed,
)
from domain.seafarers.maps.piles import BARE, Judge

MOST_RULES: Final = 20
SCENARIOS_ONLY: Final = ("scenario", "specials", "random")
MODES: Final = ("fixed", "shuffle")
KINDS: Final = ("start", "bonus", "desert", "fog")


def problems_of_hexes(layout: SeaLayout) -> Iterator[Problem]:
    """What is wrong with the hexes, on which all the rest is built."""
    if len(layout.hexes) > MOST_HEXES:
        yield "hexes", f"at most {MOST_HEXES} fit on a map"
    taken: set[Place] = set()
    for i, hex_ in enumerate(layout.hexes):
        where = f"hexes[{i}]"
        if hex_.place in taken:
            yield where, f"there is a hex at [{hex_.q}, {hex_.r}] already"
        taken.add(hex_.place)
        if hex_.terrain is None:
            yield f"{where}.terrain", "must be given"
        elif hex_.terrain in BARE and hex_.number is not None:
            yield f"{where}.number", f"{hex_.terrain} takes no number"
        elif hex_.terrain not in BARE and hex_.number not in TOKENS:
            yield f"{where}.number", "must be 2 to 12 and not 7"
        yield from _area_of(layout, hex_, f"{where}.area")
    grid = grid_of(layout)
    if len(list(pieces(grid, (1 << grid.inner) - 1))) != 1:
        yield "hexes", "there must be some, and all must hang together, sea included"


def _area_of(layout: SeaLayout, hex_: SeaHex, where: str) -> Iterator[Problem]:
    if hex_.area is None:
        if layout.areas and hex_.terrain != "sea":
            yield where, "must be given, as the map has areas"
    elif hex_.terrain == "sea":
        yield where, "the sea belongs to no area"
    elif hex_.area not in layout.areas:
        yield where, f"there is no area {hex_.area!r}"
    elif (layout.areas[hex_.area].kind == "fog") != (hex_.terrain == "fog"):
        yield where, "hidden hexes, and no others, belong to an area of kind fog"


def problems(layout: SeaLayout, players: int) -> Iterator[Problem]:
    """What else is wrong with a map that has sound hexes and all its defaults."""
    yield from _misplaced(layout, players)
    yield from _areas(layout)
    yield from _fog(layout)
    yield from _variable(layout)
    yield from _ports(layout)
    yield from _figures(layout)
    yield from _start(layout, players)


def _misplaced(layout: SeaLayout, players: int) -> Iterator[Problem]:
    """What only the scenarios' own boards have."""
    for field in SCENARIOS_ONLY:
        if getattr(layout, field) is not None:
            yield field, "goes with the scenarios alone"
    if layout.ports.mode not in MODES:
        yield "ports.mode", f"must be one of {', '.join(MODES)}"
    for name, area in layout.areas.items():
        if area.kind not in KINDS:
            yield f"areas.{name}.kind", f"must be one of {', '.join(KINDS)}"
    if layout.players and players not in layout.players:
        yield "players", f"the map is not for {players}"


def _areas(layout: SeaLayout) -> Iterator[Problem]:
    for name, hexes in charted_areas(layout).items():
        if not hexes:
            yield f"areas.{name}", "no hex belongs to it"
        if layout.areas[name].kind != "fog" and len(list(pieces(grid_of(layout), hexes))) > 1:
            yield f"areas.{name}", "its hexes do not hang together"
    yield from _unknown(layout, "start.areas", layout.start.areas)
    yield from _unknown(layout, "bonus.areas", layout.bonus.areas)
    yield from _unknown(layout, "robber.forbidden_areas", layout.robber.forbidden_areas)
    if layout.variable is not None:
        for i, group in enumerate(layout.variable.groups):
            yield from _unknown(layout, f"variable.groups[{i}].areas", group.areas)


def _unknown(layout: SeaLayout, field: str, choice: AreaChoice) -> Iterator[Problem]:
    if choice == "all":
        return
    for i, name in enumerate(choice):
        if name not in layout.areas:
            yield f"{field}[{i}]", f"there is no area {name!r}"
        if name in choice[:i]:
            yield f"{field}[{i}]", f"{name!r} is named twice"


def _fog(layout: SeaLayout) -> Iterator[Problem]:
    hidden = sum(hex_.terrain == "fog" for hex_ in layout.hexes)
    if layout.fog is None:
        if hidden:
            yield "fog", "must say what lies under the hidden hexes"
        return
    tiles, numbers = layout.fog.tiles, layout.fog.numbers
    if len(tiles) != hidden:
        yield "fog.tiles", f"there must be as many as hidden hexes: {hidden}"
    for i, kind in enumerate(tiles):
        if kind == "fog":
            yield f"fog.tiles[{i}]", "there is no fog under the fog"
    needed = sum(kind not in BARE for kind in tiles)
    if len(numbers) != needed:
        yield "fog.numbers", f"there must be one for every tile that takes one: {needed}"
    for i, number in enumerate(numbers):
        if number not in TOKENS:
            yield f"fog.numbers[{i}]", "must be 2 to 12 and not 7"


def _variable(layout: SeaLayout) -> Iterator[Problem]:
    if layout.variable is None:
        return
    grid = grid_of(layout)
    terrain, numbers = printed(layout)
    yield from _rules(layout)
    if not Judge(layout.variable.constraints, grid).allows_all(terrain, numbers):
        yield "variable.constraints", "the numbers as given do not keep to them"
    taken = 0
    for i, group in enumerate(layout.variable.groups):
        where = f"variable.groups[{i}]"
        if not group.shuffle or len(set(group.shuffle)) < len(group.shuffle):
            yield f"{where}.shuffle", "must name terrain, numbers or ports, each once at most"
        yield from _off_the_map(layout, f"{where}.hexes", group.hexes)
        hexes = group_hexes(layout, group)
        if not hexes:
            yield where, "no hex belongs to it"
        if hexes & taken:
            yield where, "one of its hexes is in another group, too"
        if any(terrain[hex_] == "fog" for hex_ in hexes_in(hexes)):
            yield where, "hidden hexes are dealt when they are found"
        taken |= hexes
    moving = moving_hexes(layout)
    beside = hexes_beside(grid)
    for hex_ in hexes_in(moving):
        for other in hexes_in(beside[hex_] & ~moving):
            if terrain[other] != "sea":
                place = list(grid.hexes[hex_])
                yield "variable.groups", f"{place} can become land, and touch land of another area"


def _rules(layout: SeaLayout) -> Iterator[Problem]:
    assert layout.variable is not None
    rules = layout.variable.constraints
    if len(rules.forbidden) > MOST_RULES:
        yield "variable.constraints.forbidden", f"at most {MOST_RULES} are read"
    for i, rule in enumerate(rules.forbidden):
        where = f"variable.constraints.forbidden[{i}]"
        yield from _off_the_map(layout, f"{where}.hexes", rule.hexes)
        if len(rule.numbers) > len(TOKENS) or not TOKENS.issuperset(rule.numbers):
            yield f"{where}.numbers", "must be 2 to 12 and not 7, each once at most"
    if len(set(rules.no_red_on)) < len(rules.no_red_on):
        yield "variable.constraints.no_red_on", "names a terrain twice"


def _off_the_map(layout: SeaLayout, field: str, places: tuple[Place, ...]) -> Iterator[Problem]:
    on_map = {hex_.place for hex_ in layout.hexes}
    for i, place in enumerate(places):
        if place not in on_map:
            yield f"{field}[{i}]", "must be a hex of the map"
        if place in places[:i]:
            yield f"{field}[{i}]", "is named twice"


def _ports(layout: SeaLayout) -> Iterator[Problem]:
    ports = layout.ports
    grid, moving = grid_of(layout), moving_hexes(layout)
    land, sea = _land(layout), _water(layout)
    served: Counter[int] = Counter()
    for i, slot in enumerate(ports.slots):
        where = f"ports.slots[{i}]"
        if slot.land not in land:
            yield f"{where}.land", "must be a land hex of the map"
        if slot.sea not in sea or slot.sea not in neighbours(slot.land):
            yield f"{where}.sea", "must be the sea or the frame next to its land hex"
        for side in (slot.land, slot.sea):
            if moving >> grid.hex_ids[side] & 1:
                yield where, "its hexes must stay where they are when the map is dealt"
        if slot.type is None and (ports.mode == "fixed" or not ports.pool):
            yield f"{where}.type", "must be given: no pool is dealt"
        served.update(grid.edge_nodes[grid.edge_by_hexes[slot.edge]])
        if max(served.values()) > 1:
            yield where, "shares a crossing with another harbour"
    types = Counter(slot.type for slot in ports.slots)
    if ports.pool and ports.mode == "fixed" and Counter(ports.pool) != types:
        yield "ports.pool", "must be the types of the slots, or be left out"
    if ports.pool and len(ports.pool) != len(ports.slots):
        yield "ports.pool", f"there must be as many as slots: {len(ports.slots)}"


def _figures(layout: SeaLayout) -> Iterator[Problem]:
    grid = grid_of(layout)
    moving = moving_hexes(layout)
    for field, figure, where, ground in (
        ("robber", layout.robber, "a land hex of the map", _land(layout)),
        ("pirate", layout.pirate, "a sea hex of the map or its frame", _water(layout)),
    ):
        places = [(f"{field}.hex", figure.hex)] if figure.hex is not None else []
        if isinstance(figure, Robber):
            places += [(f"{field}.choices[{i}]", place) for i, place in enumerate(figure.choices)]
        for name, place in places:
            if not figure.used:
                yield name, f"the {field} is not used"
            if place not in ground:
                yield name, f"must be {where}"
    choices = layout.robber.choices
    for i, place in enumerate(choices):
        if moving >> grid.hex_ids[place] & 1:
            yield f"robber.choices[{i}]", "must stay where it is when the map is dealt"
        if place in choices[:i]:
            yield f"robber.choices[{i}]", "is named twice"


def _start(layout: SeaLayout, players: int) -> Iterator[Problem]:
    start = layout.start
    grid = grid_of(layout)
    moving = moving_hexes(layout)
    if start.resources_from > start.settlements:
        yield "start.resources_from", "there is no such settlement"
    for i, node in enumerate(start.forbidden_nodes):
        if node not in grid.node_by_hexes:
            yield f"start.forbidden_nodes[{i}]", "must be three hexes that meet, by q, then by r"
        if node in start.forbidden_nodes[:i]:
            yield f"start.forbidden_nodes[{i}]", "is named twice"
    areas = charted_areas(layout)
    for i, name in enumerate(start.areas if start.areas != "all" else ()):
        if layout.areas[name].kind == "fog":
            yield f"start.areas[{i}]", "nobody starts on hidden hexes"
        if areas[name] & moving:
            yield f"start.areas[{i}]", "its land must stay where it is when the map is dealt"
    found = _fewest_start_nodes(layout, areas, moving)
    needed = crossings_for(start.settlements * players)
    if found < needed:
        yield "start", f"{players} players need {needed} crossings to found on, here are {found}"


def _fewest_start_nodes(layout: SeaLayout, areas: dict[str, int], moving: int) -> int:
    """How many nodes are open to first settlements, however the map is dealt."""
    staying = {name: hexes for name, hexes in areas.items() if not hexes & moving}
    found = start_nodes(layout, staying).bit_count()
    open_areas = start_areas(layout, areas)
    drifting = mask_of(
        hex_ for name in open_areas if areas[name] & moving for hex_ in hexes_in(areas[name])
    ).bit_count()
    if drifting:
        found += fewest_nodes(drifting) - len(layout.start.forbidden_nodes)
    return found


def fewest_nodes(hexes: int) -> int:
    """The nodes of so many hexes that lie as close together as they can."""
    root = isqrt(12 * hexes - 4) + 1  # the square root of 12 n - 3, rounded up
    return 2 * hexes + 1 + root


def _land(layout: SeaLayout) -> Collection[Place]:
    return {hex_.place for hex_ in layout.hexes if hex_.terrain not in ("sea", "fog")}


def _water(layout: SeaLayout) -> Collection[Place]:
    grid = grid_of(layout)
    sea = {hex_.place for hex_ in layout.hexes if hex_.terrain == "sea"}
    return sea | set(grid.hexes[grid.inner :])
