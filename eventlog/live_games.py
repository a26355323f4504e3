"""Live folds: this process keeps the ledgers it uses folded, for commands and for reads."""

import logging
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock, RLock
from typing import Generic, TypeAlias

from domain.ledger_rules import Rules
from domain.ledger_state import L
from domain.refusals import RuleViolation
from domain.table.state import Table
from eventlog.chain import BrokenChain, LedgerChain
from eventlog.due_work import GameStatus
from eventlog.ledger import UNREACHABLE, AppendOutcome, Ledger
from eventlog.ledger_file import BadLedger, header_line, read_header
from eventlog.ledger_kind import GAMES, LedgerKind
from eventlog.refusals import NoSuchVersion, Quarantined, RulesMissing
from eventlog.snapshots import Snapshots, restore_state

MAX_LIVE_GAMES = 1_000
"""How many live folds a process keeps: 20 KiB each, and their latest commits."""
RECENT_COMMITS = 64
"""How many of its latest commits a live fold keeps for live feeds."""

logger = logging.getLogger(__name__)


class LiveLedger(Generic[L]):
    """A ledger folded up to the last commit that this process read. Use it only while held."""

    def __init__(self, game: str, kind: LedgerKind[L]) -> None:
        self.game = game
        self._kind = kind
        self.lock = RLock()
        self.header = b""
        self.chain: LedgerChain[L] | None = None
        self.fault: str | None = None
        self.due: int | None = None
        """When (ms) the next work in this game is due, as of this fold."""
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=RECENT_COMMITS)

    @property
    def folded(self) -> LedgerChain[L]:
        """The chain, which is loaded while the game is held."""
        assert self.chain is not None, "a game is only used while it is held"
        return self.chain

    @property
    def state(self) -> L:
        return self.folded.state

    @property
    def version(self) -> int:
        return self.folded.version

    def unload(self) -> None:
        """Drop the fold; the next hold loads it again."""
        self.chain = None
        self.fault = None
        self.recent.clear()

    @property
    def lacks_rules(self) -> bool:
        """Whether this build lacks its rules, so that only a stand-in has folded it."""
        return self.folded.ruleset.is_stand_in

    def require_sound(self) -> None:
        """Raise `Quarantined` if the chain of this game does not verify."""
        if self.fault is not None:
            raise Quarantined(
                "this game's ledger does not verify, so it accepts no commands; "
                "the operator has to repair it",
                reason=self.fault,
            )

    def update_due(self) -> None:
        """Compute again when the next work is due."""
        self.due = None if self.fault is not None else self._kind.due_at(self.state, self.folded.at)

    def apply(self, version: int, line: bytes) -> None:
        """Check and fold the next stored commit, or raise `BrokenChain`."""
        self.folded.apply(version, line)
        self.recent.append((version, line))

    def advance(self, line: bytes, digest: bytes, at: int) -> None:
        """Advance to a commit that was decided on this fold and has been appended."""
        self.folded.advance_to(self.version + 1, digest, at)
        self.recent.append((self.version, line))


