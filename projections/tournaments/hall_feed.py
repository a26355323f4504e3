"""The live feed of the hall: first all tables of the round, then those that change."""

import math
import time
from collections.abc import Generator
from typing import NamedTuple

from domain.ids import Viewer
from eventlog.following import ALL_GAMES, Follower
from projections.one_game.feed import CHECK_SECONDS, Permission
from projections.tournaments.hall import Hall, HallTable, HallView

LOOK_SECONDS = 1.0
"""How often at least the hall is looked at; every commit of a game is a reason, too."""


class HallUpdate(NamedTuple):
    """What a reader of the hall learns next. Without tables nothing has happened."""

    version: int
    """The version of the tournament."""
    view: HallView | None = None
    """The whole hall: at the beginning, and whenever another round is shown."""
    tables: tuple[HallTable, ...] = ()
    """The tables that have changed."""


def follow_hall(
    hall: Hall,
    follower: Follower,
    tournament: str,
    number: int | None,
    viewer: Viewer,
    permission: Permission | None,
    ping_seconds: float,
) -> Generator[HallUpdate, None, None]:
    """The hall, then every change as it comes, and an empty update if none comes in time."""
    may = permission
    with follower.subscribe(
        ALL_GAMES,
        reader=None if may is None else may.player,
        token=None if may is None else may.token_id,
    ) as news:
        shown: HallView | None = None
        next_check, next_ping = -math.inf, time.monotonic() + ping_seconds
        while not news.closed:
            if time.monotonic() >= next_check:
                if permission is not None and not permission.is_valid():
                    return
                next_check = time.monotonic() + CHECK_SECONDS
            version, view = hall.view(tournament, number, viewer)
            update = _difference(version, shown, view)
            shown = view
            if update.view is not None or update.tables or time.monotonic() >= next_ping:
                yield update
                next_ping = time.monotonic() + ping_seconds
            news.wait(LOOK_SECONDS)


def _difference(version: int, before: HallView | None, now: HallView) -> HallUpdate:
    if before is None or (before.round, before.status) != (now.round, now.status):
        return HallUpdate(version, now)
    if len(before.tables) != len(now.tables):
        return HallUpdate(version, now)
    pairs = zip(before.tables, now.tables, strict=True)
    return HallUpdate(version, None, tuple(new for old, new in pairs if new != old))
