"""How boards of Seafarers are dealt."""

from collections import Counter

import pytest

from domain.base.events import Tile
from domain.grid.geometry import hexes_in, neighbours
from domain.seafarers.maps.areas import (
    areas_on,
    bonus_areas,
    islands,
    robber_start,
    start_areas,
    start_nodes,
)
from domain.seafarers.maps.charting import lay_printed, lay_random, lay_variable
from domain.seafarers.maps.layout import grid_of, group_hexes, layout_of, printed
from domain.seafarers.maps.piles import pips
from domain.seafarers.scenarios.forgotten_tribe.rules import deal_gifts
from tests.seafarers.charts import BOARDS, chance, sample_deal

DEALS = range(40)
PRINTED = [board for board in BOARDS if board[0] != 9]


def red(tiles):
    return {(tile.q, tile.r) for tile in tiles if tile.number in (6, 8)}


def at(tiles, place):
    return next(tile for tile in tiles if (tile.q, tile.r) == place)


@pytest.mark.parametrize("board", PRINTED)
def test_a_printed_board_lies_as_it_is_printed(board):
    layout = layout_of(*board)
    laid = lay_printed(layout, chance())
    assert [(tile.q, tile.r, tile.terrain, tile.number) for tile in laid.tiles] == [
        (hex_.q, hex_.r, hex_.terrain, hex_.number) for hex_ in layout.hexes
    ]


@pytest.mark.parametrize("board", PRINTED)
def test_only_harbours_that_lie_face_down_are_drawn_for_a_printed_board(board):
    layout, luck = layout_of(*board), chance()
    laid = lay_printed(layout, luck)
    mode = layout.ports.mode
    assert luck.index == (len(layout.ports.pool) - 1 if mode == "shuffle" else 0)
    if mode == "gift":
        assert laid.harbours == ()
    else:
        edges = grid_of(layout).edge_by_hexes
        assert [harbour.edge for harbour in laid.harbours] == [
            edges[slot.edge] for slot in layout.ports.slots
        ]
        assert Counter(harbour.kind for harbour in laid.harbours) == Counter(layout.ports.kinds)
    if mode == "fixed":
        assert [harbour.kind for harbour in laid.harbours] == list(layout.ports.kinds)


@pytest.mark.parametrize("board", PRINTED)
def test_a_variable_board_has_the_tiles_numbers_and_harbours_of_the_printed_one(board):
    layout = layout_of(*board)
    assert layout.variable is not None
    grid, before = grid_of(layout), lay_printed(layout, chance())
    laid = lay_variable(layout, chance(1))
    assert [(tile.q, tile.r) for tile in laid.tiles] == [(hex_.q, hex_.r) for hex_ in layout.hexes]
    dealt = 0
    for group in layout.variable.groups:
        hexes = group_hexes(layout, group)
        for what in ("terrain", "number"):
            old, new = (
                Counter(getattr(tiles[hex_], what) for hex_ in hexes_in(hexes))
                for tiles in (before.tiles, laid.tiles)
            )
            assert old == new
        if group.shuffle != ("ports",):
            dealt |= hexes
    for i in range(grid.inner):
        if not dealt >> i & 1:
            assert laid.tiles[i] == before.tiles[i]
    for tile in laid.tiles:
        if tile.terrain in ("sea", "desert", "fog"):
            assert tile.number is None
    assert [harbour.edge for harbour in laid.harbours] == [
        harbour.edge for harbour in before.harbours
    ]
    assert Counter(harbour.kind for harbour in laid.harbours) == Counter(
        harbour.kind for harbour in before.harbours
    )


@pytest.mark.parametrize("board", PRINTED)
def test_variable_boards_keep_to_their_constraints(board):
    layout = layout_of(*board)
    assert layout.variable is not None
    rules = layout.variable.constraints
    for seed in DEALS:
        tiles = lay_variable(layout, chance(seed)).tiles
        if rules.no_adjacent_red:
            assert all(red(tiles).isdisjoint(neighbours(place)) for place in red(tiles))
        for tile in tiles:
            assert tile.number not in (6, 8) or tile.terrain not in rules.no_red_on
            if tile.number is not None:
                assert pips(tile.number) >= rules.min_pips.get(tile.terrain, 0)
        for rule in rules.forbidden:
            assert all(at(tiles, place).number not in rule.numbers for place in rule.hexes)


def test_all_scenarios_but_the_fog_islands_and_pirates_keep_red_numbers_apart():
    free = [
        scenario
        for scenario in range(1, 9)
        if not layout_of(scenario, 3).variable.constraints.no_adjacent_red
    ]
    # Three lets red touch red; seven deals no numbers.
    assert free == [3, 7]


@pytest.mark.parametrize("board", PRINTED)
def test_variable_boards_are_found_long_before_the_deal_is_given_up(board):
    layout = layout_of(*board)
    before = printed(layout)[1]
    dealt = 0
    for seed in DEALS:
        luck = chance(seed)
        tiles = lay_variable(layout, luck).tiles
        dealt += [tile.number for tile in tiles] != before
        assert luck.index < 5000
    assert dealt == (0 if board[0] == 7 else len(DEALS))


@pytest.mark.parametrize("board", BOARDS)
def test_the_same_luck_deals_the_same_board(board):
    layout = layout_of(*board)
    lay = lay_random if layout.random else lay_variable
    assert lay(layout, chance(5)) == lay(layout, chance(5))
    assert lay(layout, chance(5)) != lay(layout, chance(6))


