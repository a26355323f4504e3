"""The end: victory at once, on the own turn, hidden cards included (base game, rules 6 and 9)."""

import pytest

from domain.base.commands import (
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    EndTurn,
    MoveRobber,
    PlaceRoad,
    PlayKnight,
    PlayRoadBuilding,
    RollDice,
)
from domain.base.events import (
    CardStolen,
    CityBuilt,
    DiscardsRequired,
    LargestArmyAwarded,
    LongestRoadAwarded,
    RoadBuilt,
    RobberMoved,
    RobberRoused,
    RobberStayed,
    SettlementBuilt,
    VictoryCardsRevealed,
)
from domain.table.closing import GameWon, Resign, SeatResigned
from tests.base.test_friendly_robber import SMALL, WEAK
from tests.kit import (
    BASE,
    bought,
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

SPOTS = [corner(place, "N") for place in ((0, -2), (2, -2), (-2, 0), (2, 0), (0, 2))]
MIDDLE = (0, 0)
FREE_SPOT = corner(MIDDLE, "S")
WAY = roads(0, *sides(MIDDLE, "SW"))
ROAD = {"brick": 1, "lumber": 1}
SETTLEMENT = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1}
CARD = {"wool": 1, "grain": 1, "ore": 1}


def with_points(seat, points):
    """Four cities and a settlement at most."""
    big, small = divmod(points, 2)
    return (cities(seat, *SPOTS[:big]), settlements(seat, *SPOTS[big : big + small]))


def won(points, seat=0, revealed=0):
    shown = (VictoryCardsRevealed(seat=seat, count=revealed),) if revealed else ()
    return (*shown, GameWon(seats=(seat,), points=points))


def longest(seat, length):
    return LongestRoadAwarded(seat=seat, length=length)


# At once


def test_a_settlement_that_makes_ten_wins_at_once():
    scene = given(with_points(0, 9), WAY, dealt(0, **SETTLEMENT), main_of(0))
    scene.when(BuildSettlement(0, FREE_SPOT))
    scene.then(SettlementBuilt(seat=0, node=FREE_SPOT), won(10))
    scene.when(EndTurn(0)).then_refused("game/over")


def test_a_city_that_makes_ten_wins_at_once():
    scene = given(cities(0, *SPOTS[:3]), settlements(0, *SPOTS[3:], FREE_SPOT))
    scene.given(dealt(0, grain=2, ore=3), main_of(0)).when(BuildCity(0, FREE_SPOT))
    scene.then(CityBuilt(seat=0, node=FREE_SPOT), won(10))


def test_nine_do_not_win():
    scene = given(with_points(0, 8), WAY, dealt(0, **SETTLEMENT), main_of(0))
    scene.when(BuildSettlement(0, FREE_SPOT)).then(SettlementBuilt(seat=0, node=FREE_SPOT))


def test_eleven_is_as_good_as_ten():
    scene = given(with_points(0, 9), roads(0, *ring(MIDDLE, 4)), dealt(0, **ROAD), main_of(0))
    scene.when(BuildRoad(0, *sides(MIDDLE, "SW"))).then(
        RoadBuilt(seat=0, edge=ring(MIDDLE)[4]), longest(0, 5), won(11)
    )


def test_the_longest_road_that_makes_ten_wins_at_once():
    scene = given(with_points(0, 8), roads(0, *ring(MIDDLE, 4)), dealt(0, **ROAD), main_of(0))
    scene.when(BuildRoad(0, *sides(MIDDLE, "SW"))).then_ends(longest(0, 5), won(10))


def test_a_free_road_wins_at_once_though_a_second_is_open():
    scene = given(with_points(0, 8), roads(0, *ring(MIDDLE, 4)), holding(0, "road_building"))
    scene.given(turn_of(0)).when(PlayRoadBuilding(0)).when(PlaceRoad(0, *sides(MIDDLE, "SW")))
    scene.then(roads(0, *sides(MIDDLE, "SW")), longest(0, 5), won(10))


@pytest.mark.parametrize("target", [8, 12])
def test_the_target_is_an_option(target):
    scene = given(with_points(0, 7), WAY, dealt(0, **SETTLEMENT), main_of(0), target_points=target)
    scene.when(BuildSettlement(0, FREE_SPOT))
    ends = won(8) if target == 8 else SettlementBuilt(seat=0, node=FREE_SPOT)
    scene.then_ends(ends)


def test_the_winner_is_recorded():
    scene = given(with_points(0, 9), WAY, dealt(0, **SETTLEMENT), main_of(0))
    scene.when(BuildSettlement(0, FREE_SPOT))
    assert (scene.state.outcome, scene.state.winners) == ("won", (0,))
    assert all(not BASE.actions(scene.state, seat) for seat in range(4))


# Hidden victory points


def test_a_victory_point_card_bought_at_nine_wins_at_once():
    scene = given(with_points(0, 9), dealt(0, **CARD), main_of(0))
    scene.when(BuyDevelopmentCard(0), card="victory_point")
    scene.then(bought(0, "victory_point"), won(10, revealed=1))


def test_another_card_bought_at_nine_does_not_win():
    scene = given(with_points(0, 9), dealt(0, **CARD), main_of(0))
    scene.when(BuyDevelopmentCard(0), card="knight").then(bought(0, "knight"))


def test_hidden_cards_count_and_all_are_revealed():
    cards = holding(0, "victory_point", "victory_point", "knight")
    scene = given(with_points(0, 7), cards, WAY, dealt(0, **SETTLEMENT), main_of(0))
    scene.when(BuildSettlement(0, FREE_SPOT))
    scene.then(SettlementBuilt(seat=0, node=FREE_SPOT), won(10, revealed=2))
    line = BASE.score(scene.state, "spectator")[0]
    assert (line.points, line.sources["victory_point_cards"]) == (10, 2)


