"""Every legal command of a seat in a game for two: those of the base game, and its own."""

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Final

from domain.base import actions as base
from domain.base.building import road_edges, settlement_nodes
from domain.base.state import MAIN, ROLL
from domain.cards import RESOURCES, Cards, holds
from domain.duel.commands import (
    DiscardKnight,
    ForceTrade,
    GiveBack,
    PlaceNeutralRoad,
    PlaceNeutralSettlement,
    SendRobberToDesert,
)
from domain.duel.knights import can_discard_knight
from domain.duel.spending import TRADED, can_act, can_force_trade, desert_hexes
from domain.duel.state import FORCED_TRADE, NEUTRAL_BUILDING, NEUTRALS, Duel
from domain.grid.geometry import edges_in, hexes_in, nodes_in
from domain.ids import Seat
from domain.ruleset import Action


def moves(state: Duel, seat: Seat) -> list[Action]:
    """Everything by which this seat can take the game further now."""
    found = base.moves(state, seat)
    if seat == state.turn_seat:
        lister = _BY_PHASE.get(state.phase)
        if lister is not None:
            found += lister(state, seat)
    return found


def to_act(state: Duel) -> list[Seat]:
    """The seats that the game waits for."""
    return [state.turn_seat] if state.phase in _OWN_PHASES else base.to_act(state)


def _for_trade_cards(state: Duel, seat: Seat) -> list[Action]:
    """Before, between and after the rolls alike."""
    found: list[Action] = []
    if can_act(state, seat):
        if can_force_trade(state, seat):
            found.append(ForceTrade(seat))
        found += [SendRobberToDesert(seat, hex_) for hex_ in hexes_in(desert_hexes(state))]
    if can_discard_knight(state, seat):
        found.append(DiscardKnight(seat))
    return found


def _neutral_pieces(state: Duel, seat: Seat) -> list[Action]:
    if state.neutral_due == "settlement":
        return [
            PlaceNeutralSettlement(seat, neutral, node)
            for neutral in NEUTRALS
            for node in nodes_in(settlement_nodes(state, neutral))
        ]
    return [
        PlaceNeutralRoad(seat, neutral, edge)
        for neutral in NEUTRALS
        for edge in edges_in(road_edges(state, neutral))
    ]


def _givings(state: Duel, seat: Seat) -> list[Action]:
    found: list[Action] = []
    for choice in combinations_with_replacement(RESOURCES, TRADED):
        cards: Cards = {resource: choice.count(resource) for resource in choice}
        if holds(state.hands[seat], cards):
            found.append(GiveBack(seat, cards))
    return found


_OWN_PHASES: Final[dict[str, Callable[[Duel, Seat], list[Action]]]] = {
    NEUTRAL_BUILDING: _neutral_pieces,
    FORCED_TRADE: _givings,
}
_BY_PHASE: Final = {ROLL: _for_trade_cards, MAIN: _for_trade_cards, **_OWN_PHASES}
