"""Reports over the games of a tournament."""

from typing import Any

from flask import Response

from api.calls.reports import CSV, TEXT, is_privileged, report_response
from api.calls.tournament_reads import run_overdue_work_before_read
from api.dependencies import dependencies
from api.openapi.annotations import refuses_with, token_optional
from api.schemas.reports import GamesReportSchema, TournamentReportQuerySchema
from api.transport.arguments import Blueprint
from api.transport.errors import NotAcceptable
from domain.table.challenges import GameSealed
from domain.tournament.state import Tournament
from eventlog.refusals import NotClosed, Quarantined
from eventlog.tournament_bundle import games_in, games_of
from projections.tournaments.views import NoSuchRound

tournament_reports = Blueprint(
    "tournament_reports",
    __name__,
    url_prefix="/v1/tournaments/<tournament_id>",
    description="Run tournaments",
)
tournament_reports.before_request(run_overdue_work_before_read)


@tournament_reports.get("/report")
@tournament_reports.arguments(TournamentReportQuerySchema, location="query")
@tournament_reports.response(200, GamesReportSchema)
@tournament_reports.alt_response(200, schema={"type": "string"}, content_type=CSV, success=True)
@tournament_reports.alt_response(200, schema={"type": "string"}, content_type=TEXT, success=True)
@token_optional
@refuses_with(NotAcceptable, NoSuchRound, Quarantined)
def read_tournament_report(query: dict[str, Any], tournament_id: str) -> Response:
    """A report over the games of a tournament, or of one round

    It covers the games that are closed. For staff it also covers open games in which they have no
    seat; this is recorded like every look at hidden cards.
    """
    with dependencies().tournaments.desk.games.hold(tournament_id) as live:
        wanted = _games(live.state, query.get("round"))
    may_read = {game: _is_privileged(game) for game in wanted}
    games = [game for game in wanted if may_read[game] is not None]
    return report_response(games, {game for game in games if may_read[game]}, query)


def _games(state: Tournament, number: int | None) -> list[str]:
    if number is None:
        return games_of(state)
    if number > _shown(state):
        raise NoSuchRound("there is no such round", rounds=_shown(state))
    return games_in([state.rounds[number - 1]])


def _shown(state: Tournament) -> int:
    """How many rounds are no draft."""
    return sum(one.status != "draft" for one in state.rounds)


def _is_privileged(game: str) -> bool | None:
    """Whether only staff may have a report of this game; None if the caller may not, either."""
    try:
        return is_privileged(game)
    except (NotClosed, GameSealed):
        return None
