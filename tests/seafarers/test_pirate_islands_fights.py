"""Scenario 7, The Pirate Islands: the fleet, the seven and the fortresses."""

import pytest

from domain.base.commands import (
    BuildCity,
    Discard,
    EndTurn,
    RollDice,
)
from domain.base.costs import CITY_COST
from domain.base.events import (
    CardsDiscarded,
    CardStolen,
    DiceRolled,
    DiscardChosen,
    DiscardsRequired,
    ResourcesProduced,
    TurnBegan,
)
from domain.grid.geometry import nodes_in
from domain.ids import SPECTATOR
from domain.seafarers.commands import BuildShip, MoveShip, PickGold
from domain.seafarers.events import GoldClaimed, GoldPicked
from domain.seafarers.game import SEAFARERS
from domain.seafarers.scenarios.pirate_islands.commands import (
    AttackFortress,
    DeclineTheft,
    StealCard,
)
from domain.seafarers.scenarios.pirate_islands.events import (
    FleetBeaten,
    FleetHeldOff,
    FleetLeft,
    FleetPlundered,
    FleetSailed,
    FortressAttacked,
    FortressShaken,
    ShipsLost,
    TheftDeclined,
    TheftLapsed,
    TheftOffered,
    VictimChosen,
)
from domain.seafarers.scenarios.pirate_islands.route import waters
from domain.seafarers.shipping.ships import SHIP_COST
from domain.table.closing import GameWon
from tests.kit import (
    Facts,
    Scene,
    cities,
    dealt,
    main_of,
    rolled,
    settlements,
    turn_of,
)
from tests.seafarers.kit import pirate_on
from tests.seafarers.pirates import (
    BLUE,
    CROSSING,
    FAR,
    FORTRESS,
    ORANGE,
    RED,
    SEA,
    WAY,
    WHITE,
    armed,
    at_fortress,
    given,
    line,
    line_length,
    markers,
    orange_attacked,
    seven,
    taken,
    warships,
)

# The fleet


TWO_CITIES = [SEA.node((4, 2), (4, 3), (5, 2)), SEA.node((5, 0), (5, 1), (6, 0))]


def test_case_7_4_a_stronger_fleet_takes_a_card_and_one_for_each_city() -> None:
    scene = orange_attacked(cities(ORANGE, *TWO_CITIES), dealt(ORANGE, brick=2, ore=3))
    scene.when(RollDice(ORANGE), dice=(1, 4), plunder=[0, 3, 0])
    gains = {ORANGE: {"ore": 1 + 2}}  # a settlement and a city at the mountains with the five
    scene.then(
        DiceRolled(seat=ORANGE, dice=(1, 4), draw=0),
        FleetSailed(hex=SEA.hex(1, 3), steps=1),
        FleetPlundered(seat=ORANGE, strength=1, cards={"brick": 2, "ore": 1}, draw=0, draws=3),
        ResourcesProduced(gains=gains),
    )
    assert scene.chance.drawn[1:] == [("plunder", 5), ("plunder", 4), ("plunder", 3)]
    assert scene.hand(ORANGE) == {"ore": 2 + 3}


def test_case_7_5_equal_strength_brings_nothing() -> None:
    scene = orange_attacked(armed(ORANGE, 1), dealt(ORANGE, brick=2))
    scene.when(RollDice(ORANGE), dice=(4, 1))
    scene.then(
        DiceRolled(seat=ORANGE, dice=(4, 1), draw=0),
        FleetSailed(hex=SEA.hex(1, 3), steps=1),
        FleetHeldOff(seat=ORANGE, strength=1),
        ResourcesProduced(gains={ORANGE: {"ore": 1}}),
    )


def test_case_7_5_who_is_stronger_picks_a_card_before_the_production() -> None:
    scene = orange_attacked(armed(ORANGE, 2))
    scene.when(RollDice(ORANGE), dice=(1, 4)).then(
        DiceRolled(seat=ORANGE, dice=(1, 4), draw=0),
        FleetSailed(hex=SEA.hex(1, 3), steps=1),
        FleetBeaten(seat=ORANGE, strength=1),
        GoldClaimed(claims={ORANGE: 1}, early=True),
    )
    scene.when(EndTurn(ORANGE)).then_refused("phase/gold_open")
    scene.when(PickGold(ORANGE, {"wool": 1})).then(
        GoldPicked(seat=ORANGE, cards={"wool": 1}), ResourcesProduced(gains={ORANGE: {"ore": 1}})
    )
    assert scene.state.phase == "main"
    assert not scene.state.harvest_due


