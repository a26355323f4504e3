"""Where a tournament stands: its staff, entries, rounds, results and penalties.

An entry is known by the person who first entered with it. If a substitute takes over, the entry and
its record stay, and `person` changes. Seating, results and standings speak of entries; views and
commands speak of persons.
"""

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec import field as part

from domain.ids import PlayerId, Seat
from domain.ledger_state import LedgerState
from domain.refusals import RuleViolation
from domain.tournament.formats.course import PhaseName
from domain.tournament.formats.progress import FinalPlace
from domain.tournament.seating.problem import Cost, Manner, TablePlayers
from domain.tournament.setup import Role, Setup
from domain.tournament.standings.results import Line, Penalty, PenaltyKind
from domain.tournament.standings.tally import Tally

REGISTRATION = "registration"
RUNNING = "running"
FINISHED = "finished"
CANCELLED = "cancelled"
CLOSED = "closed"

EntryStatus: TypeAlias = Literal[
    "pending", "waiting", "entered", "playing", "declined", "withdrawn", "absent", "dropped"
]
"""`pending`: to be approved. `waiting`: for a place. `entered`: has a place, before the start.
`absent`: had not checked in at the start. `dropped`: left after the start."""
RoundStatus: TypeAlias = Literal["draft", "published", "running", "closed"]
AppealStatus: TypeAlias = Literal["open", "rejected", "granted"]
GameOutcome: TypeAlias = Literal["won", "void", "abandoned"]
ChoiceOf: TypeAlias = Literal["seat", "colour"]


class Entry(Struct):
    """An entrant, by the person who first entered."""

    number: int
    """Counts from 1, in the order in which people first entered."""
    person: PlayerId
    """Who plays now."""
    status: EntryStatus
    checked_in: bool = False
    bot: str | None = None
    """The name of the bot, if it is one."""
    from_round: int = 1
    """The first round that they can play in."""
    earlier: tuple[PlayerId, ...] = ()
    """Who had the place before, in their order."""

    @property
    def has_place(self) -> bool:
        return self.status in ("entered", "playing")


class Plan(Struct, frozen=True, kw_only=True):
    """Who sits where in a round, and everything that this follows from. Entries, not persons."""

    phase: PhaseName
    round_of_phase: int
    rounds_of_phase: int | None
    manner: Manner
    counts: bool
    """Whether its results count in the standings."""
    choice_by_rank: bool
    """Whether players choose seat and colour, at each table in the order of `players`."""
    players: tuple[PlayerId, ...]
    """Who plays, the best first."""
    levels: tuple[int, ...]
    out: tuple[PlayerId, ...] = ()
    """Who is out of it with this round and was not before."""
    tables: tuple[TablePlayers, ...]
    byes: tuple[PlayerId, ...] = ()
    cost: Cost
    bound: Cost
    seed: str
    method: str
    changes: int = 0
    """How many changes were made by hand."""


class Result(Struct, frozen=True, kw_only=True):
    """How a table ended: by its game, or by a referee's decision."""

    points: tuple[int, ...]
    """By seat."""
    winners: tuple[Seat, ...]
    outcome: GameOutcome
    game: str | None = None
    head: str | None = None
    """The head hash of the game's closed ledger."""
    decided_by: PlayerId | None = None
    reason: str = ""


class TakenOver(Struct, frozen=True):
    """A substitute plays a seat from now on."""

    seat: Seat
    left: PlayerId
    """Who played there before."""
    left_bot: str | None
    """The name of the bot, if it was one."""
    player: PlayerId
    reason: str


class RoundTable(Struct, kw_only=True):
    """A table of a round that is published. Seats count from 0, tables from 1."""

    entrants: tuple[PlayerId, ...]
    """By seat."""
    players: tuple[PlayerId, ...]
    """The persons who play for them."""
    choosers: tuple[PlayerId, ...] = ()
    """The entrants in the order in which they choose; empty if nobody does."""
    seats: dict[PlayerId, Seat] = part(default_factory=dict)
    """Chosen seats by entrant."""
    colours: dict[PlayerId, str] = part(default_factory=dict)
    """Chosen colours by entrant."""
    choice_until: int | None = None
    """Until when (ms) the next one can choose; None while nobody is asked."""
    attempt: int = 1
    """Counts the games of this table: a referee may order another."""
    game: str | None = None
    """The id of its game."""
    starts_at: int | None = None
    """When (ms) its game starts and its clocks begin to run; None if that was not recorded."""
    taken_over: tuple[TakenOver, ...] = ()
    """Seats that substitutes took over since the round has started, in their order."""
    left_games: tuple[str, ...] = ()
    """Games that do not count: the table was played again, or awarded before they ended."""
    result: Result | None = None
    signed: tuple[PlayerId, ...] = ()
    """The entrants who have signed the result."""
    open_until: int | None = None
    """Until when (ms) the result can be signed or appealed."""
    is_sealed: bool = False


class Round(Struct, kw_only=True):
    """A round. The last of them may be a draft, whose plan only staff know."""

    number: int
    status: RoundStatus = "draft"
    plan: Plan | None = None
    tables: list[RoundTable] = part(default_factory=list)
    """Empty before it is published."""
    tied_at_cut: tuple[PlayerId, ...] = ()
    """Entrants of the same rank of whom only some play, by lot."""
    board: dict[str, Any] = part(default_factory=dict)
    """The options that hold the board that its tables share, if they do."""


