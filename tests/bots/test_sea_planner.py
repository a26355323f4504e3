"""What the planner does at sea, where there is something better and something worse to do."""

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
from domain.base.events import Harbour, RobberRoused
from domain.seafarers.commands import (
    BuildShip,
    MovePirate,
    MoveShip,
    PickGold,
    PlaceHarbour,
    PlaceShip,
)
from domain.seafarers.events import GoldClaimed
from domain.seafarers.maps.layout import read_specials
from domain.seafarers.scenarios.forgotten_tribe.events import (
    GiftHarbourTaken,
    GiftsDealt,
    HarbourDue,
)
from domain.seafarers.scenarios.new_world.messages import AcceptBoard
from domain.seafarers.scenarios.pirate_islands.commands import (
    AttackFortress,
    PlayVictoryPoint,
    StealCard,
)
from domain.seafarers.scenarios.wonders.map import Wonders
from domain.seafarers.scenarios.wonders.messages import BuildLevel, ClaimWonder, WonderClaimed
from hexledger.self_play import BotGame, Setup
from tests.kit import Facts, Scene, cities, dealt, holding, main_of, rolled, settlements, turn_of
from tests.seafarers import pirates, villages
from tests.seafarers.kit import Chart, P, Q, pirate_on, robber_on, ships
from workers.bots.registry import choose

SEA = Chart(1)
HOME = SEA.node((3, -2), (3, -1), (4, -2))
"""On the coast of the main island, two ships away from a small one."""
TO_ISLE = SEA.edges(((3, -2), (4, -2)), ((3, -2), (4, -3)))
ISLE = SEA.node((3, -3), (3, -2), (4, -3))
FAR = SEA.hex(6, 0)
"""Where a pirate is in nobody's way."""


def planned(scene: Scene, seat: int = P, *, among_equals: bool = False):
    """The planner's choice. Only among equals its own randomness makes a difference."""
    command = choose(scene.state, seat, "planner", lambda n: 0)
    view = scene.view(seat)
    other = choose(scene.state, seat, "planner", lambda n: n - 1)
    assert among_equals or other == command
    assert scene.view(seat) == view, "choosing changes nothing"
    return command


def legal(scene: Scene, seat: int = P) -> list:
    return scene.state.ruleset.flow.moves(scene.state, seat)


def at_home(*facts: Facts, chart: Chart = SEA, **options: object) -> Scene:
    """A seat with a settlement on the coast, in the middle of its turn."""
    return chart.given(settlements(P, HOME), pirate_on(FAR), *facts, main_of(P), **options)


# Ways


def test_it_sails_to_an_island_that_pays_and_settles_there():
    scene = at_home(dealt(P, brick=1, lumber=3, wool=3, grain=1))
    for kind in (BuildShip, BuildShip, BuildSettlement):
        wish = planned(scene)
        assert isinstance(wish, kind)
        scene = scene.when(wish)
    assert scene.state.markers[P] == 2


def test_it_does_not_sail_where_the_pirate_is():
    hand = dealt(P, brick=1, lumber=3, wool=3, grain=1)
    closed = at_home(hand, pirate_on(SEA.hex(3, -2)))
    wish = planned(closed)
    assert isinstance(wish, BuildShip)
    assert not SEA.grid.hex_edges[SEA.hex(3, -2)] >> wish.edge & 1


def test_the_first_piece_on_a_coast_leads_to_an_island_that_pays():
    scene = SEA.founding(pirate_on(FAR)).when(PlaceSettlement(P, HOME))
    assert isinstance(planned(scene), PlaceShip)


def test_inland_the_first_piece_is_a_road():
    scene = SEA.founding().when(PlaceSettlement(P, SEA.node((1, 0), (1, 1), (2, 0))))
    assert isinstance(planned(scene), PlaceRoad)


def test_views_tell_which_lands_pay_a_seat():
    scene = at_home(ships(P, *TO_ISLE), dealt(P, brick=1, lumber=1, wool=1, grain=1))
    assert scene.view(Q)["seats"][P]["bonuses"] == {"isle-nw": 2, "isle-ne": 2, "isle-se": 2}
    scene = scene.when(BuildSettlement(P, ISLE))
    assert scene.view(Q)["seats"][P]["bonuses"] == {"isle-ne": 2, "isle-se": 2}


# Moving ships


ASTRAY = SEA.edge((2, -1), (3, -2))


def with_a_ship_astray() -> Scene:
    """One more ship, and a settlement, are in the hand; those on the board lead to Q."""
    return SEA.given(
        settlements(P, HOME),
        ships(P, SEA.edge((3, -2), (3, -1)), ASTRAY),
        pirate_on(FAR),
        settlements(Q, SEA.node((2, -2), (2, -1), (3, -2))),
        dealt(P, brick=1, lumber=2, wool=2, grain=1),
        main_of(P),
    )


def test_a_ship_that_leads_nowhere_is_moved_where_it_saves_another():
    wish = planned(with_a_ship_astray())
    assert isinstance(wish, MoveShip)
    assert wish.ship == ASTRAY


