"""The Forgotten Tribe: section 2.5 of the settled rules."""

from itertools import islice
from typing import Any

import pytest

from domain.base.commands import (
    BuildSettlement,
    BuyDevelopmentCard,
    EndTurn,
    MoveRobber,
    OfferTrade,
    PlayKnight,
    PlayRoadBuilding,
    RollDice,
    TradeWithBank,
)
from domain.base.events import Harbour, LongestRoadAwarded, SettlementBuilt, VictoryCardsRevealed
from domain.base.state import DECK, FREE_ROADS, MAIN, ROLL
from domain.ids import SPECTATOR
from domain.seafarers.commands import BuildShip, MoveShip, PlaceHarbour, PlaceShip
from domain.seafarers.events import ShipBuilt, ShipMoved
from domain.seafarers.game import SEAFARERS
from domain.seafarers.maps.areas import nodes_around
from domain.seafarers.maps.chart import ends_of
from domain.seafarers.maps.layout import read_specials
from domain.seafarers.scenarios.forgotten_tribe.events import (
    GiftCardTaken,
    GiftHarbourTaken,
    GiftPointTaken,
    GiftsDealt,
    HarbourDue,
    HarbourPlaced,
)
from domain.seafarers.scenarios.forgotten_tribe.map import Tribe
from domain.seafarers.scenarios.forgotten_tribe.rules import PLACE_HARBOUR
from domain.state_bytes import freeze, thaw
from domain.table.closing import GameWon, Resign, SeatResigned
from domain.table.expiry import LotsDrawn
from hexledger.self_play import RandomGame, Setup
from presentation.registry import presentation_of
from tests.clocks.facts import CLOCK, missed, passed, running
from tests.kit import (
    Facts,
    Scene,
    cities,
    dealt,
    holding,
    main_of,
    opened,
    roads,
    sent,
    settlements,
    turn_of,
)
from tests.laws.test_law_2 import assert_law_2
from tests.seafarers.kit import Chart, P, Q, ships
from tests.seafarers.probing import assert_conserved

SEA = Chart(5)
SLOTS = [SEA.edge(*slot.edge) for slot in SEA.layout.ports.slots]
KINDS = ("brick", "grain", "lumber", "ore", "wool", "3:1")
TRIBE = read_specials(SEA.layout, Tribe)
POINTS = [SEA.edge(*coast.edge) for coast in TRIBE.points]
CARDS = [SEA.edge(*coast.edge) for coast in TRIBE.cards]

MAIN_HEXES = [hex_ for hex_ in SEA.layout.hexes if hex_.area == "main"]

HOME = SEA.node((0, -2), (0, -1), (1, -2))
"""A coast in the north-west."""
WAY = SEA.edges(((0, -2), (1, -2)), ((1, -3), (1, -2)))
"""From there to the tribe's nearest island."""
CARD = SEA.edge((1, -3), (2, -3))
HARBOUR = SEA.edge((2, -4), (2, -3))
POINT = SEA.edge((2, -3), (3, -4))
"""The gifts on its shore, one behind the other."""
INLAND = SEA.node((1, -1), (1, 0), (2, -1))
BAY = SEA.node((1, -2), (1, -1), (2, -2))
"""On the coast, two steps from INLAND."""
WEST_OF_BAY, EAST_OF_BAY = SEA.edges(((1, -2), (1, -1)), ((1, -1), (2, -2)))
ROUTE_OF_FIVE = LongestRoadAwarded(P, 5)
SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}


def gifts() -> GiftsDealt:
    """The harbours lie in the order of their pile."""
    harbours = zip(SLOTS, KINDS, strict=True)
    return GiftsDealt(tuple(Harbour(*one) for one in harbours), draw=0, draws=0)


def given(*facts: Facts, **options: Any) -> Scene:
    return SEA.given(gifts(), *facts, **options)


def sailing(*more: int, **options: Any) -> Scene:
    """P has come near the tribe, with cards for some ships; these ships lie there already."""
    ways = ships(P, *WAY, *more)
    return given(settlements(P, HOME), ways, main_of(P), dealt(P, lumber=3, wool=3), **options)


def holding_harbours(*kinds: str) -> list[GiftHarbourTaken]:
    """P took them when there was no place for them."""
    return [GiftHarbourTaken(P, SLOTS[KINDS.index(kind)], kind) for kind in kinds]


