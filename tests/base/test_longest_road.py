"""The longest road: a trail, cut by opponents, and who holds the card (base game, rule 10)."""

from hypothesis import given as given_any
from hypothesis import settings
from hypothesis import strategies as st

from domain.base.commands import BuildRoad, BuildSettlement, PlaceRoad, PlayRoadBuilding
from domain.base.events import FreeRoadsGranted, LongestRoadAwarded, RoadBuilt, SettlementBuilt
from domain.grid.geometry import bits
from domain.table.closing import SeatResigned
from tests.kit import (
    GRID,
    cities,
    corner,
    dealt,
    edge,
    given,
    holding,
    main_of,
    played,
    ring,
    roads,
    settlements,
    sides,
)

MIDDLE = (0, 0)
ROAD = {"brick": 1, "lumber": 1}
SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}


def awarded(seat, length):
    return LongestRoadAwarded(seat=seat, length=length)


def length(scene, seat=0):
    return scene.view("spectator")["seats"][seat]["road_length"]


def building(seat, *facts):
    """A seat's turn, with the cards for a road."""
    return given(*facts, dealt(seat, **ROAD), main_of(seat))


# Taking the card


def test_the_first_to_five_takes_it():
    scene = building(0, roads(0, *ring(MIDDLE, 4))).when(BuildRoad(0, *sides(MIDDLE, "SW")))
    scene.then(RoadBuilt(seat=0, edge=ring(MIDDLE)[4]), awarded(0, 5))
    assert scene.points(0) == 2


def test_four_do_not_take_it():
    scene = building(0, roads(0, *ring(MIDDLE, 3))).when(BuildRoad(0, *sides(MIDDLE, "W")))
    scene.then(RoadBuilt(seat=0, edge=ring(MIDDLE)[3]))


def test_five_roads_apart_do_not_take_it():
    scene = building(0, roads(0, *ring(MIDDLE, 4)), settlements(0, corner((2, 0), "N")))
    scene.when(BuildRoad(0, *sides((2, 0), "NE")))
    scene.then(RoadBuilt(seat=0, edge=sides((2, 0), "NE")[0]))


def test_an_equal_road_does_not_take_it():
    holder = (roads(0, *ring(MIDDLE, 5)), awarded(0, 5))
    scene = building(1, holder, roads(1, *ring((2, -1), 4)))
    scene.when(BuildRoad(1, *sides((2, -1), "SW")))
    scene.then(RoadBuilt(seat=1, edge=ring((2, -1))[4]))
    assert (scene.points(0), scene.points(1)) == (2, 0)


def test_a_longer_road_takes_it_at_once():
    holder = (roads(0, *ring(MIDDLE, 5)), awarded(0, 5))
    scene = building(1, holder, roads(1, *ring((2, -1), 5)))
    scene.when(BuildRoad(1, *sides((2, -1), "SE")))
    scene.then(RoadBuilt(seat=1, edge=ring((2, -1))[5]), awarded(1, 6))
    assert (scene.points(0), scene.points(1)) == (0, 2)


def test_the_holder_building_on_is_not_awarded_again():
    scene = building(0, roads(0, *ring(MIDDLE, 5)), awarded(0, 5))
    scene.when(BuildRoad(0, *sides(MIDDLE, "SE"))).then(RoadBuilt(seat=0, edge=ring(MIDDLE)[5]))


def test_free_roads_count():
    scene = given(roads(0, *ring(MIDDLE, 3)), holding(0, "road_building"), main_of(0))
    scene.when(PlayRoadBuilding(0))
    scene.then(played(0, "road_building"), FreeRoadsGranted(seat=0, count=2))
    scene.when(PlaceRoad(0, *sides(MIDDLE, "W"))).then(roads(0, *sides(MIDDLE, "W")))
    scene.when(PlaceRoad(0, *sides(MIDDLE, "SW")))
    scene.then(roads(0, *sides(MIDDLE, "SW")), awarded(0, 5))


