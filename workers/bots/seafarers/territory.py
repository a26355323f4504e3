"""Where a seat can build next, by road and by ship, from its pieces on the board."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Final

from msgspec import Struct

from domain.base.state import CITIES_EACH, ROADS_EACH
from domain.grid.geometry import edges_in, mask_of, nodes_in
from domain.ids import EdgeId, NodeId
from domain.seafarers.shipping.routes import longest_route
from workers.bots.base.territory import Pieces, Site, Territory, Ways, reachable, reached_by
from workers.bots.seafarers.chart import Chart
from workers.bots.seafarers.holdings import SeaHoldings, city_growth, growths, holdings
from workers.bots.seafarers.lures import A_POINT, Lures

ROADS_AWAY: Final = 3
SHIPS_AWAY: Final = 5
"""How many pieces away the planner looks for a place for a settlement."""
KEPT: Final = 2
"""How many places at the same distance the planner considers."""


class SeaSite(Site, frozen=True, gc=False):
    """A place for a settlement; `roads` has the missing edges, for ships if `by_ship` is true."""

    points: float = 0.0
    """The points of a settlement there besides its own point."""
    by_ship: bool = False


class Prize(Struct, frozen=True, gc=False):
    """A prize on the board, and the pieces that are missing on the way to it."""

    points: float
    way: tuple[EdgeId, ...]
    by_ship: bool = True


class Standing(Struct, frozen=True):
    """Everything that decides where a seat can build next."""

    pieces: Pieces
    ships: tuple[int, ...]
    settlements_left: int
    ships_left: int
    taken: int
    """The edges with any piece."""
    buildings: int
    closed: int
    """The nodes where no settlement can be built."""
    barred: int
    """The edges that are closed to ships."""
    ships_away: int = SHIPS_AWAY


@dataclass(frozen=True, slots=True, eq=False)
class SeaTerritory(Territory):
    """The pieces of a seat, and where it can build next."""

    sites: tuple[SeaSite, ...]
    prizes: tuple[Prize, ...]
    ships: int
    own: int
    """The nodes with a building of this seat."""
    open_waters: int
    """The edges on which the next ship may be built."""
    barred_waters: int
    """The edges on which it could be built if the pirate were elsewhere."""

    def extensions(self, length: int) -> tuple[EdgeId | None, EdgeId | None]:
        """Return a road and a ship that extend a longest route of this length, if there are any."""
        return _extensions(self, length)


@lru_cache(maxsize=1 << 12)
def territory(chart: Chart, standing: Standing, lures: Lures) -> SeaTerritory:
    """Compute a seat's territory from all pieces on the board."""
    own_roads, settlements, cities = standing.pieces
    own = mask_of(settlements) | mask_of(cities)
    foreign = standing.buildings & ~own
    has = holdings(chart, settlements, cities)
    by_road, by_ship = reached_by(chart, own_roads), reached_by(chart, standing.ships)
    roads_left = ROADS_EACH - len(own_roads)
    land = chart.edges & ~standing.taken
    waters = chart.sea_edges & ~standing.taken & ~standing.barred
    roads = list(reachable(chart, by_road, own, foreign, land, min(ROADS_AWAY, roads_left)))
    ships = list(
        reachable(
            chart, by_ship, own, foreign, waters, min(standing.ships_away, standing.ships_left)
        )
    )
    sites: tuple[SeaSite, ...] = ()
    if standing.settlements_left:
        fit = chart.nodes & ~standing.closed
        growth = with_outlook(growths(chart, has), lures, own | by_ship)
        sites = (
            *_best_sites(growth, lures, roads, fit, by_ship=False),
            *_best_sites(growth, lures, ships, fit, by_ship=True),
        )
    onward = _onward(chart, (by_ship | own) & ~foreign) if standing.ships_left else 0
    return SeaTerritory(
        island=chart,
        holdings=has,
        sites=sites,
        city=_best_city(chart, has, settlements) if len(cities) < CITIES_EACH else None,
        roads=mask_of(own_roads),
        open_edges=_onward(chart, (by_road | own) & ~foreign) & land if roads_left else 0,
        foreign=foreign,
        prizes=tuple(_prizes(chart, lures, own, foreign, roads, ships, waters)),
        ships=mask_of(standing.ships),
        own=own,
        open_waters=onward & waters,
        barred_waters=onward & standing.barred & ~standing.taken,
    )


def _onward(chart: Chart, nodes: int) -> int:
    """Return all edges that touch one of these nodes."""
    found = 0
    for node in nodes_in(nodes):
        found |= chart.grid.node_edges[node]
    return found


def with_outlook(growth: list[float], lures: Lures, reached: int) -> list[float]:
    """Add to the value of a place that is nearer to a lure than the seat's own places."""
    known = max((lures.outlook[node] for node in nodes_in(reached)), default=0.0)
    return [
        pips + near - known if near > known else pips
        for pips, near in zip(growth, lures.outlook, strict=True)
    ]


def _best_sites(
    growth: list[float], lures: Lures, ways: Iterable[Ways], fit: int, *, by_ship: bool
) -> list[SeaSite]:
    """Return the best places at each distance."""
    settling = lures.settling
    found: list[SeaSite] = []
    for nodes in ways:
        sites = [
            SeaSite(growth[node], node, way, settling.get(node, 0.0), by_ship)
            for node, way in nodes.items()
            if fit >> node & 1
        ]
        sites.sort(key=_value, reverse=True)
        found += sites[:KEPT]
    return found


def _value(site: SeaSite) -> float:
    return site.growth + A_POINT * site.points


def _best_city(chart: Chart, has: SeaHoldings, settlements: Iterable[int]) -> Site | None:
    sites = [Site(city_growth(chart, has, node), NodeId(node)) for node in settlements]
    return max(sites, key=lambda site: site.growth, default=None)


def _prizes(
    chart: Chart,
    lures: Lures,
    own: int,
    foreign: int,
    roads: list[Ways],
    ships: list[Ways],
    waters: int,
) -> Iterable[Prize]:
    """Yield the prizes that the seat can reach, with the shortest way to each."""
    for ways, by_ship in ((roads, False), (ships, True)):
        for nodes in ways[1:] if lures.touching else ():
            for node, way in nodes.items():
                if node in lures.touching:
                    yield Prize(lures.touching[node], way, by_ship)
    if not lures.passing:
        return
    known: Ways = dict.fromkeys(nodes_in(own), ())
    for node, way in chain.from_iterable(nodes.items() for nodes in ships):
        if not foreign >> node & 1:
            known[node] = way
    for edge in edges_in(mask_of(lures.passing) & waters):
        ends = [known[node] for node in chart.grid.edge_nodes[edge] if node in known]
        if ends:
            yield Prize(lures.passing[edge], (*min(ends, key=len), EdgeId(edge)))


@lru_cache(maxsize=1 << 12)
def _extensions(territory: SeaTerritory, length: int) -> tuple[EdgeId | None, EdgeId | None]:
    grid, own, foreign = territory.island.grid, territory.own, territory.foreign
    roads, ships = territory.roads, territory.ships
    road = ship = None
    for edge in edges_in(territory.open_edges):
        if longest_route(grid, roads | 1 << edge, ships, own, foreign, length) > length:
            road = edge
            break
    for edge in edges_in(territory.open_waters):
        if longest_route(grid, roads, ships | 1 << edge, own, foreign, length) > length:
            ship = edge
            break
    return road, ship
