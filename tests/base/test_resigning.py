"""Resigning, in every phase (base game, rule 11)."""

import pytest

from domain.base.commands import (
    AcceptTrade,
    BuildRoad,
    BuildSettlement,
    ConfirmTrade,
    Discard,
    EndTurn,
    MoveRobber,
    PlaceRoad,
    PlaceSettlement,
    RollDice,
    StopPlacing,
    WithdrawOffer,
)
from domain.base.events import (
    CardsDiscarded,
    CardsReturned,
    DiscardChosen,
    DiscardsRequired,
    FoundingBegan,
    FreeRoadsGranted,
    LargestArmyAwarded,
    LongestRoadAwarded,
    OfferWithdrawn,
    RobberMoved,
    RobberRoused,
    RobberStayed,
    SettlementBuilt,
    TradeAccepted,
    TradeOffered,
    VictoryCardsRevealed,
)
from domain.table.closing import CloseGame, GameWon, Resign, SeatResigned
from tests.base.test_friendly_robber import SMALL, WEAK
from tests.kit import (
    BASE,
    cities,
    corner,
    dealt,
    edge,
    given,
    hex_at,
    holding,
    knights,
    main_of,
    played,
    ring,
    roads,
    rolled,
    settlements,
    sides,
    turn_of,
)

MIDDLE = (0, 0)
SEVEN = (turn_of(0), rolled(0, 3, 4))


def resigned(seat):
    return SeatResigned(seat=seat)


def longest(seat, length):
    return LongestRoadAwarded(seat=seat, length=length)


def army(seat, count):
    return LargestArmyAwarded(seat=seat, knights=count)


# What goes and what stays


def test_the_resource_cards_return_to_the_bank():
    scene = given(dealt(1, ore=2, wool=1), main_of(0)).when(Resign(1))
    scene.then(CardsReturned(seat=1, cards={"wool": 1, "ore": 2}), resigned(1))
    assert sum(scene.bank().values()) == 95


def test_without_cards_nothing_is_returned():
    given(main_of(0)).when(Resign(1)).then(resigned(1))


def test_the_development_cards_leave_the_game_unseen():
    scene = given(holding(1, "victory_point", "knight"), settlements(1, corner(MIDDLE, "N")))
    scene.given(main_of(0)).when(Resign(1)).then(resigned(1))
    seen = scene.view("spectator")
    assert seen["seats"][1]["development_cards"] == 0
    assert seen["deck"] == 23, "they do not go back to the deck"
    assert scene.points(1) == 1


def test_the_pieces_stay():
    scene = given(settlements(1, corner(MIDDLE, "N")), roads(1, *sides(MIDDLE, "NE")), main_of(0))
    scene.when(Resign(1))
    seat = scene.view("spectator")["seats"][1]
    assert seat["resigned"]
    assert seat["settlements"] == [corner(MIDDLE, "N")]
    assert seat["roads"] == sides(MIDDLE, "NE")


GONE = (settlements(1, corner(MIDDLE, "N")), roads(1, *sides(MIDDLE, "NE")), resigned(1))


def test_the_pieces_block():
    scene = given(GONE, roads(0, *sides(MIDDLE, "NW", "W")), main_of(0))
    scene.given(dealt(0, brick=2, lumber=2, wool=1, grain=1))
    scene.when(BuildRoad(0, *sides(MIDDLE, "NE"))).then_refused("road/edge_taken")
    scene.when(BuildRoad(0, edge((0, -1), (1, -1)))).then_refused("road/not_connected")
    scene.when(BuildSettlement(0, corner(MIDDLE, "NW"))).then_refused("settlement/too_close")


def test_the_pieces_cut():
    scene = given(GONE, roads(0, *sides(MIDDLE, "SW", "W", "NW"), edge((0, -1), (1, -1))))
    assert scene.view(0)["seats"][0]["road_length"] == 3


def test_who_resigned_can_do_nothing_more():
    scene = given(resigned(1), main_of(0))
    for command in (Resign(1), RollDice(1), EndTurn(1), Discard(1, {"ore": 1}), AcceptTrade(1)):
        scene.when(command).then_refused("seat/resigned")
    assert BASE.actions(scene.state, 1) == []


