"""Trade between players: offer, answers, and the turn player's last word (base game, rule 8)."""

import pytest

from domain.base.commands import (
    AcceptTrade,
    BuildRoad,
    BuyDevelopmentCard,
    ConfirmTrade,
    CounterTrade,
    EndTurn,
    MoveRobber,
    OfferTrade,
    PlaceRoad,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    RefuseTrade,
    WithdrawOffer,
)
from domain.base.events import (
    CardStolen,
    OfferWithdrawn,
    RobberMoved,
    TradeAccepted,
    TradeConfirmed,
    TradeCountered,
    TradeOffered,
    TradeRefused,
)
from domain.choices import Choice
from domain.table.closing import SeatResigned
from tests.kit import (
    BASE,
    corner,
    dealt,
    given,
    hex_at,
    holding,
    main_of,
    rolled,
    settlements,
    sides,
    turn_of,
)

ORE, WOOL = {"ore": 1}, {"wool": 1}
HANDS = (dealt(0, ore=3, brick=1), dealt(1, wool=2), dealt(2, wool=1, grain=1))
OFFER = OfferTrade(0, give=ORE, want=WOOL)
OFFERED = TradeOffered(seat=0, give=ORE, want=WOOL, to=(1, 2, 3))
OFFER_GRAIN = OfferTrade(0, give={"grain": 1}, want={"brick": 1})


def trading(*facts):
    return given(HANDS, *facts, main_of(0))


def offering(*answers):
    return trading().given(OFFERED, *answers)


def confirmed(partner, give=ORE, take=WOOL):
    return TradeConfirmed(seat=0, partner=partner, give=give, take=take)


# Offering


def test_an_offer_goes_to_all_others():
    trading().when(OFFER).then(OFFERED)


def test_an_offer_goes_to_some():
    offer = OfferTrade(0, give=ORE, want=WOOL, to=(3, 1))
    trading().when(offer).then(TradeOffered(seat=0, give=ORE, want=WOOL, to=(1, 3)))


def test_an_offer_to_all_leaves_out_who_resigned():
    scene = trading(SeatResigned(seat=3)).when(OFFER)
    scene.then(TradeOffered(seat=0, give=ORE, want=WOOL, to=(1, 2)))


def test_several_cards_of_several_kinds_may_be_offered_for_several():
    give, want = {"ore": 2, "brick": 1}, {"wool": 1, "grain": 3}
    scene = trading().when(OfferTrade(0, give=give, want=want))
    scene.then(TradeOffered(seat=0, give=give, want=want, to=(1, 2, 3)))


@pytest.mark.parametrize(("give", "want"), [({}, WOOL), (ORE, {}), ({}, {})])
def test_gifts_are_refused(give, want):
    trading().when(OfferTrade(0, give=give, want=want)).then_refused("trade/gift")


@pytest.mark.parametrize("cards", [{"grain": 0}, {"grain": -1}, {"grain": 20}, {"gold": 1}])
def test_both_sides_of_a_trade_are_real_cards(cards):
    for offer in (OfferTrade(0, ORE, cards), OfferTrade(0, cards, ORE)):
        trading().when(offer).then_refused("command/bad_value")
    for counter in (CounterTrade(1, WOOL, cards), CounterTrade(1, cards, WOOL)):
        offering().when(counter).then_refused("command/bad_value")


@pytest.mark.parametrize(
    ("give", "want"),
    [(ORE, ORE), ({"ore": 2}, ORE), (ORE, {"ore": 1, "wool": 1}), ({"ore": 1, "brick": 1}, ORE)],
)
def test_the_same_resource_on_both_sides_is_refused(give, want):
    trading().when(OfferTrade(0, give=give, want=want)).then_refused("trade/like_for_like")


@pytest.mark.parametrize("give", [{"ore": 4}, {"grain": 1}, {"ore": 1, "grain": 1}])
def test_only_cards_held_are_offered(give):
    scene = trading().when(OfferTrade(0, give=give, want=WOOL))
    scene.then_refused("hand/not_enough_cards")


@pytest.mark.parametrize("to", [(), (0,), (0, 1), (4,), (-1,), (1, 1), (1, 2, 3, 4)])
def test_an_offer_goes_to_other_seats_in_the_game_each_named_once(to):
    offer = OfferTrade(0, give=ORE, want=WOOL, to=to)
    trading().when(offer).then_refused("trade/bad_addressee")


def test_an_offer_does_not_go_to_who_resigned():
    offer = OfferTrade(0, give=ORE, want=WOOL, to=(1, 3))
    trading(SeatResigned(seat=3)).when(offer).then_refused("trade/bad_addressee")


