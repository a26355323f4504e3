"""Scenes at sea: a scenario's printed map with nothing on it but what the facts bring.

Hexes are (q, r); edges and nodes are named by the hexes that meet there, as in the maps' data.
"""

from random import Random
from typing import Any

from domain.base.events import BoardLaid, FirstPlayerChosen, FoundingBegan, RobberMoved
from domain.grid.geometry import Geometry
from domain.messages import Event
from domain.seafarers.events import PirateSet, ShipBuilt
from domain.seafarers.game import SEAFARERS
from domain.seafarers.maps.areas import pirate_start, robber_start
from domain.seafarers.maps.charting import lay_printed, lay_random
from domain.seafarers.maps.layout import SeaLayout, grid_of, layout_of
from domain.seafarers.maps.own_maps import read_layout
from domain.table.lobby import GameStarted
from tests import kit
from tests.kit import Facts, Place, Scene, seated

P, Q, R, S = range(4)
"""P has the turn, the others follow clockwise."""


class Steady:
    """Luck that never moves: every draw is the first of its kind."""

    def __init__(self) -> None:
        self.index = 0

    def below(self, n: int, label: str) -> int:
        self.index += 1
        return 0


class Lots:
    """Luck of a random generator."""

    def __init__(self, random: Random) -> None:
        self.index, self.random = 0, random

    def below(self, n: int, label: str) -> int:
        self.index += 1
        return self.random.randrange(n)


class Chart:
    """The map of a scenario, and how its places are numbered."""

    def __init__(self, scenario: int, players: int = 4) -> None:
        self._set(players, layout_of(scenario, players), scenario=scenario)

    def _set(self, players: int, layout: SeaLayout, **options: Any) -> None:
        self.players, self.options = players, options
        self.layout: SeaLayout = layout
        self.grid: Geometry = grid_of(layout)

    def hex(self, q: int, r: int) -> int:
        return self.grid.hex_ids[q, r]

    def node(self, *hexes: Place) -> int:
        return self.grid.node_by_hexes[tuple(sorted(hexes))]

    def edge(self, *hexes: Place) -> int:
        return self.grid.edge_by_hexes[tuple(sorted(hexes))]

    def edges(self, *pairs: tuple[Place, Place]) -> list[int]:
        return [self.edge(*pair) for pair in pairs]

    def laid(self) -> list[Event]:
        """The printed map; what is shuffled lies in the order of its pile."""
        lay = lay_printed if self.layout.random is None else lay_random
        chart = lay(self.layout, Steady())  # type: ignore[arg-type]
        robber = robber_start(self.layout, chart.tiles) if self.layout.robber.used else None
        laid = BoardLaid(chart.tiles, chart.harbours, robber, draw=0, draws=0)
        pirate = pirate_start(self.layout, chart.tiles)
        return [laid] if pirate is None else [laid, PirateSet(hex=pirate)]

    def given(self, *facts: Facts, **options: Any) -> Scene:
        """A started game, seat 0 to begin; it is nobody's turn yet."""
        start = (GameStarted(), *self.laid(), FirstPlayerChosen(seat=0))
        return kit.lobby(
            seated(self.players),
            start,
            *facts,
            players=self.players,
            ruleset=SEAFARERS,
            **self.options,
            **options,
        )

    def founding(self, *facts: Facts, order: tuple[int, ...] = (), **options: Any) -> Scene:
        """The same, with the first settlements about to be placed."""
        seats = tuple(range(self.players))
        order = order or (*seats, *reversed(seats))
        return self.given(*facts, FoundingBegan(order=order), **options)


class OwnChart(Chart):
    """A map of an organizer's own."""

    def __init__(self, raw: dict[str, Any], players: int = 4) -> None:
        self._set(players, read_layout(raw, players), board=raw)


def ships(seat: int, *edges: int) -> list[Event]:
    """Ships of earlier turns, if a turn begins after this."""
    return [ShipBuilt(seat=seat, edge=edge, free=True) for edge in edges]


def pirate_on(hex_: int) -> PirateSet:
    return PirateSet(hex=hex_)


def robber_on(hex_: int) -> RobberMoved:
    """The robber was moved there in an earlier turn."""
    return RobberMoved(seat=0, hex=hex_)
