"""The scenarios' boards against the tables and pictures of the rulebook."""

from collections import Counter
from itertools import combinations

import pytest

from domain.grid.geometry import geometry, mask_of, neighbours, nodes_in
from domain.seafarers.maps.areas import (
    areas_on,
    bonus_areas,
    islands,
    pirate_start,
    robber_start,
    start_nodes,
)
from domain.seafarers.maps.charting import lay_printed
from domain.seafarers.maps.layout import SCENARIOS, grid_of, layout_of, read_specials
from domain.seafarers.scenarios.cloth.map import Villages
from domain.seafarers.scenarios.forgotten_tribe.map import Tribe
from domain.seafarers.scenarios.pirate_islands.map import PirateIslands
from domain.seafarers.scenarios.wonders.map import Wonders
from tests.seafarers.charts import BOARDS, chance

TERRAIN = ("sea", "desert", "gold", "fields", "hills", "mountains", "pasture", "forest")
NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
RESOURCES = ["brick", "grain", "lumber", "ore", "wool"]

ISLES = ("isle-nw", "isle-ne", "isle-se")
FOUR = ("nw", "sw", "ne", "se")
HOMES = ("south-west", "north-east")
BEYOND = ("strip", "isle-ne", "isle-e", "isle-se")
# Parts of a board: its areas, its tiles by TERRAIN (sea counted with the first part),
# its numbers by NUMBERS.
TABLES = {
    (1, 3): [
        (("main",), (13, 0, 0, 3, 2, 2, 4, 3), (1, 1, 1, 2, 2, 2, 1, 2, 2, 0)),
        (ISLES, (0, 0, 2, 1, 2, 2, 1, 0), (0, 1, 2, 1, 0, 1, 1, 1, 0, 1)),
    ],
    (1, 4): [
        (("main",), (14, 1, 0, 4, 3, 3, 4, 4), (1, 2, 2, 2, 2, 2, 2, 2, 2, 1)),
        (ISLES, (0, 0, 2, 1, 2, 2, 1, 1), (1, 1, 1, 1, 1, 1, 1, 1, 1, 0)),
    ],
    (2, 3): [(FOUR, (15, 0, 0, 4, 4, 4, 4, 4), (1, 2, 2, 3, 2, 2, 3, 2, 2, 1))],
    (2, 4): [(FOUR, (12, 0, 0, 5, 4, 4, 5, 5), (1, 2, 3, 3, 2, 2, 3, 3, 3, 1))],
    (3, 3): [(HOMES, (16, 0, 0, 2, 2, 2, 4, 4), (0, 1, 1, 2, 2, 2, 2, 1, 2, 1))],
    (3, 4): [(HOMES, (13, 0, 0, 3, 3, 3, 4, 4), (1, 2, 2, 2, 2, 2, 2, 2, 1, 1))],
    (4, 3): [
        (("main", "desert"), (10, 3, 0, 2, 3, 2, 3, 4), (1, 1, 2, 1, 2, 2, 2, 2, 1, 0)),
        (BEYOND, (0, 0, 2, 2, 0, 2, 1, 1), (0, 1, 1, 2, 1, 1, 1, 0, 0, 1)),
    ],
    (4, 4): [
        (("main", "desert"), (12, 3, 0, 2, 4, 2, 4, 5), (0, 2, 2, 2, 2, 2, 2, 2, 2, 1)),
        (BEYOND, (0, 0, 2, 3, 1, 3, 1, 0), (1, 1, 1, 1, 1, 1, 1, 1, 1, 1)),
    ],
    (5, 3): [(None, (19, 3, 2, 5, 5, 5, 5, 5), (1, 2, 2, 2, 2, 2, 2, 2, 2, 1))],
    # The villages have eight numbers more: one each of 3 to 6 and 8 to 11.
    (6, 3): [(None, (18, 2, 2, 5, 3, 4, 4, 4), (2, 2, 2, 2, 2, 2, 2, 2, 2, 2))],
    (7, 3): [(None, (19, 3, 2, 5, 5, 5, 5, 5), (1, 2, 3, 3, 3, 3, 3, 3, 2, 1))],
    (8, 3): [(None, (19, 3, 2, 5, 5, 5, 5, 5), (2, 3, 3, 3, 3, 3, 3, 3, 3, 1))],
}
FOG = {
    3: ((2, 0, 2, 2, 2, 2, 1, 1), (0, 2, 1, 1, 1, 1, 1, 1, 1, 1)),
    4: ((2, 0, 2, 2, 2, 2, 1, 1), (0, 1, 1, 1, 1, 1, 1, 1, 2, 1)),
}
NEW_WORLD = ((19, 0, 0, 5, 4, 4, 5, 5), (1, 3, 3, 3, 2, 2, 3, 3, 2, 1))
ANY_HARBOURS = {
    (1, 3): 3,
    (1, 4): 4,
    (2, 3): 4,
    (2, 4): 4,
    (3, 3): 3,
    (3, 4): 4,
    (4, 3): 3,
    (4, 4): 4,
    (5, 3): 1,
    (6, 3): 4,
    (7, 3): 3,
    (8, 3): 4,
    (9, 3): 5,
}
POINTS = {1: 14, 2: 13, 3: 12, 4: 14, 5: 13, 6: 14, 7: 10, 8: 10, 9: 12}
START_NODES = {
    (1, 3): 42,
    (1, 4): 54,
    (2, 3): 76,
    (2, 4): 87,
    (3, 3): 50,
    (3, 4): 60,
    (4, 3): 44,
    (4, 4): 52,
    (5, 3): 54,
    (6, 3): 76,
    (8, 3): 72,
}
PRINTED = [board for board in BOARDS if board[0] != 9]


