"""Moves ships to places where they bring points, or save another ship."""

from copy import copy
from typing import Final

from msgspec.structs import replace

from domain.grid.geometry import mask_of
from domain.ruleset import Action
from domain.seafarers.commands import BuildShip, MoveShip
from domain.seafarers.shipping.routes import longest_route
from workers.bots.base.goals import PATIENCE
from workers.bots.seafarers.goals import SeaPlan
from workers.bots.seafarers.position import SeaPosition
from workers.bots.seafarers.territory import territory

BETTER: Final = 1.03
"""A move must raise the value of the seat's position by this factor."""


def useful_move(plan: SeaPlan, actions: list[Action]) -> MoveShip | None:
    """Choose the move that helps most, if any does."""
    moves = [action for action in actions if isinstance(action, MoveShip)]
    if not moves:
        return None
    position = plan.position
    targets = {goal.step.edge for goal, _ in plan.goals if isinstance(goal.step, BuildShip)}
    best, most = None, BETTER * plan.standing
    for move in moves:
        if move.edge not in targets:
            continue
        after = _after(position, move)
        if position.holder("longest_road") == position.seat and _route(after) < _route(position):
            continue
        value = SeaPlan(after).standing + _found(position, move) / PATIENCE
        if value > most:
            best, most = move, value
    return best


def _after(position: SeaPosition, move: MoveShip) -> SeaPosition:
    """Return the position after a move."""
    standing = position.standing
    ships = (*(ship for ship in standing.ships if ship != move.ship), move.edge)
    taken = standing.taken & ~(1 << move.ship) | 1 << move.edge
    after = copy(position)
    after.standing = replace(standing, ships=ships, taken=taken)
    after.territory = territory(position.island, after.standing, position.lures)
    return after


def _route(position: SeaPosition) -> int:
    own = position.territory
    return longest_route(position.island.grid, own.roads, own.ships, own.own, own.foreign)


def _found(position: SeaPosition, move: MoveShip) -> float:
    """The points that the ship gets at its new place."""
    lures, grid = position.lures, position.island.grid
    known = 0
    for ship in position.standing.ships:
        known |= mask_of(grid.edge_nodes[ship])
    ends = [node for node in grid.edge_nodes[move.edge] if not known >> node & 1]
    return lures.passing.get(move.edge, 0.0) + sum(lures.touching.get(node, 0.0) for node in ends)
