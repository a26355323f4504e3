"""How it stands and what comes next, from what was played so far."""

from msgspec.structs import replace

from domain.ids import PlayerId
from domain.tournament.formats.progress import (
    Finished,
    FinishedRound,
    NextRound,
    next_stage,
)
from domain.tournament.standings.ranking import StandingsRule, standings
from domain.tournament.standings.results import Line, TableResult
from domain.tournament.state import Plan, Round, RoundTable, Tournament


def standings_rule(state: Tournament) -> StandingsRule:
    """How results count, as it was chosen, with the lot that was drawn."""
    return replace(state.chosen.standings, lot_seed=state.lot_seed)


def standings_now(state: Tournament) -> tuple[Line, ...]:
    """The standings of the rounds that count, by entrant, the best first."""
    return standings(state.tally, standings_rule(state), state.penalties_in_force)


def is_playing(state: Tournament, entrant: PlayerId) -> bool:
    """Whether an entrant takes part in the rounds to come, as far as they get."""
    return state.entries[entrant].status == "playing" and not state.is_disqualified(entrant)


def field_of(state: Tournament) -> tuple[PlayerId, ...]:
    """Who could play now, in the order of entry."""
    return tuple(entrant for entrant in state.entries if is_playing(state, entrant))


def next_of(state: Tournament) -> NextRound | Finished:
    """The round after those that are closed, or the end."""
    return next_stage(
        state.chosen.format,
        field_of(state),
        standings_now(state),
        rounds_played(state),
        state.chosen.sizes,
        state.lot_seed,
    )


def tied_at_cut(state: Tournament) -> tuple[PlayerId, ...]:
    """Entrants of the same rank of whom some play in the coming round, and some are out by lot."""
    # Before the first round there is no cut.
    coming = next_of(state) if rounds_played(state) else None
    return coming.tied_at_cut if isinstance(coming, NextRound) else ()


def rounds_played(state: Tournament) -> tuple[FinishedRound, ...]:
    """The closed rounds, for those who ask what comes next."""
    return tuple(
        _finished(state, one, one.plan)
        for one in state.rounds
        if one.status == "closed" and one.plan is not None
    )


def _finished(state: Tournament, one: Round, plan: Plan) -> FinishedRound:
    return FinishedRound(
        phase=plan.phase,
        results=tuple(table_result(one, *numbered) for numbered in enumerate(one.tables, start=1)),
        byes=plan.byes,
        lost=tuple(
            penalty.player
            for penalty in state.penalties_in_force
            if (penalty.kind, penalty.round) == ("game", one.number)
        ),
    )


def table_result(one: Round, number: int, table: RoundTable) -> TableResult:
    """The result of a table, as standings count it."""
    result = table.result
    assert result is not None
    return TableResult(
        round=one.number,
        table=number,
        players=table.entrants,
        points=result.points,
        winners=tuple(table.entrants[seat] for seat in result.winners),
        outcome=result.outcome,
        is_small=len(table.entrants) < max(len(other.entrants) for other in one.tables),
    )
