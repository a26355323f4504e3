"""The requests that the desk takes: a posted command, an opening, due work, an operator's order.

Each request names its command once the game is loaded and the time is known. The carrier judges
that command and appends its events.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import ClassVar, Generic, Literal, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain.ids import SYSTEM, PlayerId, Seat
from domain.ledger_rules import Rules
from domain.ledger_state import L
from domain.messages import TIME_FIELD, CallCommand, Command
from domain.posting import Author, read_command
from domain.ruleset import AnyRuleset
from domain.table.bots import bot_id
from domain.table.challenges import ChallengeNotOn, GameSealed
from domain.table.closing import CloseGame, VoidGame
from domain.table.invitations import find_invitation, require_not_expired
from domain.table.lobby import OpenGame, TakeSeat
from domain.table.state import Table
from domain.well_formed import BadValue
from eventlog.due_work import (
    MAX_BOT_TURNS,
    bot_pace_ms,
    bots_to_act,
    closing_of,
    is_endless,
    overdue_command,
)
from eventlog.live_games import LiveGame, LiveLedger

ENDLESS = f"bots alone have not finished it in {MAX_BOT_TURNS:,} turns"

Chooser: TypeAlias = Callable[[Table, Seat, str], Command]
"""Chooses the command of a bot from the state, the bot's seat and its name."""


class NoCommand(Enum):
    """Why a request brings no command right now."""

    DEADLINE_FIRST = "a deadline has passed, and it must expire before anything else happens"
    NOTHING_DUE = "the service has nothing to do in this game at this time"


DeadlineFirst: TypeAlias = Literal[NoCommand.DEADLINE_FIRST]
NothingDue: TypeAlias = Literal[NoCommand.NOTHING_DUE]


@dataclass(frozen=True)
class Wish:
    """A command and the actor who sends it."""

    actor: str
    command: Command


W = TypeVar("W", covariant=True)


class LedgerRequest(Protocol[L, W]):
    """A request. `W` is the type of the reasons it may give for bringing no command."""

    @property
    def game(self) -> str: ...

    @property
    def key(self) -> str | None:
        """The digest under which the same request is carried out only once."""

    @property
    def version(self) -> int | None:
        """The version that the game must be at."""

    @property
    def min_version(self) -> int | None:
        """A version that is already appended: a fold that has it need not read the log."""

    @property
    def opens(self) -> Rules[L] | None:
        """The rules of a ledger that need not exist yet."""

    def wish_at(self, live: LiveLedger[L], at: int) -> Wish | W:
        """The command to carry out at this time (ms), or the reason why there is none."""

    def wish_again(self, live: LiveLedger[L]) -> Wish:
        """The command of this request when it came before, at whatever time that was."""

    def is_from_spectator(self, state: L) -> bool:
        """Whether its author sees the game only as spectators do."""


Request: TypeAlias = LedgerRequest[Table, W]
"""A request for a game."""


@dataclass(frozen=True)
class PostedCommand:
    """A command that a person posted. Deadlines that have passed must expire first."""

    game: str
    body: object
    player: PlayerId
    is_organizer: bool
    key: str | None
    version: int | None
    min_version: ClassVar[None] = None
    opens: ClassVar[None] = None

    def wish_at(self, live: LiveGame, at: int) -> Wish | DeadlineFirst:
        if overdue_command(live.state, at) is not None:
            return NoCommand.DEADLINE_FIRST
        wish = self.wish_again(live)
        if isinstance(wish.command, TakeSeat) and wish.command.code is not UNSET:
            require_not_expired(find_invitation(live.state, wish.command.code)[1], at)
        return Wish(wish.actor, at_time(wish.command, at))

    def wish_again(self, live: LiveGame) -> Wish:
        state = live.state
        author = Author(self.player, state.seat_of(self.player), self.is_organizer)
        if state.is_sealed and author.seat is None and not self.is_organizer:
            raise GameSealed("only the player of a sealed game may act in it")
        return Wish(self.player, read_command(state.ruleset, self.body, author))

    def is_from_spectator(self, state: Table) -> bool:
        return state.seat_of(self.player) is None and not self.is_organizer


@dataclass(frozen=True)
class CallRequest:
    """A command for which there is a call of its own, and which the rules refuse to do twice."""

    game: str
    command: CallCommand
    key: ClassVar[None] = None
    version: ClassVar[None] = None
    min_version: ClassVar[None] = None
    opens: ClassVar[None] = None

    def wish_at(self, live: LiveGame, at: int) -> Wish | DeadlineFirst:
        if overdue_command(live.state, at) is not None:
            return NoCommand.DEADLINE_FIRST
        return self.wish_again(live)

    def wish_again(self, live: LiveGame) -> Wish:
        return Wish(self.command.player, self.command)

    def is_from_spectator(self, state: Table) -> bool:
        return state.seat_of(self.command.player) is None


