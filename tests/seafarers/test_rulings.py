"""What the books leave open at sea: rulings 0.1 to 0.24, as far as no case tells them.

The cases in `test_ships` tell 0.3 to 0.5, 0.13 and 0.15; those of the scenarios 0.14 (2-3), 0.22
(1-9) and the hidden hexes of 0.13 (3-11).
"""

from typing import Any

import pytest

from domain.base.commands import (
    BuildRoad,
    BuildSettlement,
    EndTurn,
    MoveRobber,
    PlaceRoad,
    PlaceSettlement,
    PlayKnight,
    PlayRoadBuilding,
    RollDice,
    StopPlacing,
)
from domain.base.costs import SETTLEMENT_COST
from domain.base.events import (
    CardsReturned,
    CardStolen,
    DevelopmentCardPlayed,
    FreeRoadsEnded,
    FreeRoadsGranted,
    LongestRoadAwarded,
    ResourcesProduced,
    RoadBuilt,
    RobberMoved,
    RobberRoused,
    RobberStayed,
    SettlementBuilt,
    TurnBegan,
)
from domain.grid.geometry import bits, edges_in, hexes_in
from domain.ids import SPECTATOR
from domain.options import BadOption
from domain.seafarers.commands import BuildShip, MovePirate, MoveShip, PickGold, PlaceShip
from domain.seafarers.events import (
    GoldClaimed,
    GoldPicked,
    HexDiscovered,
    MarkersTaken,
    PirateMoved,
    ShipBuilt,
    ShipMoved,
)
from domain.seafarers.options import read_options
from domain.seafarers.shipping.ships import SHIP_COST
from domain.table.closing import GameWon, Resign, SeatResigned
from domain.table.expiry import LotsDrawn
from domain.table.pauses import PauseGame, ResumeGame
from tests.clocks.facts import CLOCK, missed, passed, running, stopped
from tests.games import ATOLL
from tests.kit import (
    Facts,
    Place,
    Scene,
    cities,
    dealt,
    holding,
    main_of,
    roads,
    rolled,
    settlements,
    turn_of,
)
from tests.seafarers.kit import Chart, OwnChart, P, Q, R, S, ships

SEA = Chart(1, 4)
A = SEA.node((3, -2), (3, -1), (4, -2))
OUT = SEA.edge((3, -2), (4, -2))
FOG = Chart(3, 4)
OWN = OwnChart(ATOLL, 3)
RIVERS = OWN.node((0, 0), (1, -1), (1, 0))
"""Where two gold rivers meet."""
HILLS = OWN.node((-1, 0), (-1, 1), (0, 0))


def changed(**fields: Any) -> OwnChart:
    return OwnChart({**ATOLL, **fields}, 3)


# Where ships lie


def test_ruling_0_1_ships_sail_on_the_rim_but_not_between_frame_hexes() -> None:
    board, grid = SEA.given().state.board, SEA.grid
    for edge, hexes in enumerate(grid.edge_hexes):
        assert min(hexes) < grid.inner
        assert bool(board.sea_edges >> edge & 1) == any(board.sea >> hex_ & 1 for hex_ in hexes)
    at_rim = SEA.node((-2, 1), (-1, 0), (-1, 1))
    scene = SEA.given(settlements(P, at_rim), main_of(P), dealt(P, **SHIP_COST))
    rim = SEA.edge((-2, 1), (-1, 1))
    scene.when(BuildShip(P, rim)).then(ShipBuilt(P, rim))


def test_ruling_0_2_roads_and_ships_meet_and_do_not_link() -> None:
    """At an empty crossing each goes on from its own kind alone, and they are two routes."""
    road, beyond = SEA.edges(((3, -1), (4, -2)), ((3, -1), (4, -1)))
    around = SEA.edges(((3, -2), (4, -2)), ((4, -3), (4, -2)), ((4, -2), (5, -3)))
    around += [SEA.edge((4, -2), (5, -2))]
    last = SEA.edge((4, -2), (4, -1))
    by_land = SEA.given(settlements(P, A), roads(P, road), main_of(P), dealt(P, **SHIP_COST))
    by_land.when(BuildShip(P, last)).then_refused("ship/not_connected")
    by_land.given(ships(P, *around))
    by_land.when(BuildShip(P, last)).then_ends(LongestRoadAwarded(P, 6))
    by_sea = SEA.given(settlements(P, A), ships(P, *around, last), main_of(P))
    by_sea.given(dealt(P, brick=2, lumber=2))
    by_sea.when(BuildRoad(P, beyond)).then_refused("road/not_connected")
    by_sea.when(BuildRoad(P, road)).when(BuildRoad(P, beyond)).then(RoadBuilt(P, beyond))


