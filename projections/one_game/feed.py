"""The feed of a game: every commit as one viewer may know it, in pages or as it happens."""

import logging
import math
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import msgspec

from domain.ids import PlayerId, Viewer
from domain.ruleset import AnyRuleset
from domain.table.state import CLOSED, Table
from eventlog.commit import codec_for, hash_in
from eventlog.due_work import ENDED, status_of
from eventlog.following import Follower
from eventlog.ledger import UNREACHABLE
from projections.one_game.game_at import EncodedView, require_version
from projections.one_game.views import Views
from projections.refusals import ViewerNotAllowed

logger = logging.getLogger(__name__)

Batch: TypeAlias = list[tuple[int, bytes]]
"""Commits by version, each as JSON for one viewer."""

ViewerRule: TypeAlias = Callable[[Sequence[str | None], bool], Viewer]
"""Says as which viewer a reader sees a game, from who sits where and whether it is closed.

The viewer can change while a game is in its lobby, where nothing is hidden. The rule raises
`ViewerNotAllowed` if the reader may not see the game as the viewer they asked for.
"""


class Permission(NamedTuple):
    """The player who follows a game, and a check whether they still may."""

    player: PlayerId
    is_valid: Callable[[], bool]


class Update(NamedTuple):
    """What a reader of a live feed learns next. Without commits and view nothing has happened."""

    version: int
    """The version that the reader has seen after this update."""
    commits: Batch
    view: EncodedView | None = None
    """The whole view, for a reader who has seen commits that the game no longer has."""


class _Cursor(NamedTuple):
    """The last commit that a reader has seen, and its hash once that is known."""

    version: int
    hash: bytes | None = None

    def is_in(self, batch: Batch) -> bool:
        """Whether these commits begin with it. If not, the reader has seen another past."""
        if self.version == 0:
            return True
        if not batch or batch[0][0] != self.version:
            return False
        return self.hash in (None, hash_in(batch[0][1]))


@lru_cache(maxsize=4_096)
def redacted_commit(ruleset: AnyRuleset, line: bytes, viewer: Viewer) -> bytes:
    """What a viewer may know of a commit, as JSON: never its command, key or salt.

    Cached, because many readers follow one game as the same viewer.
    """
    commit = codec_for(ruleset).decode(line)
    return msgspec.json.encode(
        {
            "version": commit.version,
            "at": commit.at,
            "actor": commit.actor,
            "events": [ruleset.redact(event, viewer) for event in commit.events],
            "hash": commit.hash,
        }
    )


class Feed:
    """The commits of one game for one reader. Without a permission anybody may follow it."""

    def __init__(
        self,
        views: Views,
        follower: Follower,
        game: str,
        viewer_rule: ViewerRule,
        permission: Permission | None = None,
    ) -> None:
        self._views = views
        self._games = views.games
        self._follower = follower
        self._game = game
        self._viewer_rule = viewer_rule
        self._permission = permission

    def page(self, after: int, limit: int, until: int | None = None) -> tuple[Batch, int]:
        """Commits after a version, and the last version that there is."""
        batch, head, _ = self._read(after, until=until)
        return batch[:limit], until or head

    def pages(self, after: int, limit: int | None, until: int | None) -> Iterator[Batch]:
        """Commits after a version, up to the head or to the limit."""
        while (limit is None or limit > 0) and (batch := self._read(after, until=until)[0][:limit]):
            yield batch
            after = batch[-1][0]
            limit = None if limit is None else limit - len(batch)

    def whole_view(self) -> EncodedView:
        """The whole view, for a reader who has seen nothing yet."""
        with self._games.hold(self._game) as live:
            viewer = self._viewer(live.state)
        return self._views.whole(self._game, viewer)

    def follow(
        self, after: int, wait_seconds: float, *, is_lasting: bool
    ) -> Generator[Update, None, None]:
        """Every commit after a version as it comes, and an empty update if none comes in time.

        It ends when the reader may no longer follow. It also ends with the game, and when the
        reader has seen commits that the game no longer has, unless it is lasting.
        """
        reader = None if self._permission is None else self._permission.player
        with self._follower.subscribe(self._game, reader=reader) as news:
            cursor = _Cursor(after)
            known: int | None = None
            valid_until = -math.inf
            while not news.closed:
                try:
                    if time.monotonic() >= valid_until:
                        if self._permission is not None and not self._permission.is_valid():
                            return
                        valid_until = time.monotonic() + wait_seconds
                    step = self._step(cursor, known, is_lasting=is_lasting)
                except (ViewerNotAllowed, *UNREACHABLE) as error:
                    # It is too late for an error. The reader gets one when they resume.
                    logger.info("a live feed ends: %s", error, extra={"game": self._game})
                    return
                if step is None:
                    return
                update, cursor = step
                if update.commits or update.view is not None:
                    yield update
                    continue
                known = news.wait(wait_seconds).get(self._game)
                if known is not None and known < cursor.version:
                    # The log may have lost its end, so it has to be read again.
                    known = None
                elif known is None and not news.closed:
                    yield update

    def _step(
        self, cursor: _Cursor, known: int | None, *, is_lasting: bool
    ) -> tuple[Update, _Cursor] | None:
        """What the reader learns next, and their new cursor; None at the end of the feed."""
        # The last commit that the reader has seen is read again, to see that it is still there.
        batch, _, has_ended = self._read(max(0, cursor.version - 1), known)
        if not cursor.is_in(batch):
            return self._begin_again() if is_lasting else None
        fresh = [pair for pair in batch if pair[0] > cursor.version]
        if not fresh and has_ended and not is_lasting:
            return None
        if batch:
            version, commit = batch[-1]
            cursor = _Cursor(version, hash_in(commit))
        return Update(cursor.version, fresh), cursor

    def _begin_again(self) -> tuple[Update, _Cursor]:
        view = self.whole_view()
        return Update(view.version, [], view), _Cursor(view.version)

    def _viewer(self, state: Table) -> Viewer:
        return self._viewer_rule([chair.player for chair in state.chairs], state.phase == CLOSED)

    def _read(
        self, after: int, known: int | None = None, until: int | None = None
    ) -> tuple[Batch, int, bool]:
        """Commits after a version, the head's version, and whether no more commits can come."""
        with self._games.hold(self._game, known) as live:
            ruleset, viewer = live.folded.ruleset, self._viewer(live.state)
            head, ended = live.version, status_of(live.state) in ENDED
        require_version(head, until)
        last = until or head
        lines = self._games.commits_after(self._game, after, head)
        batch = [(v, redacted_commit(ruleset, line, viewer)) for v, line in lines if v <= last]
        return batch, head, ended
