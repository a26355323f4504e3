"""Reports over games: pace, trades, refusals, thefts, dice and luck."""

from typing import Any

from flask import Response, g, request

from api.access.identity import optional_identity
from api.access.scopes import needs_scope
from api.calls.game_reads import (
    JSON,
    in_language,
    language_for,
    record_privileged_read,
    require_access,
    viewer_for,
)
from api.calls.names import names_of
from api.dependencies import dependencies
from api.openapi.annotations import refuses_with, token_optional
from api.schemas.reports import (
    MOST_GAMES,
    GamesReportQuerySchema,
    GamesReportSchema,
    ReportQuerySchema,
    ReportRequestSchema,
)
from api.transport.arguments import Blueprint
from api.transport.errors import NotAcceptable
from domain.ids import ORGANIZER
from domain.refusals import Malformed
from domain.reports import GameReport, Report
from domain.table.challenges import GameSealed
from eventlog.refusals import NoSuchGame, NotClosed, Quarantined, RulesMissing
from presentation.reports.table import report_csv
from presentation.reports.text import report_text
from projections.reports.merging import merged
from projections.reports.shown import report_json

CSV, TEXT = "text/csv", "text/plain"
MEDIA_TYPES = {"json": JSON, "csv": CSV, "text": TEXT}

game_reports = Blueprint(
    "reports", __name__, url_prefix="/v1/reports", description="Reports over games"
)


class TooManyGames(Malformed):
    """A report covers at most `details.most` games; ask for fewer, or for several reports."""

    code = "report/too_many_games"


REFUSALS = (
    NotAcceptable,
    NotClosed,
    NoSuchGame,
    GameSealed,
    RulesMissing,
    Quarantined,
    TooManyGames,
)


@game_reports.get("")
@game_reports.arguments(GamesReportQuerySchema, location="query")
@game_reports.response(200, GamesReportSchema)
@game_reports.alt_response(200, schema={"type": "string"}, content_type=CSV, success=True)
@game_reports.alt_response(200, schema={"type": "string"}, content_type=TEXT, success=True)
@token_optional
@refuses_with(*REFUSALS)
def read_report(query: dict[str, Any]) -> Response:
    """A report over games: pace, trades by pair, refusals, thefts, dice and luck

    Anybody may ask about closed games; organizers also about open ones, which is recorded like
    every look at hidden cards. Comes as JSON, as one table (CSV) or as text.
    """
    return _report_response(query["game"], query)


@game_reports.post("")
@game_reports.arguments(ReportQuerySchema, location="query")
@game_reports.arguments(ReportRequestSchema)
@game_reports.response(200, GamesReportSchema)
@game_reports.alt_response(200, schema={"type": "string"}, content_type=CSV, success=True)
@game_reports.alt_response(200, schema={"type": "string"}, content_type=TEXT, success=True)
@needs_scope("read")
@token_optional
@refuses_with(*REFUSALS)
def make_report(query: dict[str, Any], body: dict[str, Any]) -> Response:
    """The same for a list of games that is too long for an address; nothing is stored"""
    return _report_response(body["games"], query)


def _report_response(wanted: list[str], query: dict[str, Any]) -> Response:
    games = list(dict.fromkeys(wanted))
    if len(games) > MOST_GAMES:
        raise TooManyGames(f"a report covers {MOST_GAMES} games at most", most=MOST_GAMES)
    # All of them are looked at before the first one is read, and before anything is recorded.
    privileged = {game for game in games if is_privileged(game)}
    return report_response(games, privileged, query)


def report_response(games: list[str], privileged: set[str], query: dict[str, Any]) -> Response:
    """A report over games. Those that only an organizer may have a report of are recorded."""
    media_type, lang = _media_type(query), language_for(query)
    reports = [dependencies().reports.read(game) for game in games]
    for report in reports:
        if report.game in privileged:
            _record(report)
    response = Response(_body(merged(reports), media_type, lang), content_type=media_type)
    if media_type == CSV:
        response.headers["Content-Disposition"] = 'attachment; filename="report.csv"'
    response.add_etag()
    response.vary.add("Accept")
    return in_language(response, lang)


def _media_type(query: dict[str, Any]) -> str:
    if "format" in query:
        return MEDIA_TYPES[query["format"]]
    offered = tuple(MEDIA_TYPES.values())
    found = request.accept_mimetypes.best_match(offered) if request.accept_mimetypes else JSON
    if found is None:
        raise NotAcceptable("a report comes as JSON, CSV or text", offered=offered)
    return found


def is_privileged(game: str) -> bool:
    """Whether only an organizer may have a report of this game. Raise if the caller may not."""
    require_access(game)
    if dependencies().views.status(game) == "closed":
        return False
    if optional_identity() is None or viewer_for(game, {}) != ORGANIZER:
        raise NotClosed("before a game is closed, only organizers get a report of it", game=game)
    return True


def _record(report: GameReport) -> None:
    g.viewer, g.is_privileged = ORGANIZER, True
    record_privileged_read(report.game, report.version)


def _body(report: Report, media_type: str, lang: str) -> bytes:
    names = names_of(player for game in report.games for player in game.players)
    if media_type == CSV:
        return report_csv(report, names).encode()
    if media_type == TEXT:
        return report_text(report, lang, names).encode()
    return report_json(report, lang, names)