@pytest.mark.parametrize("seat", [-1, 4])
def test_only_a_seat_of_the_game_resigns(seat):
    given(main_of(0)).when(Resign(seat)).then_refused("seat/unknown")


def test_everybody_may_resign_at_any_time():
    scene = given(main_of(0))
    assert all(Resign(seat) in BASE.actions(scene.state, seat) for seat in range(4))


# Awards

ROADS = {0: ring(MIDDLE, 5), 1: ring((2, -1)), 2: ring((-2, 1), 5)}


def holders(*seats):
    return [roads(seat, *ROADS[seat]) for seat in seats]


def test_the_longest_road_goes_to_the_only_other_with_five():
    scene = given(holders(0, 1), longest(1, 6), main_of(0)).when(Resign(1))
    scene.then(resigned(1), longest(0, 5))
    assert (scene.points(0), scene.points(1)) == (2, 0)


def test_the_longest_road_is_set_aside_when_two_others_are_level():
    scene = given(holders(0, 1, 2), longest(1, 6), main_of(0)).when(Resign(1))
    assert scene.view(0)["longest_road"] is None
    assert [scene.points(seat) for seat in range(3)] == [0, 0, 0]


def test_the_longest_road_is_set_aside_when_nobody_else_has_five():
    scene = given(roads(0, *ring(MIDDLE, 4)), holders(1), longest(1, 6), main_of(0))
    scene.when(Resign(1))
    assert scene.view(0)["longest_road"] is None
    scene.given(dealt(0, brick=1, lumber=1)).when(BuildRoad(0, *sides(MIDDLE, "SW")))
    scene.then_ends(longest(0, 5))


def test_the_roads_of_who_resigned_are_no_measure_any_more():
    scene = given(roads(0, *ring(MIDDLE, 4)), holders(1), longest(1, 6), resigned(1), main_of(0))
    scene.given(dealt(0, brick=1, lumber=1)).when(BuildRoad(0, *sides(MIDDLE, "SW")))
    scene.then_ends(longest(0, 5))


def test_a_cut_through_the_roads_of_who_resigned_gives_them_no_length_again():
    scene = given(holders(1), longest(1, 6), resigned(1), longest(None, 0), main_of(0))
    scene.given(roads(0, edge((1, -1), (2, -2))), dealt(0, brick=1, lumber=1, wool=1, grain=1))
    spot = corner((2, -1), "NW")
    scene.when(BuildSettlement(0, spot)).then(SettlementBuilt(seat=0, node=spot))
    assert scene.view(0)["longest_road"] is None


def test_the_largest_army_goes_to_the_only_other_with_three():
    scene = given(knights(1, 4), army(1, 4), knights(0, 3), main_of(2)).when(Resign(1))
    scene.then(resigned(1), army(0, 3))


def test_the_largest_army_is_set_aside_when_two_others_are_level():
    scene = given(knights(1, 4), army(1, 4), knights(0, 3), knights(2, 3), main_of(0))
    scene.when(Resign(1))
    assert scene.view(0)["largest_army"] is None


def test_the_largest_army_is_set_aside_when_nobody_else_has_three():
    scene = given(knights(1, 3), army(1, 3), knights(0, 2), main_of(0)).when(Resign(1))
    assert scene.view(0)["largest_army"] is None


def test_an_award_of_another_is_not_touched():
    scene = given(holders(0, 1), longest(1, 6), main_of(2)).when(Resign(0)).then(resigned(0))
    assert scene.view(0)["longest_road"] == 1


# On the own turn


@pytest.mark.parametrize("phase", [[turn_of(0)], main_of(0)], ids=["before the roll", "after it"])
def test_who_resigns_on_his_turn_passes_it_on(phase):
    given(phase).when(Resign(0)).then(resigned(0), turn_of(1, turn=2))


def test_the_turn_passes_over_others_who_resigned():
    given(resigned(1), main_of(0)).when(Resign(0)).then(resigned(0), turn_of(2, turn=2))


def test_who_resigns_on_anothers_turn_does_not_end_it():
    scene = given(turn_of(0)).when(Resign(1)).then(resigned(1))
    scene.when(RollDice(0), dice=(1, 1)).then(rolled(0, 1, 1))