def counted(items, kinds):
    counts = Counter(items)
    assert set(counts) <= set(kinds)
    return tuple(counts[kind] for kind in kinds)


def chart(board):
    layout = layout_of(*board)
    return layout, lay_printed(layout, chance())


def on(layout, place):
    """The printed hex at a place."""
    return next(hex_ for hex_ in layout.hexes if hex_.place == place)


def is_sea(layout, place):
    return all(hex_.place != place or hex_.terrain == "sea" for hex_ in layout.hexes)


@pytest.mark.parametrize("board", PRINTED)
def test_tiles_and_numbers_are_those_of_the_rulebooks_table(board):
    layout = layout_of(*board)
    parts = TABLES[board]
    for i, (areas, tiles, numbers) in enumerate(parts):
        mine = [
            hex_
            for hex_ in layout.hexes
            if (hex_.terrain == "sea" and i == 0)
            or (hex_.terrain not in ("sea", "fog") and (areas is None or hex_.area in areas))
        ]
        assert counted([hex_.terrain for hex_ in mine], TERRAIN) == tiles
        found = [hex_.number for hex_ in mine if hex_.number is not None]
        assert counted(found, NUMBERS) == numbers
    fog = 12 if board[0] == 3 else 0
    assert sum(sum(tiles) for _, tiles, _ in parts) + fog == len(layout.hexes)


@pytest.mark.parametrize("players", [3, 4])
def test_under_the_fog_lie_twelve_tiles_with_ten_numbers(players):
    layout = layout_of(3, players)
    assert layout.fog is not None
    tiles, numbers = FOG[players]
    assert counted(layout.fog.tiles, TERRAIN) == tiles
    assert counted(layout.fog.numbers, NUMBERS) == numbers
    hidden = [hex_ for hex_ in layout.hexes if hex_.terrain == "fog"]
    assert len(hidden) == len(layout.fog.tiles) == 12
    assert {hex_.area for hex_ in hidden} == {"fog"}


def test_the_new_world_is_dealt_from_42_tiles_and_23_numbers():
    layout = layout_of(9, 4)
    assert layout.random is not None
    assert counted(layout.random.tiles, TERRAIN) == NEW_WORLD[0]
    assert counted(layout.random.numbers, NUMBERS) == NEW_WORLD[1]
    assert len(layout.hexes) == len(layout.random.tiles) == 42
    assert all(hex_.terrain is None for hex_ in layout.hexes)


