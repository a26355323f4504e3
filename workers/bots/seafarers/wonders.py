"""Wonders: which to claim, how much a level is worth, and where the way to one begins."""

from collections.abc import Iterator
from typing import Final

from domain.ids import Seat
from domain.ruleset import Action, View
from domain.seafarers.scenarios.wonders.messages import BuildLevel, ClaimWonder
from workers.bots.base.economy import wait
from workers.bots.base.goals import WINNING, Goal
from workers.bots.base.island import Five, five
from workers.bots.base.position import Position

A_LEVEL: Final = 5.0
"""What a level is worth, in points."""
BEGINNING: Final = 1.5
"""What a place is worth, in points, that lets a seat begin a wonder."""
PATIENT: Final = 1.4
"""A wonder is claimed if no free one could be built so many times as quickly."""
LATE: Final = 7
"""With so many points any wonder is claimed that can be had."""
OUT_OF_REACH: Final = 99


def own_wonder(view: View, seat: Seat) -> View | None:
    """The wonder that a seat builds."""
    return next((one for one in view.get("wonders", ()) if one["seat"] == seat), None)


def level_of(view: View, seat: Seat) -> int:
    return int(view["seats"][seat]["counters"].get("wonder_level", 0))


def beginnings(view: View, seat: Seat) -> Iterator[tuple[int, float]]:
    """Sets of nodes where a settlement would let this seat begin a wonder, and their worth."""
    if "wonders" not in view or own_wonder(view, seat) is not None:
        return
    for wonder in view["wonders"]:
        mark = wonder["requires"].get("settlement_at")
        if mark is not None and wonder["seat"] is None:
            for token in view["board"]["tokens"]:
                if token["kind"] == mark:
                    yield 1 << token["node"], BEGINNING


def need(view: View, seat: Seat, points: int) -> int:
    """How many points a seat lacks, if points can make it win: it has to be ahead in levels."""
    if "wonders" not in view or _is_ahead(view, seat, level_of(view, seat)):
        return points
    return OUT_OF_REACH


def _is_ahead(view: View, seat: Seat, level: int) -> bool:
    others = [level_of(view, place["seat"]) for place in view["seats"] if place["seat"] != seat]
    return level > max(others)


def goals(position: Position) -> Iterator[Goal]:
    """The next level of the own wonder."""
    view, seat = position.view, position.seat
    wonder = own_wonder(view, seat)
    if wonder is None:
        return
    level, cost = wonder["level"] + 1, five(wonder["cost"])
    wins = level == wonder["levels"] or (
        position.points[seat] >= position.target and _is_ahead(view, seat, level)
    )
    yield Goal(cost, A_LEVEL + (WINNING if wins else 0), 0, BuildLevel(seat), cost)


def claim(position: Position, actions: list[Action]) -> ClaimWonder | None:
    """The wonder that can be built soonest, unless a much better one may still be had."""
    wishes = [action for action in actions if isinstance(action, ClaimWonder)]
    if not wishes:
        return None
    view = position.view
    rolls = {
        one["wonder"]: _rolls(position, five(one["cost"]))
        for one in view["wonders"]
        if one["seat"] is None
    }
    best = min(wishes, key=lambda wish: rolls[wish.wonder])
    hurry = position.points[position.seat] >= LATE or any(
        one["seat"] is not None for one in view["wonders"]
    )
    return best if hurry or rolls[best.wonder] <= PATIENT * min(rolls.values()) else None


def _rolls(position: Position, cost: Five) -> float:
    """About how long it takes to save for a level from nothing."""
    return wait((0,) * len(cost), cost, position.slowness, position.holdings.rates)
