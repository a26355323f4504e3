"""What the planner does in positions where there is something better and something worse."""

from collections import Counter
from random import Random

import pytest

from domain.base.commands import (
    AcceptTrade,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    ConfirmTrade,
    Discard,
    EndTurn,
    MoveRobber,
    OfferTrade,
    PlaceRoad,
    PlaceSettlement,
    PlayInvention,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    RefuseTrade,
    RollDice,
    TradeWithBank,
    WithdrawOffer,
)
from domain.base.events import (
    DiscardsRequired,
    FoundingBegan,
    RobberMoved,
    RobberRoused,
    TradeAccepted,
    TradeCountered,
    TradeOffered,
    TradeRefused,
)
from hexledger.self_play import BotGame, Setup
from tests.kit import (
    GRID,
    ISLAND,
    Scene,
    cities,
    corner,
    dealt,
    given,
    hex_at,
    holding,
    knights,
    main_of,
    node,
    roads,
    rolled,
    settlements,
    sides,
    turn_of,
)
from workers.bots.registry import choose

HILLS, FIELDS, MOUNTAINS = (0, -1), (-1, 2), (2, 0)
HOME = corner(HILLS, "S")
"""A crossing in the middle of the island."""
ROAD = sides(HILLS, "SE")
RICH = {(0, -1): ("fields", 6), (0, 0): ("mountains", 8), (-1, 0): ("forest", 5)}
"""Tiles that make a city at home worth more than anything else."""


def planned(scene: Scene, seat: int = 0, *, among_equals: bool = False):
    """The planner's choice. Only among equals its own randomness makes a difference."""
    command = choose(scene.state, seat, "planner", lambda n: 0)
    view = scene.view(seat)
    other = choose(scene.state, seat, "planner", lambda n: n - 1)
    assert among_equals or other == command
    assert scene.view(seat) == view, "choosing changes nothing"
    return command


def at_home(*facts, **options):
    """A seat with a settlement and a road, in the middle of its turn."""
    return given(settlements(0, HOME), roads(0, *ROAD), *facts, main_of(0), **options)


# Placing


def founding(*facts, tiles=None):
    return given(FoundingBegan(order=(0, 1, 2, 3, 3, 2, 1, 0)), *facts, tiles=tiles)


def test_it_settles_where_the_odds_are_best():
    tiles = {(0, 0): ("fields", 8), (1, -1): ("mountains", 5)}
    assert planned(founding(tiles=tiles)) == PlaceSettlement(0, node((0, -1), (1, -1), (0, 0)))


def test_where_the_odds_are_the_same_it_takes_what_it_lacks():
    tiles = dict.fromkeys(ISLAND, ("hills", 6))
    tiles |= {(0, 2): ("forest", 6), (1, 1): ("pasture", 6)}
    assert planned(founding(tiles=tiles)) == PlaceSettlement(0, node((0, 2), (1, 1), (0, 1)))


def test_the_first_road_leads_to_the_best_place_for_the_next_settlement():
    tiles = {(1, 0): ("fields", 8), (2, -1): ("mountains", 8), (1, -1): ("pasture", 8)}
    scene = founding(settlements(0, corner(HILLS, "S")), tiles=tiles)
    best = node((1, 0), (2, -1), (1, -1))
    chosen = planned(scene)
    assert isinstance(chosen, PlaceRoad)
    ends = GRID.edge_nodes[chosen.edge]
    assert node((0, -1), (1, -1), (0, 0)) in ends, f"towards {best}"


# Building


def test_it_builds_a_city_when_it_can():
    assert planned(at_home(dealt(0, ore=3, grain=2))) == BuildCity(0, HOME)


def test_it_builds_a_settlement_where_a_road_leads():
    scene = given(
        settlements(0, HOME),
        roads(0, *sides(HILLS, "SE", "E")),
        dealt(0, brick=1, lumber=1, wool=1, grain=1),
        main_of(0),
    )
    assert planned(scene) == BuildSettlement(0, corner(HILLS, "NE"))


def test_it_builds_roads_towards_the_next_settlement():
    assert isinstance(planned(at_home(dealt(0, brick=1, lumber=1))), BuildRoad)


def test_it_buys_a_card_rather_than_nothing():
    scene = given(cities(0, HOME), roads(0, *ROAD), dealt(0, ore=1, wool=1, grain=1), main_of(0))
    assert planned(scene) == BuyDevelopmentCard(0)