def test_case_7_6_question_7_10_the_pick_comes_before_hands_are_counted() -> None:
    scene = orange_attacked(armed(ORANGE, 2), dealt(ORANGE, brick=7), dealt(BLUE, grain=1))
    scene.when(RollDice(ORANGE), dice=(1, 6))
    scene.when(PickGold(ORANGE, {"wool": 1})).then(
        GoldPicked(seat=ORANGE, cards={"wool": 1}), DiscardsRequired(counts={ORANGE: 4})
    )
    four = {"brick": 4}
    scene.when(Discard(ORANGE, four)).then(
        DiscardChosen(seat=ORANGE, cards=four),
        CardsDiscarded(discards={ORANGE: four}),
        TheftOffered(seat=ORANGE),
    )
    assert scene.offers(ORANGE, StealCard) == [StealCard(ORANGE, BLUE)]
    assert scene.offers(ORANGE, DeclineTheft) == [DeclineTheft(ORANGE)]


def test_the_fleet_sails_clockwise_round_its_ring() -> None:
    scene = given(turn_of(RED), fleet=SEA.hex(3, 1))
    scene.when(RollDice(RED), dice=(5, 4))
    assert FleetSailed(hex=SEA.hex(1, 2), steps=4) in scene.events
    assert scene.state.pirate == SEA.hex(1, 2)


def test_the_fleet_attacks_a_standing_settlement_in_the_turn_of_another() -> None:
    scene = given(dealt(BLUE, ore=1), turn_of(RED), fleet=SEA.hex(3, 0))
    scene.when(RollDice(RED), dice=(1, 1), plunder=[0])
    (plundered,) = [e for e in scene.events if isinstance(e, FleetPlundered)]
    assert (plundered.seat, plundered.cards) == (BLUE, {"ore": 1})


def test_question_7_9_who_has_too_few_cards_loses_them_all() -> None:
    scene = orange_attacked(cities(ORANGE, *TWO_CITIES), dealt(ORANGE, grain=2))
    scene.when(RollDice(ORANGE), dice=(1, 2), plunder=[1, 0])
    assert scene.hand(ORANGE) == {}
    scene = orange_attacked()
    scene.when(RollDice(ORANGE), dice=(1, 2))
    assert [e.cards for e in scene.events if isinstance(e, FleetPlundered)] == [{}]


def test_the_bank_has_nothing_to_pick() -> None:
    """The claim lapses, and the production comes once."""
    scene = orange_attacked(armed(ORANGE, 2))
    scene.given([dealt(RED, **{kind: count}) for kind, count in scene.bank().items()])
    scene.when(RollDice(ORANGE), dice=(1, 4)).then(
        DiceRolled(seat=ORANGE, dice=(1, 4), draw=0),
        FleetSailed(hex=SEA.hex(1, 3), steps=1),
        FleetBeaten(seat=ORANGE, strength=1),
        ResourcesProduced(gains={}, short=("ore",)),
    )
    assert scene.state.phase == "main"


def test_a_pick_without_a_choice_is_handed_out_and_the_production_follows_once() -> None:
    scene = orange_attacked(armed(ORANGE, 2))
    scene.given([dealt(RED, **{k: n}) for k, n in scene.bank().items() if k != "ore"])
    scene.when(RollDice(ORANGE), dice=(1, 4)).then_ends(
        GoldClaimed(claims={ORANGE: 1}, early=True),
        GoldPicked(seat=ORANGE, cards={"ore": 1}),
        ResourcesProduced(gains={ORANGE: {"ore": 1}}),
    )


def three_with_two_at_the_fleet(*facts: Facts) -> Scene:
    """Three players; red's standing settlement and blue's are at (5,-2)."""
    node = SEA.node((4, -1), (5, -2), (5, -1))
    return given(settlements(BLUE, node), *facts, players=3, fleet=SEA.hex(5, -3))


