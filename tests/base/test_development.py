"""Development cards: the deck, buying, playing, and what each kind does."""

from collections import Counter

import pytest

from domain.base.commands import (
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    EndTurn,
    MoveRobber,
    OfferTrade,
    PlaceRoad,
    PlayInvention,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    RollDice,
    StopPlacing,
    TradeWithBank,
)
from domain.base.events import (
    FreeRoadsEnded,
    FreeRoadsGranted,
    LongestRoadAwarded,
    ResourceMonopolized,
    ResourcesInvented,
    RobberMoved,
    RobberRoused,
)
from domain.table.closing import SeatResigned
from tests.kit import (
    BASE,
    DECK,
    bought,
    corner,
    dealt,
    edge,
    given,
    hex_at,
    holding,
    main_of,
    played,
    ring,
    roads,
    rolled,
    settlements,
    sides,
    turn_of,
)

COST = {"wool": 1, "grain": 1, "ore": 1}
RESOURCES = ("brick", "lumber", "wool", "grain", "ore")


# Buying


def test_a_development_card_costs_wool_grain_and_ore():
    scene = given(dealt(0, **COST), main_of(0)).when(BuyDevelopmentCard(0), card="monopoly")
    scene.then(bought(0, "monopoly"))
    assert scene.hand(0) == {}


@pytest.mark.parametrize("missing", COST)
def test_a_development_card_is_not_sold_below_its_cost(missing):
    cards = {**COST, "brick": 3, "lumber": 3}
    del cards[missing]
    scene = given(dealt(0, **cards), main_of(0)).when(BuyDevelopmentCard(0))
    scene.then_refused("hand/not_enough_cards")


def test_the_deck_has_fourteen_knights_five_victory_points_and_two_each_of_the_rest():
    scene = given(main_of(0))
    kinds = []
    for left in range(25, 0, -1):
        assert scene.view("spectator")["deck"] == left
        scene.given(dealt(0, **COST)).when(BuyDevelopmentCard(0), card=0)
        kinds.append(scene.events[0].kind)
    assert Counter(kinds) == DECK
    assert Counter(kinds).total() == 25


def test_an_empty_deck_sells_nothing():
    everything = [kind for kind, count in DECK.items() for _ in range(count)]
    scene = given(holding(3, *everything), dealt(0, **COST), main_of(0))
    scene.when(BuyDevelopmentCard(0)).then_refused("card/deck_empty")


@pytest.mark.parametrize("draw", [0, 13, 14, 18, 19, 21, 23, 24])
def test_any_card_of_the_deck_is_as_likely(draw):
    scene = given(dealt(0, **COST), main_of(0)).when(BuyDevelopmentCard(0), card=draw)
    assert scene.chance.drawn == [("card", 25)]


def test_a_card_that_is_out_is_not_drawn_again():
    scene = given(holding(1, "monopoly", "monopoly"), dealt(0, **COST), main_of(0))
    scene.when(BuyDevelopmentCard(0), card=22)
    assert scene.chance.drawn == [("card", 23)]
    assert scene.events[0].kind == "invention"


def test_a_played_card_does_not_return_to_the_deck():
    scene = given(holding(0, "monopoly"), main_of(0)).when(PlayMonopoly(0, "ore"))
    assert scene.view(0)["deck"] == 24


def test_only_the_buyer_knows_the_card():
    event = bought(1, "victory_point")
    seen = {viewer: BASE.redact(event, viewer).kind for viewer in (0, 1, 2, "spectator")}
    assert seen == {0: None, 1: "victory_point", 2: None, "spectator": None}
    scene = given(holding(1, "victory_point"), main_of(0))
    assert scene.view(0)["seats"][1]["cards"] is None
    assert scene.view(0)["seats"][1]["development_cards"] == 1
    assert scene.view(1)["seats"][1]["cards"]["victory_point"] == 1


# When a card may be played

PLAYS = {
    "knight": PlayKnight(0),
    "road_building": PlayRoadBuilding(0),
    "invention": PlayInvention(0, {"ore": 2}),
    "monopoly": PlayMonopoly(0, "ore"),
}
HOME = (settlements(0, corner((0, 0), "N")), roads(0, *sides((0, 0), "NE")))


@pytest.mark.parametrize("kind", PLAYS)
def test_a_card_not_held_is_not_played(kind):
    others = [other for other in PLAYS if other != kind]
    scene = given(HOME, holding(0, *others), holding(1, kind), main_of(0))
    scene.when(PLAYS[kind]).then_refused("card/not_held")