def test_whether_the_others_hold_the_cards_is_not_asked_when_offering():
    # Nobody holds ten brick; a refusal would tell.
    scene = trading().when(OfferTrade(0, give=ORE, want={"brick": 10}))
    scene.then(TradeOffered(seat=0, give=ORE, want={"brick": 10}, to=(1, 2, 3)))


def test_trade_is_only_with_the_turn_player():
    scene = trading().when(OfferTrade(1, give=WOOL, want=ORE)).then_refused("turn/not_yours")
    scene.when(OfferTrade(1, give=WOOL, want=ORE, to=(2,))).then_refused("turn/not_yours")


def test_one_offer_is_open_at_a_time():
    scene = offering().when(OfferTrade(0, give={"brick": 1}, want=WOOL))
    scene.then_refused("trade/offer_open")


def test_an_offer_withdrawn_makes_room_for_another():
    scene = offering().when(WithdrawOffer(0)).then(OfferWithdrawn(seat=0)).when(OFFER).then(OFFERED)
    scene.when(AcceptTrade(1)).when(ConfirmTrade(0, partner=1)).when(OFFER).then(OFFERED)


def test_an_offer_can_be_withdrawn_with_an_empty_hand():
    scene = given(dealt(0, wool=1, grain=1, ore=1), main_of(0)).when(OFFER_GRAIN)
    scene.when(BuyDevelopmentCard(0), card="knight")
    assert scene.hand(0) == {}
    assert scene.offers(0, WithdrawOffer) == [WithdrawOffer(0)]
    scene.when(WithdrawOffer(0)).then(OfferWithdrawn(seat=0))


def test_only_the_proposer_withdraws():
    offering().when(WithdrawOffer(1)).then_refused("turn/not_yours")


def test_there_must_be_an_offer_to_withdraw_or_confirm():
    trading().when(WithdrawOffer(0)).then_refused("trade/no_offer")
    trading().when(ConfirmTrade(0, partner=1)).then_refused("trade/no_offer")


def test_at_most_ten_offers_a_turn():
    scene = trading()
    for _ in range(9):
        scene.when(OFFER).then(OFFERED).when(WithdrawOffer(0))
    scene.when(OFFER).when(AcceptTrade(1)).when(ConfirmTrade(0, partner=1)).then(confirmed(1))
    scene.when(OFFER).then_refused("trade/too_many_offers")
    assert Choice(type(OFFER), 0) not in BASE.actions(scene.state, 0)
    scene.given(main_of(1), main_of(0)).when(OFFER).then(OFFERED)


def test_an_empty_hand_offers_nothing():
    scene = given(main_of(0)).when(OFFER).then_refused("hand/not_enough_cards")
    assert Choice(type(OFFER), 0) not in BASE.actions(scene.state, 0)


# Answering


def test_an_addressee_accepts_refuses_or_counters():
    offering().when(AcceptTrade(1)).then(TradeAccepted(seat=1))
    offering().when(RefuseTrade(1)).then(TradeRefused(seat=1))
    counter = CounterTrade(2, give={"grain": 1}, want={"brick": 1})
    offering().when(counter).then(TradeCountered(seat=2, give={"grain": 1}, want={"brick": 1}))


def test_the_acceptor_must_hold_the_cards():
    offering().when(AcceptTrade(3)).then_refused("hand/not_enough_cards")


def test_who_lacks_the_cards_may_still_refuse():
    offering().when(RefuseTrade(3)).then(TradeRefused(seat=3))


def answers(seat):
    return [AcceptTrade(seat), RefuseTrade(seat), CounterTrade(seat, give=WOOL, want={"brick": 1})]


@pytest.mark.parametrize("first", answers(1))
@pytest.mark.parametrize("second", answers(1))
def test_each_other_player_answers_once(first, second):
    offering().when(first).when(second).then_refused("trade/already_answered")


@pytest.mark.parametrize("answer", answers(0))
def test_the_proposer_never_answers_his_own_offer(answer):
    offering().when(answer).then_refused("trade/own_offer")


@pytest.mark.parametrize("answer", answers(2))
def test_only_who_was_asked_answers(answer):
    scene = trading().given(TradeOffered(seat=0, give=ORE, want=WOOL, to=(1,)))
    scene.when(answer).then_refused("trade/not_addressed")


@pytest.mark.parametrize("answer", answers(1))
def test_who_resigned_does_not_answer(answer):
    scene = trading(SeatResigned(seat=3)).given(OFFERED, dealt(2, ore=1))
    scene.given(SeatResigned(seat=1)).when(answer).then_refused("seat/resigned")