def test_case_7_12_question_7_8_two_at_the_fleets_hex_are_attacked_in_turn_order() -> None:
    scene = three_with_two_at_the_fleet(dealt(RED, ore=1), dealt(BLUE, wool=1), turn_of(BLUE))
    scene.when(RollDice(BLUE), dice=(1, 1), plunder=[0, 0])
    attacked = [e.seat for e in scene.events if isinstance(e, FleetPlundered)]
    assert attacked == [BLUE, RED]
    assert scene.hand(RED).get("ore", 0) == 0
    assert scene.hand(BLUE).get("wool", 0) == 0


def test_case_7_12_both_win_and_pick_in_turn_order() -> None:
    arms = (line(RED, 2), armed(RED, 2), line(BLUE, 2), armed(BLUE, 2))
    scene = three_with_two_at_the_fleet(*arms, turn_of(ORANGE))
    scene.when(RollDice(ORANGE), dice=(1, 1))
    scene.then_ends(GoldClaimed(claims={RED: 1, BLUE: 1}, early=True))
    scene.when(PickGold(BLUE, {"ore": 1})).then_refused("gold/not_due")
    scene.when(PickGold(RED, {"ore": 1}))
    scene.when(PickGold(BLUE, {"ore": 1}))
    assert scene.state.phase == "main"


def test_question_7_8_several_buildings_of_one_owner_are_one_attack() -> None:
    node = SEA.node((4, -1), (5, -2), (5, -1))
    scene = given(settlements(RED, node), dealt(RED, ore=3), turn_of(BLUE), players=3)
    scene.given(pirate_on(SEA.hex(5, -3)))
    scene.when(RollDice(BLUE), dice=(1, 1), plunder=[0])
    assert len([e for e in scene.events if isinstance(e, FleetPlundered)]) == 1


@pytest.mark.parametrize(("players", "shared"), [(3, {(5, -2), (4, -1)}), (4, set())])
def test_question_7_8_where_the_fleet_can_meet_two_owners(
    players: int, shared: set[tuple[int, int]]
) -> None:
    state = given(players=players).state
    grid = SEA.grid
    home = state.hooks.start_nodes(state, RED)
    found = set()
    for hex_ in waters(players).fleet_path:
        free = nodes_in(grid.hex_nodes[hex_] & home & ~state.nodes_closed)
        pairs = [(a, b) for a in free for b in free if a < b]
        far = any(not grid.node_neighbours[a] >> b & 1 for a, b in pairs)
        own = [n for n in nodes_in(grid.hex_nodes[hex_]) if state.buildings >> n & 1]
        crossings = [n for n in CROSSING.values() if grid.hex_nodes[hex_] >> n & 1]
        if len(own) + len(crossings) + bool(free) + far > 1:
            found.add(grid.hexes[hex_])
    assert found == shared


# The seven


def test_question_7_11_who_rolled_a_seven_may_draw_a_card_from_anybody() -> None:
    scene = seven(dealt(BLUE, ore=1, wool=1), dealt(WHITE, ore=1))
    scene.then_ends(TheftOffered(seat=RED))
    assert scene.state.ruleset.flow.to_act(scene.state) == [RED]
    scene.when(EndTurn(RED)).then_refused("phase/theft_open")
    scene.when(StealCard(BLUE, WHITE)).then_refused("turn/not_yours")
    scene.when(StealCard(RED, ORANGE)).then_refused("robber/no_such_victim")
    scene.when(StealCard(RED, RED)).then_refused("robber/no_such_victim")
    scene.when(StealCard(RED, BLUE), theft=[1]).then(
        VictimChosen(seat=RED, victim=BLUE),
        CardStolen(thief=RED, victim=BLUE, resource="ore", draw=0),
    )
    assert scene.state.phase == "main"
    scene.when(DeclineTheft(RED)).then_refused("phase/already_rolled")


def test_question_7_11_the_theft_may_be_declined() -> None:
    scene = seven(dealt(BLUE, ore=1))
    scene.when(DeclineTheft(RED)).then(TheftDeclined(seat=RED))
    assert scene.state.phase == "main"
    assert scene.hand(BLUE) == {"ore": 1}


