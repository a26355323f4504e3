"""What a seat may wish for in the base game. `place` is free of charge, `build` is paid for."""

from domain.cards import Cards, Resource
from domain.ids import EdgeId, HexId, NodeId, Seat
from domain.messages import SeatCommand


class PlaceSettlement(SeatCommand, tag="place_settlement"):
    """Set a starting settlement in the founding phase."""

    node: NodeId


class PlaceRoad(SeatCommand, tag="place_road"):
    """Set a road that costs nothing: in the founding phase, or by a road building card."""

    edge: EdgeId


class StopPlacing(SeatCommand, tag="stop_placing"):
    """Do without the second road of a road building card."""


class RollDice(SeatCommand, tag="roll_dice"):
    """Roll the dice of your turn."""


class Discard(SeatCommand, tag="discard"):
    """Choose the cards that a seven takes."""

    cards: Cards


class MoveRobber(SeatCommand, tag="move_robber"):
    """Move the robber and rob a neighbour of its new hex. The victim may be left out unless there
    are several."""

    hex: HexId
    victim: Seat | None = None


class BuildRoad(SeatCommand, tag="build_road"):
    """Build a road for brick and lumber."""

    edge: EdgeId


class BuildSettlement(SeatCommand, tag="build_settlement"):
    """Build a settlement for brick, lumber, wool and grain."""

    node: NodeId


class BuildCity(SeatCommand, tag="build_city"):
    """Turn an own settlement into a city for three ore and two grain."""

    node: NodeId


class BuyDevelopmentCard(SeatCommand, tag="buy_development_card"):
    """Buy a development card for wool, grain and ore."""


class PlayKnight(SeatCommand, tag="play_knight"):
    """Play a knight: move the robber, before or after the roll."""


class PlayRoadBuilding(SeatCommand, tag="play_road_building"):
    """Place up to two roads for nothing."""


class PlayInvention(SeatCommand, tag="play_invention"):
    """Take two cards of choice from the bank (one, if the bank has no more)."""

    cards: Cards


class PlayMonopoly(SeatCommand, tag="play_monopoly"):
    """Take all cards of one resource from everybody."""

    resource: Resource


class TradeWithBank(SeatCommand, tag="trade_with_bank"):
    """Give `rate` cards of one kind for each card taken."""

    give: Resource
    rate: int
    take: Cards


class OfferTrade(SeatCommand, tag="offer_trade"):
    """Offer cards for cards, to the seats in `to`, or to everybody."""

    give: Cards
    want: Cards
    to: tuple[Seat, ...] | None = None


class AcceptTrade(SeatCommand, tag="accept_trade"):
    """Agree to the open offer; its maker chooses a partner."""


class RefuseTrade(SeatCommand, tag="refuse_trade"):
    """Say no to the open offer."""


class CounterTrade(SeatCommand, tag="counter_trade"):
    """Answer an offer with another one, from this seat's own side of the table."""

    give: Cards
    want: Cards


class ConfirmTrade(SeatCommand, tag="confirm_trade"):
    """Carry out the trade with one of those who accepted or countered."""

    partner: Seat


class WithdrawOffer(SeatCommand, tag="withdraw_offer"):
    """Take your open offer back."""


class EndTurn(SeatCommand, tag="end_turn"):
    """Hand the dice on."""