@pytest.mark.parametrize("kind", PLAYS)
def test_a_card_bought_this_turn_is_not_playable_this_turn(kind):
    scene = given(HOME, dealt(0, **COST), main_of(0)).when(BuyDevelopmentCard(0), card=kind)
    scene.when(PLAYS[kind]).then_refused("card/bought_this_turn")
    scene.given(main_of(1), main_of(2), main_of(3), turn_of(0)).when(PLAYS[kind])
    assert scene.refusal is None, "it is from the next turn on"


@pytest.mark.parametrize("kind", PLAYS)
def test_an_older_card_of_its_kind_is_playable(kind):
    scene = given(HOME, holding(0, kind), dealt(0, **COST), main_of(0))
    scene.when(BuyDevelopmentCard(0), card=kind).when(PLAYS[kind])
    assert scene.events[0] == played(0, kind)
    assert scene.view(0)["seats"][0]["cards"][kind] == 1


def test_a_card_another_seat_bought_in_its_turn_is_old_when_the_own_turn_comes():
    scene = given(HOME, main_of(0), holding(0, "knight"), main_of(1), holding(1, "knight"))
    scene.given(main_of(2), main_of(3), main_of(0)).when(PlayKnight(0))
    scene.then(played(0, "knight"), RobberRoused(seat=0))


@pytest.mark.parametrize("kind", PLAYS)
def test_one_card_a_turn(kind):
    scene = given(HOME, holding(0, kind, "monopoly"), main_of(0)).when(PlayMonopoly(0, "wool"))
    scene.when(PLAYS[kind]).then_refused("card/one_per_turn")


def test_buying_is_not_playing():
    scene = given(holding(0, "knight"), dealt(0, **COST), main_of(0))
    scene.when(PlayKnight(0)).when(MoveRobber(0, hex_at(1, 0)))
    scene.when(BuyDevelopmentCard(0), card="knight").then(bought(0, "knight"))


def test_victory_points_count_without_being_played():
    # They are excepted from the one card a turn.
    scene = given(holding(0, "knight"), dealt(0, wool=2, grain=2, ore=2), main_of(0))
    scene.when(PlayKnight(0)).when(MoveRobber(0, hex_at(1, 0)))
    scene.when(BuyDevelopmentCard(0), card="victory_point")
    scene.when(BuyDevelopmentCard(0), card="victory_point")
    assert scene.points(0) == 2
    assert BASE.score(scene.state, 0)[0].points == 2
    assert BASE.score(scene.state, 1)[0].points == 0


# Knights


def test_a_knight_rouses_the_robber():
    scene = given(holding(0, "knight"), main_of(0)).when(PlayKnight(0))
    scene.then(played(0, "knight"), RobberRoused(seat=0))
    scene.when(MoveRobber(0, hex_at(0, 0))).then_refused("robber/same_hex")
    scene.when(MoveRobber(0, hex_at(1, 0))).then(RobberMoved(seat=0, hex=hex_at(1, 0)))
    scene.when(EndTurn(0)).then(turn_of(1, turn=2))


# Invention (base game, rule 4)


def inventing(*facts):
    return given(holding(0, "invention"), *facts, main_of(0))


def bank_keeps(**left):
    """Seat 3 holds everything else."""
    return dealt(3, **{kind: 19 - left.get(kind, 0) for kind in RESOURCES if left.get(kind) != 19})


@pytest.mark.parametrize("cards", [{"ore": 2}, {"ore": 1, "wool": 1}, {"brick": 1, "lumber": 1}])
def test_invention_takes_any_two_cards_from_the_bank(cards):
    scene = inventing().when(PlayInvention(0, cards))
    scene.then(played(0, "invention"), ResourcesInvented(seat=0, cards=cards))
    assert scene.hand(0) == cards


@pytest.mark.parametrize("cards", [{}, {"ore": 1}, {"ore": 3}, {"ore": 2, "wool": 1}])
def test_invention_takes_neither_fewer_nor_more_than_two(cards):
    inventing().when(PlayInvention(0, cards)).then_refused("card/wrong_number_of_cards")


@pytest.mark.parametrize("cards", [{"ore": 2}, {"ore": 1, "wool": 1}])
def test_invention_takes_only_what_the_bank_has(cards):
    scene = inventing(bank_keeps(ore=1, grain=1))
    scene.when(PlayInvention(0, cards)).then_refused("bank/too_few_cards")
    assert scene.offers(0, PlayInvention) == [PlayInvention(0, {"grain": 1, "ore": 1})]


