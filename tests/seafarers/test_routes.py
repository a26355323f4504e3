"""Trade routes and moving ships, as far as they are geometry (Seafarers, rules 1.3 and 1.4).

Numbers such as 0-5 name the cases of those rules. The map is that of Heading for New Shores for
four players, its rows from the north; the middle row begins with (0, 0).
"""

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.grid.geometry import bits, geometry, mask_of, neighbours
from domain.seafarers.shipping.movable import movable_ships
from domain.seafarers.shipping.routes import longer_route, longest_route

ROWS = {-3: (2, 5), -2: (1, 6), -1: (0, 7), 0: (0, 6), 1: (-1, 7), 2: (-1, 6), 3: (-1, 5)}
GRID = geometry(tuple((west + i, r) for r, (west, count) in ROWS.items() for i in range(count)))


def edge(one, other):
    return GRID.edge_by_hexes[tuple(sorted((one, other)))]


def node(*hexes):
    return GRID.node_by_hexes[tuple(sorted(hexes))]


def ring(place):
    """The six edges around a hex, from the east, counter-clockwise."""
    return [edge(place, around) for around in neighbours(place)]


def route(roads=(), ships=(), own=(), foreign=()):
    return longest_route(GRID, *map(mask_of, (roads, ships, own, foreign)))


def movable(ships, ends=()):
    return set(bits(movable_ships(GRID, mask_of(ships), mask_of(ends))))


SEA = (3, -2)
A = node((3, -2), (3, -1), (4, -2))
FIRST, SECOND = edge((3, -2), (4, -2)), edge((3, -2), (4, -3))
BEYOND = edge((4, -3), (4, -2))
LANDING = node((3, -3), (3, -2), (4, -3))

WEST = node((1, -2), (1, -1), (2, -2))
BETWEEN = node((2, -2), (2, -1), (3, -2))
CROSSING = [
    edge((1, -1), (2, -2)),
    edge((2, -2), (2, -1)),
    edge((2, -1), (3, -2)),
    edge((3, -2), (3, -1)),
]


# Moving a ship


def test_only_the_head_of_a_line_may_move():
    """Case 0-3."""
    assert movable([FIRST, SECOND], [A]) == {SECOND}
    assert movable([FIRST, BEYOND], [A]) == {BEYOND}


def test_a_branch_off_a_closed_line_has_a_head():
    """Case 0-4, question 0.5."""
    assert movable([FIRST, SECOND, BEYOND], [A, LANDING]) == {BEYOND}


def test_on_a_ring_with_one_building_the_ships_beside_it_may_move():
    """Case 0-5."""
    assert movable(ring(SEA), [A]) == {edge(SEA, (3, -1)), edge(SEA, (4, -2))}


def test_a_foreign_building_opens_no_closed_line():
    """Case 0-6: it is no end for these ships, and nothing else asks for it."""
    assert movable(CROSSING, [WEST, A]) == set()


def test_a_line_up_to_a_foreign_building_has_a_head():
    """Case 0-7, question 0.4."""
    assert movable(CROSSING[:2], [WEST]) == {CROSSING[1]}


def test_a_settlement_may_lose_its_only_ship():
    """Question 0.7."""
    assert movable([FIRST], [A]) == {FIRST}


def test_a_line_without_any_building_has_two_heads():
    assert movable(CROSSING) == {CROSSING[0], CROSSING[3]}


def test_without_ships_nothing_moves():
    assert movable([], [A]) == set()


def test_every_ship_of_a_ring_without_buildings_may_move():
    assert movable(ring(SEA)) == set(ring(SEA))


def test_a_ring_at_the_end_of_a_line_is_open():
    # The ring around (4, -2) hangs by one ship from the building in the north.
    line, loop = SECOND, ring((4, -2))
    assert movable([line, *loop], [LANDING]) == set(loop)


def test_a_ring_with_two_buildings_is_closed():
    assert movable(ring(SEA), [A, LANDING]) == set()


def test_a_ring_between_two_buildings_is_closed():
    # From the west to the ring around (3, -2), and on from its other side to the building there.
    far = node((4, -3), (4, -2), (5, -3))
    assert movable([*CROSSING[:2], *ring(SEA), BEYOND], [WEST, far]) == set()


def test_two_rings_with_the_building_on_one_of_them():
    # They share FIRST. The ring around (4, -2) has A too; that around both has it as well.
    both = {*ring(SEA), *ring((4, -2))}
    beside_a = {one for one in both if A in GRID.edge_nodes[one]}
    assert movable(both, [A]) == beside_a
    apart = {one for one in both if one != FIRST}
    assert movable(apart, [LANDING]) == {one for one in apart if LANDING in GRID.edge_nodes[one]}


def test_a_ring_without_buildings_frees_ships_of_a_ring_with_one():
    # LANDING is on the ring around (3, -2) only: what both rings share lies on one without it.
    both = {*ring(SEA), *ring((4, -2))}
    assert movable(both, [LANDING]) == {edge(SEA, (3, -3)), SECOND, *ring((4, -2))}


def test_a_ring_over_a_closed_line_is_closed():
    # The line from A to LANDING goes over FIRST, or the other way round the ring that has it.
    ships = [SECOND, *ring((4, -2))]
    assert movable(ships, [A, LANDING]) == set()


# The longest trade route


def test_a_foreign_settlement_cuts_a_route_of_ships():
    """Case 0-6."""
    assert route(ships=CROSSING, own=[WEST, A]) == 4
    assert route(ships=CROSSING, own=[WEST, A], foreign=[BETWEEN]) == 2


ROADS = [edge((3, -1), (4, -2)), edge((3, -1), (4, -1)), edge((3, 0), (4, -1))]
SHIPS = CROSSING[1:]


