"""Live folds: one for each game that this process has to do with, used by writers and readers."""

import logging
from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, RLock

from domain.refusals import RuleViolation
from domain.ruleset import Ruleset
from domain.table.state import Table
from eventlog.chain import BrokenChain, Chain
from eventlog.due_work import due_at, status_of
from eventlog.ledger import UNREACHABLE, AppendOutcome, Ledger
from eventlog.ledger_file import BadLedger, header_line, read_header
from eventlog.refusals import NoSuchGame, NoSuchVersion, Quarantined, RulesMissing
from eventlog.snapshots import Snapshots, adopt

KEPT_GAMES = 1_000
"""How many live folds a process keeps: 20 KiB each, and their latest commits."""
RECENT = 64
"""How many of its latest commits a live fold keeps for those who follow it."""

logger = logging.getLogger(__name__)


class LiveGame:
    """A game folded up to its head, as this process last heard. Use it only while it is held."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.lock = RLock()
        self.header = b""
        self.chain: Chain | None = None
        self.fault: str | None = None
        self.due: int | None = None
        """When the house has to look after the game, as of this fold."""
        self.recent: deque[tuple[int, bytes]] = deque(maxlen=RECENT)

    @property
    def folded(self) -> Chain:
        assert self.chain is not None, "a game is only used while it is held"
        return self.chain

    @property
    def state(self) -> Table:
        return self.folded.state

    @property
    def version(self) -> int:
        return self.folded.version

    def forget(self) -> None:
        """Throw the fold away; it is loaded again when it is next held."""
        self.chain = None
        self.fault = None
        self.recent.clear()

    def require_sound(self) -> None:
        """Refuse what needs a chain that verifies."""
        if self.fault is not None:
            raise Quarantined(
                "this game's ledger does not verify, so it takes no commands; "
                "its operator has to look into it",
                reason=self.fault,
            )

    def note_due(self) -> None:
        """Note when the house has to look after the game."""
        self.due = None if self.fault is not None else due_at(self.state, self.folded.at)

    def follow(self, version: int, line: bytes) -> None:
        """Check and fold the next stored commit, or raise `BrokenChain`."""
        self.folded.follow(version, line)
        self.recent.append((version, line))

    def advance(self, line: bytes, digest: bytes, at: int) -> None:
        """Note a commit that was decided on this very fold and has been appended."""
        self.folded.moved_to(self.version + 1, digest, at)
        self.recent.append((self.version, line))


class LiveGames:
    """The live folds of this process, the least recently used ones dropped."""

    def __init__(self, ledger: Ledger, kept: int = KEPT_GAMES) -> None:
        self.ledger = ledger
        self.snapshots = Snapshots(ledger.redis)
        self._kept = kept
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._lock = Lock()

    @contextmanager
    def hold(
        self, game: str, known: int | None = None, opening: Ruleset | None = None
    ) -> Iterator[LiveGame]:
        """A game caught up with its log, for nobody else in this process until it is let go.

        `known` spares the look at the log if that version is folded already; with `opening`
        the game need not be there yet.
        """
        live = self._find(game)
        with live.lock:
            try:
                if known is None or live.chain is None or live.version < known:
                    self._catch_up(live, opening)
                yield live
            except RuleViolation:
                if live.chain is not None and live.version == 0:
                    # It was not opened, so it takes nobody's place.
                    live.forget()
                    self._drop(game)
                raise
            except BaseException:
                # Whatever happened may have left the state between two commits.
                live.forget()
                raise

    def append(
        self, live: LiveGame, line: bytes, digest: bytes, at: int, key: str | None
    ) -> AppendOutcome:
        """Append a commit decided on a held game; if that fails, the fold is thrown away."""
        state = live.state
        due = due_at(state, at)
        appended = self.ledger.append(
            live.game,
            live.version + 1,
            line,
            live.folded.head,
            header=live.header if live.version == 0 else b"",
            key=key,
            due=due,
            status=status_of(state),
        )
        if appended.outcome != "appended":
            live.forget()
        else:
            live.advance(line, digest, at)
            live.due = due
            self._offer_snapshot(live)
        return appended.outcome

    def distrust(self, live: LiveGame, reason: str) -> None:
        """Put a held game into quarantine; an earlier reason stays."""
        if live.fault is None:
            live.fault = reason
            self.ledger.quarantine(live.game, reason)

    def since(self, game: str, after: int, known: int | None = None) -> list[tuple[int, bytes]]:
        """A page of commits after a version, from memory where it reaches far enough."""
        with self.hold(game, known) as live:
            if after >= live.version:
                return []
            if live.recent and live.recent[0][0] <= after + 1:
                return [pair for pair in live.recent if pair[0] > after]
            last = live.version
        return self.ledger.read(game, after, last)

    def is_hot(self, game: str) -> bool:
        """Whether this process has a live fold of a game."""
        live = self._games.get(game)
        return live is not None and live.chain is not None

    def due(self, game: str) -> int | None:
        """From when on (ms) the house has something to do in a game, as far as is known here."""
        live = self._games.get(game)
        if live is not None and live.chain is not None:
            return live.due
        return self.ledger.due_time(game)

    def chain_at(self, game: str, version: int) -> Chain:
        """A fold of its own, as the game was at a version."""
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
                # The log is no longer the one that this process has folded.
                with self.hold(game) as live:
                    live.forget()
        raise AssertionError

    def _fold_until(self, game: str, header: bytes, version: int) -> Chain:
        past = self._begin(game, header, version)
        for number, line in self.ledger.read_all(game, past.version, version):
            past.follow(number, line)
        if past.version != version:
            raise BrokenChain(version, "is missing")
        return past

    def _find(self, game: str) -> LiveGame:
        with self._lock:
            live = self._games.get(game)
            if live is None:
                live = self._games[game] = LiveGame(game)
                while len(self._games) > self._kept:
                    self._games.popitem(last=False)
            else:
                self._games.move_to_end(game)
            return live

    def _drop(self, game: str) -> None:
        with self._lock:
            self._games.pop(game, None)

    def _catch_up(self, live: LiveGame, opening: Ruleset | None) -> None:
        is_new = live.chain is None
        if is_new:
            self._load(live, opening)
        if live.fault is not None:
            return
        before = live.folded.head
        try:
            self._follow(live)
        except BrokenChain:
            self._fold_anew(live, opening)
        else:
            if is_new:
                self._receive(live, is_opening=opening is not None)
        if is_new or live.folded.head != before:
            live.note_due()

    def _follow(self, live: LiveGame) -> None:
        """Fold what is new, or raise `BrokenChain`.

        The last commit is read once more with it: a Redis that failed over may have lost it.
        """
        stored = self.ledger.read_all(live.game, max(0, live.version - 1))
        if live.version:
            live.folded.recognize(*next(stored, (0, b"")))
        for version, line in stored:
            live.follow(version, line)

    def _fold_anew(self, live: LiveGame, opening: Ruleset | None) -> None:
        """Fold the log from its first commit: what verifies stands, the rest is the fault.

        It need not have one: a Redis that failed over may have lost commits that this process
        has folded, and then others followed in their place.
        """
        fault: str | None = None
        until: int | None = None
        while True:
            live.forget()
            live.chain = self._blank(live.game, live.header)
            try:
                for version, line in self.ledger.read_all(live.game, until=until):
                    live.follow(version, line)
                break
            except BrokenChain as broken:
                # The state may have taken in a part of it, so once more without.
                fault, until = str(broken), live.version
        if fault is not None:
            self.distrust(live, fault)
        elif live.version == 0:
            # Nothing is left of it, or the header alone.
            live.forget()
            self._load(live, opening)
            self._receive(live, is_opening=opening is not None)

    def _receive(self, live: LiveGame, *, is_opening: bool) -> None:
        """Take in a game that was loaded, and let it out of quarantine if it has been mended."""
        if live.version == 0:
            if not is_opening:
                self.distrust(live, "there is a header, but no commit")
        elif self.ledger.release(live.game):
            due = due_at(live.state, live.folded.at)
            self.ledger.mark(live.game, live.version, status_of(live.state), due)

    def _offer_snapshot(self, live: LiveGame) -> None:
        try:
            self.snapshots.offer(live.game, live.folded)
        except UNREACHABLE:
            # The commit is in the log, and its sender has to hear so.
            logger.warning("a snapshot could not be kept", exc_info=True)

    def _load(self, live: LiveGame, opening: Ruleset | None) -> None:
        header = self.ledger.header(live.game)
        if header is None and opening is not None:
            header = header_line(live.game, opening)
        if header is None and self.ledger.head(live.game):
            # Opened just now; a log without a header has lost it.
            header = self.ledger.header(live.game) or b""
        if header is None:
            self._drop(live.game)
            raise NoSuchGame("there is no such game", game=live.game)
        live.header = header
        live.chain = self._begin(live.game, header)

    def _begin(self, game: str, header: bytes, until: int | None = None) -> Chain:
        """A chain that has got as far as the snapshot, or is blank.

        The links before the snapshot are checked all the same: it spares the fold, not the proof.
        """
        chain = self._blank(game, header)
        snapshot = self.snapshots.find(game, chain.ruleset)
        if snapshot is None or (until is not None and snapshot.version > until):
            return chain
        try:
            for version, line in self.ledger.read_all(game, until=snapshot.version):
                chain.link(version, line)
        except BrokenChain:
            return self._blank(game, header)
        return chain if adopt(chain, snapshot) else self._blank(game, header)

    def _blank(self, game: str, header: bytes) -> Chain:
        try:
            read = read_header(header)
        except BadLedger as bad:
            self.ledger.quarantine(game, str(bad))
            raise Quarantined("this game's ledger has no readable header", game=game) from None
        ruleset = read.find_ruleset()
        if ruleset is None:
            raise RulesMissing(
                f"this server cannot judge {read.ruleset} with rules {read.rules}", game=game
            )
        return Chain(header, ruleset)