def test_with_one_card_in_the_bank_invention_takes_one():
    scene = inventing(bank_keeps(ore=1))
    scene.when(PlayInvention(0, {"ore": 2})).then_refused("card/wrong_number_of_cards")
    scene.when(PlayInvention(0, {"wool": 1})).then_refused("bank/too_few_cards")
    scene.when(PlayInvention(0, {"ore": 1}))
    scene.then(played(0, "invention"), ResourcesInvented(seat=0, cards={"ore": 1}))


@pytest.mark.parametrize("cards", [{}, {"ore": 1}, {"ore": 2}])
def test_with_an_empty_bank_invention_cannot_be_played(cards):
    scene = inventing(bank_keeps())
    scene.when(PlayInvention(0, cards)).then_refused("card/bank_empty")
    assert scene.offers(0, PlayInvention) == []


# Monopoly


def test_monopoly_takes_all_of_one_resource_from_all_others():
    scene = given(
        holding(0, "monopoly"),
        dealt(0, ore=1),
        dealt(1, ore=3, wool=2),
        dealt(2, wool=1),
        dealt(3, ore=1),
        main_of(0),
    )
    scene.when(PlayMonopoly(0, "ore")).then(
        played(0, "monopoly"), ResourceMonopolized(seat=0, resource="ore", taken={1: 3, 3: 1})
    )
    assert [scene.hand(seat) for seat in range(4)] == [{"ore": 5}, {"wool": 2}, {"wool": 1}, {}]


def test_monopoly_takes_nothing_from_the_bank():
    scene = given(holding(0, "monopoly"), dealt(1, ore=3), main_of(0))
    before = scene.bank()
    scene.when(PlayMonopoly(0, "ore"))
    assert scene.bank() == before


def test_monopoly_may_find_nothing():
    scene = given(holding(0, "monopoly"), dealt(1, wool=3), main_of(0)).when(PlayMonopoly(0, "ore"))
    scene.then(played(0, "monopoly"), ResourceMonopolized(seat=0, resource="ore", taken={}))


def test_monopoly_passes_over_who_resigned():
    scene = given(holding(0, "monopoly"), SeatResigned(seat=1), dealt(2, ore=1), main_of(0))
    scene.when(PlayMonopoly(0, "ore")).then(
        played(0, "monopoly"), ResourceMonopolized(seat=0, resource="ore", taken={2: 1})
    )


# Road building (base game, rule 5)

FIRST, SECOND = sides((0, 0), "E", "SE")
ROAD_BUILDING = (HOME, holding(0, "road_building"))


def granted(count):
    return (played(0, "road_building"), FreeRoadsGranted(seat=0, count=count))


def test_road_building_places_two_roads_for_nothing():
    scene = given(ROAD_BUILDING, main_of(0)).when(PlayRoadBuilding(0)).then(granted(2))
    scene.when(PlaceRoad(0, FIRST)).then(roads(0, FIRST))
    scene.when(PlaceRoad(0, SECOND)).then(roads(0, SECOND))
    scene.when(EndTurn(0)).then(turn_of(1, turn=2))
    assert scene.hand(0) == {}


def test_road_building_may_place_one_road_and_stop():
    scene = given(ROAD_BUILDING, main_of(0)).when(PlayRoadBuilding(0)).when(PlaceRoad(0, FIRST))
    scene.when(StopPlacing(0)).then(FreeRoadsEnded(seat=0))
    assert scene.view(0)["free_roads"] == 0
    scene.when(PlaceRoad(0, SECOND)).then_refused("phase/already_rolled")
    scene.when(EndTurn(0)).then(turn_of(1, turn=2))


def test_road_building_stopped_before_the_roll_returns_to_the_roll():
    scene = given(ROAD_BUILDING, turn_of(0)).when(PlayRoadBuilding(0)).when(PlaceRoad(0, FIRST))
    scene.when(StopPlacing(0)).then(FreeRoadsEnded(seat=0))
    scene.when(RollDice(0), dice=(1, 1)).then(rolled(0, 1, 1))


def test_road_building_places_at_least_one_road():
    scene = given(ROAD_BUILDING, main_of(0)).when(PlayRoadBuilding(0))
    scene.when(StopPlacing(0)).then_refused("card/place_one_road_first")


def test_a_second_card_of_road_building_starts_afresh():
    scene = given(HOME, holding(0, "road_building", "road_building"), main_of(0))
    scene.when(PlayRoadBuilding(0)).when(PlaceRoad(0, FIRST)).when(PlaceRoad(0, SECOND))
    scene.given(turn_of(0)).when(PlayRoadBuilding(0)).then(granted(2))
    scene.when(StopPlacing(0)).then_refused("card/place_one_road_first")


