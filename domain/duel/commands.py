"""What a seat may wish for in a game for two, besides what the base game knows."""

from domain.cards import Cards
from domain.ids import EdgeId, HexId, NodeId, Seat
from domain.messages import SeatCommand


class PlaceNeutralRoad(SeatCommand, tag="place_neutral_road"):
    """Place a road for a neutral player, seat 2 or 3, after building one of your own."""

    neutral: Seat
    edge: EdgeId


class PlaceNeutralSettlement(SeatCommand, tag="place_neutral_settlement"):
    """Place a settlement for a neutral player, seat 2 or 3, after building one of your own."""

    neutral: Seat
    node: NodeId


class ForceTrade(SeatCommand, tag="force_trade"):
    """Pay trade cards to draw two cards from the other hand; two of yours go back for them."""


class GiveBack(SeatCommand, tag="give_back"):
    """Choose the two cards that you give for those you drew."""

    cards: Cards


class SendRobberToDesert(SeatCommand, tag="send_robber_to_desert"):
    """Pay trade cards to move the robber to a desert; nobody is robbed."""

    hex: HexId


class DiscardKnight(SeatCommand, tag="discard_knight"):
    """Take one of your played knights out of the game for two trade cards."""