def test_a_ship_that_was_moved_stays_there():
    scene = with_a_ship_astray()
    move = planned(scene)
    scene = scene.when(move).given(turn_of(Q, 2), main_of(P))
    again = planned(scene)
    assert not (isinstance(again, MoveShip) and again.ship == move.edge)


# Gold


def test_it_takes_the_cards_that_it_lacks():
    scene = SEA.given(
        settlements(P, HOME),
        ships(P, *TO_ISLE),
        pirate_on(FAR),
        dealt(P, brick=1, lumber=1),
        turn_of(P),
        rolled(P, 4, 6),
        GoldClaimed(claims={P: 2}),
    )
    assert planned(scene) == PickGold(P, {"wool": 1, "grain": 1})


def test_it_takes_what_is_left():
    short = dict.fromkeys(("brick", "lumber", "wool", "grain"), 19)
    scene = SEA.given(
        settlements(P, HOME),
        dealt(Q, **short, ore=17),
        turn_of(P),
        rolled(P, 4, 6),
        GoldClaimed(claims={P: 3}),
    )
    assert planned(scene) == PickGold(P, {"ore": 2})


def test_of_a_hidden_bank_it_takes_what_must_be_there():
    scene = SEA.given(
        settlements(P, HOME),
        dealt(Q, ore=17, wool=1),
        turn_of(P),
        rolled(P, 4, 6),
        GoldClaimed(claims={P: 2}),
        bank_visible=False,
    )
    chosen = planned(scene)
    assert sum(chosen.cards.values()) == 2
    assert all(count == 1 for count in chosen.cards.values()), "any resource may be down to one"


# Robber and pirate


def robbing(*facts: Facts, chart: Chart = SEA) -> Scene:
    return chart.given(*facts, turn_of(P), rolled(P, 3, 4), RobberRoused(seat=P))


def test_the_robber_goes_where_it_costs_most():
    there = cities(Q, SEA.node((1, 0), (1, 1), (2, 0))), dealt(Q, ore=1)
    assert isinstance(planned(robbing(there), among_equals=True), MoveRobber)


def test_the_pirate_robs_who_has_ships_while_the_robber_stays_where_it_hurts():
    """Nothing of the others is on the main island but what the robber blocks already."""
    far = SEA.node((5, -1), (5, 0), (6, -1))
    line = SEA.edge((5, -1), (6, -1))
    scene = robbing(settlements(Q, far), ships(Q, line), dealt(Q, ore=1), robber_on(SEA.hex(5, 0)))
    wishes = [action for action in legal(scene) if isinstance(action, MovePirate)]
    assert any(wish.victim == Q for wish in wishes)
    assert planned(scene).victim == Q


def test_the_pirate_is_sent_off_the_own_way():
    """With nobody to rob, what is in the own way is moved."""
    scene = robbing(settlements(P, HOME), pirate_on(SEA.hex(3, -2)), robber_on(SEA.hex(5, 0)))
    chosen = planned(scene, among_equals=True)
    assert isinstance(chosen, MovePirate)
    assert chosen.hex not in (SEA.hex(3, -2), SEA.hex(4, -2))


# Scenarios


FOG = Chart(3)


def test_it_sails_into_the_fog():
    home = FOG.node((0, 0), (1, -1), (1, 0))
    chosen = planned(FOG.founding().when(PlaceSettlement(P, home)))
    assert chosen == PlaceShip(P, FOG.edge((1, -1), (1, 0)))


TRIBE = Chart(5)
GIFTS = GiftsDealt(
    harbours=tuple(
        Harbour(TRIBE.edge(*slot.edge), kind)
        for slot, kind in zip(
            TRIBE.layout.ports.slots,
            ("brick", "grain", "lumber", "ore", "wool", "3:1"),
            strict=True,
        )
    ),
    draw=0,
    draws=0,
)
COAST = TRIBE.node((0, -2), (0, -1), (1, -2))


def test_it_sails_to_a_gift():
    lying = TRIBE.edges(((0, -2), (1, -2)), ((1, -3), (1, -2)))
    scene = TRIBE.given(
        GIFTS, settlements(P, COAST), ships(P, *lying), dealt(P, lumber=1, wool=1), main_of(P)
    )
    assert planned(scene) == BuildShip(P, TRIBE.edge((1, -3), (2, -3)))


def test_road_building_serves_for_ships():
    lying = TRIBE.edges(((0, -2), (1, -2)), ((1, -3), (1, -2)))
    scene = TRIBE.given(
        GIFTS, settlements(P, COAST), ships(P, *lying), holding(P, "road_building"), main_of(P)
    )
    scene = scene.when(PlayRoadBuilding(P))
    assert planned(scene) == PlaceShip(P, TRIBE.edge((1, -3), (2, -3)))