def at_the_bay(*kinds: str, **options: Any) -> Scene:
    """P is about to settle its first coast with these harbours in hand."""
    return given(
        settlements(P, INLAND),
        roads(P, EAST_OF_BAY),
        holding_harbours(*kinds),
        main_of(P),
        dealt(P, **SETTLEMENT),
        **options,
    )


# The cases


def test_case_5_1_the_first_ship_takes_a_card_as_if_it_was_bought() -> None:
    scene = sailing()
    assert scene.view(P)["deck"] == 21
    scene.when(BuildShip(P, CARD), card="knight")
    scene.then(ShipBuilt(P, CARD), GiftCardTaken(P, CARD, "knight", draw=0))
    assert scene.view(P)["deck"] == 21
    scene.when(PlayKnight(P)).then_refused("card/bought_this_turn")
    scene.given(turn_of(Q, 2), turn_of(P, 3))
    assert scene.offers(P, PlayKnight)
    scene.when(PlayKnight(P))
    assert scene.state.knights[P] == 1


def test_case_5_2_a_harbour_is_placed_before_anything_else() -> None:
    scene = sailing(CARD).when(BuildShip(P, HARBOUR))
    scene.then(ShipBuilt(P, HARBOUR), GiftHarbourTaken(P, HARBOUR, "brick"), HarbourDue(P))
    for wish in (EndTurn(P), BuildShip(P, POINT), BuyDevelopmentCard(P), OfferTrade(P, {}, {})):
        scene.when(wish).then_refused("phase/harbour_open")
    scene.when(PlaceHarbour(Q, HARBOUR)).then_refused("turn/not_yours")
    assert scene.state.ruleset.flow.to_act(scene.state) == [P]


@pytest.mark.parametrize("phases", ["combined", "separate"])
def test_case_5_3_the_harbour_serves_in_the_same_turn(phases: str) -> None:
    scene = sailing(CARD, phases=phases).given(dealt(P, brick=2))
    scene.when(BuildShip(P, HARBOUR))
    at_home = SEA.edge((0, -2), (0, -1))
    scene.when(PlaceHarbour(P, at_home)).then(HarbourPlaced(P, at_home, "brick"))
    assert scene.state.phase == MAIN
    assert TradeWithBank(P, "brick", 2, {"ore": 1}) in scene.offers(P, TradeWithBank)
    scene.when(TradeWithBank(P, "brick", 2, {"ore": 1}))
    assert scene.hand(P) == {"lumber": 2, "wool": 2, "ore": 1}


def test_case_5_4_a_marker_is_a_point() -> None:
    scene = sailing(CARD, HARBOUR).when(BuildShip(P, POINT))
    scene.then(ShipBuilt(P, POINT), GiftPointTaken(P, POINT), ROUTE_OF_FIVE)
    assert scene.points(P) == 1 + 1 + 2
    assert scene.state.ruleset.score(scene.state, SPECTATOR)[P].sources["markers"] == 1
    assert scene.view(Q)["seats"][P]["counters"] == {"markers": 1, "harbours_in_hand": 0}


def test_case_5_5_two_harbours_may_share_a_crossing_but_not_a_sea_hex() -> None:
    scene = at_the_bay("brick", "3:1").given(settlements(P, BAY), HarbourDue(P))
    scene.when(PlaceHarbour(P, EAST_OF_BAY, "brick"))
    scene.when(PlaceHarbour(P, EAST_OF_BAY)).then_refused("harbour/sea_hex_taken")
    scene.when(PlaceHarbour(P, WEST_OF_BAY)).then(HarbourPlaced(P, WEST_OF_BAY, "3:1"))
    assert scene.state.networks[P].harbours == ("brick", "3:1")
    assert scene.state.networks[P].best_rate == 2


def test_case_5_6_a_sea_hex_takes_one_harbour() -> None:
    other = SEA.edge((2, -2), (2, -1))
    foreign = settlements(Q, SEA.node((2, -2), (2, -1), (3, -2)))
    laid = [GiftHarbourTaken(Q, SLOTS[1], "grain"), HarbourPlaced(Q, other, "grain")]
    scene = at_the_bay("brick").given(foreign, laid, settlements(P, BAY), HarbourDue(P))
    scene.when(PlaceHarbour(P, EAST_OF_BAY)).then_refused("harbour/sea_hex_taken")
    assert scene.offers(P, PlaceHarbour) == [PlaceHarbour(P, WEST_OF_BAY, "brick")]


