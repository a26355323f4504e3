"""The carrier: judges the command of a request on the live fold and appends its commit.

If another writer was faster, the fold catches up and the command is judged again.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec import Struct

from commands.observer import Observer
from commands.refusals import Busy, KeyReused, SecretMissing, VersionMoved
from commands.requests import LedgerRequest, Wish, at_time
from domain.chance.draws import SeededChance, key_id_of, seed_of
from domain.ids import ORGANIZER, SPECTATOR, SYSTEM, PlayerId
from domain.ledger_state import L
from domain.messages import Command, Event, Occasion
from domain.refusals import RuleViolation
from domain.ruleset import play
from domain.table.copying import as_stored
from domain.table.lobby import OpenGame
from domain.table.state import CLOSED, MOVED, Table
from eventlog.commit import codec_for, make_commit, seal
from eventlog.due_work import is_urgent
from eventlog.ledger import AppendOutcome
from eventlog.live_games import LiveGame, LiveGames, LiveLedger, LiveLedgers
from eventlog.spectator_delay import SpectatorDelay

ATTEMPTS = 100
"""How often a command is judged again because another writer was faster."""

W = TypeVar("W")


class Receipt(Struct, frozen=True):
    """The commit that a command led to, redacted for its sender."""

    game: str
    version: int
    hash: str
    events: tuple[Event, ...]


class LedgerCarrier(Generic[L]):
    """Carries out requests for all ledgers of a kind, one commit each."""

    def __init__(
        self,
        games: LiveLedgers[L],
        master: bytes,
        observer: Observer,
        clock: Callable[[], int],
    ) -> None:
        self.games = games
        self.clock = clock
        self._master = master
        self._key_id = key_id_of(master)
        self._observer = observer

    def carry(self, request: LedgerRequest[L, W]) -> Receipt | W:
        """Carry out a request: its receipt, or the reason why it brings no command now.

        A refusal changes nothing. A request whose key has been used gets the earlier receipt.
        """
        is_repeated, kind = False, "unknown"
        for _ in range(ATTEMPTS):
            try:
                with self.games.hold(request.game, request.min_version, request.opens) as live:
                    if is_repeated:
                        return self._earlier_receipt(live, request)
                    live.require_sound()
                    at = max(self.clock(), live.folded.at)
                    wish = request.wish_at(live, at)
                    if not isinstance(wish, Wish):
                        return wish
                    kind = str(wish.command.__struct_config__.tag)
                    self.check(live, request, wish, at)
                    outcome = self._judge_and_append(live, request, wish, at)
                    then = self.follow_up(live) if isinstance(outcome, Receipt) else None
            except RuleViolation as refusal:
                # The same request may have been carried out just now, which would explain the
                # refusal: then the earlier receipt is the answer.
                if is_repeated or not self._is_key_used(request):
                    self._observer.refused(refusal, kind)
                    raise
                is_repeated = True
                continue
            if isinstance(outcome, Receipt):
                self._observer.accepted(wish.command)
                if then is not None:
                    then()
                return outcome
            is_repeated = outcome == "repeated"
        busy = Busy("too many commands arrive in this game at once; send it again")
        self._observer.refused(busy, kind)
        raise busy

    def check(self, live: LiveLedger[L], request: LedgerRequest[L, W], wish: Wish, at: int) -> None:
        """Refuse what must not even be judged."""

    def follow_up(self, live: LiveLedger[L]) -> Callable[[], None] | None:
        """What is to be done after a commit, once the ledger is no longer held, if anything."""
        return None

    def source_of(self, live: LiveLedger[L], command: Command) -> str:
        """What the seed of a ledger follows from, by name."""
        return live.state.source or live.game

    def _judge_and_append(
        self, live: LiveLedger[L], request: LedgerRequest[L, W], wish: Wish, at: int
    ) -> Receipt | AppendOutcome:
        """The receipt of the appended commit, or why it was not appended."""
        if request.version not in (None, live.version):
            raise VersionMoved(f"the game is at version {live.version} now", version=live.version)
        chance = self.chance(live, wish.command)
        rules = live.folded.ruleset
        events = rules.play(live.state, wish.command, chance, Occasion(at, wish.actor))
        commit = make_commit(
            rules,
            version=live.version + 1,
            at=at,
            actor=wish.actor,
            key=request.key,
            command=wish.command,
            events=events,
            seed=seed_of(self._master, live.state.source),
        )
        line, digest = seal(commit, live.folded.head)
        with self._observer.appending():
            outcome = self.games.append(live, line, digest, at, request.key)
        if outcome == "conflict":
            self._observer.conflict()
        if outcome != "appended":
            return outcome
        return _receipt(live, wish.actor, commit.version, digest.hex(), commit.events)

    def _is_key_used(self, request: LedgerRequest[L, W]) -> bool:
        key = request.key
        return key is not None and bool(self.games.ledger.version_of_key(request.game, key))

    def _earlier_receipt(self, live: LiveLedger[L], request: LedgerRequest[L, W]) -> Receipt:
        """The receipt of the earlier command with this key."""
        version = self.games.ledger.version_of_key(live.game, request.key or "") or 0
        if version > live.version:
            self.games.quarantine(
                live, f"commit {version} is missing, but its idempotency key is stored"
            )
            live.require_sound()
        wish = request.wish_again(live)
        ((_, line),) = self.games.ledger.read(live.game, version - 1, version)
        commit = codec_for(live.folded.ruleset).decode(line)
        is_same = at_time(commit.command, None) == at_time(as_stored(wish.command), None)
        opens = request.opens
        # By name: a game that was opened before an upgrade is found again after it.
        if not is_same or (opens is not None and opens.name != live.folded.ruleset.name):
            raise KeyReused("this idempotency key has been used for another command")
        return _receipt(live, wish.actor, commit.version, commit.hash, commit.events)

    def chance(self, live: LiveLedger[L], command: Command) -> SeededChance:
        """The chance of a ledger, if this server has the secret that it follows from."""
        state = live.state
        if state.key_id not in ("", self._key_id) and state.phase not in (CLOSED, MOVED):
            raise SecretMissing(
                "this server does not have the master secret of this game; the game cannot go on",
                key_id=state.key_id,
            )
        chance = SeededChance(seed_of(self._master, self.source_of(live, command)), self._key_id)
        live.folded.ruleset.fix_key(state, chance)
        return chance


class Carrier(LedgerCarrier[Table]):
    """Carries out requests for games."""

    def __init__(
        self,
        games: LiveGames,
        master: bytes,
        nudge: Callable[[str], None],
        observer: Observer,
        clock: Callable[[], int],
    ) -> None:
        super().__init__(games, master, observer, clock)
        self._nudge = nudge
        self._delay = SpectatorDelay(games, clock)

    def check(self, live: LiveGame, request: LedgerRequest[Table, W], wish: Wish, at: int) -> None:
        """Refuse a person without a seat by what spectators of the game may know of it by now.

        A refusal says how the game stands. Whatever spectators see of a game that has started is
        a game in play or a lobby in which every seat is taken, so this refuses all but its host.
        """
        if not request.is_from_spectator(live.state):
            return
        visible = self._delay.visible(live.game, SPECTATOR, live.version)
        if visible is None:
            return
        if request.version not in (None, visible.version):
            raise VersionMoved(
                f"the game is at version {visible.version} now", version=visible.version
            )
        seen = self.games.chain_at(live.game, visible.version)
        play(seen.state, wish.command, self.chance(live, wish.command), Occasion(at, wish.actor))

    def follow_up(self, live: LiveGame) -> Callable[[], None] | None:
        game, link = live.game, live.state.tournament
        if live.state.phase == CLOSED and link is not None:
            # The tournament records the result.
            return lambda: self._nudge(link.tournament)
        return (lambda: self._nudge(game)) if is_urgent(live.state) else None

    def source_of(self, live: LiveGame, command: Command) -> str:
        if isinstance(command, OpenGame) and command.challenge is not None:
            return live.state.source or command.challenge.name
        return super().source_of(live, command)


def _receipt(
    live: LiveLedger[L], actor: str, version: int, digest: str, events: tuple[Event, ...]
) -> Receipt:
    rules = live.folded.ruleset
    viewer = ORGANIZER if actor == SYSTEM else rules.viewer_of(live.state, PlayerId(actor))
    return Receipt(
        live.game, version, digest, tuple(rules.redact(event, viewer) for event in events)
    )