def test_roads_and_ships_that_meet_are_two_routes_until_a_building_joins_them():
    """Case 0-9."""
    assert route(ROADS, SHIPS) == 3
    assert route(ROADS, SHIPS, own=[A]) == 6


def test_a_foreign_building_joins_nothing():
    assert route(ROADS, SHIPS, foreign=[A]) == 3


def test_roads_go_on_where_a_ship_ends_without_a_building():
    # Two roads pass A and a ship comes to it.
    through = [edge((3, -1), (3, -2)), edge((3, -1), (4, -2))]
    assert route(through, [FIRST]) == 2
    away = [FIRST, SECOND, edge(SEA, (3, -3))]
    assert route(through, away) == 3
    assert route(through, away, own=[A]) == 4


def test_ships_go_on_where_a_road_ends_without_a_building():
    past = [edge(SEA, (3, -1)), FIRST, SECOND]
    assert route(ROADS[:1], past) == 3
    assert route(ROADS[:1], past, own=[A]) == 3
    assert route(ROADS, past, own=[A]) == 5


def test_a_ring_of_roads_and_ships_needs_a_building_at_both_joints():
    far = node((3, -2), (2, -1), (3, -1))
    others = [one for one in ring((3, -1)) if one != CROSSING[3]]
    assert route(others, [CROSSING[3]]) == 5
    assert route(others, [CROSSING[3]], own=[A]) == 6
    assert route(others, [CROSSING[3]], own=[A, far]) == 6


def test_one_network_of_thirty_pieces():
    # A hex and the six around it: twelve hubs, and between ten of them five pieces are left out.
    middle = (3, 0)
    flower = {one for place in (middle, *neighbours(middle)) for one in ring(place)}
    assert len(flower) == 30
    assert route(flower) == 25


# Any network

MIDDLE = (3, 0)
AROUND = sorted({one for place in (MIDDLE, *neighbours(MIDDLE)) for one in ring(place)})
NODES = sorted({end for one in AROUND for end in GRID.edge_nodes[one]})

MANY = settings(max_examples=250, deadline=None, derandomize=True)


def some(things, most):
    return st.lists(st.sampled_from(things), unique=True, max_size=most)


pieces = st.lists(
    st.tuples(st.sampled_from(AROUND), st.sampled_from(["road", "ship"])),
    unique_by=lambda piece: piece[0],
    min_size=1,
    max_size=18,
)


def of_kind(kind, network):
    return mask_of(one for one, its_kind in network if its_kind == kind)


def ways_of(edges):
    ways = {}
    for one in edges:
        a, b = GRID.edge_nodes[one]
        ways.setdefault(a, []).append((one, b))
        ways.setdefault(b, []).append((one, a))
    return ways


def route_by_trying(network, own, foreign):
    """All walks from everywhere, one piece at a time; slow and plain."""
    kinds = dict(network)
    ways = ways_of(kinds)

    def walk(at, last, used):
        if last is not None and at in foreign:
            return len(used)
        onward = [
            walk(to, kinds[one], used | {one})
            for one, to in ways[at]
            if one not in used and (last in (None, kinds[one]) or at in own)
        ]
        return max(onward, default=len(used))

    return max(walk(at, None, frozenset()) for at in ways)


@MANY
@given(pieces, some(NODES, 8), some(NODES, 4))
def test_the_longest_route_of_any_network(network, own, foreign):
    own = [at for at in own if at not in foreign]
    roads, ships = of_kind("road", network), of_kind("ship", network)
    found = longest_route(GRID, roads, ships, mask_of(own), mask_of(foreign))
    assert found == route_by_trying(network, own, foreign)


@settings(MANY, max_examples=80)
@given(st.permutations(AROUND), st.randoms(use_true_random=False), some(NODES, 8), some(NODES, 3))
def test_piece_by_piece_the_longest_route_is_the_same(order, random, own, foreign):
    foreign, own = mask_of(foreign), mask_of(own) & ~mask_of(foreign)
    share = random.random()
    pieces = {"roads": 0, "ships": 0}
    known = 0
    for new in order:
        pieces["roads" if random.random() < share else "ships"] |= 1 << new
        known = longer_route(GRID, *pieces.values(), own, foreign, new, known)
        assert known == longest_route(GRID, *pieces.values(), own, foreign)


def movable_by_trying(ships, ends):
    """All paths and all rings, ship by ship; slow and plain."""
    ways = ways_of(ships)
    closed, rings = set(), []

    def walk(start, at, path, passed):
        if start in ends and at in ends and at != start:
            closed.update(path)
        for one, to in ways[at]:
            if to == start and len(path) > 1 and one not in path:
                rings.append(({*path, one}, passed))
            if to not in passed:
                walk(start, to, [*path, one], passed | {to})

    for start in ways:
        walk(start, start, [], {start})

    def is_movable(ship):
        if ship in closed:
            return False
        a_or_b = GRID.edge_nodes[ship]
        if any(end not in ends and len(ways[end]) == 1 for end in a_or_b):
            return True
        for on_it, passed in rings:
            held = passed & set(ends)
            if ship in on_it and (not held or (len(held) == 1 and held & set(a_or_b))):
                return True
        return False

    return {ship for ship in ships if is_movable(ship)}


@MANY
@given(some(AROUND, 15), some(NODES, 5))
def test_the_movable_ships_of_any_network(ships, ends):
    assert movable(ships, ends) == movable_by_trying(ships, ends)


@MANY
@given(st.sets(st.sampled_from(AROUND[:19]), min_size=10), some(NODES[:16], 2))
def test_the_movable_ships_of_networks_with_rings(ships, ends):
    assert movable(ships, ends) == movable_by_trying(ships, ends)
