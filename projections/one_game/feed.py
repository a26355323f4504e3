"""The feed of a ledger: every commit as one viewer may know it, in pages or as it happens."""

import logging
import math
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Generic, NamedTuple, Protocol, TypeAlias

from domain.ids import PlayerId, Viewer
from domain.ledger_rules import AnyRules
from domain.ledger_state import L
from domain.table.state import CLOSED, Table
from eventlog.chain import BrokenChain
from eventlog.commit import hash_in, rewinds_in
from eventlog.due_work import ENDED, GameStatus, status_of
from eventlog.following import Follower
from eventlog.ledger import UNREACHABLE
from eventlog.live_games import LiveLedgers
from eventlog.spectator_delay import Visible
from projections.one_game.game_at import EncodedView, require_version
from projections.one_game.shown_commits import Batch, Lines, Reader
from projections.one_game.views import Views
from projections.refusals import ViewerNotAllowed
from projections.talk.following import SaidBatch, TalkFeed

logger = logging.getLogger(__name__)

CHECK_SECONDS = 10.0
"""How often at least it is checked whether the reader of a live feed still may follow it."""

ViewerRule: TypeAlias = Callable[[Sequence[str | None], bool], Viewer]
"""Says as which viewer a reader sees a game, from who sits where and whether it is closed.

The viewer can change while a game is in its lobby, where nothing is hidden. The rule raises
`ViewerNotAllowed` if the reader may not see the game as the viewer they asked for.
"""


class Permission(NamedTuple):
    """The player who follows a game, and a check whether they still may."""

    player: PlayerId
    is_valid: Callable[[], bool]
    token_id: str | None = None
    """The token that they follow it with."""


class Update(NamedTuple):
    """What a reader of a live feed learns next. Without commits and view nothing has happened."""

    version: int
    """The version that the reader has seen after this update."""
    commits: Batch
    view: EncodedView | None = None
    """The whole view after these commits, for a reader whose view of the game does not count any
    more: they have seen commits that it no longer has, it was rewound, or they sit elsewhere."""
    talk: SaidBatch = ()
    """What was said or erased at the table."""

    @property
    def is_empty(self) -> bool:
        return not self.commits and self.view is None and not self.talk


class FeedForm(NamedTuple):
    """In which form a reader wants views and commits."""

    geometry_apart: bool = False
    with_changes: bool = False
    """Whether every commit says how it changed the view, which is then one without geometry."""


class _Read(NamedTuple):
    """Commits as they are stored, and what there is to know about the game beside them."""

    lines: list[tuple[int, bytes]]
    head: int
    has_ended: bool
    """Whether no more commits can come."""
    viewer: Viewer
    ruleset: AnyRules
    is_lobby: bool

    @property
    def started_viewer(self) -> Viewer | None:
        """As which viewer they see a game that has started; before that nothing is hidden."""
        return None if self.is_lobby else self.viewer


class _Cursor(NamedTuple):
    """The last commit that a reader has seen, and its hash once that is known; after the start
    also as which viewer they see the game."""

    version: int
    hash: bytes | None = None
    viewer: Viewer | None = None

    def is_in(self, lines: Lines) -> bool:
        """Whether these commits begin with it. If not, the reader has seen another past."""
        if self.version == 0:
            return True
        if not lines or lines[0][0] != self.version:
            return False
        return self.hash in (None, hash_in(lines[0][1]))


class FeedSource(Protocol[L]):
    """Where a feed gets its commits and views from, for one reader."""

    @property
    def ledgers(self) -> LiveLedgers[L]: ...

    @property
    def clock(self) -> Callable[[], int]: ...

    def viewer(self, state: L) -> Viewer:
        """As which viewer the reader sees it now."""

    def status(self, state: L) -> GameStatus: ...

    def visible(self, ledger: str, viewer: Viewer, head: int | None = None) -> Visible | None:
        """How far a viewer can see who sees everything later; None if this one does not."""

    def whole(self, ledger: str, viewer: Viewer, at: int | None) -> EncodedView: ...

    def show(self, ledger: str, viewer: Viewer, lines: Lines) -> Batch:
        """Commits as a viewer may know them."""

    def await_next(self, ledger: str, viewer: Viewer, version: int) -> None:
        """Prepare for the commit after a version, which is the last one for now."""