@pytest.mark.parametrize("players", [3, 4])
def test_main_keeps_its_kinds_and_the_framed_region_its_four_seas(players):
    """Case 1-9."""
    layout = layout_of(1, players)
    assert layout.variable is not None
    main, region = (group_hexes(layout, group) for group in layout.variable.groups)
    assert main.bit_count() == (14 if players == 3 else 19)
    assert region.bit_count() == (12 if players == 3 else 13)
    for seed in DEALS:
        tiles = lay_variable(layout, chance(seed)).tiles
        kinds = Counter(tiles[hex_].terrain == "sea" for hex_ in hexes_in(region))
        assert kinds == {True: 4, False: region.bit_count() - 4}
        assert all(tiles[hex_].terrain != "sea" for hex_ in hexes_in(main))


@pytest.mark.parametrize("players", [3, 4])
def test_islands_that_result_from_a_deal_are_numbered_and_pay(players):
    layout = layout_of(1, players)
    counts = set()
    for seed in DEALS:
        tiles = lay_variable(layout, chance(seed)).tiles
        areas = areas_on(layout, tiles)
        small = [name for name in areas if name != "main"]
        assert start_areas(layout, areas) == ("main",)
        assert bonus_areas(layout, areas) == tuple(small)
        # The framed region touches main nowhere, so every area is an island.
        assert sorted(areas.values()) == sorted(islands(tiles))
        assert small == [f"island-{i}" for i in range(1, len(small) + 1)]
        assert [areas[name] for name in small] == [
            island for island in islands(tiles) if island != areas["main"]
        ]
        counts.add(len(small))
    assert len(counts) > 1


@pytest.mark.parametrize("players", [3, 4])
def test_the_robber_goes_with_the_desert_or_with_the_twelve(players):
    for scenario in (1, 2, 3, 6):
        layout = layout_of(scenario, players)
        for seed in DEALS:
            tiles = lay_variable(layout, chance(seed)).tiles
            tile = tiles[robber_start(layout, tiles)]
            if (scenario, players) == (1, 4):
                assert tile.terrain == "desert"
            else:
                assert tile.number == 12
            if scenario == 6 and Tile(tile.q, tile.r, "fields", 12) != tile:
                assert not any(tile.number == 12 and tile.terrain == "fields" for tile in tiles)


def test_start_nodes_stay_the_same_where_shapes_stay():
    for board in PRINTED:
        layout = layout_of(*board)
        before, after = (
            start_nodes(layout, areas_on(layout, tiles))
            for tiles in (
                lay_printed(layout, chance()).tiles,
                lay_variable(layout, chance(3)).tiles,
            )
        )
        assert before == after


def test_fixed_harbours_change_places_in_the_variable_set_up():
    for board in ((1, 3), (2, 3), (2, 4), (3, 3), (3, 4), (4, 3), (4, 4)):
        layout = layout_of(*board)
        laid = [lay_variable(layout, chance(seed)).harbours for seed in DEALS]
        assert len(set(laid)) > len(DEALS) // 2


def test_the_new_world_is_dealt_until_its_numbers_are_right():
    """Case 9-1."""
    layout = layout_of(9, 3)
    assert layout.random is not None
    for seed in DEALS:
        laid = lay_random(layout, chance(seed))
        tiles = laid.tiles
        assert Counter(tile.terrain for tile in tiles) == Counter(layout.random.tiles)
        numbers = [tile.number for tile in tiles if tile.number is not None]
        assert Counter(numbers) == Counter(layout.random.numbers)
        assert all((tile.number is None) == (tile.terrain == "sea") for tile in tiles)
        assert all(red(tiles).isdisjoint(neighbours(place)) for place in red(tiles))
        assert laid.harbours == ()
        assert robber_start(layout, tiles) is None


def test_islands_of_the_new_world_are_its_groups_of_land():
    layout, tiles = layout_of(9, 3), sample_deal()
    areas = areas_on(layout, tiles)
    assert [areas[f"island-{i}"].bit_count() for i in (1, 2, 3)] == [12, 10, 1]
    assert len(areas) == 3
    grid = grid_of(layout)
    assert areas["island-3"] == 1 << grid.hex_ids[3, 0]
    assert start_areas(layout, areas) == bonus_areas(layout, areas) == tuple(areas)
    islet = grid.node_by_hexes[(2, 0), (2, 1), (3, 0)]
    assert start_nodes(layout, areas) >> islet & 1


def test_gifts_are_dealt_to_the_coasts_of_the_tribe():
    layout, luck = layout_of(5, 4), chance()
    gifts = deal_gifts(layout, luck)
    assert Counter(gift.kind for gift in gifts) == Counter(layout.ports.pool)
    edges = grid_of(layout).edge_by_hexes
    assert [gift.edge for gift in gifts] == [edges[slot.edge] for slot in layout.ports.slots]
    assert luck.index == 5
    assert gifts != deal_gifts(layout, chance(1))


def test_hidden_hexes_stay_hidden_and_belong_to_no_island():
    layout = layout_of(3, 3)
    tiles = lay_variable(layout, chance()).tiles
    hidden = [i for i, tile in enumerate(tiles) if tile.terrain == "fog"]
    assert len(hidden) == 12
    assert not any(island >> i & 1 for island in islands(tiles) for i in hidden)
    assert areas_on(layout, tiles)["fog"].bit_count() == 12


def test_areas_stay_when_the_fog_lifts():
    layout = layout_of(3, 4)
    tiles = lay_printed(layout, chance()).tiles
    lifted = tuple(
        Tile(tile.q, tile.r, "sea", None) if tile.terrain == "fog" else tile for tile in tiles
    )
    assert areas_on(layout, lifted) == areas_on(layout, tiles)