@pytest.mark.parametrize("answer", answers(1))
def test_there_must_be_an_offer_to_answer(answer):
    trading().when(answer).then_refused("trade/no_offer")
    offering().given(OfferWithdrawn(seat=0)).when(answer).then_refused("trade/no_offer")


@pytest.mark.parametrize(("give", "want"), [({}, ORE), (WOOL, {})])
def test_a_counter_offer_is_no_gift(give, want):
    offering().when(CounterTrade(1, give=give, want=want)).then_refused("trade/gift")


def test_a_counter_offer_is_not_like_for_like():
    counter = CounterTrade(1, give=WOOL, want={"ore": 1, "wool": 1})
    offering().when(counter).then_refused("trade/like_for_like")


@pytest.mark.parametrize("give", [{"wool": 3}, {"grain": 1}])
def test_a_counter_offer_is_of_cards_held(give):
    offering().when(CounterTrade(1, give=give, want=ORE)).then_refused("hand/not_enough_cards")


def test_a_counter_offer_may_ask_for_cards_nobody_knows_of():
    counter = CounterTrade(1, give=WOOL, want={"lumber": 3})
    offering().when(counter).then(TradeCountered(seat=1, give=WOOL, want={"lumber": 3}))


# Confirming


def test_the_proposer_confirms_one_partner_and_the_cards_change_hands():
    scene = offering(TradeAccepted(seat=1)).when(ConfirmTrade(0, partner=1)).then(confirmed(1))
    assert scene.hand(0) == {"ore": 2, "brick": 1, "wool": 1}
    assert scene.hand(1) == {"wool": 1, "ore": 1}


def test_of_several_acceptors_the_proposer_picks_one():
    scene = offering(TradeAccepted(seat=1), TradeAccepted(seat=2))
    assert scene.offers(0, ConfirmTrade) == [ConfirmTrade(0, 1), ConfirmTrade(0, 2)]
    scene.when(ConfirmTrade(0, partner=2)).then(confirmed(2))
    assert scene.hand(1) == {"wool": 2}
    scene.when(ConfirmTrade(0, partner=1)).then_refused("trade/no_offer")


def test_the_proposer_need_not_wait_for_all_answers():
    scene = offering(TradeAccepted(seat=2)).when(ConfirmTrade(0, partner=2)).then(confirmed(2))
    scene.when(AcceptTrade(1)).then_refused("trade/no_offer")


def test_the_proposer_may_withdraw_although_someone_accepted():
    scene = offering(TradeAccepted(seat=1)).when(WithdrawOffer(0)).then(OfferWithdrawn(seat=0))
    assert scene.hand(1) == {"wool": 2}


@pytest.mark.parametrize("answered", [[], [TradeRefused(seat=1)]])
def test_nobody_is_a_partner_who_has_not_agreed(answered):
    scene = offering(*answered).when(ConfirmTrade(0, partner=1))
    scene.then_refused("trade/not_accepted")


@pytest.mark.parametrize("partner", [0, 4, -1])
def test_a_partner_is_one_of_the_others(partner):
    scene = offering(TradeAccepted(seat=1)).when(ConfirmTrade(0, partner=partner))
    scene.then_refused("trade/not_accepted")


def test_only_the_proposer_confirms():
    scene = offering(TradeAccepted(seat=1)).when(ConfirmTrade(1, partner=0))
    scene.then_refused("turn/not_yours")


def test_a_counter_offer_is_confirmed_on_its_own_terms():
    countered = TradeCountered(seat=2, give={"grain": 1}, want={"ore": 2})
    scene = offering(countered, TradeAccepted(seat=1)).when(ConfirmTrade(0, partner=2))
    scene.then(confirmed(2, give={"ore": 2}, take={"grain": 1}))
    assert scene.hand(0) == {"ore": 1, "brick": 1, "grain": 1}
    assert scene.hand(2) == {"wool": 1, "ore": 2}


def test_the_proposer_must_hold_what_a_counter_offer_asks():
    countered = TradeCountered(seat=2, give={"grain": 1}, want={"ore": 4})
    scene = offering(countered).when(ConfirmTrade(0, partner=2))
    scene.then_refused("hand/not_enough_cards")
    assert scene.offers(0, ConfirmTrade) == []


def test_hands_are_checked_again_when_confirming():
    # The proposer has built with the brick that he offered.
    scene = given(
        settlements(0, corner((0, 0), "N")),
        dealt(0, brick=1, lumber=1),
        dealt(1, wool=1),
        main_of(0),
    )
    scene.when(OfferTrade(0, give={"brick": 1}, want=WOOL)).when(AcceptTrade(1))
    scene.when(BuildRoad(0, *sides((0, 0), "NE"))).when(ConfirmTrade(0, partner=1))
    scene.then_refused("hand/not_enough_cards")
    scene.when(WithdrawOffer(0)).then(OfferWithdrawn(seat=0))


