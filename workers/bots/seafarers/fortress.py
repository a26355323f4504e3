"""The seat's fortress: the line of ships that leads to it, warships, and when to attack."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from domain.grid.geometry import mask_of
from domain.ids import EdgeId, Seat
from domain.messages import Command
from domain.ruleset import Action
from domain.seafarers.scenarios.pirate_islands.commands import AttackFortress, PlayVictoryPoint
from domain.seafarers.scenarios.pirate_islands.view import FortressView, PirateSeatView
from domain.seafarers.view_types import SeaPlayView
from domain.table.view import TableView
from workers.bots.seafarers.chart import Chart

if TYPE_CHECKING:
    from workers.bots.seafarers.position import SeaPosition

REACHED: Final = 5.0
"""The value, in points, of a line of ships that reaches the fortress."""
A_WARSHIP: Final = 2.5
"""The value, in points, of a card that is most likely a warship."""
A_SPARE_CARD: Final = 0.5
ENOUGH: Final = 5
"""More warships than these are not worth their cards: only a five or a six beats them."""
BOLD: Final = 4
"""With so many warships the bot attacks: at least every other attack wins."""


def line_of(view: TableView, seat: Seat) -> tuple[tuple[EdgeId, ...], ...] | None:
    """The edges for each ship of the seat's line, if it has one."""
    own = view.seats[seat]
    return own.route if isinstance(own, PirateSeatView) else None


def barred(view: SeaPlayView, chart: Chart, seat: Seat) -> int:
    """Return the edges that do not continue the line."""
    line = line_of(view, seat)
    if line is None:
        return 0
    ahead = 0
    for step in line[len(view.seats[seat].ships) :]:
        ahead |= mask_of(step)
    return chart.sea_edges & ~ahead


def lure(view: SeaPlayView, seat: Seat) -> Iterator[tuple[int, float]]:
    """Yield the node of the fortress that this seat still has to take, with its value."""
    for token in view.board.tokens:
        if isinstance(token, FortressView) and token.seat == seat:
            yield token.node, REACHED


def stands(view: SeaPlayView, seat: Seat) -> bool:
    """Whether this seat still has to take its fortress."""
    return bool(view.seats[seat].counters.get("fortress"))


def card_points(position: "SeaPosition") -> float:
    """The value of a development card in a scenario where knights make warships."""
    own = position.view.seats[position.seat]
    arms = own.counters["warships"] + position.own_cards["knight"]
    arms += position.own_cards["victory_point"]
    wanted = stands(position.view, position.seat) and arms < ENOUGH
    return A_WARSHIP if wanted else A_SPARE_CARD


def arm(actions: list[Action]) -> Command | None:
    """Return a point card that can be played as a knight."""
    return next((action for action in actions if isinstance(action, PlayVictoryPoint)), None)


def attack(position: "SeaPosition", actions: list[Action]) -> Command | None:
    """Attack if that is likely enough to win, or if no more warships can be made."""
    for action in actions:
        if isinstance(action, AttackFortress):
            warships = position.view.seats[position.seat].counters["warships"]
            if warships >= BOLD or not position.view.deck:
                return action
    return None
