"""A tournament as a viewer may see it."""

from msgspec.structs import replace

from domain.ids import ORGANIZER, PlayerId, Viewer
from domain.tournament.choosing import free_colours, free_seats, next_choice
from domain.tournament.course import standings_now
from domain.tournament.entering import are_entries_open
from domain.tournament.formats.progress import FinalPlace
from domain.tournament.playing import colours_of
from domain.tournament.standings.results import Line
from domain.tournament.starting import check_in_opens_at
from domain.tournament.state import (
    Appeal,
    Entry,
    PenaltyRecord,
    Plan,
    Round,
    RoundTable,
    Tournament,
)
from domain.tournament.view_types import (
    AppealView,
    ChoiceView,
    EntryView,
    PairView,
    PenaltyView,
    ResultView,
    RoundTableView,
    RoundView,
    StaffView,
    TournamentView,
)


def view(state: Tournament, viewer: Viewer) -> TournamentView:
    """Everything this viewer may know now: for staff that includes drafts and pairs."""
    is_for_staff = viewer == ORGANIZER
    assert state.host is not None
    return TournamentView(
        tournament=state.game,
        phase=state.phase,
        setup=state.chosen,
        nonce_seconds=state.nonce_seconds,
        host=state.host,
        places_left=state.chosen.capacity - state.places_taken,
        are_entries_open=are_entries_open(state),
        is_checking_in=state.is_checking_in,
        check_in_opens_at=check_in_opens_at(state),
        staff=tuple(StaffView(*one) for one in state.staff.items()),
        entries=tuple(entry_view(state, *one) for one in state.entries.items()),
        rounds=tuple(
            round_view(state, one, one.plan)
            for one in state.rounds
            if one.plan is not None and (is_for_staff or one.status != "draft")
        ),
        standings=standings_view(state),
        appeals=tuple(appeal_view(*one) for one in state.appeals.items()),
        penalties=tuple(penalty_view(*one) for one in state.penalties.items()),
        ranking=tuple(_place(state, place) for place in state.ranking),
        ended_because=state.ended_because,
        pairs=pairs_view(state) if is_for_staff else None,
        lot_seed=state.lot_seed,
        commitment=state.commitment,
        key_id=state.key_id,
        draws=state.next_draw,
        seed=state.seed,
    )


def standings_view(state: Tournament) -> tuple[Line, ...]:
    """The standings by person, the best first; those at the end, once it is finished."""
    lines = state.final_lines or standings_now(state)
    return tuple(replace(line, player=state.person(line.player)) for line in lines)


def _place(state: Tournament, place: FinalPlace) -> FinalPlace:
    return replace(place, player=state.person(place.player))


def entry_view(state: Tournament, entrant: PlayerId, entry: Entry) -> EntryView:
    return EntryView(
        number=entry.number,
        player=entry.person,
        status="disqualified" if state.is_disqualified(entrant) else entry.status,
        checked_in=entry.checked_in,
        bot=entry.bot,
        from_round=entry.from_round,
        earlier=entry.earlier,
    )


def pairs_view(state: Tournament) -> tuple[PairView, ...]:
    return tuple(
        PairView(state.person(pair.first), state.person(pair.second), pair.reason, pair.author)
        for pair in state.pairs
    )


def round_view(state: Tournament, one: Round, plan: Plan) -> RoundView:
    tables = (
        one.tables
        or [RoundTable(entrants=table, players=_persons(state, table)) for table in plan.tables]
    )  # fmt: skip
    return RoundView(
        round=one.number,
        status=one.status,
        phase=plan.phase,
        round_of_phase=plan.round_of_phase,
        rounds_of_phase=plan.rounds_of_phase,
        manner=plan.manner,
        counts=plan.counts,
        tables=tuple(table_view(state, *numbered) for numbered in enumerate(tables, start=1)),
        byes=_persons(state, plan.byes),
        out=_persons(state, plan.out),
        tied_at_cut=_persons(state, one.tied_at_cut),
        cost=plan.cost,
        bound=plan.bound,
        seed=plan.seed,
        method=plan.method,
        changes=plan.changes,
        board=one.board,
    )


def _persons(state: Tournament, entrants: tuple[PlayerId, ...]) -> tuple[PlayerId, ...]:
    return tuple(state.person(one) for one in entrants)


def table_view(state: Tournament, number: int, table: RoundTable) -> RoundTableView:
    choice = choice_view(state, table)
    return RoundTableView(
        table=number,
        players=table.players,
        colours=() if choice is not None else colours_of(state, table),
        game=table.game,
        starts_at=table.starts_at,
        attempt=table.attempt,
        left_games=table.left_games,
        choice=choice,
        result=result_view(table),
    )


def choice_view(state: Tournament, table: RoundTable) -> ChoiceView | None:
    coming = next_choice(table)
    if coming is None:
        return None
    entrant, choice = coming
    return ChoiceView(
        player=state.person(entrant),
        choice=choice,
        until=table.choice_until,
        free_seats=tuple(free_seats(table)) if choice == "seat" else (),
        free_colours=tuple(free_colours(state, table)) if choice == "colour" else (),
    )


def result_view(table: RoundTable) -> ResultView | None:
    result = table.result
    if result is None:
        return None
    players = dict(zip(table.entrants, table.players, strict=True))
    return ResultView(
        points=result.points,
        winners=tuple(table.players[seat] for seat in result.winners),
        outcome=result.outcome,
        head=result.head,
        decided_by=result.decided_by,
        reason=result.reason,
        signed=tuple(players[one] for one in table.signed),
        open_until=table.open_until,
        is_sealed=table.is_sealed,
    )


def appeal_view(number: int, appeal: Appeal) -> AppealView:
    return AppealView(
        appeal=number,
        round=appeal.round,
        table=appeal.table,
        player=appeal.player,
        reason=appeal.reason,
        status=appeal.status,
        decided_by=appeal.decided_by,
        decision=appeal.decision,
    )


def penalty_view(number: int, penalty: PenaltyRecord) -> PenaltyView:
    return PenaltyView(
        penalty=number,
        player=penalty.player,
        kind=penalty.kind,
        points=penalty.points,
        round=penalty.round,
        reason=penalty.reason,
        author=penalty.author,
        is_in_force=penalty.is_in_force,
        cancelled_by=penalty.cancelled_by,
        cancelled_because=penalty.cancelled_because,
    )