def test_ruling_0_6_any_ship_of_a_ring_without_a_building_may_go() -> None:
    ring = edges_in(SEA.grid.hex_edges[SEA.hex(4, -3)])
    scene = SEA.given(settlements(P, A), ships(P, OUT, *ring), main_of(P))
    assert OUT not in ring
    assert {move.ship for move in scene.offers(P, MoveShip)} == set(ring)


def test_ruling_0_7_a_settlement_may_lose_its_only_ship() -> None:
    scene = SEA.given(settlements(P, A), settlements(P, SEA.node((2, 2), (2, 3), (3, 2))))
    scene.given(ships(P, OUT), main_of(P))
    to = SEA.edge((2, 3), (3, 2))
    scene.when(MoveShip(P, OUT, to)).then(ShipMoved(P, OUT, to))
    assert not scene.state.fleets[P].reached >> A & 1


def test_ruling_0_8_a_free_ship_stays_this_turn() -> None:
    scene = SEA.given(settlements(P, A), holding(P, "road_building"), main_of(P))
    scene.when(PlayRoadBuilding(P)).when(PlaceShip(P, OUT)).when(StopPlacing(P))
    to = SEA.edge((3, -2), (3, -1))
    scene.when(MoveShip(P, OUT, to)).then_refused("ship/placed_this_turn")


LINE = SEA.edges(
    ((3, -2), (4, -2)),
    ((4, -3), (4, -2)),
    ((4, -2), (5, -3)),
    ((4, -2), (5, -2)),
    ((4, -1), (5, -2)),
)
"""Five ships in a row from A, the last one the head."""
RIVALS = SEA.edges(
    ((1, 0), (1, 1)), ((0, 1), (1, 1)), ((0, 2), (1, 1)), ((1, 1), (1, 2)), ((1, 1), (2, 1))
)


def test_ruling_0_9_the_longest_route_is_judged_after_landing() -> None:
    scene = SEA.given(settlements(P, A), ships(P, *LINE[:4]), turn_of(P))
    scene.given(ships(P, LINE[4]), LongestRoadAwarded(P, 5), main_of(P))
    to = SEA.edge((3, -2), (3, -1))
    scene.when(MoveShip(P, LINE[4], to)).then(ShipMoved(P, LINE[4], to))
    assert scene.state.longest_road == P


def test_ruling_0_9_a_holder_who_is_level_after_the_move_keeps_it() -> None:
    sixth = SEA.edge((4, -1), (5, -1))
    scene = SEA.given(settlements(P, A), ships(P, *LINE, sixth), roads(Q, *RIVALS))
    scene.given(LongestRoadAwarded(P, 6), main_of(P))
    assert scene.state.road_lengths[:2] == [6, 5]
    aside = SEA.edge((4, -3), (5, -3))
    scene.when(MoveShip(P, sixth, aside)).then(ShipMoved(P, sixth, aside))
    assert scene.state.road_lengths[:2] == [5, 5]


def test_ruling_0_9_a_holder_who_falls_back_loses_it() -> None:
    scene = SEA.given(settlements(P, A), ships(P, *LINE), roads(Q, *RIVALS))
    scene.given(LongestRoadAwarded(P, 5), main_of(P))
    aside = SEA.edge((4, -3), (5, -3))
    scene.when(MoveShip(P, LINE[4], aside)).then(
        ShipMoved(P, LINE[4], aside), LongestRoadAwarded(Q, 5)
    )


# Road building


def crowded(ships_left: int) -> Scene:
    """Everything of P's is on the board but so many ships."""
    board = SEA.given().state.board
    by_land = bits(board.edges & ~board.sea_edges)[:15]
    by_sea = bits(board.sea_edges & ~board.edges & ~(1 << OUT))[: 15 - ships_left]
    scene = SEA.given(settlements(P, A), roads(P, *by_land), ships(P, *by_sea))
    scene.given(LongestRoadAwarded(P, scene.state.road_lengths[P]))
    return scene.given(holding(P, "road_building"), main_of(P))