@pytest.mark.parametrize(
    "command",
    [
        EndTurn(0),
        RollDice(0),
        BuildRoad(0, SECOND),
        BuildSettlement(0, corner((0, 0), "SE")),
        BuyDevelopmentCard(0),
        TradeWithBank(0, give="brick", rate=4, take={"wool": 1}),
        OfferTrade(0, give={"brick": 1}, want={"wool": 1}),
        PlayKnight(0),
        PlayMonopoly(0, "ore"),
        MoveRobber(0, 0),
    ],
)
def test_nothing_else_is_done_between_the_two_roads(command):
    rich = dealt(0, brick=6, lumber=2, wool=2, grain=2, ore=1)
    scene = given(ROAD_BUILDING, holding(0, "knight", "monopoly"), rich, main_of(0))
    scene.when(PlayRoadBuilding(0)).when(PlaceRoad(0, FIRST))
    scene.when(command).then_refused("phase/free_roads_open")


def test_only_the_player_of_the_card_places_its_roads():
    scene = given(ROAD_BUILDING, main_of(0)).when(PlayRoadBuilding(0))
    scene.when(PlaceRoad(1, FIRST)).then_refused("turn/not_yours")


def test_free_roads_follow_the_rules_of_building():
    scene = given(ROAD_BUILDING, roads(1, FIRST), main_of(0)).when(PlayRoadBuilding(0))
    scene.when(PlaceRoad(0, FIRST)).then_refused("road/edge_taken")
    scene.when(PlaceRoad(0, SECOND)).then_refused("road/not_connected")
    scene.when(PlaceRoad(0, 72)).then_refused("board/no_such_edge")


def test_the_second_free_road_may_start_where_the_first_one_ends():
    scene = given(ROAD_BUILDING, main_of(0)).when(PlayRoadBuilding(0))
    scene.when(PlaceRoad(0, SECOND)).then_refused("road/not_connected")
    scene.when(PlaceRoad(0, FIRST)).when(PlaceRoad(0, SECOND)).then(roads(0, SECOND))


FIFTEEN = [*ring((0, 0)), *ring((1, 0))[:3], *sides((1, 0), "SW", "SE"), *ring((-1, 0))[1:5]]
LONGEST = LongestRoadAwarded(seat=0, length=5)


def test_with_one_piece_left_road_building_gives_one():
    scene = given(holding(0, "road_building"), roads(0, *FIFTEEN[:14]), LONGEST, main_of(0))
    scene.when(PlayRoadBuilding(0)).then(granted(1))
    scene.when(PlaceRoad(0, FIFTEEN[14])).then(roads(0, FIFTEEN[14]))
    scene.when(EndTurn(0)).then(turn_of(1, turn=2))


def test_with_no_piece_left_road_building_cannot_be_played():
    scene = given(holding(0, "road_building"), roads(0, *FIFTEEN), LONGEST, main_of(0))
    scene.when(PlayRoadBuilding(0)).then_refused("card/no_road_possible")


# At the corner of the island one path is left, and it ends at an opponent's building.
TIP = (2, -2)
ONE_PATH = (
    holding(0, "road_building"),
    settlements(0, corner(TIP, "N")),
    roads(0, *sides(TIP, "NE")),
    roads(1, *sides(TIP, "NW")),
    settlements(1, corner(TIP, "SE")),
)
LAST = sides(TIP, "E")[0]


def test_with_one_legal_edge_left_road_building_gives_one():
    scene = given(ONE_PATH, main_of(0)).when(PlayRoadBuilding(0))
    assert scene.offers(0, PlaceRoad) == [PlaceRoad(0, LAST)]
    scene.when(PlaceRoad(0, LAST)).then(roads(0, LAST), FreeRoadsEnded(seat=0))
    scene.when(EndTurn(0)).then(turn_of(1, turn=2))


def test_a_place_that_the_first_free_road_opens_takes_the_second():
    # One path leads on from the only road; behind it the island is open.
    start, way, onward = corner((0, -2), "N"), sides((0, -2), "NE")[0], sides((0, -2), "E")[0]
    closed = sides((0, -2), "NW")[0]
    scene = given(settlements(0, start), roads(1, closed), holding(0, "road_building"), main_of(0))
    scene.when(PlayRoadBuilding(0))
    assert scene.offers(0, PlaceRoad) == [PlaceRoad(0, way)]
    scene.when(PlaceRoad(0, way)).then(roads(0, way))
    assert PlaceRoad(0, onward) in scene.offers(0, PlaceRoad)


def test_with_no_legal_edge_left_road_building_cannot_be_played():
    scene = given(ONE_PATH, roads(1, LAST), main_of(0)).when(PlayRoadBuilding(0))
    scene.then_refused("card/no_road_possible")
    assert edge(TIP, (3, -2)) == LAST
