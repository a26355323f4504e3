"""The island as each option deals it, over several seeds."""

from collections import Counter
from functools import cache
from itertools import pairwise, product

import pytest

from domain.base.events import BoardLaid, ResourcesProduced, RoadBuilt, SettlementBuilt
from domain.chance.draws import SeededChance
from domain.grid.geometry import DIRECTIONS, neighbours, turned
from domain.ruleset import play
from domain.table.lobby import StartGame
from tests.kit import (
    COLOURS,
    GRID,
    HARBOURS,
    ISLAND,
    beyond,
    dealt,
    edge,
    hex_at,
    laid,
    lobby,
    node,
    roads,
    seated,
    settlements,
    sides,
)

SEEDS = range(12)
TERRAIN = {"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1}
TOKENS = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]
HARBOUR_KINDS = {"3:1": 4, "brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1}
FIXED = {sides(*where)[0]: kind for where, kind in HARBOURS.items()}

BOARDS = [
    {"board": board, "harbours": harbours}
    for board, harbours in product(("random", "scattered"), ("frame_pieces", "shuffled", "fixed"))
]


def start(seed=0, players=4, colours=COLOURS, **options):
    state = lobby(seated(players, colours), players=players, **options).state
    return play(state, StartGame("ada"), SeededChance(bytes([seed]) * 32, "k"))


@cache
def _dealt(seed, board, harbours):
    return next(one for one in start(seed, board=board, harbours=harbours) if is_board(one))


def is_board(event):
    return isinstance(event, BoardLaid)


def boards(**options):
    return [_dealt(seed, options["board"], options["harbours"]) for seed in SEEDS]


def numbers(board):
    return {(tile.q, tile.r): tile.number for tile in board.tiles}


@pytest.mark.parametrize("options", BOARDS)
def test_an_island_has_nineteen_hexes_of_the_right_terrain(options):
    for board in boards(**options):
        assert {(tile.q, tile.r) for tile in board.tiles} == set(ISLAND)
        assert Counter(tile.terrain for tile in board.tiles) == TERRAIN


@pytest.mark.parametrize("options", BOARDS)
def test_an_island_has_the_eighteen_tokens_and_none_on_the_desert(options):
    for board in boards(**options):
        tokens = [tile.number for tile in board.tiles if tile.number is not None]
        assert Counter(tokens) == Counter(TOKENS)
        assert [tile.terrain for tile in board.tiles if tile.number is None] == ["desert"]


@pytest.mark.parametrize("options", BOARDS)
def test_the_robber_starts_on_the_desert(options):
    for board in boards(**options):
        assert board.tiles[board.robber].terrain == "desert"


@pytest.mark.parametrize("options", BOARDS)
def test_there_are_nine_harbours_four_of_them_for_anything_on_two_coastal_nodes_each(options):
    for board in boards(**options):
        assert Counter(harbour.kind for harbour in board.harbours) == HARBOUR_KINDS
        served = [end for harbour in board.harbours for end in GRID.edge_nodes[harbour.edge]]
        assert len(set(served)) == 18
        for harbour in board.harbours:
            land = [hex_ < GRID.inner for hex_ in GRID.edge_hexes[harbour.edge]]
            assert sorted(land) == [False, True]


@pytest.mark.parametrize("options", BOARDS)
def test_every_seed_deals_its_own_island_and_always_the_same(options):
    dealt_boards = boards(**options)
    assert len({(board.tiles, board.harbours) for board in dealt_boards}) == len(SEEDS)
    again = next(one for one in start(3, **options) if is_board(one))
    assert again == dealt_boards[3]


def spiral(start):
    """From a corner counter-clockwise along the coast, then the inner ring, then the middle."""
    for radius in (2, 1):
        q, r = (radius * step for step in DIRECTIONS[start])
        for i in range(6):
            step = DIRECTIONS[(start + 2 + i) % 6]
            for _ in range(radius):
                yield q, r
                q, r = q + step[0], r + step[1]
    yield 0, 0


def test_a_spiral_visits_every_hex_once_and_never_jumps():
    for corner in range(6):
        walk = list(spiral(corner))
        assert set(walk) == set(ISLAND)
        assert len(walk) == 19
        assert all(one in neighbours(other) for one, other in pairwise(walk))


def test_on_a_random_island_the_tokens_lie_in_a_spiral_from_a_corner():
    found = set()
    for board in boards(board="random", harbours="fixed"):
        on = numbers(board)
        read = [[on[place] for place in spiral(start) if on[place]] for start in range(6)]
        assert TOKENS in read
        found.add(read.index(TOKENS))
    assert len(found) > 2, "any corner may be the first"


def test_on_a_random_island_no_red_token_lies_beside_another():
    # The order of the letters sees to that.
    for board in boards(board="random", harbours="frame_pieces"):
        assert not red_pairs(board)


def test_on_a_scattered_island_no_red_token_lies_beside_another():
    for seed in range(60):
        assert not red_pairs(_dealt(seed, "scattered", "fixed"))


def test_on_a_scattered_island_the_tokens_lie_in_no_order():
    for board in boards(board="scattered", harbours="fixed"):
        on = numbers(board)
        assert all(
            [on[place] for place in spiral(start) if on[place]] != TOKENS for start in range(6)
        )


def red_pairs(board):
    red = {place for place, number in numbers(board).items() if number in (6, 8)}
    return [(one, other) for one in red for other in neighbours(one) if other in red]


def test_fixed_harbours_lie_as_printed():
    for board in boards(board="random", harbours="fixed"):
        assert {harbour.edge: harbour.kind for harbour in board.harbours} == FIXED


def test_shuffled_harbours_lie_at_the_printed_places():
    orders = set()
    for board in boards(board="random", harbours="shuffled"):
        assert {harbour.edge for harbour in board.harbours} == set(FIXED)
        orders.add(tuple(harbour.kind for harbour in board.harbours))
    assert len(orders) > 6


def test_frame_pieces_lie_whole_at_the_six_sides_in_any_order():
    # Three paths of the northern side can bear a harbour; the other sides are turned from it.
    places = [((0, -2), (0, -3)), ((1, -2), (1, -3)), ((1, -2), (2, -3))]
    pieces = [
        ("3:1", None, "grain"),
        (None, "ore", None),
        ("3:1", None, "wool"),
        (None, "3:1", None),
        ("3:1", None, "brick"),
        (None, "lumber", None),
    ]
    orders = set()
    for board in boards(board="random", harbours="frame_pieces"):
        kinds = {harbour.edge: harbour.kind for harbour in board.harbours}
        order = tuple(
            tuple(kinds.get(edge(turned(land, side), turned(sea, side))) for land, sea in places)
            for side in range(6)
        )
        assert Counter(order) == Counter(pieces)
        orders.add(order)
    assert len(orders) > 6


def test_the_beginners_island_is_as_printed():
    board = start(board="beginner")[1]
    assert board.tiles == laid().tiles
    assert {harbour.edge: harbour.kind for harbour in board.harbours} == FIXED
    assert board.robber == hex_at(0, 0)
    assert board.draws == 0


PIECES = {
    "red": [
        (node((0, -2), (0, -1), (1, -2)), edge((0, -1), (1, -2))),
        (node((-2, 0), (-2, 1), (-1, 0)), edge((-2, 1), (-1, 0))),
    ],
    "blue": [
        (node((0, 1), (0, 2), (1, 1)), edge((0, 1), (1, 1))),
        (node((-2, 1), (-2, 2), (-1, 1)), edge((-2, 2), (-1, 1))),
    ],
    "orange": [
        (node((1, -1), (2, -2), (2, -1)), edge((1, -1), (2, -2))),
        (node((-1, 1), (-1, 2), (0, 1)), edge((-1, 2), (0, 1))),
    ],
    "white": [
        (node((-1, -1), (-1, 0), (0, -1)), edge((-1, -1), (-1, 0))),
        (node((1, 0), (1, 1), (2, 0)), edge((1, 0), (2, 0))),
    ],
}
# The second settlement bears the letter and pays.
PAYS = {
    "red": {"grain": 1, "lumber": 2},
    "blue": {"lumber": 1, "brick": 1, "ore": 1},
    "orange": {"ore": 1, "grain": 2},
    "white": {"lumber": 1, "wool": 1, "ore": 1},
}


def pieces_of(events):
    return [
        one for one in events if isinstance(one, SettlementBuilt | RoadBuilt | ResourcesProduced)
    ]


@pytest.mark.parametrize("colours", [COLOURS, ("white", "orange", "red", "blue")])
def test_beginners_find_two_settlements_with_roads_of_their_colour_and_their_first_cards(colours):
    expected = []
    for seat, colour in enumerate(colours):
        (first, first_road), (second, second_road) = PIECES[colour]
        expected += settlements(seat, first) + roads(seat, first_road)
        expected += settlements(seat, second) + roads(seat, second_road)
        expected.append(dealt(seat, **PAYS[colour]))
    assert pieces_of(start(board="beginner", colours=colours)) == expected


@pytest.mark.parametrize(
    ("edition", "left_out"), [("2025", "white"), ("classic", "red"), ("travel", "red")]
)
def test_three_beginners_find_no_piece_of_the_colour_left_out(edition, left_out):
    colours = [colour for colour in COLOURS if colour != left_out]
    events = start(players=3, colours=colours, board="beginner", edition=edition)
    standing = {one.node for one in events if isinstance(one, SettlementBuilt)}
    assert standing == {place for colour in colours for place, _ in PIECES[colour]}


@pytest.mark.parametrize("options", [*BOARDS, {"board": "beginner"}])
def test_a_board_counts_its_draws(options):
    events = start(**options, start_player="draw")
    board = events[1]
    first = next(one for one in events if type(one).__name__ == "FirstPlayerChosen")
    assert board.draw == 0
    assert first.draw == board.draws


def test_a_starting_road_touches_its_settlement():
    for pairs in PIECES.values():
        for place, road in pairs:
            assert place in GRID.edge_nodes[road]


def test_every_harbour_place_looks_out_to_sea():
    assert all(beyond(*where) not in ISLAND for where in HARBOURS)