# How long a road is


def test_without_roads_there_is_no_length():
    assert length(given(settlements(0, corner(MIDDLE, "N")))) == 0


def test_branches_do_not_add_up():
    # Four in a row, and two more that leave from its middle.
    branch = [edge((0, -1), (1, -1)), edge((0, -1), (1, -2))]
    assert length(given(roads(0, *ring(MIDDLE, 4), *branch))) == 4


def test_a_branch_counts_when_it_is_the_longer_way():
    branch = [edge((0, -1), (1, -1)), edge((0, -1), (1, -2)), edge((0, -1), (0, -2))]
    assert length(given(roads(0, *ring(MIDDLE, 4), *branch))) == 5


def test_a_closed_ring_counts_whole():
    assert length(given(roads(0, *ring(MIDDLE)))) == 6


def test_a_crossing_may_be_passed_twice():
    # In by the tail, round the ring, and the tail's crossing is met again.
    tail = [edge((0, -1), (1, -1)), edge((0, -1), (1, -2))]
    assert length(given(roads(0, *ring(MIDDLE), *tail))) == 8


def test_two_rings_that_share_a_side_count_whole():
    assert length(given(roads(0, *{*ring(MIDDLE), *ring((1, 0))}))) == 11


def test_a_ring_with_two_tails_cannot_be_walked_whole():
    north, south = edge((0, -1), (1, -1)), edge((-1, 1), (0, 1))
    # Tails at opposite corners: one half of the ring is left over.
    assert length(given(roads(0, *ring(MIDDLE), north, south))) == 7


def test_own_buildings_do_not_interrupt():
    own = (settlements(0, corner(MIDDLE, "N")), cities(0, corner(MIDDLE, "SW")))
    assert length(given(own, roads(0, *ring(MIDDLE, 5)))) == 5


def test_a_road_ending_at_an_opponents_building_counts_its_last_piece():
    # The trail runs from the south-eastern corner round to the southern one.
    for end in ("SE", "S"):
        scene = given(settlements(1, corner(MIDDLE, end)), roads(0, *ring(MIDDLE, 5)))
        assert length(scene) == 5


def test_an_opponents_building_inside_cuts():
    for inside, left in (("NE", 4), ("N", 3), ("NW", 3), ("SW", 4)):
        scene = given(roads(0, *ring(MIDDLE, 5)), settlements(1, corner(MIDDLE, inside)))
        assert length(scene) == left
        scene = given(roads(0, *ring(MIDDLE, 5)), cities(1, corner(MIDDLE, inside)))
        assert length(scene) == left


def test_it_does_not_matter_whether_building_or_road_came_first():
    scene = given(settlements(1, corner(MIDDLE, "N")), roads(0, *ring(MIDDLE, 5)))
    assert length(scene) == 3


def test_one_opponents_building_does_not_cut_a_ring():
    # The walk begins and ends there.
    assert length(given(roads(0, *ring(MIDDLE)), settlements(1, corner(MIDDLE, "N")))) == 6


def test_two_opponents_buildings_cut_a_ring():
    buildings = (settlements(1, corner(MIDDLE, "N")), settlements(2, corner(MIDDLE, "SE")))
    assert length(given(roads(0, *ring(MIDDLE)), buildings)) == 4


def test_the_building_of_who_resigned_cuts_too():
    gone = (settlements(1, corner(MIDDLE, "N")), SeatResigned(seat=1))
    assert length(given(gone, roads(0, *ring(MIDDLE, 5)))) == 3


def test_an_opponents_road_at_a_crossing_does_not_cut():
    scene = given(roads(0, *ring(MIDDLE, 5)), roads(1, edge((0, -1), (1, -1))))
    assert length(scene) == 5


# Losing the card. Seat 0 settles at the northern corner of the middle, on the trail of seat 1.