@pytest.mark.parametrize("board", BOARDS)
def test_every_resource_has_one_harbour_and_the_rest_are_for_any(board):
    ports = layout_of(*board).ports
    assert sorted(ports.kinds) == sorted([*RESOURCES, *["3:1"] * ANY_HARBOURS[board]])
    if ports.mode != "placed-by-players":
        assert len(ports.slots) == len(ports.kinds)


@pytest.mark.parametrize("board", PRINTED)
def test_harbours_lie_on_coasts_and_share_no_crossing(board):
    layout = layout_of(*board)
    grid = grid_of(layout)
    served = 0
    for slot in layout.ports.slots:
        assert on(layout, slot.land).terrain not in ("sea", "fog")
        assert is_sea(layout, slot.sea)
        ends = mask_of(grid.edge_nodes[grid.edge_by_hexes[slot.edge]])
        assert not served & ends
        served |= ends


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("players", [3, 4])
def test_every_scenario_has_a_board_for_three_and_for_four(scenario, players):
    layout = layout_of(scenario, players)
    assert layout.scenario == scenario
    assert layout.victory_points == POINTS[scenario]
    assert layout.title
    assert layout.title_pl
    assert layout is layout_of(scenario, players)


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_fills_its_frame(board):
    rows = Counter(hex_.r for hex_ in layout_of(*board).hexes)
    width = rows[-3]
    assert width in (4, 5, 6)
    assert [rows[r] for r in range(-3, 4)] == [width + extra for extra in (0, 1, 2, 1, 2, 1, 0)]
    assert all(hex_.q == 0 for hex_ in layout_of(*board).hexes if hex_.r == 0 and hex_.q <= 0)


@pytest.mark.parametrize("board", PRINTED)
def test_land_lies_in_areas_that_hang_together(board):
    layout, laid = chart(board)
    grid = grid_of(layout)
    areas = areas_on(layout, laid.tiles)
    assert set(areas) == set(layout.areas)
    for hex_ in layout.hexes:
        assert (hex_.area is None) == (hex_.terrain == "sea")
    by_island = islands(laid.tiles)
    for name, hexes in areas.items():
        if layout.areas[name].kind != "fog":
            assert sum(bool(hexes & island) for island in by_island) == 1
            assert len(islands(tuple(_only(laid.tiles, hexes)))) == 1
    # A desert joins what it lies between; all other areas are islands of their own.
    joined = {("main", "desert"), ("desert", "strip"), ("desert", "main"), ("strip", "desert")}
    for i, j in combinations(range(grid.inner), 2):
        one, other = on(layout, grid.hexes[i]).area, on(layout, grid.hexes[j]).area
        if one and other and one != other and grid.hexes[j] in neighbours(grid.hexes[i]):
            assert (one, other) in joined


def _only(tiles, hexes):
    """The tiles, all but these hexes drowned."""
    for i, tile in enumerate(tiles):
        yield tile if hexes >> i & 1 else type(tile)(tile.q, tile.r, "sea", None)


@pytest.mark.parametrize("board", PRINTED)
def test_no_two_red_numbers_are_neighbours(board):
    red = {hex_.place for hex_ in layout_of(*board).hexes if hex_.number in (6, 8)}
    assert all(red.isdisjoint(neighbours(place)) for place in red)


@pytest.mark.parametrize("board", START_NODES)
def test_first_settlements_find_so_many_open_nodes(board):
    layout, laid = chart(board)
    assert start_nodes(layout, areas_on(layout, laid.tiles)).bit_count() == START_NODES[board]


@pytest.mark.parametrize(("players", "nodes"), [(3, 40), (4, 36)])
def test_the_standing_settlements_of_the_pirate_islands_leave_so_many_nodes(players, nodes):
    layout, laid = chart((7, players))
    grid = grid_of(layout)
    pirates = read_specials(layout, PirateIslands)
    opened = start_nodes(layout, areas_on(layout, laid.tiles))
    for seat in pirates.seats:
        if players in seat.players:
            node = grid.node_by_hexes[seat.settlement]
            opened &= ~(1 << node | grid.node_neighbours[node])
    assert opened.bit_count() == nodes


