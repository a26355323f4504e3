"""Trade between players: an offer, its answers, and the turn player's last word."""

from collections.abc import Iterator

from domain.base.building import NotEnoughCards
from domain.base.commands import (
    AcceptTrade,
    ConfirmTrade,
    CounterTrade,
    OfferTrade,
    RefuseTrade,
    WithdrawOffer,
)
from domain.base.events import (
    OfferWithdrawn,
    TradeAccepted,
    TradeConfirmed,
    TradeCountered,
    TradeOffered,
    TradeRefused,
)
from domain.base.maritime import require_trading
from domain.base.state import MAIN, Answer, Game, Offer
from domain.cards import Cards, holds, move_cards
from domain.chance.draws import Chance
from domain.ids import Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.state import require_seat_in_play

rulebook = Rulebook[Game]()
decides = rulebook.decides
evolves = rulebook.evolves

OFFERS_A_TURN = 10


class OfferOpen(RuleViolation):
    """You have an open offer; confirm a partner or withdraw it before making another."""

    code = "trade/offer_open"


class TooManyOffers(RuleViolation):
    """You have made all the offers that a turn allows; trade with the bank, or go on."""

    code = "trade/too_many_offers"


class Gift(RuleViolation):
    """Both sides of a trade have to give something; fill in `give` and `want`."""

    code = "trade/gift"


class LikeForLike(RuleViolation):
    """The same resource cannot be on both sides of a trade; change one side."""

    code = "trade/like_for_like"


class BadAddressee(RuleViolation):
    """Offers go to other seats in the game, each named once: some of `details.others`."""

    code = "trade/bad_addressee"


class NoOfferOpen(RuleViolation):
    """There is no open offer to answer, confirm or withdraw."""

    code = "trade/no_offer"


class NotAddressed(RuleViolation):
    """This offer was made to others; only they can answer it."""

    code = "trade/not_addressed"


class OwnOffer(RuleViolation):
    """This is your own offer; confirm a partner or withdraw it instead of answering."""

    code = "trade/own_offer"


class AnsweredAlready(RuleViolation):
    """You have answered this offer; wait until its maker decides."""

    code = "trade/already_answered"


class ChoiceOpen(RuleViolation):
    """The turn player has to finish a robber or free roads first; answer after that."""

    code = "trade/choice_open"


class NotAccepted(RuleViolation):
    """This seat's answer does not stand; confirm one that has accepted or countered."""

    code = "trade/not_accepted"


@decides(OfferTrade)
def offer_trade(state: Game, command: OfferTrade, chance: Chance) -> Iterator[Event]:
    seat = command.seat
    require_trading(state, seat)
    if state.offer is not None:
        raise OfferOpen("one offer at a time: confirm a partner or withdraw it first")
    if state.offers_made >= OFFERS_A_TURN:
        raise TooManyOffers(f"at most {OFFERS_A_TURN} offers a turn")
    require_fair(command.give, command.want)
    others = tuple(other for other in state.playing if other != seat)
    to = others if command.to is None else tuple(sorted(set(command.to)))
    if not to or not set(to) <= set(others) or len(to) != len(command.to or to):
        raise BadAddressee("offer to other seats in the game, each named once", others=others)
    require_held(state, seat, command.give)
    yield TradeOffered(seat=seat, give=command.give, want=command.want, to=to)


@evolves(TradeOffered)
def trade_offered(state: Game, event: TradeOffered) -> None:
    state.offer = Offer(give=event.give, want=event.want, to=event.to, answers={})
    state.offers_made += 1


@decides(AcceptTrade)
def accept_trade(state: Game, command: AcceptTrade, chance: Chance) -> Iterator[Event]:
    offer = require_addressed(state, command.seat)
    require_held(state, command.seat, offer.want)
    yield TradeAccepted(seat=command.seat)


