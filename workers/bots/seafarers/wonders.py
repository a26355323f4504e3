"""Wonders: which to claim, how much a level is worth, and where the way to one begins."""

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
"""What a level is worth, in points."""
BEGINNING: Final = 1.5
"""What a place is worth, in points, that lets a seat begin a wonder."""
PATIENT: Final = 1.4
"""A wonder is claimed if no free one could be built so many times as quickly."""
LATE: Final = 7
"""With so many points any wonder is claimed that can be had."""
OUT_OF_REACH: Final = 99


def wonders_of(view: SeaPlayView) -> tuple[WonderView, ...]:
    """The wonders of the game; none in another scenario."""
    return view.wonders if isinstance(view, WondersView) else ()


def own_wonder(view: SeaPlayView, seat: Seat) -> WonderView | None:
    """The wonder that a seat builds."""
    return next((one for one in wonders_of(view) if one.seat == seat), None)


def level_of(view: SeaPlayView, seat: Seat) -> int:
    return view.seats[seat].counters.get("wonder_level", 0)


def beginnings(view: SeaPlayView, seat: Seat) -> Iterator[tuple[int, float]]:
    """Sets of nodes where a settlement would let this seat begin a wonder, and their worth."""
    if own_wonder(view, seat) is not None:
        return
    for wonder in wonders_of(view):
        mark = wonder.requires.settlement_at
        if mark is not None and wonder.seat is None:
            for token in view.board.tokens:
                if isinstance(token, NodeTokenView) and token.kind == mark:
                    yield 1 << token.node, BEGINNING


def need(view: SeaPlayView, seat: Seat, points: int) -> int:
    """How many points a seat lacks, if points can make it win: it has to be ahead in levels."""
    if not wonders_of(view) or _is_ahead(view, seat, level_of(view, seat)):
        return points
    return OUT_OF_REACH


def _is_ahead(view: SeaPlayView, seat: Seat, level: int) -> bool:
    others = [level_of(view, place.seat) for place in view.seats if place.seat != seat]
    return level > max(others)


def goals(position: "SeaPosition") -> Iterator[Goal]:
    """The next level of the own wonder."""
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
    """The wonder that can be built soonest, unless a much better one may still be had."""
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
    """About how long it takes to save for a level from nothing."""
    return wait((0,) * len(cost), cost, position.slowness, position.holdings.rates)
