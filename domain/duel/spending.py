"""One action a turn for trade cards: a forced trade, or the robber to the desert."""

from collections.abc import Iterator
from typing import Final

from domain.base.events import RobberMoved
from domain.base.hooks import WrongPhase
from domain.base.robber import NoSuchHex, RobberThere, forget_answer
from domain.base.score import visible_points
from domain.base.trading import require_held
from domain.base.turn import require, require_no_choice_open, resume
from domain.cards import UNKNOWN, Cards, Hand, nth_card, size
from domain.chance.draws import Chance
from domain.duel.commands import ForceTrade, GiveBack, SendRobberToDesert
from domain.duel.events import CardsDrawn, CardsGivenBack, TradeCardsPaid
from domain.duel.state import FORCED_TRADE, Duel, opponent_of
from domain.ids import Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook

rulebook = Rulebook[Duel]()
decides = rulebook.decides
evolves = rulebook.evolves

PRICE, PRICE_AHEAD = 1, 2
TRADED: Final = 2
"""How many cards are drawn in a forced trade, if there are as many, and given back."""


class ForcedTradeOpen(RuleViolation):
    """You have drawn cards in a forced trade; give two back first."""

    code = "phase/forced_trade_open"


class ActionTaken(RuleViolation):
    """One action a turn can be paid with trade cards, and you have taken one; wait a turn."""

    code = "tradecard/one_action"


class TooFewTradeCards(RuleViolation):
    """An action costs `details.price` trade cards, and you do not hold them."""

    code = "tradecard/too_few"


class NothingToDraw(RuleViolation):
    """The other player holds no resource cards, so there is nothing to trade for."""

    code = "tradecard/nothing_to_draw"


class TooFewToGive(RuleViolation):
    """Two cards have to be given back, and you would not hold as many."""

    code = "tradecard/too_few_to_give"


class WrongNumberGiven(RuleViolation):
    """That is not the number of cards to give back; choose exactly `details.count`."""

    code = "tradecard/wrong_number_given"


class NoDesert(RuleViolation):
    """This hex is no desert; choose one that is."""

    code = "robber/no_desert"


WRONG_PHASE: Final[WrongPhase] = {
    FORCED_TRADE: (ForcedTradeOpen, "give cards back for those you drew first"),
}


def price(state: Duel, seat: Seat) -> int:
    """One trade card, or two for who has more points on the table than the opponent."""
    ahead = visible_points(state, seat) > visible_points(state, opponent_of(seat))
    return PRICE_AHEAD if ahead else PRICE


def can_act(state: Duel, seat: Seat) -> bool:
    """Whether a seat whose turn it is may take one of the actions now."""
    held = state.trade_cards[seat]
    if state.action_taken or held < PRICE:
        return False
    return held >= PRICE_AHEAD or held >= price(state, seat)


def can_force_trade(state: Duel, seat: Seat) -> bool:
    """Whether there are cards to draw, and enough to give back then."""
    drawn = min(TRADED, size(state.hands[opponent_of(seat)]))
    return bool(drawn) and size(state.hands[seat]) + drawn >= TRADED


def desert_hexes(state: Duel) -> int:
    """Where the robber can be sent."""
    return state.board.deserts & ~(1 << state.robber)


def require_action(state: Duel, seat: Seat) -> None:
    require_no_choice_open(state, seat)
    if can_act(state, seat):
        return
    if state.action_taken:
        raise ActionTaken("one action a turn for trade cards, and you have taken it")
    cost = price(state, seat)
    raise TooFewTradeCards(f"that costs {cost} of your trade cards", price=cost)


@decides(ForceTrade)
def force_trade(state: Duel, command: ForceTrade, chance: Chance) -> Iterator[Event]:
    seat, victim = command.seat, opponent_of(command.seat)
    require_action(state, seat)
    if not can_force_trade(state, seat):
        if not size(state.hands[victim]):
            raise NothingToDraw("the other player holds no resource cards")
        raise TooFewToGive("you could not give two cards back")
    draw = chance.index
    cards = _draw(state.hands[victim], chance)
    yield TradeCardsPaid(seat, price(state, seat))
    yield CardsDrawn(seat, victim, sum(cards.values()), cards, draw)


def _draw(hand: Hand, chance: Chance) -> Cards:
    """Two random cards of a hand, one after the other, or the only one."""
    left, drawn = dict(hand), Cards()
    for _ in range(min(TRADED, size(hand))):
        card = nth_card(left, chance.below(size(left), "forced_trade"))
        left[card] -= 1
        drawn[card] = drawn.get(card, 0) + 1
    return drawn


@decides(GiveBack)
def give_back(state: Duel, command: GiveBack, chance: Chance) -> Iterator[Event]:
    seat, cards = command.seat, command.cards
    require(state, seat, FORCED_TRADE)
    if sum(cards.values()) != TRADED:
        raise WrongNumberGiven(f"give exactly {TRADED} cards back", count=TRADED)
    require_held(state, seat, cards)
    yield CardsGivenBack(seat, opponent_of(seat), TRADED, cards)


@decides(SendRobberToDesert)
def send_robber_to_desert(
    state: Duel, command: SendRobberToDesert, chance: Chance
) -> Iterator[Event]:
    seat, hex_ = command.seat, command.hex
    require_action(state, seat)
    if not 0 <= hex_ < len(state.board.tiles):
        raise NoSuchHex("there is no hex with this number on the island", hex=hex_)
    if hex_ == state.robber:
        raise RobberThere("the robber stands there already", hex=hex_)
    if not desert_hexes(state) >> hex_ & 1:
        raise NoDesert("trade cards move the robber to a desert only", hex=hex_)
    yield TradeCardsPaid(seat, price(state, seat))
    yield RobberMoved(seat, hex_)


@evolves(CardsDrawn)
def cards_drawn(state: Duel, event: CardsDrawn) -> None:
    _hand_over(state, event.victim, event.seat, event.cards, event.count)
    state.next_draw = event.draw + event.count
    state.phase = FORCED_TRADE
    forget_answer(state, event.victim)


@evolves(CardsGivenBack)
def cards_given_back(state: Duel, event: CardsGivenBack) -> None:
    _hand_over(state, event.seat, event.victim, event.cards, event.count)
    state.phase = resume(state)


def _hand_over(state: Duel, giver: Seat, taker: Seat, cards: Cards | None, count: int) -> None:
    """Cards go from hand to hand; to outsiders they are so many unknown ones."""
    known = {UNKNOWN: count} if cards is None else cards
    for card, number in known.items():
        state.hands[giver][card] -= number
        state.hands[taker][card] += number