def test_free_roads_lapse_with_the_turn():
    scene = given(settlements(0, corner(MIDDLE, "N")), holding(0, "road_building"), main_of(0))
    scene.given(played(0, "road_building"), FreeRoadsGranted(seat=0, count=2)).when(Resign(0))
    scene.then(resigned(0), turn_of(1, turn=2))
    scene.when(StopPlacing(1)).then_refused("phase/roll_first")
    scene.when(RollDice(1), dice=(1, 1)).then(rolled(1, 1, 1))
    assert scene.view(1)["free_roads"] == 0


def test_a_robber_to_be_moved_stays_where_it_is():
    scene = given(turn_of(0), rolled(0, 3, 4), RobberRoused(seat=0)).when(Resign(0))
    scene.then(resigned(0), turn_of(1, turn=2))
    scene.when(MoveRobber(1, hex_at(1, 0))).then_refused("phase/roll_first")
    assert scene.view(1)["board"]["robber"] == hex_at(0, 0)


def test_everybody_discards_though_the_roller_has_resigned():
    # The robber stays where it is: nobody is there to move it.
    scene = given(dealt(1, ore=8), turn_of(0), rolled(0, 3, 4), DiscardsRequired(counts={1: 4}))
    scene.when(Resign(0)).then(resigned(0))
    scene.when(RollDice(1)).then_refused("turn/not_yours")
    scene.when(Discard(1, {"ore": 4})).then(
        DiscardChosen(seat=1, cards={"ore": 4}),
        CardsDiscarded(discards={1: {"ore": 4}}),
        turn_of(1, turn=2),
    )
    assert scene.hand(1) == {"ore": 4}


def test_the_roller_who_alone_owes_a_discard_resigns_and_the_next_turn_begins():
    scene = given(dealt(0, ore=8), turn_of(0), rolled(0, 3, 4), DiscardsRequired(counts={0: 4}))
    scene.when(Resign(0)).then(
        CardsReturned(seat=0, cards={"ore": 8}), resigned(0), turn_of(1, turn=2)
    )


def test_the_last_who_owes_a_discard_resigns_after_the_roller_and_the_next_turn_begins():
    scene = given(dealt(2, wool=8), dealt(3, ore=8), SEVEN, DiscardsRequired(counts={2: 4, 3: 4}))
    scene.when(Resign(0)).then(resigned(0)).when(Discard(2, {"wool": 4})).when(Resign(3)).then(
        CardsReturned(seat=3, cards={"ore": 8}),
        resigned(3),
        CardsDiscarded(discards={2: {"wool": 4}}),
        turn_of(1, turn=2),
    )


def test_who_resigned_with_the_discards_open_is_passed_over_by_the_next_turn():
    scene = given(dealt(2, wool=8), SEVEN, DiscardsRequired(counts={2: 4}))
    scene.when(Resign(0)).when(Resign(1)).then(resigned(1))
    scene.when(Discard(2, {"wool": 4})).then_ends(turn_of(2, turn=2))


def test_the_award_of_a_roller_who_resigned_wins_when_the_turn_comes():
    points = cities(1, *(corner(place, "N") for place in ((0, -2), (2, -2), (-2, 0), (0, 2))))
    scene = given(points, roads(1, *ring(MIDDLE, 5)), roads(0, *ring((2, -1))), longest(0, 6))
    scene.given(dealt(2, wool=8), SEVEN, DiscardsRequired(counts={2: 4}))
    scene.when(Resign(0)).then(resigned(0), longest(1, 5))
    scene.when(Discard(2, {"wool": 4})).then_ends(
        turn_of(1, turn=2), GameWon(seats=(1,), points=10)
    )


def test_a_holder_who_resigns_on_his_turn_leaves_his_awards_to_the_others():
    rivals = (holders(0, 1), longest(1, 6), knights(1, 4), army(1, 4), knights(2, 3))
    scene = given(rivals, main_of(1)).when(Resign(1))
    scene.then(resigned(1), turn_of(2, turn=2), longest(0, 5), army(2, 3))


