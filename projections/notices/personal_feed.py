"""The personal feed: all notices of one player, in pages or as they come."""

import logging
import math
import time
from collections.abc import Generator, Iterator
from typing import NamedTuple, TypeAlias

import msgspec

from eventlog.following import Follower
from eventlog.ledger import UNREACHABLE
from projections.notices.notice import Names, shown_notices
from projections.notices.notice_store import NoticeStore
from projections.one_game.feed import CHECK_SECONDS, Permission

AT_ONCE = 100
"""How many notices a stream reads at once."""

NumberedNotices: TypeAlias = list[tuple[int, bytes]]
"""Notices as JSON, by their numbers."""

logger = logging.getLogger(__name__)


class PersonalPage(NamedTuple):
    """A part of the feed."""

    notices: NumberedNotices
    last: int
    """The number of the last notice that there is."""
    before: int
    """The number before the first notice that comes now."""
    is_reset: bool
    """Whether the reader's number is unknown, or notices after it are no longer kept."""


class FeedUpdate(NamedTuple):
    """What a reader of the live feed learns next. If it is empty, nothing has happened."""

    number: int
    """The number that the reader has seen after this update."""
    notices: NumberedNotices
    is_reset: bool = False


class PersonalFeed:
    """The notices of the player who has the permission to read them."""

    def __init__(
        self, store: NoticeStore, follower: Follower, names: Names, permission: Permission
    ) -> None:
        self._store = store
        self._follower = follower
        self._names = names
        self._permission = permission

    def page(self, after: int, limit: int) -> PersonalPage:
        """Notices after a number; with 0 from the first one that is kept."""
        found = self._store.page(self._permission.player, after, limit)
        is_reset = after > found.last or 0 < after < found.first - 1
        if after > found.last:
            found = self._store.page(self._permission.player, 0, limit)
        shown = shown_notices([body for _, body in found.notices], self._names)
        notices = [
            (number, msgspec.json.encode({"number": number, **notice}))
            for (number, _), notice in zip(found.notices, shown, strict=True)
        ]
        return PersonalPage(notices, found.last, found.first - 1 if is_reset else after, is_reset)

    def pages(self, after: int, limit: int | None) -> Iterator[PersonalPage]:
        """All notices after a number, up to the last one or to the limit."""
        while limit is None or limit > 0:
            page = self.page(after, min(limit or AT_ONCE, AT_ONCE))
            if not page.notices and not page.is_reset:
                return
            yield page
            after = page.notices[-1][0] if page.notices else page.before
            limit = None if limit is None else limit - len(page.notices)

    def follow(self, after: int, ping_seconds: float) -> Generator[FeedUpdate, None, None]:
        """Every notice after a number as it comes, and an empty update if none comes in time.

        It ends when the reader may no longer follow.
        """
        may = self._permission
        with self._follower.subscribe(may.player, reader=may.player, token=may.token_id) as news:
            valid_until, ping_at = -math.inf, time.monotonic() + ping_seconds
            while not news.closed:
                try:
                    if time.monotonic() >= valid_until:
                        if not may.is_valid():
                            return
                        valid_until = time.monotonic() + min(ping_seconds, CHECK_SECONDS)
                    page = self.page(after, AT_ONCE)
                except UNREACHABLE as error:
                    # It is too late for an error. The reader gets one when they resume.
                    logger.info("a personal feed ends: %s", error)
                    return
                if page.is_reset:
                    after = page.before
                    yield FeedUpdate(after, [], is_reset=True)
                elif page.notices:
                    after = page.notices[-1][0]
                    yield FeedUpdate(after, page.notices)
                else:
                    wait_until = min(valid_until, ping_at)
                    is_new = news.wait(max(0.0, wait_until - time.monotonic()))
                    if is_new or time.monotonic() < ping_at:
                        continue
                    yield FeedUpdate(after, [])
                ping_at = time.monotonic() + ping_seconds