def test_ruling_0_10_one_piece_if_only_one_is_left() -> None:
    scene = crowded(ships_left=1)
    scene.when(PlayRoadBuilding(P))
    scene.then(DevelopmentCardPlayed(P, "road_building"), FreeRoadsGranted(P, 1))
    scene.when(PlaceShip(P, OUT))
    assert scene.state.phase == "main"


def test_ruling_0_10_no_piece_no_card() -> None:
    crowded(ships_left=0).when(PlayRoadBuilding(P)).then_refused("card/no_road_possible")


WEST = FOG.node((0, 0), (1, -1), (1, 0))
TO_FOG = FOG.edge((1, -1), (1, 0))
BESIDE = FOG.edges(((1, -1), (2, -1)), ((1, 0), (2, -1)))
OTHERS = FOG.edges(((0, 0), (1, -1)), ((0, 0), (1, 0)))


def sailing_for_gold(*facts: Facts, **options: Any) -> Scene:
    """P has played road building and may find gold with the first ship."""
    scene = FOG.given(settlements(P, WEST), holding(P, "road_building"), *facts, **options)
    return scene.when(PlayRoadBuilding(P))


def finds_gold(scene: Scene) -> Scene:
    tiles, numbers = scene.state.unseen.tiles, scene.state.unseen.numbers
    before = list(tiles)[: list(tiles).index("gold")]
    assert numbers
    return scene.when(
        PlaceShip(P, TO_FOG), fog=[sum(tiles[kind] for kind in before)], fog_number=[0]
    )


@pytest.mark.parametrize("before_the_roll", [False, True])
def test_ruling_0_10_gold_of_the_first_piece_comes_before_the_second(before_the_roll: bool) -> None:
    scene = finds_gold(sailing_for_gold(turn_of(P) if before_the_roll else main_of(P)))
    assert scene.state.phase == "gold"
    scene.when(PlaceRoad(P, OTHERS[1])).then_refused("phase/gold_open")
    scene.when(StopPlacing(P)).then_refused("phase/gold_open")
    scene.when(PickGold(P, {"ore": 1})).then(GoldPicked(P, {"ore": 1}))
    assert scene.state.phase == "free_roads"
    scene.when(PlaceRoad(P, OTHERS[1]))
    assert scene.state.phase == ("roll" if before_the_roll else "main")


@pytest.mark.parametrize("before_the_roll", [False, True])
def test_ruling_0_10_a_second_piece_without_a_place_lapses_at_once(before_the_roll: bool) -> None:
    """Also while the gold of the first one waits to be taken."""
    scene = sailing_for_gold(
        roads(Q, *OTHERS), ships(Q, *BESIDE), turn_of(P) if before_the_roll else main_of(P)
    )
    finds_gold(scene)
    river = next(event for event in scene.events if isinstance(event, HexDiscovered))
    scene.then(ShipBuilt(P, TO_FOG, free=True), river, GoldClaimed({P: 1}), FreeRoadsEnded(P))
    assert scene.state.phase == "gold"
    scene.when(PickGold(P, {"ore": 1})).then(GoldPicked(P, {"ore": 1}))
    assert scene.state.phase == ("roll" if before_the_roll else "main")


def test_ruling_0_10_the_last_piece_may_find_gold_before_the_roll() -> None:
    scene = sailing_for_gold(turn_of(P)).when(PlaceRoad(P, OTHERS[1]))
    finds_gold(scene)
    scene.when(RollDice(P)).then_refused("phase/gold_open")
    scene.when(PickGold(P, {"ore": 1}))
    assert scene.state.phase == "roll"


# Robber and pirate


def robbing(*facts: Facts, chart: Chart = SEA, **options: Any) -> Scene:
    """A seven, and nobody had to discard."""
    roused = (turn_of(P), rolled(P, 3, 4), RobberRoused(P))
    return chart.given(*facts, roused, **options)