def test_no_theft_is_offered_where_nobody_has_a_card() -> None:
    scene = seven(dealt(RED, ore=1))
    scene.then_ends(TheftLapsed(seat=RED))
    assert scene.state.phase == "main"


def test_the_least_that_an_absent_player_does_is_to_decline() -> None:
    scene = seven(dealt(BLUE, ore=1))
    assert SEAFARERS.clock.least(scene.state, RED) == [DeclineTheft(RED)]


def test_only_thief_and_victim_know_the_card() -> None:
    stolen = CardStolen(thief=RED, victim=BLUE, resource="ore", draw=0)
    assert SEAFARERS.redact(stolen, WHITE).resource is None
    assert SEAFARERS.redact(stolen, BLUE) == stolen


# The fortress


@pytest.mark.parametrize(("die", "left", "length"), [(3, 2, 9), (4, 3, 8), (5, 3, 7)])
def test_case_7_8_question_7_14_the_fight_for_a_fortress(die: int, left: int, length: int) -> None:
    scene = given(at_fortress(RED, 4), main_of(RED))
    scene.when(AttackFortress(RED), fortress=[die - 1])
    won, lost = FortressShaken(seat=RED, left=2), tuple(WAY[RED][length:][::-1])
    scene.then(
        FortressAttacked(seat=RED, die=die, draw=0),
        won if left == 2 else ShipsLost(seat=RED, edges=lost),
        TurnBegan(seat=BLUE, turn=2),
    )
    assert (markers(scene, RED), line_length(scene, RED), warships(scene, RED)) == (left, length, 4)
    assert scene.view(RED)["seats"][RED]["ships_left"] == 15 - length


def test_case_7_9_after_a_lost_fight_the_line_is_built_anew() -> None:
    scene = given(at_fortress(RED, 4), main_of(RED))
    scene.when(AttackFortress(RED), fortress=[4])
    scene.given(main_of(RED), dealt(RED, lumber=2, wool=2))
    scene.when(AttackFortress(RED)).then_refused("fortress/not_reached")
    scene.when(BuildShip(RED, WAY[RED][7])).when(BuildShip(RED, WAY[RED][8]))
    scene.when(AttackFortress(RED), fortress=[0])
    assert markers(scene, RED) == 2


def test_question_7_12_an_attack_after_the_roll_even_without_warships() -> None:
    scene = given(line(RED, 8), turn_of(RED), dealt(RED, **SHIP_COST))
    scene.when(AttackFortress(RED)).then_refused("phase/roll_first")
    scene.given(rolled(RED, 1, 1))
    scene.when(AttackFortress(RED)).then_refused("fortress/not_reached")
    scene.when(BuildShip(RED, WAY[RED][8]))
    scene.when(AttackFortress(BLUE)).then_refused("turn/not_yours")
    scene.when(AttackFortress(RED), fortress=[0])
    assert line_length(scene, RED) == 7
    assert scene.state.turn_seat == BLUE


def test_one_warship_never_wins_a_fight() -> None:
    for die in range(6):
        scene = given(at_fortress(RED, 1), main_of(RED))
        scene.when(AttackFortress(RED), fortress=[die])
        assert line_length(scene, RED) == (8 if die == 0 else 7)


def test_question_7_13_no_warship_is_lost_here() -> None:
    """A fight that is not won is fought with six warships at the most, and takes ships 8 and 9."""
    for count in range(7):
        for die in range(max(count, 1), 7):
            scene = given(at_fortress(RED, count), main_of(RED))
            scene.when(AttackFortress(RED), fortress=[die - 1])
            assert warships(scene, RED) == count


def test_question_7_13_elsewhere_the_count_falls_with_the_ship() -> None:
    scene = given(line(RED, 3), armed(RED, 3))
    scene.given(ShipsLost(seat=RED, edges=(WAY[RED][2], WAY[RED][1])))
    assert warships(scene, RED) == 1