def test_it_takes_the_last_point_before_anything_else():
    own = [corner(place, "N") for place in ((0, 0), (-2, 0), (2, -2))]
    scene = given(
        cities(0, *own),
        settlements(0, corner((0, 2), "N")),
        holding(0, "victory_point", "victory_point", "knight"),
        dealt(0, ore=3, grain=2, brick=4, lumber=4),
        main_of(0),
    )
    assert scene.points(0) == 9
    while not scene.state.outcome:
        scene = scene.when(planned(scene), theft=[]) if scene.state.phase == "main" else scene
        if scene.state.phase == "robber":
            scene = scene.when(planned(scene, among_equals=True))
    assert scene.state.winners == (0,)


def test_it_spends_what_a_seven_might_take():
    """A city is worth saving for, but nine cards are too many to hold."""
    saved = at_home(dealt(0, ore=1, grain=1, wool=7), tiles=RICH)
    assert not isinstance(planned(saved), EndTurn)
    assert isinstance(planned(at_home(dealt(0, wool=2), tiles=RICH)), EndTurn)


def test_with_nothing_to_do_it_ends_its_turn():
    assert planned(at_home()) == EndTurn(0)


# The robber


def robbing(*facts):
    return given(*facts, turn_of(0), rolled(0, 3, 4), RobberRoused(seat=0))


LEADING = (cities(1, corner(MOUNTAINS, "N")), dealt(1, wool=1))
TRAILING = (settlements(2, corner(FIELDS, "N")), dealt(2, wool=1))


def test_it_robs_the_leader_where_it_hurts_most():
    assert planned(robbing(LEADING, TRAILING)) == MoveRobber(0, hex_at(*MOUNTAINS), 1)


def test_equals_are_robbed_equally_often():
    """Two seats at the same hex: which of them comes first must not decide."""
    twins = [
        fact
        for seat, side in ((1, "N"), (2, "S"))
        for fact in (settlements(seat, corner(MOUNTAINS, side)), dealt(seat, wool=1))
    ]
    scene = robbing(*twins)
    robbed = Counter(
        choose(scene.state, 0, "planner", Random(seed).randrange).victim for seed in range(200)
    )
    assert set(robbed) == {1, 2}
    assert min(robbed.values()) > 70


def test_it_does_not_put_the_robber_on_its_own_hexes():
    own = settlements(0, corner(MOUNTAINS, "S"))
    chosen = planned(robbing(LEADING, TRAILING, own))
    assert chosen.victim == 1
    assert chosen.hex != hex_at(*MOUNTAINS)


def test_a_knight_comes_before_the_roll_if_the_robber_is_in_the_way():
    scene = given(settlements(0, HOME), holding(0, "knight"), turn_of(0))
    assert planned(scene) == RollDice(0)
    assert planned(scene.given(RobberMoved(seat=1, hex=hex_at(*HILLS)))) == PlayKnight(0)


def test_a_knight_comes_before_the_roll_if_it_brings_the_largest_army():
    scene = given(knights(0, 2), holding(0, "knight"), turn_of(0))
    assert planned(scene) == PlayKnight(0)


# Discards


def test_it_keeps_what_it_is_saving_for():
    scene = given(
        settlements(0, HOME),
        dealt(0, ore=2, grain=2, lumber=4),
        turn_of(1),
        rolled(1, 3, 4),
        DiscardsRequired(counts={0: 4}),
    )
    assert planned(scene) == Discard(0, {"lumber": 4})


@pytest.mark.parametrize("limit", [1, 3, 6])
def test_it_discards_as_many_as_are_due(limit: int):
    scene = given(
        settlements(0, HOME),
        dealt(0, ore=3, grain=3, wool=2, brick=1),
        turn_of(1),
        rolled(1, 3, 4),
        DiscardsRequired(counts={0: limit}),
    )
    chosen = planned(scene)
    assert sum(chosen.cards.values()) == limit
    assert all(scene.hand(0)[kind] >= count for kind, count in chosen.cards.items())


# Trade with the bank


def test_it_trades_with_the_bank_for_the_last_card():
    scene = at_home(dealt(0, ore=2, grain=2, lumber=4))
    assert planned(scene) == TradeWithBank(0, "lumber", 4, {"ore": 1})


def test_it_does_not_trade_away_what_it_needs():
    scene = at_home(dealt(0, ore=2, grain=2, lumber=3))
    assert not isinstance(planned(scene), TradeWithBank)


# Trade with players

PLANNERS = Setup(seed="offers", bots=("planner",) * 4)

WISH = OfferTrade(0, {"lumber": 2}, {"ore": 1}, (1,))


def short_of_ore(*facts):
    """A city is one ore away, and there is lumber to spare."""
    hands = dealt(0, ore=2, grain=2, lumber=2), dealt(1, ore=2, wool=1)
    return at_home(*hands, *facts, tiles=RICH)


