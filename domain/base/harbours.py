"""Harbours: which a seat has, and at which rates they let it trade."""

from functools import lru_cache

from domain.base.events import HarbourKind
from domain.base.island.board import Board
from domain.base.state import Network
from domain.cards import Resource
from domain.ids import NodeId

WITHOUT_HARBOUR = 4
AT_ANY_HARBOUR = 3
AT_OWN_HARBOUR = 2


@lru_cache(maxsize=1 << 10)
def rates(harbours: tuple[HarbourKind, ...], resource: Resource) -> tuple[int, ...]:
    """Every rate at which a seat with these harbours may give a resource, best first."""
    found: tuple[int, ...] = (WITHOUT_HARBOUR,)
    if "3:1" in harbours:
        found = (AT_ANY_HARBOUR, *found)
    return (AT_OWN_HARBOUR, *found) if resource in harbours else found


def add_harbours(network: Network, board: Board, node: NodeId) -> None:
    """A building went up: the harbours of its node serve its owner."""
    kinds = [kind for kind, nodes in board.harbour_nodes.items() if nodes >> node & 1]
    network.harbours += tuple(kind for kind in kinds if kind not in network.harbours)
    for kind in kinds:
        rate = AT_ANY_HARBOUR if kind == "3:1" else AT_OWN_HARBOUR
        network.best_rate = min(network.best_rate, rate)
