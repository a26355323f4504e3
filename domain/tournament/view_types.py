"""What readers see of a tournament. Everybody in it is a person, or a bot, as they play now."""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from domain.ids import PlayerId, Seat
from domain.tournament.formats.course import PhaseName
from domain.tournament.formats.progress import FinalPlace
from domain.tournament.seating.problem import Cost, Manner
from domain.tournament.setup import Role, Setup
from domain.tournament.standings.results import Line, PenaltyKind
from domain.tournament.state import (
    AppealStatus,
    ChoiceOf,
    EntryStatus,
    GameOutcome,
    RoundStatus,
)

ShownEntryStatus: TypeAlias = EntryStatus | Literal["disqualified"]


class StaffView(Struct, frozen=True):
    """A member of staff."""

    player: PlayerId
    role: Role


class EntryView(Struct, frozen=True, kw_only=True):
    """An entry, in the order of entry."""

    number: int
    """Counts from 1, in the order in which people first entered."""
    player: PlayerId
    status: ShownEntryStatus
    checked_in: bool
    bot: str | None
    from_round: int
    earlier: tuple[PlayerId, ...]
    """Who had the place before."""


class ChoiceView(Struct, frozen=True, kw_only=True):
    """What a player of a final has to choose, until a time (ms)."""

    player: PlayerId
    choice: ChoiceOf
    until: int | None
    free_seats: tuple[Seat, ...] = ()
    free_colours: tuple[str, ...] = ()


class ResultView(Struct, frozen=True, kw_only=True):
    """How a table ended."""

    points: tuple[int, ...]
    """By seat."""
    winners: tuple[PlayerId, ...]
    outcome: GameOutcome
    head: str | None
    """The head hash of the game's closed ledger; None if there was no such game."""
    decided_by: PlayerId | None
    reason: str
    signed: tuple[PlayerId, ...]
    open_until: int | None
    """Until when (ms) it can be signed or appealed."""
    is_sealed: bool


class RoundTableView(Struct, frozen=True, kw_only=True):
    """A table of a round."""

    table: int
    players: tuple[PlayerId, ...]
    """By seat."""
    colours: tuple[str, ...]
    """By seat; empty while they are chosen."""
    game: str | None
    starts_at: int | None
    """When (ms) its game starts and its clocks begin to run. Until then players can add nonces."""
    attempt: int
    left_games: tuple[str, ...]
    """Games of this table that do not count."""
    choice: ChoiceView | None
    result: ResultView | None


class RoundView(Struct, frozen=True, kw_only=True):
    """A round. Only staff see one that is a draft."""

    round: int
    status: RoundStatus
    phase: PhaseName
    round_of_phase: int
    rounds_of_phase: int | None
    manner: Manner
    counts: bool
    tables: tuple[RoundTableView, ...]
    byes: tuple[PlayerId, ...]
    out: tuple[PlayerId, ...]
    """Who is out of it with this round."""
    tied_at_cut: tuple[PlayerId, ...]
    """Players of the same rank of whom only some play in this round, by lot."""
    cost: Cost
    bound: Cost
    seed: str
    method: str
    changes: int
    """How many changes of the draft were made by hand."""
    board: dict[str, Any]
    """The options by which its tables get the same board, if they do."""


class AppealView(Struct, frozen=True, kw_only=True):
    """An appeal."""

    appeal: int
    round: int
    table: int
    player: PlayerId
    reason: str
    status: AppealStatus
    decided_by: PlayerId | None
    decision: str


class PenaltyView(Struct, frozen=True, kw_only=True):
    """A penalty, in force or cancelled."""

    penalty: int
    player: PlayerId
    kind: PenaltyKind
    points: int
    round: int | None
    reason: str
    author: PlayerId
    is_in_force: bool
    cancelled_by: PlayerId | None
    cancelled_because: str


class PairView(Struct, frozen=True):
    """Two players who are kept apart."""

    first: PlayerId
    second: PlayerId
    reason: str
    author: PlayerId


class TournamentView(Struct, frozen=True, kw_only=True):
    """Everything that a viewer may know of a tournament."""

    tournament: str
    """The id of its ledger."""
    phase: str
    setup: Setup
    nonce_seconds: int
    """How long players can add nonces between the opening of tables and their start."""
    host: PlayerId
    places_left: int
    are_entries_open: bool
    is_checking_in: bool
    check_in_opens_at: int | None
    """When (ms) the check-in opens by itself."""
    staff: tuple[StaffView, ...]
    entries: tuple[EntryView, ...]
    rounds: tuple[RoundView, ...]
    standings: tuple[Line, ...]
    appeals: tuple[AppealView, ...]
    penalties: tuple[PenaltyView, ...]
    ranking: tuple[FinalPlace, ...]
    """The final ranking; empty before the end."""
    ended_because: str
    pairs: tuple[PairView, ...] | None
    """Who is kept apart; None if the viewer may not know."""
    lot_seed: str
    commitment: str
    key_id: str
    draws: int
    seed: str | None
    """The seed of its chance, once it is closed."""
