"""What the view of any game shows: the table, its seats, its clocks and how it ended."""

from dataclasses import dataclass
from typing import Any, Protocol

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict, astuple

from domain.ids import PlayerId, Seat, Viewer
from domain.table.challenges import Challenge
from domain.table.clocks import ClockView, clock_view
from domain.table.deadlines import TableOptions
from domain.table.pauses import PauseView, pause_view
from domain.table.refereeing import RefereeView, referee_view
from domain.table.state import CopiedFrom, Ending, Outcome, Score, Standing, Table
from domain.table.tournament_link import TournamentTable


class Coloured(Protocol):
    """Whatever goes by a number and a colour: a seat, or a neutral player."""

    @property
    def seat(self) -> Seat: ...
    @property
    def colour(self) -> str | None: ...


class SeatView(Struct, frozen=True):
    """A place at the table and who sits there. Rulesets show more of it once the game is on."""

    seat: Seat
    player: PlayerId | None
    colour: str | None
    nonce: str | None
    resigned: bool
    bot: str | None
    """The bot that moves for this seat."""


class LobbySeatView(SeatView, frozen=True):
    """A place at the table before the start."""

    reserved: PlayerId | None
    """The player for whom it is kept."""


class TableView(Struct, frozen=True, kw_only=True):
    """What one viewer may know of any game; a ruleset adds its seats, its board and the rest.

    Every ruleset has two such classes: one for the lobby, in which `board` is None, and one for
    the game, in which the board is laid and the seats have pieces.
    """

    game: str
    ruleset: str
    rules: int
    options: TableOptions
    host: PlayerId | None
    listed: bool
    invited_only: bool
    rated: bool
    lapses_at: int | None
    """When (ms) the game is given up if it has not started by then."""
    commitment: str
    key_id: str
    challenge: Challenge | None
    tournament: TournamentTable | UnsetType = UNSET
    """Which table of a tournament it is; left out if it is none."""
    copied_from: CopiedFrom | UnsetType = UNSET
    """Where its first position was copied from; left out if it began as usual."""
    phase: str
    turn: int
    to_act: tuple[Seat, ...]
    score: tuple[Score, ...]
    draws: int
    clock: ClockView | None
    pause: PauseView
    referee: RefereeView
    outcome: Outcome | None
    ending: Ending | None
    winners: tuple[Seat, ...]
    standings: tuple[Standing, ...]
    seed: str | None

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """A field of every ruleset's view: what is before it in the JSON form differs."""
        raise AssertionError("the view of every ruleset has seats of its own")


@dataclass(frozen=True)
class ViewTypes:
    """The classes of what a ruleset or a scenario shows, from which an API can be described.

    Everything that is shown is an instance of one of them.
    """

    views: tuple[type[TableView], ...] = ()
    boards: tuple[type[Struct], ...] = ()
    hands: tuple[type[Struct], ...] = ()

    def __add__(self, more: "ViewTypes") -> "ViewTypes":
        return ViewTypes(
            self.views + more.views, self.boards + more.boards, self.hands + more.hands
        )


def table_view(state: Table, viewer: Viewer) -> TableView:
    """What this viewer may know now of any game; seats and board are up to the ruleset."""
    ruleset = state.ruleset
    return TableView(
        game=state.game,
        ruleset=ruleset.name,
        rules=ruleset.rules,
        options=state.options,
        host=state.host,
        listed=state.listed,
        invited_only=state.invited_only,
        rated=state.rated,
        lapses_at=state.lapses_at,
        commitment=state.commitment,
        key_id=state.key_id,
        challenge=state.challenge,
        tournament=UNSET if state.tournament is None else state.tournament,
        copied_from=UNSET if state.copied_from is None else state.copied_from,
        phase=state.phase,
        turn=state.turn,
        to_act=tuple(ruleset.flow.to_act(state)),
        score=tuple(ruleset.score(state, viewer)),
        draws=state.next_draw,
        clock=clock_view(state),
        pause=pause_view(state),
        referee=referee_view(state),
        outcome=state.outcome,
        ending=state.ending,
        winners=state.winners,
        standings=state.standings,
        seed=state.seed,
    )


def seat_views(state: Table) -> tuple[LobbySeatView, ...]:
    """Who sits where, before the start."""
    return tuple(
        LobbySeatView(
            seat=Seat(i),
            player=chair.player,
            colour=chair.colour,
            nonce=chair.nonce,
            resigned=chair.resigned,
            bot=chair.bot,
            reserved=chair.reserved,
        )
        for i, chair in enumerate(state.chairs)
    )


def fields_of(shown: Struct, *, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """The fields of a view that it has, by name: to encode it, or to make one that shows more."""
    fields = {name: value for name, value in asdict(shown).items() if value is not UNSET}
    for name in without:
        del fields[name]
    return fields


def values_of(shown: Struct) -> tuple[Any, ...]:
    """The same in order, for a class that only adds keywords: a third of the time."""
    return astuple(shown)
