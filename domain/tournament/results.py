"""Results: recorded from closed games, signed, and sealed.

A result can be signed or appealed for a while. It is sealed when everybody has signed, or when that
time is over and no appeal is open; after that nothing changes it.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from domain.chance.draws import Chance
from domain.ids import PlayerId, Seat
from domain.messages import Event, Occasion, PlayerCommand, SystemCommand
from domain.refusals import Malformed, RuleViolation
from domain.rulebook import Rulebook
from domain.table.deadlines import SECOND_MS
from domain.tournament.course import table_result
from domain.tournament.playing import GameId, require_round, require_table
from domain.tournament.state import (
    GameOutcome,
    Result,
    Round,
    RoundTable,
    Tournament,
    require_running,
)

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves

MOST_POINTS = 1_000

Points = Annotated[int, Meta(ge=0, le=MOST_POINTS)]
Head = Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]


class RecordResult(SystemCommand, tag="record_result"):
    """The game of a table is closed, with this result."""

    at: int
    """When (ms) this happens."""
    round: int
    table: int
    game: GameId
    head: Head
    """The head hash of the game's closed ledger."""
    points: tuple[Points, ...]
    """By seat."""
    winners: tuple[Seat, ...]
    outcome: GameOutcome


class SignResult(PlayerCommand, tag="sign_result"):
    """Agree with the result of your table."""


class SealResults(SystemCommand, tag="seal_results"):
    """The time to sign or appeal is over for results of the running round."""

    at: int
    """When (ms) this happens."""


class TableResultRecorded(Event, tag="table_result_recorded"):
    """The game of a table ended."""

    round: int
    table: int
    game: str
    head: str
    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    outcome: GameOutcome


class ResultOpened(Event, tag="result_opened"):
    """The result of a table can be signed or appealed until a time (ms)."""

    round: int
    table: int
    until: int


class ResultSigned(Event, tag="result_signed"):
    """A player agrees with the result of their table."""

    round: int
    table: int
    entrant: PlayerId


class ResultSealed(Event, tag="result_sealed"):
    """Nothing changes the result of a table any more."""

    round: int
    table: int
    by: Literal["signatures", "time", "default"]
    """`default` if there was no time to sign or appeal."""


class RoundClosed(Event, tag="round_closed"):
    """All results of a round are sealed."""

    round: int


class NotThisGame(RuleViolation):
    """The table does not play this game, or its result is recorded already."""

    code = "result/not_this_game"


class BadResult(Malformed):
    """A result has points for every seat of the table, and winners who sit there, each once; a game
    without a winner is void or abandoned."""

    code = "result/bad_points"


class NotAtTable(RuleViolation):
    """You do not sit at a table of the running round."""

    code = "result/not_at_table"


class NoResultYet(RuleViolation):
    """Your table has no result yet; play on."""

    code = "result/none_yet"


class ResultIsSealed(RuleViolation):
    """The result of this table is sealed, and nothing changes it any more."""

    code = "result/sealed"


class NoSigning(RuleViolation):
    """Results are not signed in this tournament; they are sealed when their time is over."""

    code = "result/no_signing"


class SignedAlready(RuleViolation):
    """You have signed this result; a signature stays, and who has signed cannot appeal."""

    code = "result/signed"


class AppealedAlready(RuleViolation):
    """You have appealed about this game; a referee decides, and everybody may do it once."""

    code = "result/appealed"


class NothingToSeal(RuleViolation):
    """No result waits whose time to sign or appeal is over."""

    code = "result/not_due"


@decides(RecordResult)
def record_result(state: Tournament, command: RecordResult, chance: Chance) -> Iterator[Event]:
    current = require_round(state, command.round)
    table = require_table(current, command.table)
    if table.game != command.game or table.result is not None:
        raise NotThisGame("the table does not play this game, or no longer")
    require_points(table, command.points, command.winners)
    if (command.outcome == "won") != bool(command.winners):
        raise BadResult("only a game that was won has winners")
    yield TableResultRecorded(
        command.round,
        command.table,
        command.game,
        command.head,
        command.points,
        command.winners,
        command.outcome,
    )


def require_points(table: RoundTable, points: tuple[int, ...], winners: tuple[Seat, ...]) -> None:
    seats = len(table.entrants)
    if len(points) != seats:
        raise BadResult("a result has points for every seat", seats=seats)
    if len(set(winners)) != len(winners) or not all(0 <= seat < seats for seat in winners):
        raise BadResult("winners sit at the table, each once", seats=seats)


@evolves(TableResultRecorded)
def table_result_recorded(state: Tournament, event: TableResultRecorded) -> None:
    result = Result(
        points=event.points,
        winners=event.winners,
        outcome=event.outcome,
        game=event.game,
        head=event.head,
    )
    set_result(state, event.table, result)


