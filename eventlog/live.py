"""Live folds: one for each game that this process has to do with, used by writers and readers."""

from collections import OrderedDict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, RLock

from domain.refusals import RuleViolation
from domain.ruleset import Ruleset
from domain.table import Table
from eventlog.agenda import due_at, status_of
from eventlog.chain import BrokenChain, Chain
from eventlog.ledger import PAGE, AppendOutcome, Ledger
from eventlog.ledgerfile import BadLedger, header_line, read_header
from eventlog.refusals import NoSuchGame, NoSuchVersion, Quarantined, RulesMissing
from eventlog.snapshots import Snapshots, adopt

KEPT_GAMES = 1_000
"""How many live folds a process keeps: 20 KiB each, and their latest commits."""
RECENT = 64
"""How many of its latest commits a live fold keeps for those who follow it."""


class LiveGame:
    """A game folded up to its head, as this process last heard. Use it only while it is held."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.lock = RLock()
        self.header = b""
        self.chain: Chain | None = None
        self.fault: str | None = None
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
                    live.forget()
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
        appended = self.ledger.append(
            live.game,
            live.version + 1,
            line,
            live.folded.head,
            header=live.header if live.version == 0 else b"",
            key=key,
            due=due_at(state, at),
            status=status_of(state),
        )
        if appended.outcome != "appended":
            live.forget()
        else:
            live.advance(line, digest, at)
            self.snapshots.offer(live.game, live.folded)
        return appended.outcome

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

    def chain_at(self, game: str, version: int) -> Chain:
        """A fold of its own, as the game was at a version."""
        with self.hold(game) as live:
            head, header = live.version, live.header
        if not 0 <= version <= head:
            raise NoSuchVersion(f"this game has the versions 1 to {head}", version=version)
        past = self._begin(game, header, version)
        for number, line in self.ledger.read_all(game, past.version, version):
            past.follow(number, line)
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
        if live.chain is None:
            self._load(live, opening)
        while live.fault is None:
            page = self.ledger.read(live.game, live.version)
            self._follow(live, page)
            if len(page) < PAGE:
                return

    def _follow(self, live: LiveGame, page: list[tuple[int, bytes]]) -> None:
        try:
            for version, line in page:
                live.folded.follow(version, line)
                live.recent.append((version, line))
        except BrokenChain as broken:
            # What was verified stands and can be read; the state is folded anew without the rest.
            good = live.version
            live.chain = self._blank(live.game, live.header)
            for version, line in self.ledger.read_all(live.game, until=good) if good else ():
                live.folded.follow(version, line)
            live.fault = str(broken)
            self.ledger.quarantine(live.game, live.fault)

    def _load(self, live: LiveGame, opening: Ruleset | None) -> None:
        header = self.ledger.header(live.game)
        if header is None and opening is not None:
            header = header_line(live.game, opening)
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
            told = read_header(header)
        except BadLedger as bad:
            self.ledger.quarantine(game, str(bad))
            raise Quarantined("this game's ledger has no readable header", game=game) from None
        ruleset = told.find_ruleset()
        if ruleset is None:
            raise RulesMissing(
                f"this server cannot judge {told.ruleset} with rules {told.rules}", game=game
            )
        return Chain(header, ruleset)
