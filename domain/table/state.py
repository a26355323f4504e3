"""What every game of the family has: its seats, its options, its chance and how it ended."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeVar

from msgspec import Struct

from domain.ids import PlayerId, Seat
from domain.ledger_state import LedgerState, Past
from domain.refusals import RuleViolation
from domain.table.challenges import Challenge
from domain.table.deadlines import Watch
from domain.table.tournament_link import TournamentTable

if TYPE_CHECKING:
    from domain.ruleset import AnyRuleset

Outcome: TypeAlias = Literal["won", "void", "abandoned"]
Ending: TypeAlias = Literal["time_limit", "challenge_closed"]

FIRST_SEAT = Seat(0)
COLOURS = ("red", "blue", "orange", "white")

LOBBY = "lobby"
OVER = "over"
CLOSED = "closed"
MOVED = "moved"
PAUSED = "paused"


class Score(Struct, frozen=True):
    """Points of a seat by where they come from, as far as the reader may know."""

    seat: Seat
    points: int
    sources: dict[str, int]


class Standing(Struct, frozen=True):
    """A line of the result. Without a winner nobody has a rank."""

    seat: Seat
    rank: int | None
    points: int
    sources: dict[str, int]


class Chair(Struct):
    """A place at the table."""

    player: PlayerId | None = None
    colour: str | None = None
    nonce: str | None = None
    resigned: bool = False
    bot: str | None = None
    """The bot that moves for this seat: its player, or while its player is away."""
    reserved: PlayerId | None = None
    """For whom it is kept before the start."""
    gone_in_turn: int | None = None
    """The turn in which its player resigned, or went away and has not come back."""
    disqualified: bool = False
    """Whether a referee has excluded it from the game."""


class Invitation(Struct):
    """A right to sit down, for those who know the code of this digest."""

    digest: str
    uses: int
    """For how many players it is."""
    expires_at: int
    """Until when (ms) it can be accepted."""
    seat: Seat | None = None
    """The only seat that it is for."""
    used_by: tuple[PlayerId, ...] = ()
    is_revoked: bool = False

    @property
    def is_open(self) -> bool:
        """Whether one more player may accept it, if it has not expired."""
        return not self.is_revoked and len(self.used_by) < self.uses


class Pause(Struct, frozen=True):
    """What a pause interrupted, and who may end it."""

    phase: str
    by_seats: bool
    by_call: bool = False
    """Whether it ends when a referee answers a call."""


class RefereeCall(Struct, frozen=True):
    """A call for a referee that nobody has answered yet."""

    seat: Seat
    text: str
    since: int | None
    """When (ms) it was made."""


class Ruling(Struct, frozen=True):
    """What a referee has ruled, and when (ms)."""

    text: str
    at: int | None


class CopiedFrom(Struct, frozen=True):
    """A position of another game: after which commit, and the hash of that commit."""

    game: str
    version: int
    head: str


@dataclass(slots=True, kw_only=True, eq=False)
class Table(LedgerState):
    """The state that all rulesets share."""

    ruleset: "AnyRuleset"
    past: "Past[Table] | None" = None
    options: Any = None
    host: PlayerId | None = None
    listed: bool = True
    """Whether everybody may find the game in the lobby."""
    invited_only: bool = False
    """Whether nobody sits down without an invitation or a reserved seat."""
    rated: bool = True
    """Whether its result may count for ratings."""
    is_rated: bool = False
    """Whether its host said that it does: then it is what a rated game must be."""
    lapses_at: int | None = None
    """When (ms) it is given up if it has not started by then."""
    invitations: dict[int, Invitation] = field(default_factory=dict)
    """By their numbers, which count from 1."""
    turned_away: tuple[PlayerId, ...] = ()
    """Players who can sit down only at a seat that the host reserves for them."""
    challenge: Challenge | None = None
    """With which other games it shares its chance."""
    tournament: TournamentTable | None = None
    """Which table of a tournament it is, if it is one; then it has no host."""
    chairs: list[Chair] = field(default_factory=list)
    playing: tuple[Seat, ...] = ()
    """The seats that are still in the game, in seat order."""
    turn: int = 0
    turn_seat: Seat = FIRST_SEAT
    outcome: Outcome | None = None
    winners: tuple[Seat, ...] = ()
    standings: tuple[Standing, ...] = ()
    ending: Ending | None = None
    """What else than the rules of the game has ended it."""
    watch: Watch | None = None
    """Its clocks, if it is played with any."""
    pause: Pause | None = None
    pause_agreed: tuple[Seat, ...] = ()
    """Seats that have asked for a pause, in the turn of `pause_turn`."""
    pause_turn: int = 0
    call: RefereeCall | None = None
    """The open call for a referee."""
    rulings: tuple[Ruling, ...] = ()
    """The latest ones."""
    rewound_to: int | None = None
    """The version to which the game was rewound last."""
    copied_from: CopiedFrom | None = None
    """Where its first position was copied from. Then it counts in no table of results."""

    @property
    def nonces(self) -> list[str]:
        return [chair.nonce for chair in self.chairs if chair.nonce is not None]

    @property
    def source(self) -> str:
        """What its seed follows from, by name."""
        return self.game if self.challenge is None else self.challenge.name

    @property
    def is_sealed(self) -> bool:
        """Whether nobody but its player may look at it yet."""
        return self.challenge is not None and self.phase != CLOSED

    def seat_of(self, player: PlayerId) -> Seat | None:
        for i, chair in enumerate(self.chairs):
            if chair.player == player:
                return Seat(i)
        return None

    def is_bots(self, seat: Seat) -> bool:
        """Whether a bot moves for this seat now."""
        return self.chairs[seat].bot is not None


S = TypeVar("S", bound=Table)
"""The state of one ruleset."""
S_contra = TypeVar("S_contra", bound=Table, contravariant=True)
"""The state that rules are for; they are also rules for any state that extends it."""


class UnknownSeat(RuleViolation):
    """The table has no seat of this number; seats count from 0."""

    code = "seat/unknown"


class GameNotStarted(RuleViolation):
    """The game has not started; wait until every seat is taken and the host starts it."""

    code = "game/not_started"


class GameNotOpen(RuleViolation):
    """Nothing has been opened under this id; open a game first."""

    code = "game/not_open"


class GameOver(RuleViolation):
    """The game is over; nothing more can be done in it."""

    code = "game/over"


class GameClosed(RuleViolation):
    """The game is closed and its ledger takes nothing more; read it, or export it."""

    code = "game/closed"


class GameHasMoved(RuleViolation):
    """The game goes on at another server; nothing more can be done in it here."""

    code = "game/moved"


class GameIsPaused(RuleViolation):
    """The game is paused; wait until it goes on."""

    code = "game/paused"


class SeatResignedAlready(RuleViolation):
    """This seat has resigned; its player can only watch."""

    code = "seat/resigned"


def require_seat_in_play(state: Table, seat: Seat) -> None:
    """Refuse a wish of a seat that is not, not yet or no longer playing."""
    require_open(state)
    require_not_over(state)
    if state.phase == LOBBY:
        raise GameNotStarted("the game has not started yet; the host starts it with start_game")
    if not 0 <= seat < len(state.chairs):
        raise UnknownSeat(f"seats go from 0 to {len(state.chairs) - 1}", seat=seat)
    if state.chairs[seat].resigned:
        raise SeatResignedAlready("this seat has resigned and can only watch", seat=seat)
    if state.phase == PAUSED:
        raise GameIsPaused("the game is paused; nothing can be done until it goes on")


def require_open(state: Table) -> None:
    if not state.phase:
        raise GameNotOpen("there is no such game; open it first")


def require_not_over(state: Table) -> None:
    if state.phase == OVER:
        raise GameOver("the game is over; nothing more can be done in it")
    if state.phase == CLOSED:
        raise GameClosed("the game is closed; its ledger takes nothing more")
    if state.phase == MOVED:
        raise GameHasMoved("the game has been moved to another server and goes on there")