class Appeal(Struct, kw_only=True):
    """A player does not agree with a result."""

    round: int
    table: int
    entrant: PlayerId
    player: PlayerId
    reason: str
    attempt: int
    """The game of the table that it is about."""
    status: AppealStatus = "open"
    decided_by: PlayerId | None = None
    decision: str = ""
    """The referee's reason."""


class PenaltyRecord(Struct, kw_only=True):
    """A penalty, in force or cancelled."""

    entrant: PlayerId
    player: PlayerId
    """The person whom it was imposed on."""
    kind: PenaltyKind
    points: int = 0
    round: int | None = None
    reason: str
    author: PlayerId
    cancelled_by: PlayerId | None = None
    cancelled_because: str = ""

    @property
    def is_in_force(self) -> bool:
        return self.cancelled_by is None


class ForbiddenPair(Struct, frozen=True):
    """Two entrants who are not to meet."""

    first: PlayerId
    second: PlayerId
    reason: str
    author: PlayerId


@dataclass(slots=True, kw_only=True, eq=False)
class Tournament(LedgerState):
    """A tournament, as its events have made it."""

    setup: Setup | None = None
    code_digest: str = ""
    nonce_seconds: int = 0
    """How long players can add nonces between the opening of tables and their start."""
    host: PlayerId | None = None
    """Who opened it."""
    staff: dict[PlayerId, Role] = field(default_factory=dict)
    entries: dict[PlayerId, Entry] = field(default_factory=dict)
    """In the order of entry."""
    bots_added: int = 0
    is_checking_in: bool = False
    pairs: list[ForbiddenPair] = field(default_factory=list)
    lot_seed: str = ""
    """Decides between equals if the tie-breakers say so; drawn at the start."""
    rounds: list[Round] = field(default_factory=list)
    appeals: dict[int, Appeal] = field(default_factory=dict)
    """By number, from 1 on."""
    penalties: dict[int, PenaltyRecord] = field(default_factory=dict)
    """By number, from 1 on."""
    tally: Tally = field(default_factory=Tally)
    ranking: tuple[FinalPlace, ...] = ()
    """The final ranking, once it is finished."""
    final_lines: tuple[Line, ...] = ()
    ended_because: str = ""
    """Why it was cancelled, or finished early."""

    @property
    def chosen(self) -> Setup:
        """What was chosen at the opening."""
        assert self.setup is not None
        return self.setup

    @property
    def open_round(self) -> Round | None:
        """The round that is not closed yet, if there is one."""
        last = self.rounds[-1] if self.rounds else None
        return None if last is None or last.status == "closed" else last

    @property
    def next_number(self) -> int:
        """The number of the round that comes next, or that is a draft."""
        last = self.open_round
        is_planned = last is not None and last.status in ("draft", "published")
        return len(self.rounds) if is_planned else len(self.rounds) + 1

    def person(self, entrant: PlayerId) -> PlayerId:
        """Who plays for an entrant now."""
        return self.entries[entrant].person

    def entrant_of(self, person: PlayerId) -> PlayerId | None:
        """With which entry a person takes part, or did; None if they never entered."""
        own = self.entries.get(person)
        if own is not None and own.person == person:
            return person
        return next((key for key, entry in self.entries.items() if entry.person == person), None)

    def is_disqualified(self, entrant: PlayerId) -> bool:
        return any(
            penalty.kind == "disqualification"
            and penalty.entrant == entrant
            and penalty.is_in_force
            for penalty in self.penalties.values()
        )

    @property
    def places_taken(self) -> int:
        return sum(entry.has_place for entry in self.entries.values())

    def open_appeals(self, round_number: int, table: int) -> list[int]:
        """The numbers of the appeals at a table that nobody has decided."""
        return [
            number
            for number, appeal in self.appeals.items()
            if (appeal.round, appeal.table, appeal.status) == (round_number, table, "open")
        ]

    @property
    def penalties_in_force(self) -> tuple[Penalty, ...]:
        return tuple(
            Penalty(record.entrant, record.kind, record.points, record.round)
            for record in self.penalties.values()
            if record.is_in_force
        )


class TournamentAlreadyOpen(RuleViolation):
    """A tournament of this id has been opened already; look at it, or open another."""

    code = "tournament/already_open"


class TournamentNotOpen(RuleViolation):
    """There is no tournament of this id yet; open one first."""

    code = "tournament/not_open"


class TournamentOver(RuleViolation):
    """The tournament is finished or cancelled; nothing about it changes any more."""

    code = "tournament/over"


class TournamentStartedAlready(RuleViolation):
    """The tournament has started; this can only be done before."""

    code = "tournament/started"


class TournamentNotStarted(RuleViolation):
    """The tournament has not started yet; an organizer starts it by `start_tournament`."""

    code = "tournament/not_started"


def require_on(state: Tournament) -> None:
    """Raise if there is no tournament, or it is over."""
    if not state.phase:
        raise TournamentNotOpen("there is no such tournament")
    if state.phase not in (REGISTRATION, RUNNING):
        raise TournamentOver("the tournament is over")


def require_before_start(state: Tournament) -> None:
    require_on(state)
    if state.phase != REGISTRATION:
        raise TournamentStartedAlready("the tournament has started")


def require_running(state: Tournament) -> None:
    require_on(state)
    if state.phase != RUNNING:
        raise TournamentNotStarted("the tournament has not started yet")