def test_ruling_0_11_of_several_victims_the_mover_names_one() -> None:
    at_sea = SEA.hex(3, -2)
    here = SEA.edges(((3, -3), (3, -2)), ((2, -2), (3, -2)), ((3, -2), (4, -3)))
    scene = robbing(
        *(ships(seat, edge) for seat, edge in zip((Q, R, S), here, strict=True)),
        dealt(Q, ore=1),
        dealt(R, wool=1),
    )
    scene.when(MovePirate(P, at_sea)).then_refused("robber/choose_victim")
    scene.when(MovePirate(P, at_sea, S)).then_refused("robber/no_such_victim")
    scene.when(MovePirate(P, at_sea, R), theft=[0])
    scene.then(PirateMoved(P, at_sea), CardStolen(P, R, "wool", draw=0))


def test_ruling_0_11_without_a_victim_the_turn_goes_on() -> None:
    at_sea = SEA.hex(3, -2)
    scene = robbing(ships(Q, SEA.edge((3, -3), (3, -2))), ships(P, OUT), dealt(P, ore=1))
    scene.when(MovePirate(P, at_sea, Q)).then_refused("robber/no_such_victim")
    scene.when(MovePirate(P, at_sea, P)).then_refused("robber/no_such_victim")
    scene.when(MovePirate(P, at_sea)).then(PirateMoved(P, at_sea))
    scene.when(EndTurn(P))


def test_ruling_0_12_exactly_one_of_the_two_moves_and_moves_away() -> None:
    scene = robbing()
    desert, pirates = SEA.hex(1, 1), SEA.hex(6, 0)
    scene.when(MoveRobber(P, desert)).then_refused("robber/same_hex")
    scene.when(MovePirate(P, pirates)).then_refused("pirate/same_hex")
    scene.when(EndTurn(P)).then_refused("phase/robber_open")
    scene.when(MoveRobber(P, SEA.hex(3, 0)))
    scene.when(MovePirate(P, SEA.hex(4, 0))).then_refused("phase/already_rolled")
    assert (scene.state.robber, scene.state.pirate) == (SEA.hex(3, 0), pirates)


def test_ruling_0_12_a_knight_moves_either_before_the_roll_too() -> None:
    scene = SEA.given(holding(P, "knight"), turn_of(P)).when(PlayKnight(P))
    scene.when(RollDice(P)).then_refused("phase/robber_open")
    scene.when(MovePirate(P, SEA.hex(4, 0))).then(PirateMoved(P, SEA.hex(4, 0)))
    assert scene.state.phase == "roll"


def test_ruling_0_21_without_a_desert_the_robber_starts_off_the_board() -> None:
    scene = OWN.given(settlements(P, HILLS), turn_of(P))
    assert scene.view(SPECTATOR)["board"]["robber"] is None
    scene.when(RollDice(P), dice=(5, 5))
    assert scene.hand(P) == {"brick": 1}
    scene = robbing(settlements(Q, HILLS), dealt(Q, ore=1), chart=OWN)
    assert {move.hex for move in scene.offers(P, MoveRobber)} == set(
        hexes_in(scene.state.board.land)
    )
    hills = OWN.hex(-1, 0)
    scene.when(MoveRobber(P, hills), theft=[0])
    scene.then(RobberMoved(P, hills), CardStolen(P, Q, "ore", draw=0))
    scene.given(turn_of(Q, 2))
    scene.when(RollDice(Q), dice=(5, 5)).then(rolled(Q, 5, 5))


def test_ruling_0_23_the_host_may_choose_where_the_robber_starts() -> None:
    with pytest.raises(BadOption) as refused:
        read_options({"scenario": 4, "robber_start": [0, 0]}, 3)
    assert refused.value.details["option"] == "robber_start"
    assert list(map(tuple, refused.value.details["choices"])) == [(3, -3), (2, -2), (1, -1)]  # type: ignore[arg-type]
    with pytest.raises(BadOption):
        read_options({"scenario": 1, "robber_start": [1, 1]}, 4)


# The friendly robber, which holds for both pieces


WEAK = SEA.node((2, -1), (3, -2), (3, -1))
STRONG = (SEA.node((0, 0), (0, 1), (1, 0)), SEA.node((0, 2), (1, 1), (1, 2)))