KNIFE = roads(0, edge((0, -1), (1, -1)), edge((0, -1), (1, -2)))
CUT = corner(MIDDLE, "N")
FIVE = ring(MIDDLE, 5)
SEVEN = [*FIVE, *sides((0, 1), "W", "SW")]  # two before the cut, five after it
EIGHT = [*SEVEN, *sides((0, 1), "SE")]


def cutting(holder, *facts):
    scene = given(KNIFE, roads(1, *holder), awarded(1, len(holder)), *facts)
    assert length(scene, 1) == len(holder)
    return scene.given(dealt(0, **SETTLEMENT), main_of(0)).when(BuildSettlement(0, CUT))


BUILT = SettlementBuilt(seat=0, node=CUT)


def test_a_holder_cut_who_is_still_longest_keeps_it():
    scene = cutting(EIGHT, roads(2, *ring((2, -1), 5))).then(BUILT)
    assert length(scene, 1) == 6
    assert scene.points(1) == 2


def test_a_holder_cut_to_five_with_nobody_near_keeps_it():
    scene = cutting(SEVEN).then(BUILT)
    assert length(scene, 1) == 5


def test_a_holder_cut_to_a_tie_keeps_it():
    scene = cutting(SEVEN, roads(2, *ring((2, -1), 5))).then(BUILT)
    assert (length(scene, 1), length(scene, 2)) == (5, 5)
    assert scene.points(1) == 2


def test_a_holder_cut_to_a_tie_with_two_others_keeps_it():
    rivals = (roads(2, *ring((2, -1), 5)), roads(3, *ring((-2, 1), 5)))
    cutting(SEVEN, rivals).then(BUILT)


def test_a_holder_cut_below_a_single_other_loses_it_to_that_player():
    scene = cutting(SEVEN, roads(2, *ring((2, -1)))).then(BUILT, awarded(2, 6))
    assert (scene.points(1), scene.points(2)) == (0, 2)


def test_the_cutter_himself_may_be_the_longest_now():
    own = roads(0, *[one for one in ring((0, -1)) if one != edge((0, -1), MIDDLE)])
    scene = given(own, roads(1, *FIVE, *sides((0, 1), "W")), awarded(1, 6))
    scene.given(dealt(0, **SETTLEMENT), main_of(0)).when(BuildSettlement(0, CUT))
    scene.then(BUILT, awarded(0, 5))
    assert scene.points(0) == 3


def test_a_holder_cut_with_two_others_tied_ahead_sets_it_aside():
    rivals = (roads(2, *ring((2, -1))), roads(3, *ring((-2, 1))))
    scene = cutting(SEVEN, rivals).then(BUILT, awarded(None, 6))
    assert [scene.points(seat) for seat in (1, 2, 3)] == [0, 0, 0]


def test_a_holder_cut_below_five_with_nobody_at_five_sets_it_aside_and_loses_two_points():
    scene = given(KNIFE, settlements(1, corner(MIDDLE, "SE")), roads(1, *FIVE), awarded(1, 5))
    scene.given(dealt(0, **SETTLEMENT), main_of(0))
    assert scene.points(1) == 3
    scene.when(BuildSettlement(0, CUT)).then(BUILT, awarded(None, 3))
    assert scene.points(1) == 1


def test_a_building_at_the_end_of_the_holders_road_changes_nothing():
    # The trail ends at the cut: it runs on from there to the west and south.
    holder = [*sides(MIDDLE, "NW", "W", "SW"), *sides((0, 1), "W", "SW")]
    scene = given(KNIFE, roads(1, *holder), awarded(1, 5))
    scene.given(dealt(0, **SETTLEMENT), main_of(0)).when(BuildSettlement(0, CUT)).then(BUILT)
    assert length(scene, 1) == 5


def test_a_cut_of_another_road_than_the_holders_changes_nothing():
    scene = given(KNIFE, roads(1, *FIVE), roads(2, *ring((2, -1))), awarded(2, 6))
    scene.given(dealt(0, **SETTLEMENT), main_of(0)).when(BuildSettlement(0, CUT)).then(BUILT)


