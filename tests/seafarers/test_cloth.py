"""Cloth for Catan: every case of the scenario, and what else was settled about it."""

import pytest

from domain.base.commands import (
    BuildSettlement,
    EndTurn,
    MoveRobber,
    PlaceRoad,
    PlaceSettlement,
    PlayKnight,
    PlayRoadBuilding,
    RollDice,
)
from domain.base.events import LargestArmyAwarded, VictoryCardsRevealed
from domain.grid.geometry import bits
from domain.ids import SPECTATOR
from domain.seafarers.commands import BuildShip, MovePirate, MoveShip, PlaceShip
from domain.seafarers.events import PirateMoved, ShipBuilt
from domain.seafarers.scenarios.cloth.events import (
    ClothDelivered,
    ClothRanOut,
    ClothStolen,
    VillageReached,
)
from domain.table.closing import CloseGame, GameWon, Resign, SeatResigned
from presentation.registry import presentation_of
from tests.kit import (
    Facts,
    Scene,
    dealt,
    holding,
    knights,
    main_of,
    rolled,
    settlements,
    turn_of,
)
from tests.seafarers.kit import Chart, P, Q, R, S, pirate_on, ships
from tests.seafarers.villages import (
    FOUR,
    HOME,
    INLAND,
    NODES,
    NORTH,
    OTHERS_TO_TEN,
    SEA,
    STOCK,
    TO_TEN,
    cloth,
    delivered,
    four_cities,
    gave,
    given,
    left,
    points_of,
    reach,
    three_at_ten,
)

# The cases


def test_case_6_1_a_third_settlement_comes_clockwise_and_pays() -> None:
    state = given().state
    order = state.hooks.founding_order(state, P)
    assert order == (P, Q, R, R, Q, P, P, Q, R)
    scene = SEA.founding(STOCK, order=order)
    for i, seat in enumerate(order):
        place = scene.offers(seat, PlaceSettlement)[-1]
        scene.when(place)
        assert bool(scene.hand(seat)) == (i >= 6)
        kinds = (PlaceShip, PlaceRoad) if i % 2 else (PlaceRoad, PlaceShip)
        scene.when(next(offer for kind in kinds for offer in scene.offers(seat, kind)))
    assert (scene.state.phase, scene.state.turn_seat) == ("roll", P)
    assert [scene.points(seat) for seat in (P, Q, R)] == [3, 3, 3]


def test_the_third_round_begins_with_the_first_player_whoever_that_is() -> None:
    state = given(chart=FOUR).state
    assert state.hooks.founding_order(state, R) == (R, S, P, Q, Q, P, S, R, R, S, P, Q)


def test_case_6_2_a_first_ship_makes_contact() -> None:
    scene = SEA.founding(STOCK).when(PlaceSettlement(P, HOME)).when(PlaceShip(P, TO_TEN))
    scene.then(
        ShipBuilt(seat=P, edge=TO_TEN, free=True),
        VillageReached(seat=P, node=NODES[10], cloth=1),
    )
    assert cloth(scene) == [1, 0, 0]
    assert left(scene)[10] == 4
    assert scene.state.turn_seat == Q


def test_case_6_3_two_bales_are_a_point_on_anybodys_turn() -> None:
    scene = given(settlements(P, HOME), reach(P, TO_TEN, 10), turn_of(Q))
    assert points_of(scene, "cloth", P) == 0
    scene.when(RollDice(Q), dice=(4, 6)).then_ends(delivered(10, P))
    assert cloth(scene) == [2, 0, 0]
    assert points_of(scene, "cloth", P) == 1
    assert scene.points(P) == 2


def test_case_6_4_what_a_village_lacks_comes_from_the_general_supply() -> None:
    scene = given(three_at_ten(), turn_of(Q))
    assert left(scene)[10] == 1
    scene.when(RollDice(Q), dice=(4, 6)).then_ends(delivered(10, Q, R, P, from_supply=2))
    assert left(scene)[10] == 0
    assert scene.state.scenario_state.supply == 8
    assert cloth(scene) == [3, 2, 2]


def test_case_6_5_an_empty_village_gives_nothing() -> None:
    scene = given(three_at_ten(), delivered(10, P, Q, R, from_supply=2), turn_of(P))
    before = list(cloth(scene))
    scene.when(RollDice(P), dice=(4, 6))
    assert not [event for event in scene.events if isinstance(event, ClothDelivered)]
    assert cloth(scene) == before
    assert scene.state.scenario_state.supply == 8