def test_case_5_7_a_harbour_is_kept_until_there_is_a_coast_for_it() -> None:
    scene = given(settlements(P, INLAND), roads(P, EAST_OF_BAY), ships(P, CARD), main_of(P))
    scene.given(dealt(P, lumber=2, wool=2, brick=1, grain=1))
    scene.when(BuildShip(P, HARBOUR))
    scene.then(ShipBuilt(P, HARBOUR), GiftHarbourTaken(P, HARBOUR, "brick"))
    assert scene.view(Q)["harbours_in_hand"] == [{"seat": P, "harbour": "brick"}]
    assert scene.view(Q)["seats"][P]["counters"]["harbours_in_hand"] == 1
    scene.when(PlaceHarbour(P, EAST_OF_BAY)).then_refused("harbour/none_due")
    scene.when(BuildSettlement(P, BAY)).then(SettlementBuilt(P, BAY), HarbourDue(P))
    scene.when(EndTurn(P)).then_refused("phase/harbour_open")
    scene.when(PlaceHarbour(P, EAST_OF_BAY)).then(HarbourPlaced(P, EAST_OF_BAY, "brick"))
    assert scene.view(Q)["harbours_in_hand"] == []
    scene.when(EndTurn(P))


def test_case_5_8_a_moved_ship_takes_a_gift_that_stays_when_it_leaves() -> None:
    branch = SEA.edge((0, -1), (1, -2))
    beyond = SEA.edge((3, -4), (3, -3))
    scene = given(settlements(P, HOME), ships(P, *WAY, CARD, HARBOUR, branch), main_of(P))
    scene.when(MoveShip(P, branch, POINT))
    scene.then(ShipMoved(P, branch, POINT), GiftPointTaken(P, POINT), ROUTE_OF_FIVE)
    scene.given(turn_of(Q, 2), main_of(P)).when(MoveShip(P, POINT, branch))
    scene.then(ShipMoved(P, POINT, branch))
    assert scene.state.markers[P] == 1
    scene.given(ships(Q, beyond), main_of(Q), dealt(Q, lumber=1, wool=1))
    scene.when(BuildShip(Q, POINT)).then(ShipBuilt(Q, POINT))
    assert scene.state.markers == [1, 0, 0, 0]


def test_case_5_9_the_robber_keeps_to_the_main_island() -> None:
    scene = given(turn_of(P)).when(RollDice(P), dice=(3, 4))
    assert scene.state.robber == SEA.hex(5, -3)
    for place in ((-1, 3), (2, -3)):
        scene.when(MoveRobber(P, SEA.hex(*place))).then_refused("robber/not_there")
    scene.when(MoveRobber(P, SEA.hex(5, -3))).then_refused("robber/same_hex")
    scene.when(MoveRobber(P, SEA.hex(3, 0)))
    assert scene.state.robber == SEA.hex(3, 0)


def test_case_5_10_nobody_settles_on_the_islands_of_the_tribe() -> None:
    scene = sailing().given(dealt(P, brick=1, grain=1))
    beach = SEA.node((1, -3), (1, -2), (2, -3))
    scene.when(BuildSettlement(P, beach)).then_refused("settlement/not_here")


def test_case_5_11_a_victory_point_among_the_gifts_counts_at_once() -> None:
    more = [SEA.node((3, -1), (4, -2), (4, -1)), SEA.node((0, 1), (0, 2), (1, 1)), INLAND]
    found = [GiftPointTaken(P, edge) for edge in POINTS]
    scene = sailing().given(settlements(P, *more), found)
    assert scene.points(P) == 12
    scene.when(BuildShip(P, CARD), card="victory_point")
    scene.then_ends(VictoryCardsRevealed(P, 1), GameWon((P,), 13))


def test_case_5_12_the_pirate_guards_the_northern_island() -> None:
    scene = given(ships(P, SEA.edge((4, -3), (5, -4))), main_of(P), dealt(P, lumber=1, wool=1))
    scene.when(BuildShip(P, SEA.edge((4, -3), (5, -3)))).then_refused("ship/pirate_near")


# The questions