def set_result(state: Tournament, number: int, result: Result) -> None:
    """Count it at once: standings are those after every table, sealed or not."""
    current = state.rounds[-1]
    table = current.tables[number - 1]
    table.result, table.signed, table.open_until = result, (), None
    assert current.plan is not None
    if current.plan.counts:
        state.tally.count(table_result(current, number, table))


def table_of(state: Tournament, person: PlayerId) -> tuple[Round, int, RoundTable] | None:
    """Where a person sits in the running round."""
    current = state.open_round
    if current is None or current.status != "running":
        return None
    for number, table in enumerate(current.tables, start=1):
        if person in table.players:
            return current, number, table
    return None


def require_own_result(
    state: Tournament, person: PlayerId
) -> tuple[Round, int, RoundTable, PlayerId]:
    """The table of a person whose result they can agree with or not, or a refusal."""
    require_running(state)
    found = table_of(state, person)
    if found is None:
        raise NotAtTable("you do not sit at a table of the running round")
    current, number, table = found
    if table.is_sealed:
        raise ResultIsSealed("the result is sealed")
    if table.result is None:
        raise NoResultYet("there is no result yet")
    entrant = table.entrants[table.players.index(person)]
    if entrant in table.signed:
        raise SignedAlready("you have signed this result")
    return current, number, table, entrant


def require_signable(state: Tournament, person: PlayerId) -> tuple[Round, int, PlayerId]:
    current, number, _, entrant = require_own_result(state, person)
    if not state.chosen.signing:
        raise NoSigning("results are not signed here")
    if any(
        state.appeals[one].entrant == entrant for one in state.open_appeals(current.number, number)
    ):
        raise AppealedAlready("you have appealed; a referee decides first")
    return current, number, entrant


@decides(SignResult)
def sign_result(state: Tournament, command: SignResult, chance: Chance) -> Iterator[Event]:
    current, number, entrant = require_signable(state, command.player)
    yield ResultSigned(current.number, number, entrant)


@evolves(ResultSigned)
def result_signed(state: Tournament, event: ResultSigned) -> None:
    table = state.rounds[-1].tables[event.table - 1]
    table.signed = (*table.signed, event.entrant)


def due_results(state: Tournament, at: int) -> list[tuple[Round, int, RoundTable]]:
    """Tables whose time to sign or appeal is over, and at which no appeal is open."""
    current = state.open_round
    if current is None or current.status != "running":
        return []
    return [
        (current, number, table)
        for number, table in enumerate(current.tables, start=1)
        if not table.is_sealed
        and table.open_until is not None
        and table.open_until <= at
        and not state.open_appeals(current.number, number)
    ]


@decides(SealResults)
def seal_results(state: Tournament, command: SealResults, chance: Chance) -> Iterator[Event]:
    require_running(state)
    due = due_results(state, command.at)
    if not due:
        raise NothingToSeal("no result waits whose time is over")
    for current, number, _ in due:
        yield ResultSealed(current.number, number, "time")


@evolves(ResultOpened)
def result_opened(state: Tournament, event: ResultOpened) -> None:
    state.rounds[-1].tables[event.table - 1].open_until = event.until


@evolves(ResultSealed)
def result_sealed(state: Tournament, event: ResultSealed) -> None:
    state.rounds[-1].tables[event.table - 1].is_sealed = True


@evolves(RoundClosed)
def round_closed(state: Tournament, event: RoundClosed) -> None:
    state.rounds[-1].status = "closed"


def following_seals(state: Tournament, occasion: Occasion) -> Iterator[Event]:
    """What follows by itself: results are opened or sealed, and in the end the round is closed."""
    current = state.open_round
    if current is None or current.status != "running":
        return
    setup = state.chosen
    for number, table in enumerate(current.tables, start=1):
        if table.result is None or table.is_sealed:
            continue
        if state.open_appeals(current.number, number):
            continue
        if not setup.result_seconds:
            yield ResultSealed(current.number, number, "default")
        elif setup.signing and _have_all_signed(state, table):
            yield ResultSealed(current.number, number, "signatures")
        elif table.open_until is None:
            until = occasion.at + setup.result_seconds * SECOND_MS
            yield ResultOpened(current.number, number, until)
    if all(table.is_sealed for table in current.tables):
        yield RoundClosed(current.number)


def _have_all_signed(state: Tournament, table: RoundTable) -> bool:
    """Bots have no opinion."""
    return all(one in table.signed or state.entries[one].bot is not None for one in table.entrants)


PUBLIC: tuple[type[Event], ...] = (
    TableResultRecorded,
    ResultOpened,
    ResultSigned,
    ResultSealed,
    RoundClosed,
)
"""Facts that everybody may know in full."""