@dataclass(frozen=True)
class OpeningRequest:
    """A game to be opened; a challenge can be opened only while it is on."""

    command: OpenGame
    opens: AnyRuleset
    key: str | None
    lapse_ms: int = 0
    """How long it waits for its start; 0 means for ever."""
    version: ClassVar[None] = None
    min_version: ClassVar[None] = None

    @property
    def game(self) -> str:
        return self.command.game

    def wish_at(self, live: LiveGame, at: int) -> Wish:
        challenge = self.command.challenge
        if challenge is not None and not live.version and not challenge.is_on(at):
            raise ChallengeNotOn(
                "this challenge cannot be begun now",
                opens_at=challenge.opens_at,
                closes_at=challenge.closes_at,
            )
        if live.version or not self.lapse_ms:
            return self.wish_again(live)
        return self._wish(at + self.lapse_ms)

    def wish_again(self, live: LiveGame) -> Wish:
        return self._wish(live.state.lapses_at)

    def _wish(self, lapses_at: int | None) -> Wish:
        return Wish(self.command.player, replace(self.command, lapses_at=lapses_at))

    def is_from_spectator(self, state: Table) -> bool:
        return False


@dataclass(frozen=True)
class LedgerOpening(Generic[L]):
    """A ledger to be opened: a tournament, or a game at a position of another one."""

    game: str
    command: CallCommand
    opens: Rules[L]
    key: str | None
    version: ClassVar[None] = None
    min_version: ClassVar[None] = None

    def wish_at(self, live: LiveLedger[L], at: int) -> Wish:
        return self.wish_again(live)

    def wish_again(self, live: LiveLedger[L]) -> Wish:
        return Wish(self.command.player, self.command)

    def is_from_spectator(self, state: L) -> bool:
        return False


class _Unkeyed:
    """A request without an idempotency key: the rules refuse to do it twice."""

    key: ClassVar[None] = None
    version: ClassVar[None] = None
    opens: ClassVar[None] = None

    def wish_again(self, live: LiveGame) -> Wish:
        raise AssertionError("a request without a key is never found again by its key")

    def is_from_spectator(self, state: Table) -> bool:
        return False


@dataclass(frozen=True)
class DueWork(_Unkeyed):
    """The service's own work: closing a game, letting a deadline expire, moving for a bot."""

    game: str
    choose: Chooser | None
    """Without a chooser the bots are left to another process."""
    min_version: int | None

    def wish_at(self, live: LiveGame, at: int) -> Wish | NothingDue:
        state = live.state
        due = closing_of(state, at, live.folded.at) or overdue_command(state, at)
        if due is not None:
            return Wish(SYSTEM, due)
        bots = bots_to_act(state)
        if self.choose is None or not bots:
            return NoCommand.NOTHING_DUE
        if is_endless(state):
            return Wish(SYSTEM, VoidGame(reason=ENDLESS))
        if at < live.folded.at + bot_pace_ms(state):
            return NoCommand.NOTHING_DUE
        seat = bots[0]
        bot = state.chairs[seat].bot or ""
        return Wish(bot_id(bot, seat), self.choose(state, seat, bot))


@dataclass(frozen=True)
class ClosingOrder(_Unkeyed):
    """The order to close a game that is over. Its command depends on the time."""

    game: str
    min_version: ClassVar[None] = None

    def wish_at(self, live: LiveGame, at: int) -> Wish:
        return Wish(SYSTEM, closing_of(live.state, at, live.folded.at) or CloseGame())


@dataclass(frozen=True)
class Order(_Unkeyed):
    """A command of the operator, which the rules judge like any other."""

    game: str
    command: Command
    min_version: int | None = None
    """Of a fold that is new enough to judge it by; the append finds out if there is a newer one."""

    def wish_at(self, live: LiveGame, at: int) -> Wish:
        return Wish(SYSTEM, _as_stored(self.command))


def at_time(command: Command, at: int | None) -> Command:
    """A command with the time at which it is given, if it has a field for that."""
    if TIME_FIELD not in command.__struct_fields__:
        return command
    return replace(command, **{TIME_FIELD: at})


def _as_stored(command: Command) -> Command:
    """The command as it will be read from the log. Posted commands went through this already."""
    try:
        return msgspec.json.decode(msgspec.json.encode(command), type=type(command))
    except (msgspec.ValidationError, ValueError) as error:
        raise BadValue(f"this command could not be read again: {error}") from None


def key_digest(actor: str, key: str) -> str:
    """The digest of an idempotency key, which is what is stored. A key belongs to its actor."""
    return sha256(f"{actor}\0{key}".encode()).hexdigest()