@pytest.mark.parametrize("before_the_roll", [True, False])
def test_5_1_a_ship_of_a_card_takes_a_gift_and_the_next_one_waits(before_the_roll: bool) -> None:
    scene = given(settlements(P, HOME), ships(P, *WAY, CARD), holding(P, "road_building"))
    scene.given(turn_of(P) if before_the_roll else main_of(P))
    scene.when(PlayRoadBuilding(P)).when(PlaceShip(P, HARBOUR))
    taken = GiftHarbourTaken(P, HARBOUR, "brick")
    scene.then(ShipBuilt(P, HARBOUR, free=True), taken, HarbourDue(P))
    scene.when(PlaceShip(P, POINT)).then_refused("phase/harbour_open")
    scene.when(PlaceHarbour(P, SEA.edge((0, -2), (0, -1))))
    assert scene.state.phase == FREE_ROADS
    scene.when(PlaceShip(P, POINT))
    scene.then(ShipBuilt(P, POINT, free=True), GiftPointTaken(P, POINT), ROUTE_OF_FIVE)
    assert scene.state.phase == (ROLL if before_the_roll else MAIN)


def test_5_1_the_harbour_of_the_last_free_ship_is_placed_before_the_roll() -> None:
    scene = given(settlements(P, HOME), ships(P, *WAY), holding(P, "road_building"), turn_of(P))
    scene.when(PlayRoadBuilding(P)).when(PlaceShip(P, CARD), card="monopoly")
    scene.when(PlaceShip(P, HARBOUR))
    scene.when(RollDice(P)).then_refused("phase/harbour_open")
    scene.when(PlaceHarbour(P, SEA.edge((0, -1), (1, -2))))
    assert scene.state.phase == ROLL


def test_5_3_a_harbour_needs_an_own_building_at_a_coast() -> None:
    scene = at_the_bay("brick").when(BuildSettlement(P, BAY))
    elsewhere, inland = SEA.edges(((4, -2), (4, -1)), ((1, -1), (2, -1)))
    scene.when(PlaceHarbour(P, elsewhere)).then_refused("harbour/no_own_building")
    for edge in (inland, SEA.edge((1, -2), (2, -2)), -1, 999):
        scene.when(PlaceHarbour(P, edge)).then_refused("harbour/not_on_coast")


def test_5_4_several_harbours_are_placed_in_any_order_as_far_as_there_is_room() -> None:
    scene = at_the_bay("brick", "3:1", "ore").when(BuildSettlement(P, BAY))
    scene.when(PlaceHarbour(P, EAST_OF_BAY)).then_refused("harbour/choose_one")
    scene.when(PlaceHarbour(P, EAST_OF_BAY, "wool")).then_refused("harbour/not_in_hand")
    scene.when(PlaceHarbour(P, EAST_OF_BAY, "3:1"))
    scene.then(HarbourPlaced(P, EAST_OF_BAY, "3:1"), HarbourDue(P))
    scene.when(PlaceHarbour(P, WEST_OF_BAY, "brick"))
    scene.then(HarbourPlaced(P, WEST_OF_BAY, "brick"))
    assert scene.state.phase == MAIN
    assert scene.state.scenario_state.hands[P] == ("ore",)


def test_5_4_a_harbour_without_a_free_sea_hex_is_kept() -> None:
    laid = [GiftHarbourTaken(Q, SLOTS[i], KINDS[i]) for i in (1, 2)]
    laid += [HarbourPlaced(Q, WEST_OF_BAY, "grain"), HarbourPlaced(Q, EAST_OF_BAY, "lumber")]
    scene = given(laid, settlements(P, BAY), ships(P, CARD), main_of(P))
    scene.given(dealt(P, lumber=1, wool=1)).when(BuildShip(P, HARBOUR))
    scene.then(ShipBuilt(P, HARBOUR), GiftHarbourTaken(P, HARBOUR, "brick"))
    assert scene.state.networks[P].harbours == ("grain", "lumber")


def test_5_5_a_city_takes_a_harbour_too() -> None:
    scene = given(cities(P, BAY), ships(P, CARD), main_of(P), dealt(P, lumber=1, wool=1))
    scene.when(BuildShip(P, HARBOUR)).then_ends(HarbourDue(P))
    scene.when(PlaceHarbour(P, WEST_OF_BAY))
    assert scene.state.networks[P].harbours == ("brick",)