def test_case_6_6_a_ship_may_join_two_villages() -> None:
    eight = SEA.edge((3, -1), (3, 0))
    on = SEA.edge((2, 0), (3, 0))
    scene = given(reach(P, eight, 8), main_of(P), dealt(P, lumber=1, wool=1))
    scene.when(BuildShip(P, on))
    scene.then(ShipBuilt(seat=P, edge=on), VillageReached(seat=P, node=NODES[6], cloth=1))
    assert cloth(scene) == [2, 0, 0]
    assert (left(scene)[8], left(scene)[6]) == (4, 4)


@pytest.mark.parametrize("by_knight", [False, True])
def test_case_6_7_the_pirate_obeys_only_who_is_in_contact(by_knight: bool) -> None:
    scene = given(settlements(P, INLAND), holding(P, "knight"), turn_of(P))
    if by_knight:
        scene.when(PlayKnight(P))
    else:
        scene.when(RollDice(P), dice=(3, 4))
    assert scene.offers(P, MovePirate) == []
    scene.when(MovePirate(P, SEA.hex(5, 0))).then_refused("pirate/not_there")
    assert scene.offers(P, MoveRobber)
    scene.when(MoveRobber(P, SEA.hex(4, -3)))


Q_SHIP = SEA.edge((4, -2), (4, -3))
AT_Q = SEA.hex(4, -2)


def pirate_time(*facts: Facts, chart: Chart = SEA, **options: object) -> Scene:
    """P, in contact, has rolled a seven; Q has a ship at a sea hex and three bales."""
    return given(
        settlements(P, HOME),
        reach(P, TO_TEN, 10),
        ships(Q, Q_SHIP),
        gave(3, Q, 3),
        *facts,
        turn_of(P),
        chart=chart,
        **options,
    ).when(RollDice(P), dice=(3, 4))


def test_case_6_8_the_pirate_takes_cloth_where_there_are_no_cards() -> None:
    scene = pirate_time()
    assert points_of(scene, "cloth", Q) == 1
    scene.when(MovePirate(P, AT_Q))
    scene.then(PirateMoved(seat=P, hex=AT_Q), ClothStolen(thief=P, victim=Q))
    assert cloth(scene) == [2, 2, 0]
    assert points_of(scene, "cloth", Q) == 1
    assert scene.state.phase == "main"


LINE = SEA.edges(((2, -2), (2, -1)), ((1, -1), (2, -1)))
"""From the settlement `AWAY` over `HOME`, where nothing stands, to village 10."""
AWAY = SEA.node((2, -2), (2, -1), (3, -2))
BRANCH = SEA.edge((1, -1), (2, -2))


def test_case_6_9_a_line_to_a_village_is_closed_even_to_an_empty_one() -> None:
    scene = given(
        settlements(P, AWAY),
        ships(P, LINE[0], BRANCH),
        reach(P, LINE[1], 10),
        gave(10, R, 4),
        main_of(P),
    )
    assert left(scene)[10] == 0
    beyond = OTHERS_TO_TEN[0]
    for ship in LINE:
        scene.when(MoveShip(P, ship, beyond)).then_refused("ship/not_movable")
    scene.when(MoveShip(P, BRANCH, beyond))


def fifth_village() -> list[Facts]:
    """Four villages are empty and village 10 has one bale; P has 13 bales, Q 5 and R 6."""
    return [
        *(gave(3, P, 5), gave(4, P, 5), gave(5, P, 3), gave(5, Q, 2)),
        *(gave(6, Q, 3), gave(6, R, 2)),
        reach(R, TO_TEN, 10),
        gave(10, R, 3),
    ]


SETTLED = [
    SEA.node((-1, 2), (-1, 3), (0, 2)),
    SEA.node((0, 2), (0, 3), (1, 2)),
    SEA.node((2, -3), (3, -4), (3, -3)),
]


def test_case_6_10_the_fifth_empty_village_ends_the_game_and_cloth_breaks_the_tie() -> None:
    scene = given(
        fifth_village(),
        settlements(P, *SETTLED),
        four_cities(Q),
        settlements(Q, INLAND),
        four_cities(R),
        turn_of(P),
    )
    scene.when(RollDice(P), dice=(4, 6))
    scene.then_ends(delivered(10, R), ClothRanOut(villages=3), GameWon(seats=(R,), points=11))
    assert [scene.points(seat) for seat in (P, Q, R)] == [9, 11, 11]
    assert cloth(scene) == [13, 5, 7]
    scene.when(CloseGame())
    assert [(line.seat, line.rank) for line in scene.state.standings] == [(R, 1), (Q, 2), (P, 3)]