@decides(RefuseTrade)
def refuse_trade(state: Game, command: RefuseTrade, chance: Chance) -> Iterator[Event]:
    require_addressed(state, command.seat)
    yield TradeRefused(seat=command.seat)


@decides(CounterTrade)
def counter_trade(state: Game, command: CounterTrade, chance: Chance) -> Iterator[Event]:
    require_addressed(state, command.seat)
    require_fair(command.give, command.want)
    require_held(state, command.seat, command.give)
    yield TradeCountered(seat=command.seat, give=command.give, want=command.want)


@evolves(TradeAccepted)
def trade_accepted(state: Game, event: TradeAccepted) -> None:
    _answer(state, event.seat, Answer("accepted"))


@evolves(TradeRefused)
def trade_refused(state: Game, event: TradeRefused) -> None:
    _answer(state, event.seat, Answer("refused"))


@evolves(TradeCountered)
def trade_countered(state: Game, event: TradeCountered) -> None:
    _answer(state, event.seat, Answer("countered", give=event.give, want=event.want))


def _answer(state: Game, seat: Seat, answer: Answer) -> None:
    if state.offer is not None:
        state.offer.answers[seat] = answer


@decides(ConfirmTrade)
def confirm_trade(state: Game, command: ConfirmTrade, chance: Chance) -> Iterator[Event]:
    seat, partner = command.seat, command.partner
    require_trading(state, seat)
    offer = require_offer(state)
    terms = terms_with(offer, partner)
    if terms is None:
        raise NotAccepted("that seat has neither accepted nor made a counter-offer")
    give, take = terms
    require_held(state, seat, give)
    if not holds(state.hands[partner], take):
        # Who loses cards has to answer again, so a standing answer is always covered.
        raise NotAccepted("that seat no longer holds the cards")
    yield TradeConfirmed(seat=seat, partner=partner, give=give, take=take)


@evolves(TradeConfirmed)
def trade_confirmed(state: Game, event: TradeConfirmed) -> None:
    own, other = state.hands[event.seat], state.hands[event.partner]
    move_cards(own, other, event.give)
    move_cards(other, own, event.take)
    state.offer = None


@decides(WithdrawOffer)
def withdraw_offer(state: Game, command: WithdrawOffer, chance: Chance) -> Iterator[Event]:
    require_trading(state, command.seat)
    require_offer(state)
    yield OfferWithdrawn(seat=command.seat)


@evolves(OfferWithdrawn)
def offer_withdrawn(state: Game, event: OfferWithdrawn) -> None:
    state.offer = None


def terms_with(offer: Offer, partner: Seat) -> tuple[Cards, Cards] | None:
    """What the turn player would give and take, if this seat has agreed to anything."""
    answer = offer.answers.get(partner)
    if answer is None or answer.kind == "refused":
        return None
    if answer.kind == "accepted":
        return offer.give, offer.want
    return answer.want, answer.give


def require_offer(state: Game) -> Offer:
    if state.offer is None:
        raise NoOfferOpen("there is no open offer")
    return state.offer


def require_addressed(state: Game, seat: Seat) -> Offer:
    require_seat_in_play(state, seat)
    offer = require_offer(state)
    if seat == state.turn_seat:
        raise OwnOffer("you cannot answer your own offer; confirm a partner or withdraw it")
    if seat not in offer.to:
        raise NotAddressed("this offer was not made to you")
    if seat in offer.answers:
        raise AnsweredAlready("you have answered this offer")
    if state.phase != MAIN:
        raise ChoiceOpen("wait until the turn player has finished the open choice")
    return offer


def require_fair(give: Cards, want: Cards) -> None:
    if not give or not want:
        raise Gift("both sides have to give something")
    if give.keys() & want.keys():
        raise LikeForLike("the same resource cannot be on both sides")


def require_held(state: Game, seat: Seat, cards: Cards) -> None:
    if not holds(state.hands[seat], cards):
        raise NotEnoughCards("you do not hold these cards", needed=dict(cards))
