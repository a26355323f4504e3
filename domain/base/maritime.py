"""Trade with the bank: 4:1 always, 3:1 and 2:1 from a harbour."""

from collections.abc import Iterator

from domain.base.building import NotEnoughCards
from domain.base.commands import TradeWithBank
from domain.base.development import BankShort
from domain.base.events import BankTraded
from domain.base.harbours import rates
from domain.base.state import MAIN, Game
from domain.base.turn import require
from domain.cards import Cards, Resource, holds, move_cards
from domain.chance.draws import Chance
from domain.ids import Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook

rulebook = Rulebook[Game]()
decides = rulebook.decides
evolves = rulebook.evolves

BUILDING_BEGAN = "trade before you build: the phases are separate in this game"


class TradingDone(RuleViolation):
    """You have built in this turn, and trading comes before building here; wait a turn."""

    code = "trade/building_began"


class NoSuchRate(RuleViolation):
    """You cannot trade this resource at this rate; `details.rates` lists yours."""

    code = "bank/no_such_rate"


class NothingTaken(RuleViolation):
    """A trade with the bank takes at least one card; say which."""

    code = "bank/take_nothing"


class SameResource(RuleViolation):
    """You cannot take the resource that you give; choose another."""

    code = "bank/same_resource"


def may_trade(state: Game) -> bool:
    """With separate phases trading ends when building begins."""
    return not (state.building_began and state.hooks.building_ends_trading)


def require_trading(state: Game, seat: Seat) -> None:
    require(state, seat, MAIN)
    if not may_trade(state):
        raise TradingDone(BUILDING_BEGAN)


def usual_rates(state: Game, seat: Seat, resource: Resource) -> tuple[int, ...]:
    """4:1, and what the harbours of a seat offer, while trade is open."""
    return rates(state.networks[seat].harbours, resource) if may_trade(state) else ()


@decides(TradeWithBank)
def trade_with_bank(state: Game, command: TradeWithBank, chance: Chance) -> Iterator[Event]:
    seat, give, rate, take = command.seat, command.give, command.rate, command.take
    require(state, seat, MAIN)
    offered = state.hooks.bank_rates(state, seat, give)
    if not offered:
        raise TradingDone(BUILDING_BEGAN)
    if rate not in offered:
        raise NoSuchRate(f"you cannot trade {give} at {rate}:1", rates=offered)
    if not take:
        raise NothingTaken("say which cards you take")
    if give in take:
        raise SameResource("take another resource than you give")
    if not holds(state.bank, take):
        raise BankShort("the bank does not have these cards")
    price: Cards = {give: rate * sum(take.values())}
    if not holds(state.hands[seat], price):
        raise NotEnoughCards(f"that takes {price[give]} {give}", needed=dict(price))
    yield BankTraded(seat, price, take)


@evolves(BankTraded)
def bank_traded(state: Game, event: BankTraded) -> None:
    hand = state.hands[event.seat]
    move_cards(hand, state.bank, event.give)
    move_cards(state.bank, hand, event.take)