# After it was set aside


def aside(*facts):
    """Two roads of six are level, a third was cut: the card lies aside."""
    rivals = (roads(2, *ring((2, -1))), roads(3, *ring((-2, 1))))
    return given(rivals, awarded(None, 6), *facts)


def test_a_card_set_aside_goes_to_the_first_who_is_alone_ahead():
    onward = edge((1, -1), (2, -2))
    scene = aside(dealt(2, **ROAD), main_of(2)).when(BuildRoad(2, onward))
    scene.then(RoadBuilt(seat=2, edge=onward), awarded(2, 7))


def test_a_card_set_aside_stays_there_while_two_are_level():
    scene = aside(settlements(1, corner(MIDDLE, "N")), dealt(1, **ROAD), main_of(1))
    scene.when(BuildRoad(1, *sides(MIDDLE, "NE")))
    scene.then(RoadBuilt(seat=1, edge=sides(MIDDLE, "NE")[0]))


def test_a_card_set_aside_is_given_when_one_of_those_level_is_cut():
    # A second building on the ring of seat 3 leaves four of its roads in a row.
    first, second = corner((-2, 1), "N"), corner((-2, 1), "SE")
    knife = roads(0, edge((-1, 1), (-2, 2)))
    scene = aside(settlements(1, first), knife, dealt(0, **SETTLEMENT), main_of(0))
    scene.when(BuildSettlement(0, second))
    scene.then(SettlementBuilt(seat=0, node=second), awarded(2, 6))


def test_a_card_set_aside_for_want_of_five_goes_to_the_next_who_has_five():
    cut = (settlements(0, CUT), roads(1, *FIVE), awarded(None, 3))
    scene = building(1, cut, roads(1, *sides((0, 1), "W")))
    scene.when(BuildRoad(1, *sides((0, 1), "SW")))
    scene.then(RoadBuilt(seat=1, edge=sides((0, 1), "SW")[0]), awarded(1, 5))


# Any network


def longest_by_trying(edges, blocked):
    """All walks from everywhere, one road at a time; slow and plain."""
    ways = {end: [] for one in edges for end in GRID.edge_nodes[one]}
    for one in edges:
        a, b = GRID.edge_nodes[one]
        ways[a].append((one, b))
        ways[b].append((one, a))

    def walk(at, used):
        if at in blocked and used:
            return len(used)
        onward = [walk(to, used | {one}) for one, to in ways[at] if one not in used]
        return max(onward, default=len(used))

    return max(walk(end, frozenset()) for end in ways)


@st.composite
def stories(draw):
    """Roads of seat 0 that mostly hang together, and buildings of others among them, in turn."""
    edges: list[int] = []
    steps = []
    for _ in range(draw(st.integers(6, 20))):
        ends = [end for one in edges for end in GRID.edge_nodes[one]]
        kind = draw(st.sampled_from(["road"] * 7 + ["elsewhere", "building"])) if edges else "road"
        if kind == "building":
            steps.append((kind, draw(st.sampled_from(ends))))
            continue
        around = bits(GRID.node_edges[draw(st.sampled_from(ends))]) if edges else range(72)
        new = draw(st.sampled_from(list(around if kind == "road" else range(72))))
        if new not in edges and len(edges) < 15:
            edges.append(new)
            steps.append(("road", new))
    return steps


@settings(max_examples=300, deadline=None, derandomize=True)
@given_any(stories())
def test_the_length_of_any_network_is_at_any_time_that_of_its_longest_trail(steps):
    scene = given()
    edges, blocked = [], set()
    for kind, place in steps:
        if kind == "building":
            blocked.add(place)
            scene.given(settlements(1, place))
        else:
            edges.append(place)
            scene.given(roads(0, place))
        assert length(scene) == longest_by_trying(edges, blocked)