# Who loses cards meanwhile answers anew: whether he could still keep his word must not be told.

FOREST = (1, 0)
STOLEN = CardStolen(thief=0, victim=1, resource="wool", draw=0)


def robbed(*answers):
    scene = trading(settlements(1, corner(FOREST, "N")), holding(0, "knight")).given(
        OFFERED, *answers
    )
    scene.when(PlayKnight(0)).when(MoveRobber(0, hex_at(*FOREST)), theft=[0])
    return scene.then(RobberMoved(seat=0, hex=hex_at(*FOREST)), STOLEN)


def test_who_was_robbed_has_not_accepted_any_more():
    scene = robbed(TradeAccepted(seat=1), TradeAccepted(seat=2))
    scene.when(ConfirmTrade(0, partner=1)).then_refused("trade/not_accepted")
    scene.when(AcceptTrade(1)).then(TradeAccepted(seat=1))
    scene.when(ConfirmTrade(0, partner=1)).then(confirmed(1))


def test_the_answers_of_others_stand_after_a_theft():
    robbed(TradeAccepted(seat=2)).when(ConfirmTrade(0, partner=2)).then(confirmed(2))


def test_a_counter_offer_of_who_was_robbed_is_forgotten():
    scene = robbed(TradeCountered(seat=1, give={"wool": 2}, want=ORE))
    scene.when(ConfirmTrade(0, partner=1)).then_refused("trade/not_accepted")
    counter = CounterTrade(1, give={"wool": 2}, want=ORE)
    scene.when(counter).then_refused("hand/not_enough_cards")


def test_a_refusal_stands_after_a_theft():
    # Each answers once, and a refusal needs no cards to be kept.
    robbed(TradeRefused(seat=1)).when(AcceptTrade(1)).then_refused("trade/already_answered")


def test_who_lost_cards_to_a_monopoly_has_not_accepted_any_more():
    scene = trading(holding(0, "monopoly")).given(OFFERED, TradeAccepted(seat=1))
    scene.when(PlayMonopoly(0, "wool")).when(ConfirmTrade(0, partner=1))
    scene.then_refused("trade/not_accepted")
    scene.when(AcceptTrade(1)).then_refused("hand/not_enough_cards")


def test_a_monopoly_that_takes_nothing_leaves_the_answers():
    scene = trading(holding(0, "monopoly")).given(OFFERED, TradeAccepted(seat=1))
    scene.when(PlayMonopoly(0, "lumber")).when(ConfirmTrade(0, partner=1)).then(confirmed(1))


# Nothing else is done between the two roads of a card, nor before the robber has moved.


@pytest.mark.parametrize("answer", answers(1))
def test_nobody_answers_while_the_robber_is_to_be_moved(answer):
    scene = trading(holding(0, "knight")).given(OFFERED).when(PlayKnight(0))
    scene.when(answer).then_refused("trade/choice_open")
    scene.when(MoveRobber(0, hex_at(*FOREST))).when(answer)
    assert scene.refusal is None


@pytest.mark.parametrize("answer", answers(1))
def test_nobody_answers_between_two_free_roads(answer):
    home = settlements(0, corner((0, 0), "N"))
    scene = trading(home, holding(0, "road_building")).given(OFFERED).when(PlayRoadBuilding(0))
    scene.when(answer).then_refused("trade/choice_open")
    scene.when(PlaceRoad(0, *sides((0, 0), "NE"))).when(answer).then_refused("trade/choice_open")
    scene.when(PlaceRoad(0, *sides((0, 0), "NW"))).when(answer)
    assert scene.refusal is None


# The end of an offer


def test_offers_die_with_the_turn():
    scene = offering(TradeAccepted(seat=1)).when(EndTurn(0)).then(turn_of(1, turn=2))
    scene.when(AcceptTrade(2)).then_refused("trade/no_offer")
    scene.given(rolled(1, 1, 1)).when(ConfirmTrade(1, partner=0)).then_refused("trade/no_offer")
    scene.given(main_of(0)).when(ConfirmTrade(0, partner=1)).then_refused("trade/no_offer")


def test_what_is_offered_and_answered_is_public():
    facts = [OFFERED, TradeAccepted(seat=1), TradeCountered(seat=2, give=WOOL, want=ORE)]
    assert all(BASE.redact(fact, "spectator") == fact for fact in [*facts, confirmed(1)])
    scene = offering(TradeAccepted(seat=1))
    assert scene.view("spectator")["offer"] == scene.view(0)["offer"]