def test_a_harbour_is_placed_where_nobody_else_has_a_use_for_it():
    taken = TRIBE.layout.ports.slots[0]
    scene = TRIBE.given(
        GIFTS,
        settlements(P, COAST),
        GiftHarbourTaken(seat=P, edge=TRIBE.edge(*taken.edge), harbour="brick"),
        main_of(P),
        HarbourDue(seat=P),
    )
    chosen = planned(scene)
    assert isinstance(chosen, PlaceHarbour)
    assert chosen.harbour == "brick"


def test_it_makes_contact_with_a_village():
    scene = villages.given(
        settlements(P, villages.HOME), dealt(P, lumber=1, wool=1), main_of(P), pirate_on(FAR)
    )
    assert planned(scene) == BuildShip(P, villages.TO_TEN)


def test_it_takes_cloth_rather_than_a_card():
    there = villages.SEA.node((1, -2), (1, -1), (2, -2))
    scene = villages.given(
        settlements(P, villages.HOME),
        villages.reach(P, villages.TO_TEN, 10),
        settlements(Q, there),
        villages.reach(Q, villages.OTHERS_TO_TEN[0], 10),
        dealt(Q, ore=1),
        turn_of(P),
        rolled(P, 3, 4),
        RobberRoused(seat=P),
    )
    wishes = [action for action in legal(scene) if isinstance(action, MovePirate)]
    assert {wish.loot for wish in wishes if wish.victim == Q} == {"card", "cloth"}
    assert planned(scene, P).victim == Q


WONDERS = Chart(8)
INLAND = WONDERS.node((1, -1), (2, -2), (2, -1))


def test_it_claims_a_wonder_and_builds_it():
    own = [WONDERS.node((3, -1), (3, 0), (4, -1)), WONDERS.node((2, 1), (2, 2), (3, 1))]
    scene = WONDERS.given(cities(P, *own), main_of(P))
    claimable = [one.wonder for one in legal(scene) if isinstance(one, ClaimWonder)]
    assert "theater" in claimable
    chosen = planned(scene)
    assert isinstance(chosen, ClaimWonder)
    cost = next(
        one for one in read_specials(WONDERS.layout, Wonders).wonders if one.id == chosen.wonder
    ).cost_per_level
    scene = scene.when(chosen).given(dealt(P, **cost))
    assert planned(scene) == BuildLevel(P)


def test_the_last_level_comes_before_anything_else():
    own = [WONDERS.node((3, -1), (3, 0), (4, -1)), WONDERS.node((2, 1), (2, 2), (3, 1))]
    scene = WONDERS.given(cities(P, *own), WonderClaimed(seat=P, wonder="theater"), main_of(P))
    cost = {"brick": 1, "lumber": 1, "wool": 3}
    for level in (1, 2, 3, 4):
        scene = scene.given(dealt(P, **cost))
        assert planned(scene) == BuildLevel(P), level
        scene = scene.when(BuildLevel(P))
    assert scene.state.winners == (P,)


RED, BLUE = pirates.RED, pirates.BLUE


def test_the_line_leads_to_the_fortress():
    scene = pirates.given(pirates.line(BLUE, 6), dealt(BLUE, lumber=3, wool=3), main_of(BLUE))
    for _ in range(3):
        wish = planned(scene, BLUE)
        assert isinstance(wish, BuildShip)
        scene = scene.when(wish)
    assert AttackFortress(BLUE) in legal(scene, BLUE)


def test_a_knight_arms_a_ship_before_the_fleet_comes():
    assert planned(pirates.given(holding(RED, "knight"), turn_of(RED)), RED) == PlayKnight(RED)
    points = pirates.given(holding(RED, "victory_point"), turn_of(RED))
    assert planned(points, RED) == PlayVictoryPoint(RED)
    assert planned(points.given(main_of(RED)), RED) == PlayVictoryPoint(RED)
    assert planned(pirates.given(turn_of(RED)), RED) == RollDice(RED)


def test_it_attacks_with_enough_warships_when_all_else_is_done():
    def ready(warships: int) -> Scene:
        return pirates.given(pirates.at_fortress(RED, warships), main_of(RED))

    assert planned(ready(2), RED) == EndTurn(RED)
    assert planned(ready(4), RED) == AttackFortress(RED)


def test_it_draws_a_card_from_the_leader():
    rich = cities(BLUE, pirates.SEA.node((4, 0), (4, 1), (5, 0)))
    scene = pirates.seven(rich, dealt(BLUE, ore=1), dealt(pirates.ORANGE, ore=1))
    assert planned(scene, RED) == StealCard(RED, BLUE)


def test_it_keeps_the_board_of_a_new_world_and_places_its_harbours():
    setup = Setup("seafarers", 4, {"scenario": 9}, seed="new", bots=("planner",) * 4)
    wishes = []
    for _, command, _ in BotGame(setup, 0, record=False).commits():
        wishes.append(type(command))
        if isinstance(command, PlaceSettlement):
            break
    assert wishes.count(AcceptBoard) == 1
    assert wishes.count(PlaceHarbour) == 10