@pytest.mark.parametrize(
    ("board", "terrain", "number"),
    [
        ((1, 3), "hills", 12),
        ((1, 4), "desert", None),
        ((2, 3), None, 12),
        ((2, 4), None, 12),
        ((3, 3), None, 12),
        ((3, 4), None, 12),
        ((4, 3), "desert", None),
        ((4, 4), "desert", None),
        ((5, 3), "desert", None),
        ((6, 3), "fields", 12),
        ((8, 3), "desert", None),
    ],
)
def test_the_robber_starts_where_the_rulebook_says(board, terrain, number):
    layout, laid = chart(board)
    assert layout.robber.used
    robber = robber_start(layout, laid.tiles)
    tile = laid.tiles[robber]
    assert layout.robber.hex == (tile.q, tile.r)
    assert terrain in (None, tile.terrain)
    assert tile.number == number
    deserts = {hex_.place for hex_ in layout.hexes if hex_.terrain == "desert"}
    assert set(layout.robber.choices) in (set(), deserts)
    assert bool(layout.robber.choices) == (len(deserts) > 1 and terrain == "desert")


@pytest.mark.parametrize("scenario", [7, 9])
def test_no_robber_stands_on_the_board_of_the_pirates_nor_in_the_new_world(scenario):
    layout = layout_of(scenario, 4)
    assert layout.robber.hex is None
    assert layout.robber.used == (scenario == 9)


@pytest.mark.parametrize("board", PRINTED)
def test_the_pirate_starts_at_sea(board):
    layout, laid = chart(board)
    assert layout.pirate.used == (board[0] != 8)
    if board[0] == 8:
        assert pirate_start(layout, laid.tiles) is None
    else:
        assert is_sea(layout, layout.pirate.hex)
        assert grid_of(layout).hexes[pirate_start(layout, laid.tiles)] == layout.pirate.hex


@pytest.mark.parametrize("board", PRINTED)
def test_areas_named_by_a_board_are_on_it(board):
    layout = layout_of(*board)
    named = {*layout.robber.forbidden_areas}
    for choice in (layout.start.areas, layout.bonus.areas):
        named |= set() if choice == "all" else set(choice)
    if layout.variable is not None:
        named |= {name for group in layout.variable.groups for name in group.areas}
    assert named <= set(layout.areas)


def test_special_points_are_paid_for_the_areas_of_the_rulebook():
    paying = {}
    for board in PRINTED:
        layout, laid = chart(board)
        paying[board] = (layout.bonus.vp, bonus_areas(layout, areas_on(layout, laid.tiles)))
    assert paying == {
        (1, 3): (2, ISLES),
        (1, 4): (2, ISLES),
        (2, 3): (2, FOUR),
        (2, 4): (2, FOUR),
        (3, 3): (0, ()),
        (3, 4): (0, ()),
        (4, 3): (2, BEYOND),
        (4, 4): (2, BEYOND),
        (5, 3): (0, ()),
        (6, 3): (0, ()),
        (7, 3): (0, ()),
        (8, 3): (1, ("isle-nw", "isle-se")),
    }
    assert layout_of(8, 3).bonus.every
    assert not layout_of(1, 3).bonus.every
    assert layout_of(2, 3).bonus.home == layout_of(9, 3).bonus.home == "own-start-islands"


def test_only_the_cloth_traders_found_three_settlements():
    for scenario in SCENARIOS:
        start = layout_of(scenario, 3).start
        assert start.settlements == start.resources_from == (3 if scenario == 6 else 2)


def test_a_coastal_settlement_takes_a_ship_as_the_scenario_says():
    said = {scenario: layout_of(scenario, 4).start.coastal_ship for scenario in SCENARIOS}
    assert said == dict.fromkeys(SCENARIOS, "may") | {2: "must", 3: "must", 7: "never"}


def test_the_tribe_has_18_gifts_on_coasts_of_its_islands():
    layout = layout_of(5, 3)
    tribe = read_specials(layout, Tribe)
    assert (len(tribe.points), len(tribe.cards), len(layout.ports.slots)) == (8, 4, 6)
    gifts = [*tribe.points, *tribe.cards, *layout.ports.slots]
    assert len({gift.edge for gift in gifts}) == 18
    for gift in gifts:
        assert gift.edge in grid_of(layout).edge_by_hexes
        assert on(layout, gift.land).area in tribe.no_settlements_in
        assert is_sea(layout, gift.sea)
    for hex_ in layout.hexes:
        if hex_.area in tribe.no_settlements_in:
            assert hex_.number is None
    assert set(layout.robber.forbidden_areas) == set(tribe.no_settlements_in)


