"""The carrier: judges the command of a request on the live fold and appends its commit.

If another writer was faster, the fold catches up and the command is judged again.
"""

from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct

from commands.observer import Observer
from commands.refusals import Busy, KeyReused, SecretMissing, VersionMoved
from commands.requests import Request, Wish
from domain.chance.draws import SeededChance, key_id_of, seed_of
from domain.ids import ORGANIZER, SPECTATOR, SYSTEM, PlayerId, Viewer
from domain.messages import Command, Event, Occasion
from domain.refusals import RuleViolation
from domain.ruleset import play
from domain.table.lobby import OpenGame, fix_key
from domain.table.state import CLOSED, LOBBY, MOVED
from eventlog.commit import codec_for, make_commit, seal
from eventlog.due_work import is_urgent
from eventlog.ledger import AppendOutcome
from eventlog.live_games import LiveGame, LiveGames

ATTEMPTS = 100
"""How often a command is judged again because another writer was faster."""

W = TypeVar("W")


class Receipt(Struct, frozen=True):
    """The commit that a command led to, redacted for its sender."""

    game: str
    version: int
    hash: str
    events: tuple[Event, ...]


class Carrier:
    """Carries out requests for all games, one commit each."""

    def __init__(
        self,
        games: LiveGames,
        master: bytes,
        nudge: Callable[[str], None],
        observer: Observer,
        clock: Callable[[], int],
    ) -> None:
        self.games = games
        self.clock = clock
        self._master = master
        self._key_id = key_id_of(master)
        self._nudge = nudge
        self._observer = observer

    def carry(self, request: Request[W]) -> Receipt | W:
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
                    outcome = self._judge_and_append(live, request, wish, at)
                    needs_nudge = isinstance(outcome, Receipt) and is_urgent(live.state)
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
                if needs_nudge:
                    self._nudge(request.game)
                return outcome
            is_repeated = outcome == "repeated"
        busy = Busy("too many commands arrive in this game at once; send it again")
        self._observer.refused(busy, kind)
        raise busy

    def _judge_and_append(
        self, live: LiveGame, request: Request[W], wish: Wish, at: int
    ) -> Receipt | AppendOutcome:
        """The receipt of the appended commit, or why it was not appended."""
        if request.version not in (None, live.version):
            raise VersionMoved(f"the game is at version {live.version} now", version=live.version)
        chance = self._chance(live, wish.command)
        events = play(live.state, wish.command, chance, Occasion(at, wish.actor))
        commit = make_commit(
            live.folded.ruleset,
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

    def _is_key_used(self, request: Request[W]) -> bool:
        key = request.key
        return key is not None and bool(self.games.ledger.version_of_key(request.game, key))

    def _earlier_receipt(self, live: LiveGame, request: Request[W]) -> Receipt:
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
        if commit.command != wish.command or request.opens not in (None, live.folded.ruleset):
            raise KeyReused("this idempotency key has been used for another command")
        return _receipt(live, wish.actor, commit.version, commit.hash, commit.events)

    def _chance(self, live: LiveGame, command: Command) -> SeededChance:
        state = live.state
        if state.key_id not in ("", self._key_id) and state.phase not in (CLOSED, MOVED):
            raise SecretMissing(
                "this server does not have the master secret of this game; the game cannot go on",
                key_id=state.key_id,
            )
        source = state.source or live.game
        if isinstance(command, OpenGame) and command.challenge is not None:
            source = command.challenge.name
        chance = SeededChance(seed_of(self._master, source), self._key_id)
        if state.phase not in ("", LOBBY):
            fix_key(state, chance)
        return chance


def _receipt(
    live: LiveGame, actor: str, version: int, digest: str, events: tuple[Event, ...]
) -> Receipt:
    seat = live.state.seat_of(PlayerId(actor))
    viewer: Viewer = SPECTATOR if seat is None else seat
    if actor == SYSTEM:
        viewer = ORGANIZER
    redact = live.folded.ruleset.redact
    return Receipt(live.game, version, digest, tuple(redact(event, viewer) for event in events))