def test_case_6_11_who_reaches_the_target_on_his_turn_comes_first() -> None:
    scene = given(
        *(gave(3, Q, 5), gave(4, Q, 5), gave(5, Q, 4), gave(5, R, 1), gave(6, P, 5)),
        settlements(P, HOME),
        reach(P, TO_TEN, 10),
        gave(10, P, 3),
        four_cities(P),
        four_cities(Q),
        turn_of(P),
    )
    assert [scene.points(seat) for seat in (P, Q)] == [13, 15]
    scene.when(RollDice(P), dice=(4, 6))
    scene.then_ends(delivered(10, P), GameWon(seats=(P,), points=14))
    assert [scene.points(seat) for seat in (P, Q)] == [14, 15]
    scene.when(CloseGame())
    assert [(line.seat, line.rank) for line in scene.state.standings][:2] == [(P, 1), (Q, 2)]


def test_case_6_12_the_robber_stays_off_the_islands_of_the_villages() -> None:
    scene = pirate_time()
    for place in ((1, 0), (3, -1), (4, 0), (2, 1)):
        scene.when(MoveRobber(P, SEA.hex(*place))).then_refused("robber/not_there")
    scene.when(MoveRobber(P, SEA.hex(5, 1)))


def test_case_6_13_nine_linked_ships_bring_no_award() -> None:
    ring = [
        edge for hex_ in ((3, -2), (4, -2)) for edge in bits(SEA.grid.hex_edges[SEA.hex(*hex_)])
    ]
    row = list(dict.fromkeys(ring))[:9]
    scene = given(settlements(P, NORTH[0]), ships(P, *row), main_of(P), knights(P, 3))
    scene.given(dealt(P, brick=1, lumber=1))
    scene.when(EndTurn(P))
    assert scene.state.longest_road is None
    assert points_of(scene, "longest_road", P) == 0
    # The army is still worth its points.
    assert LargestArmyAwarded(seat=P, knights=3) in scene.events


def test_case_6_14_nobody_settles_at_a_village() -> None:
    scene = given(settlements(P, HOME), reach(P, TO_TEN, 10), main_of(P))
    scene.given(dealt(P, brick=1, lumber=1, wool=1, grain=1))
    there = NODES[10]
    assert there == SEA.node((1, -1), (1, 0), (2, -1))
    scene.when(BuildSettlement(P, there)).then_refused("settlement/not_here")
    assert scene.offers(P, BuildSettlement) == []


# Ambiguities that no case covers


def test_6_3_a_moved_ship_makes_contact() -> None:
    scene = given(settlements(P, HOME), ships(P, BRANCH), main_of(P))
    scene.when(MoveShip(P, BRANCH, TO_TEN))
    scene.then_ends(VillageReached(seat=P, node=NODES[10], cloth=1))
    assert cloth(scene) == [1, 0, 0]


def test_6_3_ships_of_a_road_building_card_make_contact() -> None:
    scene = given(settlements(P, AWAY), holding(P, "road_building"), turn_of(P))
    scene.when(PlayRoadBuilding(P)).when(PlaceShip(P, LINE[0]))
    assert cloth(scene) == [0, 0, 0]
    scene.when(PlaceShip(P, LINE[1])).then_ends(
        ShipBuilt(seat=P, edge=LINE[1], free=True),
        VillageReached(seat=P, node=NODES[10], cloth=1),
    )
    assert scene.state.phase == "roll"


def test_6_4_the_line_goes_on_past_a_village_and_makes_no_second_contact() -> None:
    scene = given(settlements(P, HOME), reach(P, TO_TEN, 10), main_of(P))
    scene.given(dealt(P, lumber=1, wool=1))
    scene.when(BuildShip(P, OTHERS_TO_TEN[0])).then(ShipBuilt(seat=P, edge=OTHERS_TO_TEN[0]))
    assert cloth(scene) == [1, 0, 0]