def test_it_offers_what_it_can_spare_for_the_card_it_lacks():
    assert planned(short_of_ore()) == WISH


def test_it_does_not_repeat_an_offer_that_was_refused():
    scene = short_of_ore().when(WISH).when(RefuseTrade(1))
    assert planned(scene) == WithdrawOffer(0)
    scene = scene.when(WithdrawOffer(0))
    assert planned(scene) != WISH


def test_it_makes_no_more_than_two_offers_a_turn():
    for played in (BotGame(PLANNERS, index, record=False) for index in range(3)):
        for _ in played.commits():
            assert played.state.offers_made <= 2


def test_offers_are_made_to_those_who_are_likely_to_agree():
    """Of 71 offers a game 12 were taken, before the planner thought of the other side."""
    made = taken = 0
    for played in (BotGame(PLANNERS, index, record=False) for index in range(12)):
        for _, command, _ in played.commits():
            made += isinstance(command, OfferTrade)
            taken += isinstance(command, ConfirmTrade)
    assert made < 40 * 12
    assert taken > 0.35 * made


def test_it_offers_nothing_to_who_is_about_to_win():
    close = cities(1, *(corner(place, "N") for place in ((2, -2), (-2, 0), (0, 1), (2, 0))))
    assert not isinstance(planned(short_of_ore(close)), OfferTrade)


def test_it_trades_with_who_accepts():
    offered = TradeOffered(seat=0, give=WISH.give, want=WISH.want, to=(1, 2))
    scene = short_of_ore(dealt(2, ore=1)).given(
        offered, TradeRefused(seat=1), TradeAccepted(seat=2)
    )
    assert planned(scene) == ConfirmTrade(0, 2)


def test_it_weighs_a_counter_offer_by_its_own_terms():
    offered = TradeOffered(seat=0, give=WISH.give, want=WISH.want, to=(1,))
    good = TradeCountered(seat=1, give={"ore": 1}, want={"lumber": 2})
    bad = TradeCountered(seat=1, give={"wool": 1}, want={"grain": 2})
    assert planned(short_of_ore().given(offered, good)) == ConfirmTrade(0, 1)
    assert planned(short_of_ore().given(offered, bad)) == WithdrawOffer(0)


def asked(give, want, *facts):
    """Seat 0 is one ore away from a city, and seat 1 makes it an offer."""
    return given(
        settlements(0, HOME),
        roads(0, *ROAD),
        dealt(0, ore=2, grain=2, lumber=2),
        dealt(1, ore=2, wool=2, brick=2),
        *facts,
        main_of(1),
        TradeOffered(seat=1, give=give, want=want, to=(0, 2, 3)),
        tiles=RICH,
    )


def test_it_accepts_what_it_needs():
    assert planned(asked({"ore": 1}, {"lumber": 1})) == AcceptTrade(0)


def test_it_refuses_to_give_what_it_needs():
    assert planned(asked({"brick": 1}, {"ore": 2})) == RefuseTrade(0)
    assert planned(asked({"brick": 1}, {"grain": 2})) == RefuseTrade(0)


def test_it_refuses_who_is_about_to_win():
    close = cities(1, *(corner(place, "N") for place in ((2, -2), (-2, 0), (0, 1), (2, 0))))
    assert planned(asked({"ore": 1}, {"lumber": 1}, close)) == RefuseTrade(0)


def test_what_it_does_not_hold_it_refuses():
    assert planned(asked({"ore": 1}, {"wool": 1})) == RefuseTrade(0)


# Development cards


def test_an_invention_pays_for_what_it_saves_for():
    scene = at_home(holding(0, "invention"), dealt(0, ore=2, grain=1))
    assert planned(scene) == PlayInvention(0, {"grain": 1, "ore": 1})


def test_a_monopoly_waits_until_it_brings_something():
    assert not isinstance(planned(at_home(holding(0, "monopoly"))), PlayMonopoly)
    rich = at_home(holding(0, "monopoly"), dealt(1, ore=4), dealt(2, ore=3), dealt(0, grain=2))
    assert planned(rich) == PlayMonopoly(0, "ore")


def test_free_roads_lead_to_the_next_settlement():
    scene = at_home(holding(0, "road_building"))
    assert planned(scene) == PlayRoadBuilding(0)
    scene = scene.when(PlayRoadBuilding(0))
    scene = scene.when(planned(scene))
    while scene.state.phase == "free_roads":
        scene = scene.when(planned(scene))
    scene = scene.given(dealt(0, brick=1, lumber=1, wool=1, grain=1))
    assert isinstance(planned(scene), BuildSettlement)
