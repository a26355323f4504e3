"""Separate phases: trade first, then build (the older editions)."""

import pytest

from domain.base.commands import (
    AcceptTrade,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    ConfirmTrade,
    MoveRobber,
    OfferTrade,
    PlaceRoad,
    PlayInvention,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    StopPlacing,
    TradeWithBank,
    WithdrawOffer,
)
from domain.base.events import BankTraded, RoadBuilt, TradeAccepted, TradeOffered
from tests.kit import (
    bought,
    cities,
    corner,
    dealt,
    given,
    hex_at,
    holding,
    main_of,
    played,
    roads,
    settlements,
    sides,
)

HOME = corner((0, -2), "SW")
HARBOUR = corner((0, -2), "N")
WAY = sides((0, -2), "W", "NW")
ONWARD = sides((0, -2), "NE")[0]
RICH = (
    settlements(0, HOME),
    roads(0, *WAY),
    dealt(0, brick=6, lumber=3, wool=3, grain=5, ore=4),
    dealt(1, wool=2),
)
BANK_TRADE = TradeWithBank(0, give="brick", rate=4, take={"wool": 1})
OFFER = OfferTrade(0, give={"brick": 1}, want={"wool": 1})
OFFERED = TradeOffered(seat=0, give={"brick": 1}, want={"wool": 1}, to=(1, 2, 3))
BUILDS = {
    "road": (BuildRoad(0, ONWARD), None),
    "settlement": (BuildSettlement(0, HARBOUR), None),
    "city": (BuildCity(0, HOME), None),
    "card": (BuyDevelopmentCard(0), "knight"),
}


def playing(*facts, phases="separate"):
    return given(RICH, *facts, main_of(0), phases=phases)


def built(scene, what):
    command, card = BUILDS[what]
    return scene.when(command, card=card)


@pytest.mark.parametrize("what", BUILDS)
def test_trading_ends_when_building_begins(what):
    scene = built(playing(), what)
    scene.when(BANK_TRADE).then_refused("trade/building_began")
    scene.when(OFFER).then_refused("trade/building_began")


@pytest.mark.parametrize("what", BUILDS)
def test_an_open_offer_ends_when_building_begins(what):
    scene = built(playing().given(OFFERED, TradeAccepted(seat=1)), what)
    scene.when(ConfirmTrade(0, partner=1)).then_refused("trade/building_began")
    scene.when(WithdrawOffer(0)).then_refused("trade/building_began")
    scene.when(AcceptTrade(2)).then_refused("trade/no_offer")


@pytest.mark.parametrize("what", BUILDS)
def test_trading_goes_on_after_building_when_phases_are_combined(what):
    scene = built(playing(phases="combined"), what)
    scene.when(BANK_TRADE).then(BankTraded(seat=0, give={"brick": 4}, take={"wool": 1}))
    scene.when(OFFER).then(OFFERED)


def test_trading_comes_before_building():
    scene = playing().when(BANK_TRADE).when(OFFER).when(AcceptTrade(1))
    scene.when(ConfirmTrade(0, partner=1)).when(BuildRoad(0, ONWARD))
    scene.then(RoadBuilt(seat=0, edge=ONWARD))


def test_building_goes_on_as_long_as_the_cards_last():
    scene = playing().when(BuildRoad(0, ONWARD)).when(BuildSettlement(0, HARBOUR))
    scene.when(BuyDevelopmentCard(0), card="knight").then(bought(0, "knight"))


def test_trading_is_open_again_in_the_next_turn():
    scene = playing().when(BuildRoad(0, ONWARD)).given(main_of(1), dealt(1, brick=4))
    scene.when(TradeWithBank(1, give="brick", rate=4, take={"ore": 1}))
    scene.then(BankTraded(seat=1, give={"brick": 4}, take={"ore": 1}))
    scene.given(main_of(0)).when(BANK_TRADE)
    scene.then(BankTraded(seat=0, give={"brick": 4}, take={"wool": 1}))


def test_a_harbour_built_now_serves_from_the_next_turn():
    three_for_one = TradeWithBank(0, give="brick", rate=3, take={"wool": 1})
    scene = playing().when(BuildSettlement(0, HARBOUR))
    scene.when(three_for_one).then_refused("trade/building_began")
    scene.given(main_of(1), main_of(2), main_of(3), main_of(0)).when(three_for_one)
    scene.then(BankTraded(seat=0, give={"brick": 3}, take={"wool": 1}))


def test_playing_a_card_does_not_end_trading():
    scene = playing(holding(0, "knight")).when(PlayKnight(0))
    scene.when(MoveRobber(0, hex_at(1, 0))).when(BANK_TRADE)
    scene.then(BankTraded(seat=0, give={"brick": 4}, take={"wool": 1}))


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("knight", PlayKnight(0)),
        ("monopoly", PlayMonopoly(0, "ore")),
        ("invention", PlayInvention(0, {"ore": 2})),
    ],
)
def test_a_card_may_be_played_after_building_began(kind, command):
    scene = playing(holding(0, kind)).when(BuildRoad(0, ONWARD)).when(command)
    assert scene.events[0] == played(0, kind)


def test_what_was_built_in_earlier_turns_ends_nothing():
    scene = playing(cities(0, corner((2, 0), "N"))).when(BANK_TRADE)
    scene.then(BankTraded(seat=0, give={"brick": 4}, take={"wool": 1}))


def test_a_free_road_does_not_end_trading():
    scene = playing(holding(0, "road_building")).when(PlayRoadBuilding(0))
    scene.when(PlaceRoad(0, ONWARD)).when(StopPlacing(0)).when(BANK_TRADE)
    scene.then(BankTraded(seat=0, give={"brick": 4}, take={"wool": 1}))