def test_6_5_contact_with_an_empty_village_brings_no_cloth_but_is_contact() -> None:
    scene = given(gave(10, R, 5), settlements(P, HOME), turn_of(P), rolled(P, 3, 4))
    scene.given(dealt(P, lumber=1, wool=1), main_of(P))
    scene.when(BuildShip(P, TO_TEN)).then_ends(VillageReached(seat=P, node=NODES[10], cloth=0))
    assert cloth(scene) == [0, 0, 5]
    scene.given(turn_of(P)).when(RollDice(P), dice=(3, 4))
    assert scene.offers(P, MovePirate)


def test_6_6_a_short_general_supply_is_dealt_in_turn_order() -> None:
    scene = given(three_at_ten(), turn_of(R))
    scene.state.scenario_state.supply = 1
    scene.when(RollDice(R), dice=(4, 6)).then_ends(delivered(10, R, P, from_supply=1))
    assert scene.state.scenario_state.supply == 0


def both() -> Scene:
    """The victim has cards and cloth."""
    return pirate_time(dealt(Q, ore=2))


def test_6_8_who_has_cards_and_cloth_loses_what_the_thief_names() -> None:
    both().when(MovePirate(P, AT_Q)).then_refused("pirate/choose_loot")
    both().when(MovePirate(P, AT_Q, Q)).then_refused("pirate/choose_loot")
    scene = both().when(MovePirate(P, AT_Q, Q, "cloth"))
    assert (cloth(scene), scene.hand(P)) == ([2, 2, 0], {})
    scene = both().when(MovePirate(P, AT_Q, loot="card"), theft=[0])
    assert (cloth(scene), scene.hand(P)) == ([1, 3, 0], {"ore": 1})


def test_6_8_both_kinds_are_listed() -> None:
    offers = both().offers(P, MovePirate)
    assert [offer.loot for offer in offers if offer.hex == AT_Q] == ["card", "cloth"]
    assert {offer.loot for offer in offers if offer.victim is None} == {None}
    only_cloth = [offer for offer in pirate_time().offers(P, MovePirate) if offer.hex == AT_Q]
    assert only_cloth == [MovePirate(P, AT_Q, Q, "cloth")]


def test_6_8_what_the_victim_has_not_cannot_be_taken() -> None:
    scene = pirate_time()
    scene.when(MovePirate(P, AT_Q, Q, "card")).then_refused("pirate/no_such_loot")
    empty = SEA.hex(0, 1)
    scene.when(MovePirate(P, empty, loot="cloth")).then_refused("pirate/no_such_loot")
    scene.when(MovePirate(P, empty)).then(PirateMoved(seat=P, hex=empty))


def test_6_8_a_seat_with_nothing_is_no_victim() -> None:
    scene = pirate_time(ships(R, SEA.edge((3, -2), (4, -2))))
    scene.when(MovePirate(P, AT_Q, R)).then_refused("robber/no_such_victim")
    scene.when(MovePirate(P, AT_Q)).then_ends(ClothStolen(thief=P, victim=Q))


def test_cloth_is_no_loot_in_other_scenarios() -> None:
    sea = Chart(1, 4)
    at = sea.node((3, -2), (3, -1), (4, -2))
    scene = sea.given(settlements(Q, at), ships(Q, sea.edge((3, -2), (4, -2))), dealt(Q, ore=1))
    scene.given(turn_of(P)).when(RollDice(P), dice=(3, 4))
    there = sea.hex(3, -2)
    scene.when(MovePirate(P, there, Q, "cloth")).then_refused("pirate/no_such_loot")
    scene.when(MovePirate(P, there, Q, "card")).then_refused("pirate/no_such_loot")
    scene.when(MovePirate(P, there, Q), theft=[0])


def test_6_10_contact_may_empty_the_fifth_village() -> None:
    scene = given(
        *(gave(3, P, 5), gave(4, P, 5), gave(5, Q, 5), gave(6, Q, 5), gave(10, R, 4)),
        settlements(P, HOME),
        main_of(P),
        dealt(P, lumber=1, wool=1),
    )
    scene.when(BuildShip(P, TO_TEN))
    scene.then_ends(
        VillageReached(seat=P, node=NODES[10], cloth=1),
        ClothRanOut(villages=3),
        GameWon(seats=(P,), points=6),
    )


def level() -> list[Facts]:
    """Village 10 is about to be the fifth; P and Q are level, in cloth too, and R is not."""
    return [
        *(gave(3, P, 5), gave(4, Q, 5), gave(5, P, 5), gave(6, Q, 5), gave(10, R, 2)),
        settlements(R, HOME),
        reach(R, TO_TEN, 10),
        gave(10, R, 1),
        settlements(P, *SETTLED[:2]),
        settlements(Q, *NORTH),
    ]


