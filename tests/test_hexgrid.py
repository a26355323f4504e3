"""The geometry of the island."""

from domain.grid.geometry import Geometry, bits, geometry, mask_of, neighbours
from tests.kit import GRID, ISLAND, corner, edge, node, sides


def test_the_island_has_54_crossings_and_72_paths():
    assert len(GRID.node_hexes) == 54
    assert len(GRID.edge_nodes) == 72


def test_a_hex_has_six_neighbours_and_is_a_neighbour_of_each():
    for hex_ in ISLAND:
        around = neighbours(hex_)
        assert len(set(around)) == 6
        assert all(hex_ in neighbours(other) for other in around)


def test_neighbours_in_a_row_are_neighbours_of_each_other():
    around = neighbours((0, 0))
    assert all(one in neighbours(around[i - 1]) for i, one in enumerate(around))


def test_a_hex_of_the_island_has_six_crossings():
    assert all(GRID.hex_nodes[i].bit_count() == 6 for i in range(GRID.inner))


def test_three_hexes_meet_at_a_crossing_and_two_at_a_path():
    assert {len(set(hexes)) for hexes in GRID.node_hexes} == {3}
    assert {len(set(hexes)) for hexes in GRID.edge_hexes} == {2}


def test_a_path_joins_two_crossings_that_share_its_hexes():
    for i, ends in enumerate(GRID.edge_nodes):
        shared = set(GRID.node_hexes[ends[0]]) & set(GRID.node_hexes[ends[1]])
        assert shared == set(GRID.edge_hexes[i])


def test_paths_and_crossings_know_each_other():
    for a, mask in enumerate(GRID.node_neighbours):
        joined = {b for ends in GRID.edge_nodes if a in ends for b in ends if b != a}
        assert set(bits(mask)) == joined
        leaving = {i for i, ends in enumerate(GRID.edge_nodes) if a in ends}
        assert set(bits(GRID.node_edges[a])) == leaving


def test_a_coastal_corner_has_two_paths_and_every_other_crossing_three():
    # The sea edge that would leave the corner is no path.
    for i, hexes in enumerate(GRID.node_hexes):
        land = sum(hex_ < GRID.inner for hex_ in hexes)
        assert GRID.node_edges[i].bit_count() == (2 if land == 1 else 3)
    assert sum(mask.bit_count() == 2 for mask in GRID.node_edges) == 18


def test_hexes_of_the_map_are_numbered_row_by_row_before_the_frame():
    inside = GRID.hexes[: GRID.inner]
    assert sorted(inside, key=lambda hex_: (hex_[1], hex_[0])) == list(inside)
    assert set(inside) == set(ISLAND)
    assert len(GRID.hexes) == 19 + 18


def test_numbers_do_not_depend_on_the_order_in_which_hexes_are_given():
    again = Geometry(tuple(reversed(ISLAND)))
    assert again.node_by_hexes == GRID.node_by_hexes
    assert again.edge_by_hexes == GRID.edge_by_hexes


def test_the_geometry_of_the_same_hexes_is_shared():
    assert geometry(tuple(ISLAND)) is geometry(tuple(ISLAND))


def test_a_place_has_the_same_number_from_every_hex_at_it():
    assert node((0, 0), (0, 1), (1, 0)) == corner((0, 0), "SE") == corner((1, 0), "SW")
    assert corner((0, 1), "N") == corner((0, 0), "SE")
    assert [edge((0, 0), (0, 1))] == sides((0, 1), "NW")


def test_nodes_are_drawn_one_side_length_from_their_neighbours():
    for a, b in GRID.edge_nodes:
        (ax, ay), (bx, by) = GRID.node_places[a], GRID.node_places[b]
        assert abs((ax - bx) ** 2 + (ay - by) ** 2 - 1) < 0.01


def test_a_set_of_numbers_can_be_written_and_read():
    assert list(bits(mask_of([71, 0, 5]))) == [0, 5, 71]
    assert list(bits(0)) == []