class LiveLedgers(Generic[L]):
    """The live folds of this process; the least recently used ones are dropped."""

    def __init__(
        self, ledger: Ledger, kind: LedgerKind[L], max_games: int = MAX_LIVE_GAMES
    ) -> None:
        self.ledger = ledger
        self.snapshots = Snapshots(ledger.redis)
        self._kind = kind
        self._max_games = max_games
        self._games: OrderedDict[str, LiveLedger[L]] = OrderedDict()
        self._lock = Lock()

    @contextmanager
    def hold(
        self, game: str, min_version: int | None = None, opening: Rules[L] | None = None
    ) -> Iterator[LiveLedger[L]]:
        """Lock a game in this process and catch up with its log.

        With `min_version`, the log is read only if the fold is older than that. With `opening`,
        the game need not exist yet.
        """
        live = self._find(game)
        with live.lock:
            try:
                if min_version is None or live.chain is None or live.version < min_version:
                    self._catch_up(live, opening)
                yield live
            except RuleViolation:
                if live.chain is not None and live.version == 0:
                    # The game was not opened, so its fold must not push out another one.
                    live.unload()
                    self._drop(game)
                raise
            except BaseException:
                # The error may have left the state between two commits.
                live.unload()
                raise

    def append(
        self, live: LiveLedger[L], line: bytes, digest: bytes, at: int, key: str | None
    ) -> AppendOutcome:
        """Append a commit that was decided on a held game; if that fails, drop the fold."""
        state = live.state
        due = self._kind.due_at(state, at)
        appended = self.ledger.append(
            live.game,
            live.version + 1,
            line,
            live.folded.head,
            header=live.header if live.version == 0 else b"",
            key=key,
            due=due,
            status=self._kind.status_of(state),
        )
        if appended.outcome != "appended":
            live.unload()
        else:
            live.advance(line, digest, at)
            live.due = due
            self._store_snapshot(live)
        return appended.outcome

    def quarantine(self, live: LiveLedger[L], reason: str) -> None:
        """Put a held game into quarantine; an earlier reason stays."""
        if live.fault is None:
            live.fault = reason
            self.ledger.quarantine(live.game, reason)

    def commits_after(
        self, game: str, after: int, min_version: int | None = None
    ) -> list[tuple[int, bytes]]:
        """A page of commits after a version, from memory if the recent commits are enough."""
        with self.hold_to_read(game, min_version) as live:
            if after >= live.version:
                return []
            if live.recent and live.recent[0][0] <= after + 1:
                return [pair for pair in live.recent if pair[0] > after]
            last = live.version
        return self.ledger.read(game, after, last)

    def status_of(self, state: L) -> GameStatus:
        """The status of a ledger of this kind."""
        return self._kind.status_of(state)

    def is_loaded(self, game: str) -> bool:
        """Whether this process has a live fold of a game."""
        live = self._games.get(game)
        return live is not None and live.chain is not None

    def due(self, game: str) -> int | None:
        """When (ms) the next work in a game is due, as far as this process knows."""
        live = self._games.get(game)
        if live is not None and live.chain is not None:
            return live.due
        return self.ledger.due_time(game)

    def chain_at(self, game: str, version: int) -> LedgerChain[L]:
        """A separate fold of the game as it was at a version."""
        for is_last in (False, True):
            with self.hold(game) as live:
                head, header = live.version, live.header
            if not 0 <= version <= head:
                raise NoSuchVersion(f"this game has the versions 1 to {head}", version=version)
            try:
                return self._fold_until(game, header, version)
            except BrokenChain:
                if is_last:
                    raise
                # The log is not the one that this process has folded.
                with self.hold(game) as live:
                    live.unload()
        raise AssertionError

    @contextmanager
    def hold_to_read(self, game: str, min_version: int | None = None) -> Iterator[LiveLedger[L]]:
        """Hold a game for what needs no rules: if this build lacks them, a stand-in folds it."""
        with ExitStack() as held:
            try:
                live = held.enter_context(self.hold(game, min_version))
            except RulesMissing:
                live = self.read_without_rules(game)
            yield live

    def read_without_rules(self, game: str) -> LiveLedger[L]:
        """A ledger of rules that this build lacks, folded by a stand-in as far as that goes.

        It is read from its first commit each time, and nothing can be decided on it.
        """
        header = self.ledger.header(game)
        if header is None or self._kind.stand_in is None:
            raise RulesMissing("this server lacks the rules of this ledger", game=game)
        live = LiveLedger(game, self._kind)
        live.header, rules = header, self._kind.stand_in(read_header(header))
        until: int | None = None
        while True:
            live.chain = LedgerChain(header, rules, lambda last: self._lines(game, last))
            try:
                for version, line in self.ledger.read_all(game, until=until):
                    live.apply(version, line)
                return live
            except BrokenChain as broken:
                live.fault, until = str(broken), live.version

    def _lines(self, game: str, until: int) -> Iterator[bytes]:
        return (line for _, line in self.ledger.read_all(game, until=until))

    def _fold_until(self, game: str, header: bytes, version: int) -> LedgerChain[L]:
        past = self._start_chain(game, header, version)
        for number, line in self.ledger.read_all(game, past.version, version):
            past.apply(number, line)
        if past.version != version:
            raise BrokenChain(version, "is missing")
        return past

    def _find(self, game: str) -> LiveLedger[L]:
        with self._lock:
            live = self._games.get(game)
            if live is None:
                live = self._games[game] = LiveLedger(game, self._kind)
                while len(self._games) > self._max_games:
                    self._games.popitem(last=False)
            else:
                self._games.move_to_end(game)
            return live

    def _drop(self, game: str) -> None:
        with self._lock:
            self._games.pop(game, None)

    def _catch_up(self, live: LiveLedger[L], opening: Rules[L] | None) -> None:
        is_new = live.chain is None
        if is_new:
            self._load(live, opening)
        if live.fault is not None:
            return
        before = live.folded.head
        try:
            self._apply_new_commits(live)
        except BrokenChain:
            self._refold(live, opening)
        else:
            if is_new:
                self._finish_loading(live, is_opening=opening is not None)
        if is_new or live.folded.head != before:
            live.update_due()

    def _apply_new_commits(self, live: LiveLedger[L]) -> None:
        """Fold the new commits, or raise `BrokenChain`.

        The last folded commit is read again: a Redis that failed over may have lost it.
        """
        stored = self.ledger.read_all(live.game, max(0, live.version - 1))
        if live.version:
            live.folded.require_last(*next(stored, (0, b"")))
        for version, line in stored:
            live.apply(version, line)

    def _refold(self, live: LiveLedger[L], opening: Rules[L] | None) -> None:
        """Fold the log again from its first commit, as far as it verifies; the rest is the fault.

        There may be no fault: a Redis that failed over may have lost commits that this process
        has folded, and other commits took their place.
        """
        fault: str | None = None
        until: int | None = None
        while True:
            live.unload()
            live.chain = self._empty_chain(live.game, live.header)
            try:
                for version, line in self.ledger.read_all(live.game, until=until):
                    live.apply(version, line)
                break
            except BrokenChain as broken:
                # A part of the bad commit may be in the state, so fold once more without it.
                fault, until = str(broken), live.version
        if fault is not None:
            self.quarantine(live, fault)
        elif live.version == 0:
            # The log is empty, or only the header is left.
            live.unload()
            self._load(live, opening)
            self._finish_loading(live, is_opening=opening is not None)

    def _finish_loading(self, live: LiveLedger[L], *, is_opening: bool) -> None:
        """Check a loaded game, and release it from quarantine if it has been repaired."""
        if live.version == 0:
            if not is_opening:
                self.quarantine(live, "there is a header, but no commit")
        elif self.ledger.release_from_quarantine(live.game):
            due = self._kind.due_at(live.state, live.folded.at)
            status = self._kind.status_of(live.state)
            self.ledger.set_open_and_due(live.game, live.version, status, due)

    def _store_snapshot(self, live: LiveLedger[L]) -> None:
        try:
            self.snapshots.store_if_due(live.game, live.folded)
        except UNREACHABLE:
            # The commit is in the log, so its sender must get a receipt.
            logger.warning("a snapshot could not be stored", exc_info=True)

    def _load(self, live: LiveLedger[L], opening: Rules[L] | None) -> None:
        if not self.ledger.may_have(live.game):
            self._drop(live.game)
            raise self._kind.missing(live.game)
        header = self.ledger.header(live.game)
        if header is None and opening is not None:
            header = header_line(live.game, opening)
        if header is None and self.ledger.head(live.game):
            # It was opened just now; if the log still has no header, it has lost it.
            header = self.ledger.header(live.game) or b""
        if header is None:
            self._drop(live.game)
            raise self._kind.missing(live.game)
        live.header = header
        live.chain = self._start_chain(live.game, header)

    def _start_chain(self, game: str, header: bytes, until: int | None = None) -> LedgerChain[L]:
        """A chain at the version of the snapshot, or an empty chain.

        The commits before the snapshot are still checked: it saves the fold, not the proof.
        """
        chain = self._empty_chain(game, header)
        snapshot = self.snapshots.find(game, chain.ruleset)
        if snapshot is None or (until is not None and snapshot.version > until):
            return chain
        try:
            for version, line in self.ledger.read_all(game, until=snapshot.version):
                chain.check_next(version, line)
        except BrokenChain:
            return self._empty_chain(game, header)
        return chain if restore_state(chain, snapshot) else self._empty_chain(game, header)

    def _empty_chain(self, game: str, header: bytes) -> LedgerChain[L]:
        try:
            read = read_header(header)
        except BadLedger as bad:
            self.ledger.quarantine(game, str(bad))
            raise Quarantined("this game's ledger has no readable header", game=game) from None
        ruleset = self._kind.find_rules(read)
        if ruleset is None:
            raise RulesMissing(
                f"this server cannot judge {read.ruleset} with rules {read.rules}",
                game=game,
                ruleset=read.ruleset,
                rules=read.rules,
            )
        return LedgerChain(header, ruleset, lambda until: self._lines_until(game, header, until))

    def _lines_until(self, game: str, header: bytes, version: int) -> Iterator[bytes]:
        """The stored commits that a rewind returns to, each checked against the one before."""
        checked = self._empty_chain(game, header)
        for number, line in self.ledger.read_all(game, until=version):
            checked.check_next(number, line)
            yield line


LiveGame: TypeAlias = LiveLedger[Table]


class LiveGames(LiveLedgers[Table]):
    """The live folds of games."""

    def __init__(self, ledger: Ledger, max_games: int = MAX_LIVE_GAMES) -> None:
        super().__init__(ledger, GAMES, max_games)