def test_the_next_player_may_win_by_the_award_left_to_him():
    points = cities(1, *(corner(place, "N") for place in ((0, -2), (2, -2), (-2, 0), (0, 2))))
    scene = given(points, roads(1, *ring(MIDDLE, 5)), roads(0, *ring((2, -1))), longest(0, 6))
    scene.given(main_of(0)).when(Resign(0)).then(
        resigned(0), turn_of(1, turn=2), longest(1, 5), GameWon(seats=(1,), points=10)
    )


# While discards are open


def test_who_owes_a_discard_resigns_instead():
    scene = given(dealt(1, ore=8), dealt(2, wool=8), SEVEN, DiscardsRequired(counts={1: 4, 2: 4}))
    scene.when(Resign(1)).then(CardsReturned(seat=1, cards={"ore": 8}), resigned(1))
    scene.when(Discard(2, {"wool": 4})).then(
        DiscardChosen(seat=2, cards={"wool": 4}),
        CardsDiscarded(discards={2: {"wool": 4}}),
        RobberRoused(seat=0),
    )


def test_the_last_who_owes_a_discard_resigns_and_the_others_go_back():
    scene = given(dealt(1, ore=8), dealt(2, wool=8), SEVEN, DiscardsRequired(counts={1: 4, 2: 4}))
    scene.when(Discard(2, {"wool": 4})).when(Resign(1)).then(
        CardsReturned(seat=1, cards={"ore": 8}),
        resigned(1),
        CardsDiscarded(discards={2: {"wool": 4}}),
        RobberRoused(seat=0),
    )


def test_who_has_chosen_his_discard_and_resigns_returns_every_card_once():
    scene = given(dealt(1, ore=8), dealt(2, wool=8), SEVEN, DiscardsRequired(counts={1: 4, 2: 4}))
    scene.when(Discard(1, {"ore": 4})).when(Resign(1))
    scene.then(CardsReturned(seat=1, cards={"ore": 8}), resigned(1))
    scene.when(Discard(2, {"wool": 4})).then_ends(
        CardsDiscarded(discards={2: {"wool": 4}}), RobberRoused(seat=0)
    )


def test_the_only_one_who_owes_a_discard_resigns_and_nothing_is_discarded():
    scene = given(dealt(1, ore=8), SEVEN, DiscardsRequired(counts={1: 4})).when(Resign(1))
    scene.then(CardsReturned(seat=1, cards={"ore": 8}), resigned(1), RobberRoused(seat=0))


def test_who_owes_nothing_resigns_and_the_discards_stay_open():
    scene = given(dealt(1, ore=8), SEVEN, DiscardsRequired(counts={1: 4})).when(Resign(2))
    scene.then(resigned(2))
    scene.when(MoveRobber(0, hex_at(1, 0))).then_refused("phase/discards_open")
    scene.when(Discard(1, {"ore": 4})).then_ends(RobberRoused(seat=0))


# While the robber is to be moved


def test_a_victim_who_resigns_is_not_robbed():
    scene = given(settlements(1, corner((1, 0), "N")), dealt(1, ore=2), SEVEN, RobberRoused(seat=0))
    scene.when(Resign(1)).when(MoveRobber(0, hex_at(1, 0), victim=1))
    scene.then_refused("robber/no_such_victim")
    scene.when(MoveRobber(0, hex_at(1, 0))).then(RobberMoved(seat=0, hex=hex_at(1, 0)))


# While an offer is open

OFFERED = TradeOffered(seat=0, give={"ore": 1}, want={"wool": 1}, to=(1, 2))
TRADE = (dealt(0, ore=1), dealt(1, wool=1), dealt(2, wool=1), main_of(0), OFFERED)


def test_an_addressee_who_resigns_is_no_partner():
    scene = given(TRADE, TradeAccepted(seat=1)).when(Resign(1))
    assert scene.offers(0, ConfirmTrade) == []
    scene.when(ConfirmTrade(0, partner=1)).then_refused("trade/not_accepted")
    scene.when(AcceptTrade(2)).when(ConfirmTrade(0, partner=2))
    assert scene.hand(2) == {"ore": 1}