def test_5_6_where_trade_is_over_only_the_new_harbour_serves() -> None:
    scene = sailing(CARD, phases="separate").given(dealt(P, brick=9, ore=4))
    scene.when(BuildShip(P, HARBOUR)).when(PlaceHarbour(P, SEA.edge((0, -2), (0, -1))))
    trade = TradeWithBank(P, "ore", 4, {"grain": 1})
    scene.when(trade).then_refused("trade/building_began")
    scene.when(TradeWithBank(P, "brick", 4, {"grain": 1})).then_refused("bank/no_such_rate")
    scene.when(OfferTrade(P, {"ore": 1}, {"grain": 1})).then_refused("trade/building_began")
    rates = {(wish.give, wish.rate) for wish in scene.offers(P, TradeWithBank)}
    assert rates == {("brick", 2)}
    scene.when(TradeWithBank(P, "brick", 2, {"grain": 3, "ore": 1}))
    assert scene.hand(P)["grain"] == 3
    scene.given(turn_of(Q, 2), turn_of(P, 5), main_of(P)[1]).when(trade)
    scene.given(turn_of(P, 9), main_of(P)[1], dealt(P, brick=2)).when(BuildShip(P, POINT))
    scene.when(TradeWithBank(P, "brick", 2, {"wool": 1})).then_refused("trade/building_began")


def test_5_6_a_plain_harbour_serves_for_everything() -> None:
    scene = given(settlements(P, BAY), holding_harbours("3:1"), main_of(P), phases="separate")
    scene.given(dealt(P, ore=3, lumber=1, wool=1), HarbourDue(P))
    scene.given(ships(P, SEA.edge((1, -2), (2, -2))))
    scene.when(PlaceHarbour(P, WEST_OF_BAY))
    scene.when(BuildShip(P, SEA.edge((1, -2), (2, -3))))
    scene.when(TradeWithBank(P, "ore", 3, {"grain": 1}))
    assert scene.hand(P) == {"grain": 1}


def test_5_8_the_gifts_are_left_when_all_cards_are_sold() -> None:
    sold = [kind for kind, count in DECK.items() for _ in range(count)][4:]
    scene = given(holding(Q, *sold), settlements(P, HOME), ships(P, *WAY), main_of(P))
    scene.given(dealt(P, lumber=1, wool=2, grain=1, ore=1))
    assert scene.view(P)["deck"] == 0
    scene.when(BuyDevelopmentCard(P)).then_refused("card/deck_empty")
    scene.when(BuildShip(P, CARD), card=3).then_ends(GiftCardTaken(P, CARD, "knight", draw=0))
    assert scene.chance.drawn == [("card", 4)]


def test_5_9_harbours_that_nobody_has_taken_are_not_on_the_board() -> None:
    scene = given(main_of(P))
    board = scene.view(SPECTATOR)["board"]
    assert board["harbours"] == []
    there = {token["edge"]: token["harbour"] for token in board["tokens"] if "harbour" in token}
    assert there == dict(zip(SLOTS, KINDS, strict=True))
    kinds = [token["kind"] for token in board["tokens"]]
    assert [kinds.count(kind) for kind in ("gift_point", "gift_card", "gift_harbour")] == [8, 4, 6]


def test_5_10_only_its_owner_knows_which_card_was_given() -> None:
    scene = sailing().when(BuildShip(P, CARD), card="invention")
    taken = scene.events[1]
    redact = scene.state.ruleset.redact
    assert redact(taken, P) == taken
    assert redact(taken, Q) == redact(taken, SPECTATOR) == GiftCardTaken(P, CARD, None, draw=1)
    assert scene.view(Q)["seats"][P]["cards"] is None
    assert scene.view(Q)["seats"][P]["development_cards"] == 1


# Set-up, and the rest of the house


def test_no_gift_lies_at_the_main_island() -> None:
    """So no starting ship finds one, and no harbour that is placed lies at a gift."""
    grid = SEA.grid
    main = nodes_around(grid, sum(1 << SEA.hex(*hex_.place) for hex_ in MAIN_HEXES))
    touched = ends_of(grid, sum(1 << edge for edge in (*SLOTS, *POINTS, *CARDS)))
    assert not main & touched


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("setup", ["printed", "variable"])
def test_the_harbours_are_dealt_to_the_coasts_of_the_tribe(players: int, setup: str) -> None:
    options = {"scenario": 5, "setup": setup}
    game = RandomGame(Setup("seafarers", players, options), 0, record=False)
    events = [event for _, _, facts in islice(game.commits(), 2 * players + 2) for event in facts]
    dealt_gifts = [event for event in events if isinstance(event, GiftsDealt)]
    assert [harbour.edge for harbour in dealt_gifts[0].harbours] == SLOTS
    assert sorted(harbour.kind for harbour in dealt_gifts[0].harbours) == sorted(KINDS)
    assert dealt_gifts[0].draws == 5
    assert game.state.board.harbours == ()


