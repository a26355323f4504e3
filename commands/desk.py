"""The desk: a command comes in, is judged on the live fold, and a commit goes out."""

import logging
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from commands.observing import Observer
from commands.refusals import Busy, KeyReused, SecretMissing, VersionMoved
from domain.bots import bot_id
from domain.challenges import Challenge, ChallengeNotOn, GameSealed
from domain.chance import SeededChance, commitment_of, key_id_of, mac, seed_of
from domain.closing import CloseGame, MoveGame, VoidGame
from domain.ids import ORGANIZER, SPECTATOR, PlayerId, Seat, Viewer
from domain.lobby import OpenGame, fix_key
from domain.messages import Command, Event, Occasion, SystemCommand
from domain.posting import Author, read_command
from domain.refusals import RuleViolation
from domain.registry import ruleset_named
from domain.ruleset import Ruleset, play
from domain.table import CLOSED, LOBBY, MOVED, Table
from domain.wellformed import BadValue
from eventlog.agenda import (
    BOT_TURNS,
    bot_pace_ms,
    bots_to_act,
    closing_of,
    expiry_of,
    is_endless,
    is_urgent,
)
from eventlog.commit import codec_for, make_commit, seal
from eventlog.keys import new_game_id
from eventlog.ledger import UNREACHABLE
from eventlog.live import LiveGame, LiveGames
from eventlog.verification import SYSTEM

logger = logging.getLogger(__name__)

ENDLESS = f"bots alone have not finished it in {BOT_TURNS:,} turns"

ATTEMPTS = 100
"""How often a command is judged again because another one was faster."""

Wish: TypeAlias = Callable[[LiveGame, int], tuple[str, Command] | None]
"""Who wants what, once the state tells, at that time (ms); None if there is nothing to do."""
Chooser: TypeAlias = Callable[[Table, Seat, str], Command]
"""Makes the move of a seat for a bot: state, seat, name of the bot."""


class Guards(Struct, frozen=True):
    """Conditions that a client puts on its command."""

    key: str | None = None
    """Idempotency key: the same wish is carried out once, however often it is sent."""
    version: int | None = None
    """The version that the game must be at."""


NO_GUARDS = Guards()


class Opening(Struct, frozen=True):
    """What a client asks for when it opens a game."""

    ruleset: str
    players: int
    options: dict[str, Any]
    listed: bool = True


class Receipt(Struct, frozen=True):
    """The commit that a command led to, redacted for who sent it."""

    game: str
    version: int
    hash: str
    events: tuple[Event, ...]