def test_ruling_0_24_the_friendly_pirate_spares_ships_of_the_weak() -> None:
    scene = robbing(
        settlements(Q, WEAK),
        ships(Q, SEA.edge((2, -1), (3, -2))),
        cities(R, *STRONG),
        ships(R, SEA.edge((4, -3), (5, -3))),
        dealt(Q, ore=1),
        dealt(R, wool=1),
        friendly_robber=True,
    )
    scene.when(MovePirate(P, SEA.hex(3, -2))).then_refused("pirate/not_there")
    scene.when(MoveRobber(P, SEA.hex(2, -1))).then_refused("robber/hex_spared")
    scene.when(MovePirate(P, SEA.hex(4, -3)), theft=[0])
    scene.then(PirateMoved(P, SEA.hex(4, -3)), CardStolen(P, R, "wool", draw=0))


def test_ruling_0_24_a_settlement_without_ships_does_not_keep_the_pirate_off() -> None:
    scene = robbing(settlements(Q, WEAK), friendly_robber=True)
    scene.when(MovePirate(P, SEA.hex(3, -2))).then(PirateMoved(P, SEA.hex(3, -2)))


EVERYWHERE = [
    (q, r) for q, r in ((0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (-1, 2), (0, 2))
]


def beset(*facts: Facts, chart: OwnChart, **options: Any) -> Scene:
    """A knight in hand on a map where weak seats touch every hex of land."""
    nodes = (
        (((0, -1), (0, 0), (1, -1)), Q),
        (((-1, 0), (-1, 1), (-2, 1)), Q),
        (((0, 1), (1, 0), (1, 1)), R),
        (((-1, 2), (0, 2), (-1, 3)), R),
        (((2, 0), (3, -1), (3, 0)), P),
    )
    pieces = [settlements(seat, chart.node(*hexes)) for hexes, seat in nodes]
    scene = chart.given(*pieces, *facts, friendly_robber=True, **options)
    return scene.given(holding(P, "knight"), turn_of(P))


def test_ruling_0_24_a_piece_without_a_hex_cannot_be_chosen() -> None:
    scene = beset(chart=OWN).when(PlayKnight(P))
    assert scene.offers(P, MoveRobber) == []
    for q, r in EVERYWHERE:
        scene.when(MoveRobber(P, OWN.hex(q, r))).then_refused("robber/hex_spared")
    scene.when(MovePirate(P, OWN.hex(2, 0))).then(PirateMoved(P, OWN.hex(2, 0)))


def test_ruling_0_24_if_neither_has_a_hex_none_moves() -> None:
    becalmed = changed(pirate={"used": False})
    scene = beset(chart=becalmed)
    scene.when(PlayKnight(P)).then(DevelopmentCardPlayed(P, "knight"), RobberStayed(P))
    assert scene.state.phase == "roll"
    scene.when(RollDice(P), dice=(3, 4)).then(rolled(P, 3, 4), RobberStayed(P))
    assert scene.state.phase == "main"


def with_deserts(*places: Place) -> dict[str, Any]:
    """The map with deserts in these places, and no variable set-up."""
    hexes = [
        {**hex_, "terrain": "desert", "number": None} if (hex_["q"], hex_["r"]) in places else hex_
        for hex_ in ATOLL["hexes"]
    ]
    return {"hexes": hexes}


def test_ruling_0_24_the_robber_falls_back_on_a_desert_that_is_open_to_it() -> None:
    deserts = with_deserts((0, 0), (3, 0))
    chart = changed(
        **deserts, robber={"hex": [0, 1], "forbidden_areas": ["far"]}, pirate={"used": False}
    )
    scene = beset(chart=chart).when(PlayKnight(P))
    assert [move.hex for move in scene.offers(P, MoveRobber)] == [chart.hex(0, 0)]
    scene.when(MoveRobber(P, chart.hex(3, 0))).then_refused("robber/not_there")
    scene.when(MoveRobber(P, chart.hex(0, 0))).then(RobberMoved(P, chart.hex(0, 0)))
    scene.when(RollDice(P), dice=(3, 4)).then(rolled(P, 3, 4), RobberStayed(P))


# Gold

GOLD = SEA.node((5, -1), (5, 0), (6, -1))
OTHER_GOLD = SEA.node((4, 0), (4, 1), (5, 0))
THIRD_GOLD = SEA.node((5, 0), (6, -1), (6, 0))


def rolling_ten(*facts: Facts, **options: Any) -> Scene:
    """P has a city at the gold river with the 10, Q a settlement, and P rolls."""
    scene = SEA.given(cities(P, GOLD), settlements(Q, OTHER_GOLD), *facts, turn_of(P), **options)
    return scene.when(RollDice(P), dice=(5, 5))


def test_ruling_0_16_who_comes_first_takes_all_that_is_left() -> None:
    scene = rolling_ten(dealt(R, brick=19, lumber=19, wool=19, grain=18, ore=18))
    scene.then(rolled(P, 5, 5), GoldClaimed({P: 2, Q: 1}), GoldPicked(P, {"grain": 1, "ore": 1}))
    assert scene.state.phase == "main"
    assert scene.view(SPECTATOR)["gold"] == []


def test_ruling_0_16_a_claim_on_an_empty_bank_lapses() -> None:
    bank = dealt(R, brick=19, lumber=19, wool=19, grain=19, ore=19)
    rolling_ten(bank).then(rolled(P, 5, 5))


def test_ruling_0_16_a_choice_is_left_while_there_is_one() -> None:
    scene = rolling_ten(dealt(R, brick=19, lumber=19, wool=19, grain=18, ore=17))
    scene.when(PickGold(P, {"grain": 2})).then_refused("bank/too_few_cards")
    scene.when(PickGold(P, {"ore": 2}))
    scene.then(GoldPicked(P, {"ore": 2}), GoldPicked(Q, {"grain": 1}))


def test_ruling_0_16_gold_is_not_part_of_the_shortage_test() -> None:
    """The forest with the 10 pays the last lumber; what gold may take comes after it."""
    forest = SEA.node((0, 0), (0, 1), (1, 0))
    scene = SEA.given(cities(R, forest), settlements(P, GOLD), dealt(S, lumber=17), turn_of(P))
    scene.when(RollDice(P), dice=(5, 5))
    scene.then(rolled(P, 5, 5), ResourcesProduced({R: {"lumber": 2}}), GoldClaimed({P: 1}))
    scene.when(PickGold(P, {"lumber": 1})).then_refused("bank/too_few_cards")


def test_ruling_0_17_the_cards_of_a_city_may_be_equal() -> None:
    rolling_ten().when(PickGold(P, {"ore": 2})).then(GoldPicked(P, {"ore": 2}))
    rolling_ten().when(PickGold(P, {"ore": 1, "wool": 1}))


def founding_at_the_rivers(**options: Any) -> Scene:
    """P places the settlement that pays where two gold rivers meet."""
    scene = OWN.founding(order=(P, Q, R, R, Q, P), **options)
    steps = (
        (P, HILLS, OWN.edge((-1, 0), (0, 0))),
        (Q, OWN.node((-1, 1), (-1, 2), (0, 1)), OWN.edge((-1, 1), (0, 1))),
        (R, OWN.node((-1, 3), (-1, 2), (0, 2)), OWN.edge((-1, 2), (0, 2))),
        (R, OWN.node((0, -2), (0, -1), (1, -2)), OWN.edge((0, -1), (1, -2))),
        (Q, OWN.node((0, 2), (0, 3), (1, 2)), OWN.edge((0, 2), (1, 2))),
    )
    for seat, node, edge in steps:
        scene.when(PlaceSettlement(seat, node)).when(PlaceRoad(seat, edge))
    return scene


def test_ruling_0_18_gold_pays_the_settlement_that_pays() -> None:
    scene = founding_at_the_rivers().when(PlaceSettlement(P, RIVERS))
    scene.then(
        SettlementBuilt(P, RIVERS, free=True),
        ResourcesProduced({P: {"grain": 1}}),
        GoldClaimed({P: 2}),
    )
    road = OWN.edge((0, 0), (1, 0))
    scene.when(PlaceRoad(P, road)).then_refused("phase/gold_open")
    scene.when(PlaceShip(P, road)).then_refused("phase/gold_open")
    scene.when(PickGold(P, {"ore": 2})).then(GoldPicked(P, {"ore": 2}))
    assert scene.state.phase == "founding"
    scene.when(PlaceRoad(P, road)).then(RoadBuilt(P, road, free=True), TurnBegan(P, 1))


def test_ruling_0_18_gold_pays_no_other_first_settlement() -> None:
    scene = OWN.founding(order=(P, P)).when(PlaceSettlement(P, RIVERS))
    scene.then(SettlementBuilt(P, RIVERS, free=True))


def test_ruling_0_19_the_distance_rule_holds_across_a_strait() -> None:
    here = OWN.node((1, 0), (2, -1), (2, 0))
    there = OWN.node((2, -1), (2, 0), (3, -1))
    strait = OWN.edge((2, -1), (2, 0))
    assert set(OWN.grid.edge_nodes[strait]) == {here, there}
    scene = OWN.given(settlements(P, here), ships(P, strait), main_of(P))
    scene.given(dealt(P, **SETTLEMENT_COST))
    scene.when(BuildSettlement(P, there)).then_refused("settlement/too_close")


def test_ruling_0_20_markers_are_public_and_not_limited_by_their_number() -> None:
    scene = SEA.given([MarkersTaken(seat, "isle-nw", 2) for seat in (P, Q) for _ in range(20)])
    for viewer in (SPECTATOR, R):
        shown = [place["counters"]["markers"] for place in scene.view(viewer)["seats"]]
        assert shown == [40, 40, 0, 0]


# Leaving while gold is to be taken


def test_others_take_their_gold_when_the_roller_resigns_and_the_next_turn_begins() -> None:
    scene = rolling_ten(settlements(R, THIRD_GOLD))
    scene.when(Resign(P)).then(SeatResigned(P))
    assert scene.state.phase == "gold"
    assert scene.state.ruleset.flow.to_act(scene.state) == [Q]
    scene.when(PickGold(Q, {"ore": 1})).then(GoldPicked(Q, {"ore": 1}))
    scene.when(PickGold(R, {"ore": 1})).then(GoldPicked(R, {"ore": 1}), TurnBegan(Q, 2))


def test_the_turn_goes_on_when_the_last_claimant_resigns() -> None:
    scene = rolling_ten().when(PickGold(P, {"ore": 2}))
    scene.when(Resign(Q)).then(SeatResigned(Q))
    assert scene.state.phase == "main"
    scene.when(EndTurn(P)).then(TurnBegan(R, 2))


def test_the_next_turn_begins_when_the_only_claimant_resigns_on_his_turn() -> None:
    scene = SEA.given(cities(P, GOLD), turn_of(P)).when(RollDice(P), dice=(5, 5))
    scene.when(Resign(P)).then(SeatResigned(P), TurnBegan(Q, 2))


def test_who_has_no_claim_may_resign_too() -> None:
    scene = rolling_ten(dealt(R, ore=1)).when(Resign(R))
    scene.then(CardsReturned(R, {"ore": 1}), SeatResigned(R))
    assert scene.state.ruleset.flow.to_act(scene.state) == [P]


def test_who_is_left_alone_wins_whatever_he_could_take() -> None:
    scene = rolling_ten().when(Resign(P)).when(Resign(R)).when(Resign(S))
    scene.then(SeatResigned(S), GameWon((Q,), 1))
    assert scene.state.outcome == "won"


def test_what_is_left_without_a_choice_is_handed_out_when_a_claimant_resigns() -> None:
    scene = SEA.given(settlements(P, GOLD), cities(Q, OTHER_GOLD))
    scene.given(dealt(R, brick=19, lumber=19, wool=19, grain=18, ore=18), turn_of(P))
    scene.when(RollDice(P), dice=(5, 5))
    scene.when(Resign(P))
    scene.then(SeatResigned(P), GoldPicked(Q, {"grain": 1, "ore": 1}), TurnBegan(Q, 2))


def test_who_resigns_with_gold_open_in_the_founding_places_no_more() -> None:
    scene = founding_at_the_rivers().when(PlaceSettlement(P, RIVERS)).when(Resign(P))
    scene.then_ends(SeatResigned(P), TurnBegan(Q, 1))
    assert scene.state.founding_node is None


def test_another_who_resigns_meanwhile_places_no_more() -> None:
    scene = OWN.founding(order=(Q, P, P, Q))
    scene.when(PlaceSettlement(Q, HILLS)).when(PlaceRoad(Q, OWN.edge((-1, 0), (0, 0))))
    scene.when(PlaceSettlement(P, OWN.node((-1, 3), (-1, 2), (0, 2))))
    scene.when(PlaceRoad(P, OWN.edge((-1, 2), (0, 2))))
    scene.when(PlaceSettlement(P, RIVERS)).when(Resign(Q))
    assert scene.state.phase == "gold"
    scene.when(PickGold(P, {"ore": 2}))
    road = OWN.edge((0, 0), (1, 0))
    scene.when(PlaceRoad(P, road)).then(RoadBuilt(P, road, free=True), TurnBegan(R, 1))


def test_a_finder_of_gold_who_resigns_in_the_founding_places_no_more() -> None:
    scene = FOG.founding(order=(P, Q, Q, P)).when(PlaceSettlement(P, WEST))
    finds_gold(scene).when(Resign(P))
    assert scene.state.founding_order == (P, Q, Q)
    assert scene.state.turn_seat == Q


# Time and pauses


def test_the_house_takes_gold_by_lot_for_who_is_away() -> None:
    """In the turn of another it is an answer; the roller's own pick is part of his turn."""
    scene = rolling_ten(running(P, "turn", 1, 60), clock=CLOCK)
    assert scene.state.watch.deadlines[P].decision.kind == "turn"
    scene.when(PickGold(P, {"ore": 2}), at=10)
    scene.then(GoldPicked(P, {"ore": 2}), stopped(P, "turn", 1, 50), running(Q, "answer", -2, 30))
    passed(scene, Q, 30, absent=[70])
    scene.then(
        missed(Q, "answer"),
        LotsDrawn(Q, 0, 1),
        GoldPicked(Q, {"grain": 1}),
        running(P, "turn", 1, 80),
    )


def test_the_house_takes_the_rollers_gold_and_ends_his_turn() -> None:
    scene = SEA.given(cities(P, GOLD), turn_of(P), running(P, "turn", 1, 60), clock=CLOCK)
    passed(scene, P, 60, dice=(5, 5), absent=[0, 4])
    picks = [event for event in scene.events if isinstance(event, GoldPicked)]
    assert [(pick.seat, sum(pick.cards.values())) for pick in picks] == [(P, 2)]
    scene.then_ends(turn_of(Q, 2), running(Q, "turn", 2, 120))


def test_the_house_takes_gold_in_the_founding() -> None:
    scene = founding_at_the_rivers().when(PlaceSettlement(P, RIVERS))
    assert scene.state.ruleset.decisions(scene.state)[P].kind == "answer"


def test_a_pause_holds_the_gold_where_it_was() -> None:
    scene = rolling_ten().when(PauseGame("ref", "a question"))
    scene.when(PickGold(P, {"ore": 2})).then_refused("game/paused")
    assert scene.state.ruleset.flow.to_act(scene.state) == []
    scene.when(ResumeGame("ref", "answered"))
    scene.when(PickGold(Q, {"ore": 1})).then_refused("gold/not_due")
    scene.when(PickGold(P, {"ore": 2})).when(PickGold(Q, {"ore": 1}))
    assert scene.state.phase == "main"


# Own maps


@pytest.mark.parametrize(
    ("settlements_each", "order"),
    [(1, (P, Q, R)), (2, (P, Q, R, R, Q, P)), (3, (P, Q, R, R, Q, P, P, Q, R))],
)
def test_an_own_map_says_how_many_settlements_come_first(
    settlements_each: int, order: tuple[int, ...]
) -> None:
    start = {"areas": "all", "settlements": settlements_each, "resources_from": 1}
    state = changed(start=start).given().state
    assert state.hooks.founding_order(state, P) == order


@pytest.mark.parametrize(
    ("home", "points"), [("start-areas", 0), ("own-start-islands", 0), ("none", 2)]
)
def test_an_own_map_says_what_is_home(home: str, points: int) -> None:
    """Founding settlements never pay; where nothing is home, the first that is built does."""
    chart = changed(bonus={"vp": 2, "home": home})
    scene = chart.founding(order=(P,))
    scene.when(PlaceSettlement(P, HILLS)).when(PlaceRoad(P, chart.edge((-1, 0), (0, 0))))
    assert scene.state.markers[P] == 0
    onward = chart.edges(((0, -1), (0, 0)), ((0, 0), (1, -1)))
    scene.given(roads(P, *onward), main_of(P), dealt(P, **SETTLEMENT_COST))
    scene.when(BuildSettlement(P, chart.node((0, -1), (0, 0), (1, -1))))
    assert scene.state.markers[P] == points