def test_the_losers_hidden_cards_stay_hidden():
    scene = given(with_points(0, 9), holding(1, "victory_point"), WAY, dealt(0, **SETTLEMENT))
    scene.given(main_of(0)).when(BuildSettlement(0, FREE_SPOT))
    assert BASE.score(scene.state, 0)[1].points == 0
    assert scene.view("spectator")["seats"][1]["cards"] is None


def test_hidden_cards_are_hidden_from_others_before_the_end():
    scene = given(settlements(1, SPOTS[0]), holding(1, "victory_point"), main_of(0))
    points = {viewer: BASE.score(scene.state, viewer)[1].points for viewer in (0, 1, "spectator")}
    assert points == {0: 1, 1: 2, "spectator": 1}


# On another's turn. Seat 0 cuts seat 2, and the longest road passes to seat 1.

CUT = corner(MIDDLE, "N")
KNIFE = (roads(0, edge((0, -1), (1, -1)), edge((0, -1), (1, -2))), dealt(0, **SETTLEMENT))
RIVALS = (
    roads(2, *ring(MIDDLE, 5), *sides((0, 1), "W")),
    longest(2, 6),
    roads(1, *ring((-1, 2), 5)),
)


def cutting(*facts):
    return given(KNIFE, RIVALS, *facts, main_of(0)).when(BuildSettlement(0, CUT))


def spots(seat):
    return cities(seat, corner((2, -1), "N"), corner((-2, 0), "N"), SPOTS[3], SPOTS[4])


def test_ten_reached_on_anothers_turn_does_not_win_yet():
    scene = cutting(spots(1)).then(SettlementBuilt(seat=0, node=CUT), longest(1, 5))
    assert scene.points(1) == 10
    assert scene.state.outcome is None


def test_ten_still_there_when_the_own_turn_begins_wins_before_rolling():
    scene = cutting(spots(1)).when(EndTurn(0)).then(turn_of(1, turn=2), won(10, seat=1))
    scene.when(RollDice(1)).then_refused("game/over")


def test_a_third_players_turn_between_does_not_win():
    scene = given(with_points(2, 9), holding(2, "victory_point"), main_of(0))
    scene.when(EndTurn(0)).then(turn_of(1, turn=2))
    scene.when(RollDice(1), dice=(1, 1)).when(EndTurn(1))
    scene.then(turn_of(2, turn=3), won(10, seat=2, revealed=1))


def test_ten_lost_again_before_the_own_turn_does_not_win():
    scene = cutting(spots(1)).given(roads(3, *ring((2, 0))), longest(3, 6))
    scene.when(EndTurn(0)).then(turn_of(1, turn=2))
    assert scene.points(1) == 8


# A knight that wins (base game, rule 6)

FOREST = (1, 0)
ARMY = (with_points(0, 8), knights(0, 2), holding(0, "knight"))
AWARD = LargestArmyAwarded(seat=0, knights=3)


@pytest.mark.parametrize("start", [[turn_of(0)], main_of(0)])
def test_a_knight_that_wins_moves_the_robber_and_steals_first(start):
    victim = (settlements(1, corner(FOREST, "NW")), dealt(1, ore=1))
    scene = given(ARMY, victim, start).when(PlayKnight(0))
    scene.then(played(0, "knight"), RobberRoused(seat=0), AWARD)
    assert scene.points(0) == 10
    scene.when(MoveRobber(0, hex_at(*FOREST)), theft=[0]).then(
        RobberMoved(seat=0, hex=hex_at(*FOREST)),
        CardStolen(thief=0, victim=1, resource="ore", draw=0),
        won(10),
    )


def test_a_knight_that_wins_moves_the_robber_even_with_nobody_to_rob():
    scene = given(ARMY, main_of(0)).when(PlayKnight(0))
    scene.when(MoveRobber(0, hex_at(*FOREST)))
    scene.then(RobberMoved(seat=0, hex=hex_at(*FOREST)), won(10))


def test_a_knight_that_wins_while_the_robber_has_to_stay_wins_at_once():
    army = (cities(0, corner((0, -1), "NW")), knights(0, 2), holding(0, "knight"))
    scene = given(WEAK, army, main_of(0), tiles=SMALL, friendly_robber=True, target_points=4)
    scene.when(PlayKnight(0)).then(played(0, "knight"), RobberStayed(seat=0), AWARD, won(4))


# By what another does on the own turn


def test_an_award_that_comes_by_a_resignation_wins_at_once_on_the_own_turn():
    scene = given(with_points(0, 8), roads(0, *ring(MIDDLE, 5)), roads(1, *ring((2, -1))))
    scene.given(longest(1, 6), main_of(0)).when(Resign(1))
    scene.then(SeatResigned(seat=1), longest(0, 5), won(10))


def test_an_award_that_comes_during_the_discards_wins_at_once():
    # Rule 9 says at once; only a knight has to finish its work first.
    scene = given(with_points(0, 8), roads(0, *ring(MIDDLE, 5)), roads(1, *ring((2, -1))))
    scene.given(longest(1, 6), dealt(2, ore=8), turn_of(0), rolled(0, 3, 4))
    scene.given(DiscardsRequired(counts={2: 4})).when(Resign(1))
    scene.then(SeatResigned(seat=1), longest(0, 5), won(10))


def test_the_dice_alone_win_nothing():
    given(with_points(0, 9), turn_of(0)).when(RollDice(0), dice=(1, 1)).then(rolled(0, 1, 1))