class _Request:
    """What was asked of the desk, and the command that it was read as."""

    def __init__(
        self,
        game: str,
        wish: Wish,
        *,
        key: str | None = None,
        version: int | None = None,
        known: int | None = None,
        opening: Ruleset | None = None,
    ) -> None:
        self.game = game
        self.known = known
        self.key = key
        self.version = version
        self.opening = opening
        self.actor = ""
        self.kind = "unknown"
        self._wish = wish

    def read(self, live: LiveGame, at: int) -> Command | None:
        wished = self._wish(live, at)
        if wished is None:
            return None
        self.actor, command = wished
        self.kind = str(command.__struct_config__.tag)
        return command


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Desk:
    """Takes commands for all games."""

    def __init__(
        self,
        games: LiveGames,
        master: bytes,
        *,
        nudge: Callable[[str], None] = lambda game: None,
        observer: Observer | None = None,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        """`nudge` is told of a game in which the house has something to do."""
        self.games = games
        self._master = master
        self._key_id = key_id_of(master)
        self._nudge = nudge
        self._observer = observer or Observer()
        self.clock = clock

    def open_game(self, opening: Opening, player: PlayerId, key: str | None = None) -> Receipt:
        """Open a game. The same key opens the same game again, on any server of this master."""
        ruleset = ruleset_named(opening.ruleset)
        randomness = None if key is None else mac(self._master, f"game:{player}:{key}".encode())
        game = new_game_id(randomness)
        command = OpenGame(player, game, opening.players, opening.options, opening.listed)
        digest = None if key is None else _digest(player, key)
        return self._must(
            _Request(game, lambda live, at: (player, command), key=digest, opening=ruleset)
        )

    def open_attempt(self, ruleset: str, challenge: Challenge, player: PlayerId) -> Receipt:
        """Open a player's only game of a challenge, or find it, on any server of this master."""
        game = self.attempt_id(challenge, player)
        command = OpenGame(player, game, 1, {}, listed=False, challenge=challenge)

        def wish(live: LiveGame, at: int) -> tuple[str, Command]:
            if not live.version and not challenge.is_on(at):
                raise ChallengeNotOn(
                    "this challenge cannot be begun now",
                    opens_at=challenge.opens_at,
                    closes_at=challenge.closes_at,
                )
            return player, command

        key = _digest(player, challenge.name)
        return self._must(_Request(game, wish, key=key, opening=ruleset_named(ruleset)))

    def attempt_id(self, challenge: Challenge, player: PlayerId) -> str:
        """The id that a player's game of a challenge has, whether there is one or not."""
        return new_game_id(mac(self._master, f"attempt:{challenge.name}:{player}".encode()))

    def commitment(self, challenge: Challenge) -> str:
        """The hash of a challenge's seed, which may be known at any time."""
        return commitment_of(seed_of(self._master, challenge.name))

    def revealed_seed(self, challenge: Challenge) -> bytes | None:
        """The seed of a challenge that has closed, and of no other."""
        is_closed = self.clock() >= challenge.closes_at
        return seed_of(self._master, challenge.name) if is_closed else None

    def submit(
        self,
        game: str,
        body: object,
        player: PlayerId,
        guards: Guards = NO_GUARDS,
        *,
        is_organizer: bool = False,
    ) -> Receipt:
        """Carry out what a person posted, or refuse it with a code and change nothing.

        Deadlines that have passed by then come first.
        """

        def wish(live: LiveGame, at: int) -> tuple[str, Command] | None:
            if expiry_of(live.state, at) is not None:
                return None
            author = Author(player, live.state.seat_of(player), is_organizer)
            if live.state.is_sealed and author.seat is None and not is_organizer:
                raise GameSealed("only its player has to do with this game yet")
            return player, read_command(live.state.ruleset, body, author)

        key = None if guards.key is None else _digest(player, guards.key)
        request = _Request(game, wish, key=key, version=guards.version)
        while (receipt := self._take(request)) is None:
            for _ in self.tend(game):
                pass
        return receipt

    def tend(self, game: str, choose: Chooser | None = None) -> Iterator[Receipt]:
        """Do what the house has to do by now: let deadlines expire, let bots move, close the game.

        A receipt for each commit. It may be asked for at any time, and broken off after any of
        them. Without a chooser the bots are left to somebody else.
        """

        def wish(live: LiveGame, at: int) -> tuple[str, Command] | None:
            state = live.state
            due = closing_of(state, at) or expiry_of(state, at)
            if due is not None:
                return SYSTEM, due
            if choose is not None and bots_to_act(state) and is_endless(state):
                return SYSTEM, VoidGame(ENDLESS)
            return None if choose is None else _bot_wish(live, at, choose)

        known = None
        while (receipt := self._take(_Request(game, wish, known=known))) is not None:
            yield receipt
            known = receipt.version

    def attend(self, game: str) -> None:
        """See to a game that somebody is about to read, if it may be overdue."""
        due = self.games.due(game)
        if due is not None and due <= self.clock():
            try:
                for _ in self.tend(game):
                    pass
            except RuleViolation as refusal:
                logger.info("not tended: %s", refusal, extra={"game": game, "code": refusal.code})
            except UNREACHABLE as error:
                # It may only be that nothing can be written, which readers need not hear of.
                logger.warning("not tended: %s", error, extra={"game": game})

    def close_game(self, game: str) -> Receipt:
        """Record the result of a game that is over, and reveal its seed."""
        return self._must(
            _Request(game, lambda live, at: (SYSTEM, closing_of(live.state, at) or CloseGame()))
        )

    def void_game(self, game: str, reason: str) -> Receipt:
        """End a game without a winner."""
        return self._order(game, VoidGame(reason))

    def move_game(self, game: str) -> Receipt:
        """End a game here because it goes on at another server."""
        return self._order(game, MoveGame())

    def _order(self, game: str, command: SystemCommand) -> Receipt:
        return self._must(_Request(game, lambda live, at: (SYSTEM, _readable(command))))

    def _must(self, request: _Request) -> Receipt:
        receipt = self._take(request)
        assert receipt is not None, "this wish always wants something"
        return receipt

    def _take(self, request: _Request) -> Receipt | None:
        try:
            receipt = self._carry_out(request)
        except RuleViolation as refusal:
            self._observer.refused(refusal, request.kind)
            raise
        return receipt

    def _carry_out(self, request: _Request) -> Receipt | None:
        game, is_repeated = request.game, False
        for _ in range(ATTEMPTS):
            with self.games.hold(game, request.known, request.opening) as live:
                if is_repeated:
                    return self._earlier(live, request)
                try:
                    live.require_sound()
                    at = max(self.clock(), live.folded.at)
                    command = request.read(live, at)
                    if command is None:
                        return None
                    if request.version not in (None, live.version):
                        raise VersionMoved(
                            f"the game is at version {live.version} now", version=live.version
                        )
                    occasion = Occasion(at, request.actor)
                    events = play(live.state, command, self._chance(live, command), occasion)
                except RuleViolation:
                    if request.key is None:
                        raise
                    if not self.games.ledger.version_of_key(game, request.key):
                        raise
                    # It may have been carried out just now, so the log is looked at once more.
                    is_repeated = True
                    continue
                receipt, is_repeated = self._append(live, request, command, events, at)
                wants_nudge = receipt is not None and is_urgent(live.state)
            if receipt is not None:
                self._observer.accepted(command)
                if wants_nudge:
                    self._nudge(game)
                return receipt
        raise Busy("too many commands meet in this game right now; send it again")

    def _append(
        self, live: LiveGame, request: _Request, command: Command, events: list[Event], at: int
    ) -> tuple[Receipt | None, bool]:
        """The receipt of the appended commit; without one, whether the key has been used."""
        commit = make_commit(
            live.folded.ruleset,
            version=live.version + 1,
            at=at,
            actor=request.actor,
            key=request.key,
            command=command,
            events=events,
            seed=seed_of(self._master, live.state.source),
        )
        line, digest = seal(commit, live.folded.head)
        with self._observer.appending():
            outcome = self.games.append(live, line, digest, commit.at, request.key)
        if outcome == "conflict":
            self._observer.conflict()
        if outcome != "appended":
            return None, outcome == "repeated"
        receipt = _receipt(live, request.actor, commit.version, digest.hex(), commit.events)
        return receipt, False

    def _earlier(self, live: LiveGame, request: _Request) -> Receipt:
        """The receipt of the command that came with this key before."""
        version = self.games.ledger.version_of_key(live.game, request.key or "") or 0
        if version > live.version:
            self.games.distrust(live, f"commit {version} is missing, but its key is there")
            live.require_sound()
        # At a time when no deadline has passed: what was wished then is all that matters.
        command = request.read(live, 0)
        ((_, line),) = self.games.ledger.read(live.game, version - 1, version)
        commit = codec_for(live.folded.ruleset).decode(line)
        if commit.command != command or request.opening not in (None, live.folded.ruleset):
            raise KeyReused("this idempotency key has been used for another command")
        return _receipt(live, request.actor, commit.version, commit.hash, commit.events)

    def _chance(self, live: LiveGame, command: Command) -> SeededChance:
        state = live.state
        if state.key_id not in ("", self._key_id) and state.phase not in (CLOSED, MOVED):
            raise SecretMissing(
                "this server has lost the secret that the game draws from; it cannot go on",
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


def _bot_wish(live: LiveGame, at: int, choose: Chooser) -> tuple[str, Command] | None:
    """The move of a bot that is to act and has waited for long enough."""
    state = live.state
    seats = bots_to_act(state)
    if not seats or at < live.folded.at + bot_pace_ms(state):
        return None
    seat = seats[0]
    bot = state.chairs[seat].bot or ""
    return bot_id(bot, seat), choose(state, seat, bot)


def _readable(command: SystemCommand) -> SystemCommand:
    """A command of the house, as it will be read from the log; a person's is read before."""
    try:
        return msgspec.json.decode(msgspec.json.encode(command), type=type(command))
    except (msgspec.ValidationError, ValueError) as error:
        raise BadValue(f"this command could not be read again: {error}") from None


def _digest(actor: str, key: str) -> str:
    """A key belongs to its actor."""
    return sha256(f"{actor}\0{key}".encode()).hexdigest()
