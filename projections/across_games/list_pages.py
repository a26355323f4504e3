"""Pages of lists of games: members are read in pieces and judged until a page is full.

A page reads a bounded number of members. If that is not enough to fill it, it has fewer games, and
its cursor goes on from the last member that was read. So nothing is missed or comes twice.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from projections.across_games.catalogue_store import NO_BOUNDS, Bounds, CatalogueStore
from projections.across_games.page_cursors import decode_cursor, encode_cursor

MOST_ON_A_PAGE = 100
ON_A_PAGE = 50
MOST_READ = 1_000
"""So many members are read for one page at most."""
_AT_ONCE = 250
_MEMBER = re.compile(r"(?:[0-9]{15}:){1,2}[A-Za-z0-9._-]{1,64}")

JsonObject: TypeAlias = dict[str, Any]
Judge: TypeAlias = Callable[[int, Sequence[str]], Sequence[JsonObject | None]]
"""Shows members of a list in a generation; None for a game that does not belong on the page."""


class Part(Struct, frozen=True):
    """The part of a list that is read, and in which direction."""

    name: str
    bounds: Bounds = NO_BOUNDS
    is_rising: bool = False


class PageRequest(Struct, frozen=True):
    """Which page a client asks for."""

    cursor: str | None = None
    limit: int = ON_A_PAGE

    @property
    def after(self) -> str | None:
        """The member that the page comes after. Raises if the cursor is not one of a list."""
        return None if self.cursor is None else decode_cursor(self.cursor, _MEMBER)


def game_of(member: str) -> str:
    """The game of a member of a list."""
    return member.rsplit(":", 1)[1]


def read_page(
    store: CatalogueStore,
    generation: Callable[[], int],
    part: Callable[[int], Part],
    request: PageRequest,
    judge: Judge,
) -> JsonObject:
    """Read a page: `{"games": […], "next": cursor or None}`.

    `generation` brings the catalogue up to date and returns the generation to read, and `part`
    chooses the list in it. Both are asked again if readers use another generation meanwhile.
    """
    after, limit = request.after, max(1, min(request.limit, MOST_ON_A_PAGE))
    shown: list[tuple[str, JsonObject]] = []
    current = generation()
    chosen, count_read, is_at_end = part(current), 0, False
    while len(shown) <= limit and count_read < MOST_READ and not is_at_end:
        # Most lists have few games that do not belong there, so a page is read in one piece.
        count = limit + 1 if not count_read else _AT_ONCE
        members = store.members(
            current, chosen.name, after, count, bounds=chosen.bounds, is_rising=chosen.is_rising
        )
        if members is None:
            current = generation()
            chosen = part(current)
            continue
        judged = zip(members, judge(current, members), strict=True)
        shown += [(member, found) for member, found in judged if found is not None]
        is_at_end, count_read = len(members) < count, count_read + len(members)
        after = members[-1] if members else after
    if len(shown) > limit:
        following: str | None = shown[limit - 1][0]
    else:
        following = None if is_at_end else after
    return {
        "games": [found for _, found in shown[:limit]],
        "next": None if following is None else encode_cursor(following),
    }
