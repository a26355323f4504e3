"""Every legal command of a seat, from the predicates by which the rules judge."""

from collections.abc import Iterator

from domain.choices import Choice
from domain.dice.building import open_city, open_knight, open_roads, open_settlement, payment
from domain.dice.commands import (
    BuildCity,
    BuildKnight,
    BuildRoad,
    BuildSettlement,
    EndTurn,
    ExchangeGold,
    Reroll,
    RollDice,
    StopRolling,
    UseJoker,
)
from domain.dice.sheet import ISLAND, KNIGHTS
from domain.dice.state import BUILDING, READY, ROLLED, Game
from domain.dice.turning import gold_dice, jokers
from domain.ids import Seat
from domain.ruleset import Action


def to_act(state: Game) -> list[Seat]:
    """The seat whose turn it is."""
    return [state.turn_seat] if state.phase in (READY, ROLLED, BUILDING) else []


def moves(state: Game, seat: Seat) -> list[Action]:
    """Everything by which this seat can take the game further now."""
    if seat != state.turn_seat:
        return []
    if state.phase == READY:
        return [RollDice(seat)]
    if state.phase == ROLLED:
        return [StopRolling(seat), Choice(Reroll, seat)]
    if state.phase == BUILDING:
        return [EndTurn(seat), *_builds(state, seat), *_turns(state, seat)]
    return []


def _builds(state: Game, seat: Seat) -> Iterator[Action]:
    sheet = state.sheets[seat]
    if payment(state, "road") is not None:
        for road in open_roads(sheet):
            yield BuildRoad(seat, road)
    settlement, city, knight = open_settlement(sheet), open_city(sheet), open_knight(sheet)
    if settlement is not None and payment(state, "settlement") is not None:
        yield BuildSettlement(seat, settlement)
    if city is not None and payment(state, "city") is not None:
        yield BuildCity(seat, city)
    if knight is not None and payment(state, "knight") is not None:
        yield BuildKnight(seat, knight)


def _turns(state: Game, seat: Seat) -> Iterator[Action]:
    if len(gold_dice(state)) > 1:
        yield Choice(ExchangeGold, seat)
    for knight in jokers(state.sheets[seat]):
        targets = ISLAND.knights[KNIGHTS.index(knight)].targets
        for i, die in enumerate(state.dice):
            if die.use == "free":
                for face in targets:
                    if face != die.face:
                        yield UseJoker(seat, knight, i, face)