class LedgerFeed(Generic[L]):
    """The commits of one ledger for one reader. Without a permission anybody may follow it."""

    def __init__(
        self,
        source: FeedSource[L],
        follower: Follower,
        game: str,
        permission: Permission | None = None,
    ) -> None:
        self.talk: TalkFeed | None = None
        """The talk of a game, for a reader who follows that, too."""
        self._source = source
        self._games = source.ledgers
        self._follower = follower
        self._game = game
        self._permission = permission
        self._more_at = math.inf
        """When (monotonic) a spectator with a delay can see more."""
        self._shown_to: Viewer | None = None
        """The viewer of the last whole view; None if that was of a lobby, which hides nothing."""

    def page(self, after: int, limit: int, until: int | None = None) -> tuple[Batch, int]:
        """Commits after a version, and the last version that there is."""
        read = self._read(after, until=until)
        return self._show(read, read.lines[:limit]), until or read.head

    def pages(self, after: int, limit: int | None, until: int | None) -> Iterator[Batch]:
        """Commits after a version, up to the head or to the limit."""
        while limit is None or limit > 0:
            read = self._read(after, until=until)
            batch = self._show(read, read.lines[:limit])
            if not batch:
                return
            yield batch
            after = batch[-1][0]
            limit = None if limit is None else limit - len(batch)

    def whole_view(self) -> EncodedView:
        """The whole view, for a reader who has seen nothing yet."""
        with self._games.hold(self._game) as live:
            viewer = self._source.viewer(live.state)
            self._shown_to = None if self._source.status(live.state) == "lobby" else viewer
        visible = self._source.visible(self._game, viewer)
        at = None if visible is None else visible.version
        return self._source.whole(self._game, viewer, at)

    def follow(
        self, after: int, ping_seconds: float, *, is_lasting: bool
    ) -> Generator[Update, None, None]:
        """Every commit after a version as it comes, and an empty update if none comes in time.

        It ends when the reader may no longer follow. It also ends with the game, and when the
        reader has seen commits that the game no longer has, unless it is lasting.
        """
        check_seconds = min(CHECK_SECONDS, ping_seconds)
        may = self._permission
        with self._follower.subscribe(
            self._game,
            reader=None if may is None else may.player,
            token=None if may is None else may.token_id,
            hears_talk=self.talk is not None,
        ) as news:
            news.notify_of_talk()
            cursor = _Cursor(after, viewer=self._shown_to)
            known: int | None = None
            next_check, next_ping = -math.inf, time.monotonic() + ping_seconds
            while not news.closed:
                try:
                    if time.monotonic() >= next_check:
                        if self._permission is not None and not self._permission.is_valid():
                            return
                        next_check = time.monotonic() + check_seconds
                    step = self._step(cursor, known, is_lasting=is_lasting)
                    is_due = time.monotonic() >= self._talk_due_at
                    if step is not None and step[0].is_empty and (news.take_talk() or is_due):
                        step = self._with_talk(*step)
                except (ViewerNotAllowed, BrokenChain, *UNREACHABLE) as error:
                    # It is too late for an error. The reader gets one when they resume.
                    logger.info("a live feed ends: %s", error, extra={"game": self._game})
                    return
                if step is None:
                    return
                update, cursor = step
                # No earlier ping: others may talk without this reader, who must not notice it.
                if not update.is_empty or time.monotonic() >= next_ping:
                    yield update
                    next_ping = time.monotonic() + ping_seconds
                if not update.is_empty:
                    continue
                wait_until = min(next_ping, next_check, self._talk_due_at, self._more_at)
                known = news.wait(max(0.0, wait_until - time.monotonic())).get(self._game)
                if known is not None and known < cursor.version:
                    # The log may have lost its end, so it has to be read again.
                    known = None

    def _step(
        self, cursor: _Cursor, known: int | None, *, is_lasting: bool
    ) -> tuple[Update, _Cursor] | None:
        """What the reader learns next, and their new cursor; None at the end of the feed."""
        # The last commit that the reader has seen is read again, to see that it is still there.
        read = self._read(max(0, cursor.version - 1), known)
        if not cursor.is_in(read.lines):
            return self._begin_again() if is_lasting else None
        if cursor.viewer not in (None, read.viewer):
            # A referee has given their seat to somebody else, or a seat to them.
            return self._begin_again() if is_lasting else None
        fresh = [pair for pair in read.lines if pair[0] > cursor.version]
        if not fresh and read.has_ended and not is_lasting:
            return None
        lines = self._until_rewind(read, fresh)
        if lines:
            version, line = lines[-1]
            view = self._view_after(read, version) if self._is_rewind(read, line) else None
            cursor = _Cursor(version, hash_in(line), read.started_viewer)
            return Update(version, self._show(read, lines), view if is_lasting else None), cursor
        if read.lines:
            version, line = read.lines[-1]
            cursor = _Cursor(version, hash_in(line), read.started_viewer)
        if not fresh and cursor.version == read.head:
            self._source.await_next(self._game, read.viewer, read.head)
        return Update(cursor.version, []), cursor

    def _until_rewind(self, read: _Read, fresh: Lines) -> Lines:
        """New commits up to the first rewind among them, after which comes a whole view."""
        for i, (_, line) in enumerate(fresh, 1):
            if self._is_rewind(read, line):
                return fresh[:i]
        return fresh

    def _is_rewind(self, read: _Read, line: bytes) -> bool:
        return bool(rewinds_in(line, read.ruleset))

    def _view_after(self, read: _Read, version: int) -> EncodedView:
        return self._source.whole(self._game, read.viewer, version)

    def _with_talk(self, update: Update, cursor: _Cursor) -> tuple[Update, _Cursor]:
        """The same with what the reader has not seen of the talk yet, if there is any talk."""
        return update, cursor

    @property
    def _talk_due_at(self) -> float:
        """When a spectator with a delay has to look at the talk again."""
        return math.inf if self.talk is None else self.talk.due_at

    def _monotonic(self, visible: Visible) -> float:
        """The time of this process at which more can be seen."""
        if visible.next_at is None:
            return math.inf
        return time.monotonic() + (visible.next_at - self._source.clock()) / 1_000

    def _begin_again(self) -> tuple[Update, _Cursor]:
        view = self.whole_view()
        return Update(view.version, [], view), _Cursor(view.version, viewer=self._shown_to)

    def _show(self, read: _Read, lines: Lines) -> Batch:
        return self._source.show(self._game, read.viewer, lines)

    def _read(self, after: int, known: int | None = None, until: int | None = None) -> _Read:
        """Commits after a version, as they are stored."""
        with self._games.hold(self._game, known) as live:
            viewer, head = self._source.viewer(live.state), live.version
            status, ruleset = self._source.status(live.state), live.state.ruleset
            has_ended = status in ENDED
        visible = self._source.visible(self._game, viewer, head)
        self._more_at = math.inf
        lines = self._games.commits_after(self._game, after, head)
        if visible is not None:
            head, has_ended = visible.version, False
            self._more_at = self._monotonic(visible)
        require_version(head, until)
        last = until or head
        shown = [pair for pair in lines if pair[0] <= last]
        return _Read(shown, head, has_ended, viewer, ruleset, status == "lobby")


