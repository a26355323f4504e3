"""Scenes of the Pirate Islands: what stands there, lines of ships, warships, fortresses.

Red is seat 0, then come blue, orange and white.
"""

from domain.base.commands import (
    PlaceRoad,
    PlaceSettlement,
    RollDice,
)
from domain.base.events import (
    DevelopmentCardPlayed,
)
from domain.messages import Event
from domain.seafarers.scenarios.pirate_islands.events import (
    FortressShaken,
    FortressTaken,
    WarshipArmed,
)
from tests.kit import (
    Facts,
    Scene,
    holding,
    settlements,
    turn_of,
)
from tests.seafarers.kit import Chart, pirate_on, ships

SEA = Chart(7, 4)
RED, BLUE, ORANGE, WHITE = range(4)
MARKERS = 3

STANDING = {
    RED: SEA.node((5, -2), (6, -3), (6, -2)),
    BLUE: SEA.node((3, 1), (4, 0), (4, 1)),
    ORANGE: SEA.node((3, 2), (3, 3), (4, 2)),
    WHITE: SEA.node((4, -1), (4, 0), (5, -1)),
}
CROSSING = {
    RED: SEA.node((3, -3), (4, -4), (4, -3)),
    BLUE: SEA.node((0, 1), (1, 0), (1, 1)),
    ORANGE: SEA.node((0, 3), (0, 4), (1, 3)),
    WHITE: SEA.node((1, -1), (1, 0), (2, -1)),
}
FORTRESS = {
    RED: SEA.node((2, -4), (2, -3), (3, -4)),
    BLUE: SEA.node((-1, 1), (-1, 2), (0, 1)),
    ORANGE: SEA.node((-2, 4), (-1, 3), (-1, 4)),
    WHITE: SEA.node((0, -1), (1, -2), (1, -1)),
}
# A shortest way of each colour, the standing ship first; the sixth ship is at the crossing.
WAY = {
    RED: SEA.edges(
        ((5, -2), (6, -3)),
        ((5, -3), (6, -3)),
        ((5, -3), (6, -4)),
        ((5, -4), (5, -3)),
        ((4, -3), (5, -4)),
        ((4, -4), (4, -3)),
        ((3, -3), (4, -4)),
        ((3, -4), (3, -3)),
        ((2, -3), (3, -4)),
    ),
    BLUE: SEA.edges(
        ((3, 1), (4, 0)),
        ((3, 0), (3, 1)),
        ((2, 1), (3, 0)),
        ((2, 0), (2, 1)),
        ((1, 1), (2, 0)),
        ((1, 0), (1, 1)),
        ((0, 1), (1, 1)),
        ((0, 1), (0, 2)),
        ((-1, 2), (0, 1)),
    ),
    ORANGE: SEA.edges(
        ((3, 2), (3, 3)),
        ((2, 3), (3, 3)),
        ((2, 3), (2, 4)),
        ((1, 4), (2, 3)),
        ((1, 3), (1, 4)),
        ((0, 4), (1, 3)),
        ((0, 3), (0, 4)),
        ((-1, 4), (0, 3)),
        ((-1, 3), (-1, 4)),
    ),
    WHITE: SEA.edges(
        ((4, -1), (4, 0)),
        ((3, 0), (4, -1)),
        ((3, -1), (3, 0)),
        ((2, 0), (3, -1)),
        ((2, -1), (2, 0)),
        ((1, 0), (2, -1)),
        ((1, -1), (2, -1)),
        ((1, -1), (2, -2)),
        ((1, -2), (1, -1)),
    ),
}
FAR = SEA.hex(1, 2)
"""A hex of the fleet that touches no building and no ship of these ways but orange's other one."""


# Facts


def standing(players: int = 4) -> list[Facts]:
    """What stands before the first placement."""
    pieces = [
        (settlements(seat, STANDING[seat]), ships(seat, WAY[seat][0])) for seat in range(players)
    ]
    return [pieces]


def given(*facts: Facts, players: int = 4, fleet: int = FAR) -> Scene:
    """The standing pieces, the fleet out of the way, and what the facts bring."""
    chart = SEA if players == 4 else Chart(7, players)
    return chart.given(standing(players), pirate_on(fleet), *facts)


def line(seat: int, count: int = 9) -> list[Event]:
    """A line of so many ships, the standing one included."""
    return ships(seat, *WAY[seat][1:count])


def armed(seat: int, count: int) -> list[Facts]:
    """So many of the first ships are warships, by cards of earlier turns."""
    return [
        (
            holding(seat, "knight"),
            DevelopmentCardPlayed(seat=seat, kind="knight"),
            WarshipArmed(seat=seat, edge=edge),
        )
        for edge in WAY[seat][:count]
    ]


def at_fortress(seat: int, warships: int, markers: int = MARKERS) -> list[Facts]:
    """The line is complete, and so many markers are left."""
    shaken = [FortressShaken(seat=seat, left=left) for left in range(MARKERS - 1, markers - 1, -1)]
    return [line(seat), armed(seat, warships), shaken]


def taken(seat: int) -> FortressTaken:
    return FortressTaken(seat=seat, node=FORTRESS[seat])


def placed(scene: Scene, seat: int, node: int, edge: int) -> Scene:
    return scene.when(PlaceSettlement(seat, node)).when(PlaceRoad(seat, edge))


def warships(scene: Scene, seat: int) -> int:
    return scene.state.scenario_state.warships[seat]


def markers(scene: Scene, seat: int) -> int:
    return scene.state.scenario_state.markers[seat]


def line_length(scene: Scene, seat: int) -> int:
    return scene.state.fleets[seat].ships.bit_count()


def orange_attacked(*facts: Facts) -> Scene:
    """Orange is at its crossing; a lower die of one brings the fleet there."""
    there = (line(ORANGE, 6), settlements(ORANGE, CROSSING[ORANGE]))
    return given(there, *facts, turn_of(ORANGE), fleet=SEA.hex(2, 3))


def seven(*facts: Facts) -> Scene:
    """Red has rolled a seven."""
    scene = given(*facts, turn_of(RED))
    return scene.when(RollDice(RED), dice=(3, 4))
