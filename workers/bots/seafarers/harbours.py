"""Places harbours where this seat has buildings, or may soon have some."""

from domain.grid.geometry import mask_of
from domain.seafarers.commands import PlaceHarbour
from workers.bots.base.holdings import harbour_worth
from workers.bots.seafarers.holdings import growths
from workers.bots.seafarers.position import SeaPosition


def place(position: SeaPosition, wishes: list[PlaceHarbour]) -> PlaceHarbour:
    """Choose the kind that fits the income, better away from others; face down, the best coast."""
    growth = growths(position.island, position.holdings)
    edge_nodes, foreign = position.island.grid.edge_nodes, position.territory.foreign

    def value(wish: PlaceHarbour) -> float:
        ends = edge_nodes[wish.edge]
        if wish.harbour is None:
            return max(growth[node] for node in ends)
        shared = bool(mask_of(ends) & foreign)
        return harbour_worth(wish.harbour, position.holdings) * (0.5 if shared else 1.0)

    return max(wishes, key=value)
