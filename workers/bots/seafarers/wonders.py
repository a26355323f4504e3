"""Wonders: which one to claim, the value of a level, and where a settlement allows one."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from domain.ids import Seat
from domain.ruleset import Action
from domain.seafarers.scenarios.wonders.messages import BuildLevel, ClaimWonder
from domain.seafarers.scenarios.wonders.view import WondersView, WonderView
from domain.seafarers.view_types import NodeTokenView, SeaPlayView
from workers.bots.base.economy import wait
from workers.bots.base.goals import WINNING, Goal
from workers.bots.base.island import Five, five

if TYPE_CHECKING:
    from workers.bots.seafarers.position import SeaPosition

A_LEVEL: Final = 5.0
"""The value of a level, in points."""
BEGINNING: Final = 1.5
"""The value, in points, of a place that lets a seat begin a wonder."""
PATIENT: Final = 1.4
"""A wonder is claimed unless a free one could be built so many times as fast."""
LATE: Final = 7
"""With so many points the bot claims any wonder that it can."""
OUT_OF_REACH: Final = 99


def wonders_of(view: SeaPlayView) -> tuple[WonderView, ...]:
    """Return the wonders of the game; none in another scenario."""
    return view.wonders if isinstance(view, WondersView) else ()


def own_wonder(view: SeaPlayView, seat: Seat) -> WonderView | None:
    """Return the wonder that a seat builds."""
    return next((one for one in wonders_of(view) if one.seat == seat), None)


def level_of(view: SeaPlayView, seat: Seat) -> int:
    return view.seats[seat].counters.get("wonder_level", 0)


def beginnings(view: SeaPlayView, seat: Seat) -> Iterator[tuple[int, float]]:
    """Yield sets of nodes where a settlement lets this seat begin a wonder, with their value."""
    if own_wonder(view, seat) is not None:
        return
    for wonder in wonders_of(view):
        mark = wonder.requires.settlement_at
        if mark is not None and wonder.seat is None:
            for token in view.board.tokens:
                if isinstance(token, NodeTokenView) and token.kind == mark:
                    yield 1 << token.node, BEGINNING


def need(view: SeaPlayView, seat: Seat, points: int) -> int:
    """How many points a seat lacks, if points can make it win: it must be ahead in levels."""
    if not wonders_of(view) or _is_ahead(view, seat, level_of(view, seat)):
        return points
    return OUT_OF_REACH


def _is_ahead(view: SeaPlayView, seat: Seat, level: int) -> bool:
    others = [level_of(view, place.seat) for place in view.seats if place.seat != seat]
    return level > max(others)


def goals(position: "SeaPosition") -> Iterator[Goal]:
    """Yield the next level of this seat's wonder as a goal."""
    view, seat = position.view, position.seat
    wonder = own_wonder(view, seat)
    if wonder is None:
        return
    level, cost = wonder.level + 1, five(wonder.cost)
    wins = level == wonder.levels or (
        position.points[seat] >= position.target and _is_ahead(view, seat, level)
    )
    yield Goal(cost, A_LEVEL + (WINNING if wins else 0), 0, BuildLevel(seat), cost)


def claim(position: "SeaPosition", actions: list[Action]) -> ClaimWonder | None:
    """Choose the wonder that can be built soonest, unless a much better one is still free."""
    wishes = [action for action in actions if isinstance(action, ClaimWonder)]
    if not wishes:
        return None
    view = position.view
    rolls = {
        one.wonder: _rolls(position, five(one.cost)) for one in wonders_of(view) if one.seat is None
    }
    best = min(wishes, key=lambda wish: rolls[wish.wonder])
    hurry = position.points[position.seat] >= LATE or any(
        one.seat is not None for one in wonders_of(view)
    )
    return best if hurry or rolls[best.wonder] <= PATIENT * min(rolls.values()) else None


def _rolls(position: "SeaPosition", cost: Five) -> float:
    """Estimate how long it takes to save for a level from an empty hand."""
    return wait((0,) * len(cost), cost, position.slowness, position.holdings.rates)