def test_case_7_10_question_7_16_the_last_marker_wins_before_the_turn_ends() -> None:
    homes = [SEA.node((6, -2), (6, -1), (7, -2)), SEA.node((5, 0), (5, 1), (6, 0))]
    scene = given(
        at_fortress(RED, 2, markers=1),
        cities(RED, *homes, CROSSING[RED], SEA.node((4, 2), (4, 3), (5, 2))),
        main_of(RED),
    )
    assert scene.points(RED) == 9
    scene.when(AttackFortress(RED), fortress=[0]).then(
        FortressAttacked(seat=RED, die=1, draw=0),
        taken(RED),
        GameWon(seats=(RED,), points=10),
    )
    assert scene.state.networks[RED].settlements >> FORTRESS[RED] & 1


def test_case_7_11_points_do_not_suffice_while_the_fortress_stands() -> None:
    scene = given(
        settlements(RED, SEA.node((5, 0), (5, 1), (6, 0)), CROSSING[RED]),
        cities(
            RED,
            SEA.node((6, -2), (6, -1), (7, -2)),
            SEA.node((4, 2), (4, 3), (5, 2)),
            SEA.node((3, 3), (3, 4), (4, 3)),
            SEA.node((6, 0), (6, 1), (7, 0)),
        ),
        turn_of(RED),
    )
    scene.given(settlements(RED, SEA.node((7, -3), (7, -4), (8, -4))))
    assert scene.points(RED) == 12
    scene.when(RollDice(RED), dice=(1, 1)).when(EndTurn(RED))
    assert scene.state.outcome is None


def test_case_7_13_when_the_last_fortress_falls_the_fleet_is_gone() -> None:
    others = [taken(seat) for seat in (BLUE, ORANGE, WHITE)]
    scene = given(at_fortress(RED, 2, markers=1), others, main_of(RED), fleet=SEA.hex(3, 0))
    scene.when(AttackFortress(RED), fortress=[0]).then(
        FortressAttacked(seat=RED, die=1, draw=0),
        taken(RED),
        FleetLeft(),
        TurnBegan(seat=BLUE, turn=2),
    )
    assert scene.view(SPECTATOR)["board"]["pirate"] is None
    scene.given(dealt(RED, ore=1), dealt(BLUE, **SHIP_COST))
    scene.when(RollDice(BLUE), dice=(3, 4))
    scene.then(DiceRolled(seat=BLUE, dice=(3, 4), draw=0), TheftOffered(seat=BLUE))
    scene.when(StealCard(BLUE, RED), theft=[0])
    scene.when(BuildShip(BLUE, WAY[BLUE][1]))


def test_the_fleet_stays_while_a_fortress_stands() -> None:
    others = [taken(seat) for seat in (BLUE, ORANGE)]
    scene = given(at_fortress(RED, 2, markers=1), others, main_of(RED))
    scene.when(AttackFortress(RED), fortress=[0])
    assert scene.state.pirate == FAR


def test_question_7_15_a_taken_fortress_is_an_ordinary_settlement() -> None:
    scene = given(at_fortress(RED, 2, markers=1), main_of(RED))
    scene.when(AttackFortress(RED), fortress=[0])
    assert scene.points(RED) == 2
    assert FORTRESS[RED] not in [t["node"] for t in scene.view(RED)["board"]["tokens"]]
    scene.given(main_of(RED), dealt(RED, **CITY_COST), dealt(RED, **SHIP_COST))
    assert scene.offers(RED, MoveShip) == scene.offers(RED, BuildShip) == []
    scene.when(AttackFortress(RED)).then_refused("fortress/taken")
    scene.when(BuildCity(RED, FORTRESS[RED]))
    assert scene.points(RED) == 3
    scene.given(pirate_on(SEA.hex(1, 3)), turn_of(BLUE))
    scene.when(RollDice(BLUE), dice=(5, 6))  # the gold river with the eleven
    scene.then_ends(GoldClaimed(claims={RED: 2}))


def test_there_is_no_largest_army_and_no_longest_route() -> None:
    scene = given(line(RED, 9), armed(RED, 5), main_of(RED))
    scene.when(EndTurn(RED))
    assert scene.state.longest_road is scene.state.largest_army is None
    assert scene.points(RED) == 1
