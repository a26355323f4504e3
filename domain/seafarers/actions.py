"""Every legal command of a seat at sea: those of the base game, and its own."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from domain.base import actions as base
from domain.base.state import FOUNDING, FREE_ROADS, MAIN, ROBBER
from domain.cards import holds
from domain.choices import Choice
from domain.grid.geometry import edges_in, hexes_in
from domain.ids import EdgeId, Seat
from domain.ruleset import Action
from domain.seafarers.building import start_ships
from domain.seafarers.commands import BuildShip, MovePirate, MoveShip, PickGold, PlaceShip
from domain.seafarers.pirate import hexes_with_ships
from domain.seafarers.shipping.ships import SHIP_COST, ready_ships
from domain.seafarers.state import GOLD, Voyage


def moves(state: Voyage, seat: Seat) -> list[Action]:
    """Everything by which this seat can take the game further now."""
    if state.phase == GOLD:
        return [Choice(PickGold, seat)] if state.claims[0].seat == seat else []
    found = base.moves(state, seat)
    if seat == state.turn_seat:
        lister = _BY_PHASE.get(state.phase)
        if lister is not None:
            found += lister(state, seat)
        own_moves = state.hooks.own_moves
        if own_moves is not None:
            found += own_moves(state, seat)
    return found


def to_act(state: Voyage) -> list[Seat]:
    """The seats that the game waits for."""
    if state.phase == GOLD:
        return [state.claims[0].seat]
    return [state.turn_seat] if state.phase in state.hooks.own_phases else base.to_act(state)


def _founding(state: Voyage, seat: Seat) -> list[Action]:
    return [PlaceShip(seat, edge) for edge in edges_in(start_ships(state))]


def _free_ships(state: Voyage, seat: Seat) -> list[Action]:
    return [PlaceShip(seat, edge) for edge in edges_in(state.hooks.ship_edges(state, seat))]


def _pirate(state: Voyage, seat: Seat) -> list[Action]:
    hexes = nobody = state.hooks.pirate_hexes(state, seat)
    found: list[Action] = []
    for victim in state.hooks.plunderable(state, seat) if hexes else ():
        touched = hexes_with_ships(state, victim)
        nobody &= ~touched
        for loot in state.hooks.spoils(state, victim) or (None,):
            found += [MovePirate(seat, hex_, victim, loot) for hex_ in hexes_in(hexes & touched)]
    found += [MovePirate(seat, hex_) for hex_ in hexes_in(nobody)]
    return found


def _ships(state: Voyage, seat: Seat) -> list[Action]:
    found: list[Action] = []
    if holds(state.hands[seat], SHIP_COST):
        found += [BuildShip(seat, edge) for edge in edges_in(state.hooks.ship_edges(state, seat))]
    ready = ready_ships(state, seat)
    if ready:
        targets = state.hooks.ship_targets
        ways = tuple([(ship, targets(state, seat, ship)) for ship in edges_in(ready)])
        found += _ship_moves(seat, ways)
    return found


@lru_cache(maxsize=1 << 10)
def _ship_moves(seat: Seat, ways: tuple[tuple[EdgeId, int], ...]) -> tuple[MoveShip, ...]:
    """Every ship to each of its targets; a turn asks for the same ones several times."""
    anywhere = 0
    for _, targets in ways:
        anywhere |= targets
    edges = edges_in(anywhere)
    return tuple(
        [
            MoveShip(seat, ship, edge)
            for ship, targets in ways
            for edge in edges
            if targets >> edge & 1
        ]
    )


_BY_PHASE: Final[dict[str, Callable[[Voyage, Seat], list[Action]]]] = {
    FOUNDING: _founding,
    FREE_ROADS: _free_ships,
    ROBBER: _pirate,
    MAIN: _ships,
}