def test_two_villages_stand_on_each_of_the_four_islands():
    layout = layout_of(6, 3)
    weavers = read_specials(layout, Villages)
    assert len({village.node for village in weavers.villages}) == 8
    areas = Counter(village.area for village in weavers.villages)
    assert areas == dict.fromkeys(weavers.no_settlements_in, 2)
    assert sorted(village.number for village in weavers.villages) == [3, 4, 5, 6, 8, 9, 10, 11]
    for village in weavers.villages:
        assert village.node in grid_of(layout).node_by_hexes
        assert any(
            on(layout, place).area == village.area
            for place in village.node
            if not is_sea(layout, place)
        )
    assert 8 * weavers.cloth_per_village + weavers.general_supply == 50


def test_every_pirate_seat_has_a_way_of_six_and_three_ships_of_its_own():
    layout = layout_of(7, 4)
    grid = grid_of(layout)
    pirates = read_specials(layout, PirateIslands)
    assert [seat.color for seat in pirates.seats if 3 not in seat.players] == ["white"]
    used = Counter(edge for seat in pirates.seats for edge in seat.route_edges)
    assert set(used.values()) == {1}
    for seat in pirates.seats:
        edges = [grid.edge_by_hexes[edge] for edge in seat.route_edges]
        start, crossing, fortress = (
            grid.node_by_hexes[node] for node in (seat.settlement, seat.crossing, seat.fortress)
        )
        assert start in grid.edge_nodes[grid.edge_by_hexes[seat.ship]]
        assert seat.ship in seat.route_edges
        assert _steps(grid, edges, start, crossing) == 6
        assert _steps(grid, edges, crossing, fortress) == 3


def _steps(grid, edges, start, end):
    steps, reached = 0, {start}
    while end not in reached:
        ends = [grid.edge_nodes[edge] for edge in edges]
        reached |= {node for pair in ends if reached & set(pair) for node in pair}
        steps += 1
    return steps


def test_the_fleet_goes_round_at_sea():
    layout = layout_of(7, 4)
    pirates = read_specials(layout, PirateIslands)
    path = pirates.fleet_path
    assert all(is_sea(layout, place) for place in path)
    assert len(set(path)) == len(path) == 14
    assert all(place in neighbours(path[i - 1]) for i, place in enumerate(path))
    assert path[pirates.fleet_start] == layout.pirate.hex


def test_marked_nodes_of_the_wonders_are_closed_to_first_settlements():
    layout = layout_of(8, 4)
    grid = grid_of(layout)
    wonders = read_specials(layout, Wonders)
    marked = [*wonders.wasteland, *wonders.strait, *wonders.warning]
    assert sorted(marked) == sorted(layout.start.forbidden_nodes)
    assert (len(wonders.wasteland), len(wonders.strait), len(wonders.warning)) == (5, 2, 4)
    strait = mask_of(grid.node_by_hexes[node] for node in wonders.strait)
    around = 0
    for node in nodes_in(strait):
        around |= grid.node_neighbours[node]
    warned = {grid.node_by_hexes[node] for node in wonders.warning}
    assert warned <= set(nodes_in(around & ~strait))


def test_a_level_of_a_wonder_costs_five_cards():
    wonders = read_specials(layout_of(8, 4), Wonders)
    assert len({wonder.id for wonder in wonders.wonders}) == 5
    assert wonders.levels == 4
    for wonder in wonders.wonders:
        assert sum(wonder.cost_per_level.values()) == 5
    monument = next(wonder for wonder in wonders.wonders if wonder.id == "monument")
    assert monument.requires.harbour_city
    assert monument.requires.route_length == 5


def test_a_board_shares_its_geometry_with_everybody():
    layout, laid = chart((4, 3))
    assert grid_of(layout) is geometry(tuple((tile.q, tile.r) for tile in laid.tiles))