def test_who_reaches_the_target_places_the_harbour_first() -> None:
    found = [GiftPointTaken(P, edge) for edge in POINTS]
    more = [SEA.node((3, -1), (4, -2), (4, -1)), SEA.node((0, 1), (0, 2), (1, 1))]
    scene = at_the_bay("brick").given(found, cities(P, more[0]), settlements(P, more[1]))
    assert scene.points(P) == 12
    scene.when(BuildSettlement(P, BAY)).then(SettlementBuilt(P, BAY), HarbourDue(P))
    scene.when(PlaceHarbour(P, EAST_OF_BAY)).then_ends(GameWon((P,), 13))


def test_who_resigns_with_a_harbour_to_place_takes_it_along() -> None:
    scene = at_the_bay("brick").when(BuildSettlement(P, BAY))
    scene.when(Resign(P)).then(SeatResigned(P), turn_of(Q, 2))
    assert scene.state.phase == ROLL
    assert_conserved(scene.state)


def test_a_harbour_is_still_due_when_another_resigns() -> None:
    scene = at_the_bay("brick").when(BuildSettlement(P, BAY)).when(Resign(Q))
    assert scene.state.phase == PLACE_HARBOUR
    scene.when(PlaceHarbour(P, EAST_OF_BAY))


def test_an_absent_player_places_by_lot_in_his_turn() -> None:
    clock = running(P, "turn", 1, 60)
    scene = at_the_bay("brick", clock=CLOCK).given(settlements(P, BAY), HarbourDue(P), clock)
    passed(scene, P, 60, absent=[1])
    placed = HarbourPlaced(P, EAST_OF_BAY, "brick")
    lots = LotsDrawn(P, draw=0, draws=1)
    scene.then(missed(P, "turn"), lots, placed, turn_of(Q, 2), running(Q, "turn", 2, 120))


def test_a_state_with_gifts_is_frozen_and_thawed() -> None:
    scene = at_the_bay("brick", "3:1").when(BuildSettlement(P, BAY))
    thawed = thaw(SEAFARERS, freeze(scene.state))
    assert freeze(thawed) == freeze(scene.state)
    assert SEAFARERS.flow.moves(thawed, P) == SEAFARERS.flow.moves(scene.state, P)


def test_what_is_listed_is_accepted_and_nothing_else() -> None:
    for scene in (
        at_the_bay("brick").when(BuildSettlement(P, BAY)),
        at_the_bay("brick", "3:1").when(BuildSettlement(P, BAY)),
    ):
        assert_law_2(scene.state)


def test_the_gifts_are_told_and_counted() -> None:
    scene = sailing()
    state, kept = scene.state, SEAFARERS.statistics.begin()
    SEAFARERS.statistics.count(kept, state, opened(4, SEAFARERS, scenario=5), 0)
    told: dict[str, list[str]] = {"en": [], "pl": []}
    home = SEA.edge((0, -2), (0, -1))
    for wish in (BuildShip(P, CARD), BuildShip(P, HARBOUR), PlaceHarbour(P, home)):
        scene.when(wish, card="knight" if wish == BuildShip(P, CARD) else None)
        for event in scene.events:
            SEAFARERS.statistics.count(kept, state, event, 0)
            for language, sentences in told.items():
                sentences.append(presentation_of(SEAFARERS.name).narrate(state, event, language))
    counted = {"gift_points": 0, "gift_cards": 1, "gift_harbours": 1, "harbours_placed": 1}
    assert sent(SEAFARERS.statistics.show(kept))["seats"][P]["scenario"] == counted
    assert told["en"][1] == f"Red found a gift on edge {CARD}, a development card: knight."
    assert told["en"][-1] == f"Red placed a harbour for brick on edge {home}."
    assert told["pl"][3] == f"Czerwony znalazł podarunek na krawędzi {HARBOUR}: port na glinę."
    assert told["pl"][-1] == f"Czerwony położył port na glinę na krawędzi {home}."
