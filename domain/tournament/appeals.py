"""Appeals against results, and what referees decide about tables, with or without one."""

from collections.abc import Iterator

from domain.chance.draws import Chance
from domain.ids import PlayerId, Seat
from domain.messages import Event, PlayerCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.tournament.course import table_result
from domain.tournament.playing import require_round, require_table
from domain.tournament.results import (
    AppealedAlready,
    Points,
    ResultIsSealed,
    require_own_result,
    require_points,
    set_result,
)
from domain.tournament.setup import Reason
from domain.tournament.staff import OwnTable, require_staff
from domain.tournament.state import (
    Appeal,
    GameOutcome,
    Result,
    Round,
    RoundTable,
    Tournament,
)

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves


class AppealResult(PlayerCommand, tag="appeal_result"):
    """Ask a referee to decide about the result of your table. Everybody may do this once a game."""

    reason: Reason


class RejectAppeal(PlayerCommand, tag="reject_appeal"):
    """A referee lets the result stand."""

    appeal: int
    reason: Reason


class AwardTable(PlayerCommand, tag="award_table"):
    """A referee sets the result of a table, with or without a game, before it is sealed."""

    table: int
    points: tuple[Points, ...]
    """By seat."""
    winners: tuple[Seat, ...]
    """Nobody, if the game is void."""
    reason: Reason


class ReplayTable(PlayerCommand, tag="replay_table"):
    """A referee has a table play again, before its result is sealed."""

    table: int
    reason: Reason


class ResultAppealed(Event, tag="result_appealed"):
    """A player asks a referee to decide about the result of their table."""

    appeal: int
    round: int
    table: int
    entrant: PlayerId
    reason: str


class AppealRejected(Event, tag="appeal_rejected"):
    """A referee let the result stand."""

    appeal: int
    reason: str
    author: PlayerId


class TableAwarded(Event, tag="table_awarded"):
    """A referee set the result of a table; open appeals are granted by it."""

    round: int
    table: int
    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    outcome: GameOutcome
    reason: str
    author: PlayerId


class TableReplayed(Event, tag="table_replayed"):
    """A referee has a table play again; open appeals are granted by it."""

    round: int
    table: int
    attempt: int
    reason: str
    author: PlayerId


class NoSuchAppeal(RuleViolation):
    """There is no open appeal of this number; `details.open` lists those there are."""

    code = "result/no_such_appeal"


def require_appealable(state: Tournament, person: PlayerId) -> tuple[Round, int, PlayerId]:
    current, number, table, entrant = require_own_result(state, person)
    for appeal in state.appeals.values():
        about = (appeal.round, appeal.table, appeal.attempt, appeal.entrant)
        if about == (current.number, number, table.attempt, entrant):
            raise AppealedAlready("you have appealed about this game")
    return current, number, entrant


@decides(AppealResult)
def appeal_result(state: Tournament, command: AppealResult, chance: Chance) -> Iterator[Event]:
    current, number, entrant = require_appealable(state, command.player)
    appeal = len(state.appeals) + 1
    yield ResultAppealed(appeal, current.number, number, entrant, command.reason)


@evolves(ResultAppealed)
def result_appealed(state: Tournament, event: ResultAppealed) -> None:
    table = state.rounds[-1].tables[event.table - 1]
    state.appeals[event.appeal] = Appeal(
        round=event.round,
        table=event.table,
        entrant=event.entrant,
        player=state.person(event.entrant),
        reason=event.reason,
        attempt=table.attempt,
    )


def require_undecided(state: Tournament, referee: PlayerId, table: RoundTable) -> None:
    """Raise if a referee cannot decide at a table."""
    if table.is_sealed:
        raise ResultIsSealed("the result is sealed")
    if referee in table.players:
        raise OwnTable("you play at this table")


@decides(RejectAppeal)
def reject_appeal(state: Tournament, command: RejectAppeal, chance: Chance) -> Iterator[Event]:
    require_staff(state, command.player)
    appeal = state.appeals.get(command.appeal)
    if appeal is None or appeal.status != "open":
        raise NoSuchAppeal("there is no such open appeal", open=open_appeals(state))
    current = require_round(state, appeal.round)
    require_undecided(state, command.player, current.tables[appeal.table - 1])
    yield AppealRejected(command.appeal, command.reason, command.player)


def open_appeals(state: Tournament) -> list[int]:
    return [number for number, appeal in state.appeals.items() if appeal.status == "open"]


@evolves(AppealRejected)
def appeal_rejected(state: Tournament, event: AppealRejected) -> None:
    appeal = state.appeals[event.appeal]
    appeal.status, appeal.decided_by, appeal.decision = "rejected", event.author, event.reason


@decides(AwardTable)
def award_table(state: Tournament, command: AwardTable, chance: Chance) -> Iterator[Event]:
    current, table = _require_decision(state, command.player, command.table)
    require_points(table, command.points, command.winners)
    yield TableAwarded(
        current.number,
        command.table,
        command.points,
        command.winners,
        "won" if command.winners else "void",
        command.reason,
        command.player,
    )


def _require_decision(
    state: Tournament, referee: PlayerId, number: int
) -> tuple[Round, RoundTable]:
    require_staff(state, referee)
    current = require_round(state, len(state.rounds))
    table = require_table(current, number)
    require_undecided(state, referee, table)
    return current, table


@evolves(TableAwarded)
def table_awarded(state: Tournament, event: TableAwarded) -> None:
    table = state.rounds[-1].tables[event.table - 1]
    if table.result is None and table.game is not None:
        table.left_games, table.game = (*table.left_games, table.game), None
    result = Result(
        points=event.points,
        winners=event.winners,
        outcome=event.outcome,
        game=None if table.result is None else table.result.game,
        head=None if table.result is None else table.result.head,
        decided_by=event.author,
        reason=event.reason,
    )
    set_result(state, event.table, result)
    _grant_appeals(state, event)


def _grant_appeals(state: Tournament, event: TableAwarded | TableReplayed) -> None:
    for number in state.open_appeals(event.round, event.table):
        appeal = state.appeals[number]
        appeal.status, appeal.decided_by, appeal.decision = "granted", event.author, event.reason


@decides(ReplayTable)
def replay_table(state: Tournament, command: ReplayTable, chance: Chance) -> Iterator[Event]:
    current, table = _require_decision(state, command.player, command.table)
    yield TableReplayed(
        current.number, command.table, table.attempt + 1, command.reason, command.player
    )


@evolves(TableReplayed)
def table_replayed(state: Tournament, event: TableReplayed) -> None:
    current = state.rounds[-1]
    table = current.tables[event.table - 1]
    assert current.plan is not None
    if table.result is not None and current.plan.counts:
        state.tally.take_back(table_result(current, event.table, table))
    if table.game is not None:
        table.left_games = (*table.left_games, table.game)
    table.game, table.result, table.signed, table.open_until = None, None, (), None
    table.attempt, table.starts_at, table.taken_over = event.attempt, None, ()
    _grant_appeals(state, event)


PUBLIC: tuple[type[Event], ...] = (
    ResultAppealed,
    AppealRejected,
    TableAwarded,
    TableReplayed,
)
"""Facts that everybody may know in full."""