def test_nobody_waits_for_the_answer_of_who_resigned():
    scene = given(TRADE, TradeAccepted(seat=2))
    assert scene.view(0)["to_act"] == [1]
    scene.when(Resign(1))
    assert scene.view(0)["to_act"] == [0]


def test_an_offer_to_nobody_any_more_can_be_withdrawn():
    scene = given(TRADE).when(Resign(1)).when(Resign(2)).when(WithdrawOffer(0))
    scene.then(OfferWithdrawn(seat=0))


def test_the_offer_of_who_resigns_dies_with_his_turn():
    scene = given(TRADE, TradeAccepted(seat=1)).when(Resign(0))
    scene.then_ends(resigned(0), turn_of(1, turn=2))
    scene.when(AcceptTrade(2)).then_refused("trade/no_offer")


# In the founding phase

ORDER = (0, 1, 2, 3, 3, 2, 1, 0)
FOUNDING = FoundingBegan(order=ORDER)
PLACES = [(0, -2), (2, -2), (0, 0), (-2, 0), (2, 0), (-2, 2), (0, 2), (-1, 1)]


def found(scene, seat, place):
    scene.when(PlaceSettlement(seat, corner(place, "N")))
    return scene.when(PlaceRoad(seat, *sides(place, "NE")))


def founding(count, players=4):
    """So many of the placements are done."""
    order = (*range(players), *reversed(range(players)))
    scene = given(FoundingBegan(order=order), players=players)
    for seat, place in zip(order[:count], PLACES, strict=False):
        found(scene, seat, place)
    return scene


def left_to_place(scene):
    return list(scene.view(0)["founding_order"])


def test_who_resigns_before_placing_is_left_out():
    scene = founding(0).when(Resign(0)).then(resigned(0))
    assert left_to_place(scene) == [1, 2, 3, 3, 2, 1]
    found(scene, 1, PLACES[0])
    assert left_to_place(scene) == [2, 3, 3, 2, 1]


def test_who_resigns_out_of_turn_is_left_out_too():
    scene = founding(1).when(Resign(2)).then(resigned(2))
    assert left_to_place(scene) == [1, 3, 3, 1, 0]


def test_who_resigns_between_settlement_and_road_leaves_the_settlement():
    scene = founding(1).when(PlaceSettlement(1, corner(MIDDLE, "N"))).when(Resign(1))
    scene.then(resigned(1))
    assert left_to_place(scene) == [2, 3, 3, 2, 0]
    scene.when(PlaceRoad(2, *sides(MIDDLE, "NE"))).then_refused("founding/settlement_due")
    scene.when(PlaceSettlement(2, corner(MIDDLE, "NE"))).then_refused("settlement/too_close")
    found(scene, 2, (2, 0))
    assert left_to_place(scene) == [3, 3, 2, 0]


def test_who_resigns_after_his_second_settlement_returns_its_cards():
    scene = founding(4).when(PlaceSettlement(3, corner((-1, 0), "N"))).when(Resign(3))
    scene.then(CardsReturned(seat=3, cards={"brick": 1, "lumber": 1, "grain": 1}), resigned(3))
    assert left_to_place(scene) == [2, 1, 0]
    found(scene, 2, (2, 0))


def test_another_who_resigns_does_not_disturb_a_placement():
    scene = founding(1).when(PlaceSettlement(1, corner(MIDDLE, "N"))).when(Resign(3))
    scene.when(PlaceRoad(1, *sides(MIDDLE, "NE"))).then(roads(1, *sides(MIDDLE, "NE")))
    assert left_to_place(scene) == [2, 2, 1, 0]


def test_who_has_placed_everything_may_resign():
    scene = founding(5).when(Resign(3))
    assert left_to_place(scene) == [2, 1, 0]


def test_if_the_first_player_resigned_at_once_the_next_takes_the_first_turn():
    scene = founding(0, players=3).when(Resign(0))
    for seat, place in zip((1, 2, 2, 1), PLACES, strict=False):
        found(scene, seat, place)
    scene.then_ends(turn_of(1))


def test_if_the_first_player_resigned_later_the_next_takes_the_first_turn():
    scene = founding(1, players=3).when(Resign(0))
    for seat, place in zip((1, 2, 2, 1), PLACES[1:], strict=False):
        found(scene, seat, place)
    scene.then_ends(turn_of(1))