class GameSource:
    """The feed of games for one reader, in the form that they want."""

    def __init__(self, views: Views, viewer_rule: ViewerRule, form: FeedForm) -> None:
        self._views = views
        self._viewer_rule = viewer_rule
        self._form = form

    @property
    def ledgers(self) -> LiveLedgers[Table]:
        return self._views.games

    @property
    def clock(self) -> Callable[[], int]:
        return self._views.delay.clock

    def viewer(self, state: Table) -> Viewer:
        return self._viewer_rule([chair.player for chair in state.chairs], state.phase == CLOSED)

    def status(self, state: Table) -> GameStatus:
        return status_of(state)

    def visible(self, ledger: str, viewer: Viewer, head: int | None = None) -> Visible | None:
        return self._views.delay.visible(ledger, viewer, head)

    def whole(self, ledger: str, viewer: Viewer, at: int | None) -> EncodedView:
        return self._views.whole(ledger, viewer, at, geometry_apart=self._form.geometry_apart)

    def show(self, ledger: str, viewer: Viewer, lines: Lines) -> Batch:
        return self._views.shown_commits.show(ledger, self._reader(viewer), lines)

    def await_next(self, ledger: str, viewer: Viewer, version: int) -> None:
        self._views.shown_commits.await_next(ledger, self._reader(viewer), version)

    def _reader(self, viewer: Viewer) -> Reader:
        return viewer, self._form.with_changes


class Feed(LedgerFeed[Table]):
    """The commits of one game for one reader, perhaps with its talk."""

    def __init__(
        self,
        views: Views,
        follower: Follower,
        game: str,
        viewer_rule: ViewerRule,
        permission: Permission | None = None,
        form: FeedForm | None = None,
        *,
        talk: TalkFeed | None = None,
    ) -> None:
        source = GameSource(views, viewer_rule, form or FeedForm())
        super().__init__(source, follower, game, permission)
        self.talk = talk

    def _with_talk(self, update: Update, cursor: _Cursor) -> tuple[Update, _Cursor]:
        if self.talk is None:
            return update, cursor
        with self._games.hold(self._game, cursor.version) as live:
            reader = self.talk.reader.at(live.state)
        return update._replace(talk=self.talk.read(reader)), cursor