def test_6_11_equals_share_the_win() -> None:
    scene = given(level(), turn_of(R)).when(RollDice(R), dice=(4, 6))
    scene.then_ends(ClothRanOut(villages=3), GameWon(seats=(P, Q), points=7))
    assert scene.state.winners == (P, Q)
    told = presentation_of(scene.state.ruleset.name).narrate(scene.state, scene.events[-1], "en")
    assert told == "Red and Blue share the win with 7 points."
    scene.when(CloseGame())
    assert [(line.seat, line.rank) for line in scene.state.standings] == [(P, 1), (Q, 1), (R, 3)]


def test_6_10_hidden_cards_count_and_are_shown_by_all() -> None:
    scene = given(
        level(), holding(R, "victory_point"), holding(Q, "victory_point", "knight"), turn_of(P)
    )
    scene.when(RollDice(P), dice=(4, 6))
    scene.then_ends(
        ClothRanOut(villages=3),
        VictoryCardsRevealed(seat=Q, count=1),
        VictoryCardsRevealed(seat=R, count=1),
        GameWon(seats=(Q,), points=8),
    )
    seen = scene.state.ruleset.score(scene.state, SPECTATOR)
    assert [line.points for line in seen] == [7, 8, 4]
    assert [line.sources["victory_point_cards"] for line in seen] == [0, 1, 1]


def test_6_10_who_has_left_does_not_win() -> None:
    scene = given(level(), settlements(P, INLAND), SeatResigned(seat=P), turn_of(R))
    scene.when(RollDice(R), dice=(4, 6)).then_ends(GameWon(seats=(Q,), points=7))
    scene.when(CloseGame())
    assert [(line.seat, line.rank) for line in scene.state.standings] == [(Q, 1), (R, 2), (P, 3)]


def test_more_cloth_ranks_first_among_losers_with_equal_points() -> None:
    scene = given(
        *(gave(3, Q, 2), gave(4, R, 3)),
        four_cities(P),
        settlements(P, *SETTLED),
        gave(5, P, 5),
        gave(6, P, 1),
        main_of(R),
    ).when(EndTurn(R))
    scene.then_ends(GameWon(seats=(P,), points=14))
    scene.when(CloseGame())
    assert [(line.seat, line.rank) for line in scene.state.standings] == [(P, 1), (R, 2), (Q, 3)]


def test_6_12_the_pirate_beside_a_village_does_not_stop_its_cloth() -> None:
    scene = given(settlements(P, HOME), reach(P, TO_TEN, 10), pirate_on(SEA.hex(1, -1)))
    scene.given(turn_of(Q)).when(RollDice(Q), dice=(4, 6)).then_ends(delivered(10, P))


def test_the_friendly_pirate_goes_where_it_likes_as_nobody_has_so_few_points() -> None:
    """Three first settlements are more points than the friendly robber spares."""
    three = [settlements(P, *SETTLED[:2]), settlements(Q, *NORTH, INLAND)]
    scene = pirate_time(three, friendly_robber=True)
    assert MovePirate(P, AT_Q, Q, "cloth") in scene.offers(P, MovePirate)


def test_the_friendly_pirate_keeps_off_the_ships_of_the_weak() -> None:
    scene = given(
        settlements(P, HOME, *SETTLED[:2]),
        reach(P, TO_TEN, 10),
        ships(Q, Q_SHIP),
        gave(3, Q, 3),
        turn_of(P),
        friendly_robber=True,
    ).when(RollDice(P), dice=(3, 4))
    scene.when(MovePirate(P, AT_Q)).then_refused("pirate/not_there")


def test_without_contact_the_friendly_pirate_does_not_obey_either() -> None:
    scene = given(settlements(P, HOME, *SETTLED[:2]), turn_of(P), friendly_robber=True)
    scene.when(RollDice(P), dice=(3, 4))
    assert scene.offers(P, MovePirate) == []


def test_who_leaves_keeps_his_cloth_and_gets_no_more() -> None:
    scene = given(three_at_ten(), turn_of(P)).when(Resign(Q))
    scene.when(RollDice(P), dice=(4, 6)).then_ends(delivered(10, P, R, from_supply=1))
    assert cloth(scene) == [3, 1, 2]
    scene.given(turn_of(P)).when(RollDice(P), dice=(3, 4))
    assert Q not in {offer.victim for offer in scene.offers(P, MovePirate)}