def test_if_the_last_to_place_resigns_the_first_turn_begins():
    scene = founding(5, players=3).when(Resign(0))
    scene.then_ends(resigned(0), turn_of(1))


def test_if_the_last_to_place_resigns_before_his_road_the_first_turn_begins():
    scene = founding(5, players=3).when(PlaceSettlement(0, corner((0, 2), "S"))).when(Resign(0))
    scene.then_ends(resigned(0), turn_of(1))


# The last one left

CARD = holding(0, "road_building")


def test_the_last_player_left_wins():
    scene = given(resigned(2), settlements(0, corner(MIDDLE, "N")), main_of(0), players=3)
    scene.when(Resign(1)).then(resigned(1), GameWon(seats=(0,), points=1))


def test_the_last_player_left_wins_on_anothers_turn_too():
    scene = given(resigned(2), main_of(1), players=3).when(Resign(1))
    scene.then(resigned(1), GameWon(seats=(0,), points=0))


def test_two_players_left_play_on():
    scene = given(resigned(2), main_of(1)).when(Resign(1)).then(resigned(1), turn_of(3, turn=2))
    scene.when(RollDice(3), dice=(1, 1)).when(EndTurn(3)).then(turn_of(0, turn=3))


def test_the_last_player_left_wins_in_the_founding_phase():
    scene = founding(1, players=3).when(Resign(1)).when(Resign(2))
    scene.then(resigned(2), GameWon(seats=(0,), points=1))


@pytest.mark.parametrize(
    "phase",
    [
        (SEVEN, DiscardsRequired(counts={0: 4})),
        (SEVEN, RobberRoused(seat=0)),
        (
            holding(0, "road_building"),
            played(0, "road_building"),
            FreeRoadsGranted(seat=0, count=2),
        ),
    ],
    ids=["discards", "robber", "free roads"],
)
def test_the_last_player_left_wins_whatever_is_open(phase):
    scene = given(resigned(2), main_of(0), phase, dealt(0, ore=8), players=3).when(Resign(1))
    scene.then(resigned(1), GameWon(seats=(0,), points=0))


def test_an_award_falls_to_the_last_player_before_he_wins():
    # The points he wins with are those of the result, and nothing happens after the end.
    scene = given(resigned(2), holders(0, 1), longest(1, 6), main_of(0), players=3)
    scene.when(Resign(1)).then(resigned(1), longest(0, 5), GameWon(seats=(0,), points=2))


def test_the_points_of_the_last_player_are_those_of_the_result():
    rivals = (holders(0, 1), longest(1, 6), knights(0, 3), knights(1, 4), army(1, 4))
    scene = given(resigned(2), rivals, main_of(0), players=3).when(Resign(1))
    (won,) = [event for event in scene.events if isinstance(event, GameWon)]
    scene.when(CloseGame())
    assert won.points == scene.state.standings[0].points


def test_the_points_of_the_last_player_tell_no_more_than_the_cards_he_reveals():
    scene = given(resigned(2), holding(0, "victory_point"), main_of(0), players=3).when(Resign(1))
    (won,) = [event for event in scene.events if isinstance(event, GameWon)]
    seen = BASE.score(scene.state, "spectator")[0]
    assert won.points == seen.points
    assert seen.sources["victory_point_cards"] == 1
    assert VictoryCardsRevealed(seat=0, count=1) in scene.events


def test_a_robber_that_has_to_stay_does_not_hold_up_the_discards():
    # With the friendly robber and no hex left; the last who owes a discard resigns.
    scene = given(WEAK, dealt(0, ore=8), dealt(3, wool=8), SEVEN, tiles=SMALL, friendly_robber=True)
    scene.given(DiscardsRequired(counts={0: 4, 3: 4})).when(Discard(0, {"ore": 4}))
    scene.when(Resign(3))
    scene.then_ends(CardsDiscarded(discards={0: {"ore": 4}}), RobberRoused(seat=0))
    assert RobberStayed(seat=0) not in scene.events, "the hexes of who resigned are open"
