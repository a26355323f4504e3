"""Reports of messages: organizers read and settle them."""

from typing import Any

from flask import Response

from api.access.identity import require_identity
from api.access.scopes import needs_scope
from api.calls.game_reads import json_response, language_for
from api.dependencies import dependencies
from api.openapi.annotations import refuses_with
from api.schemas.talk import ReportPageSchema, ReportQuerySchema, ReportSchema, SettlementSchema
from api.transport.arguments import Blueprint
from api.transport.errors import NoSuchReport, ReportOfOwnGame
from commands.accounts import Identity
from commands.talk.refusals import ReportSettledAlready
from domain.ids import ORGANIZER
from eventlog.refusals import NoSuchGame
from eventlog.talk_reports import Report
from presentation.phrases import text_of
from projections.refusals import BadCursor

reports = Blueprint(
    "talk_reports", __name__, url_prefix="/v1/talk-reports", description="Reports of messages"
)


@reports.get("")
@reports.arguments(ReportQuerySchema, location="query")
@reports.response(200, ReportPageSchema)
@needs_scope("organize")
@refuses_with(BadCursor)
def list_talk_reports(query: dict[str, Any]) -> Response:
    """Reports of messages, for organizers; each read is recorded in the games concerned

    Reports from games in which you have a seat yourself are left to other organizers.
    """
    identity = require_identity()
    pages, language = dependencies().talk.report_pages, language_for(query)
    page = pages.page(query["status"], query.get("cursor"), query["limit"])
    shown = [one for one in page.reports if not _is_concerned(identity, one)]
    for game in dict.fromkeys(one.game for one in shown if one.status == "open"):
        _record_read(identity, game, "/v1/talk-reports")
    return json_response({"reports": [_fields(one, language) for one in shown], "next": page.next})


@reports.post("/<report_id>/settlement")
@reports.arguments(SettlementSchema)
@reports.response(200, ReportSchema)
@needs_scope("organize")
@refuses_with(NoSuchReport, ReportOfOwnGame, ReportSettledAlready)
def settle_talk_report(body: dict[str, Any], report_id: str) -> dict[str, Any]:
    """Decide about a report: dismiss it, or remove the message for all"""
    identity, services = require_identity(), dependencies().talk
    report = services.reports.find(report_id)
    if report is None:
        raise NoSuchReport("there is no such report", report=report_id)
    if _is_concerned(identity, report):
        raise ReportOfOwnGame("let another organizer settle this report")
    settled = services.reports.settle(report_id, identity.player, body["decision"], body["note"])
    if settled is None:
        raise NoSuchReport("there is no such report", report=report_id)
    if settled.decision == "removed":
        # After the settlement, so that only one decision counts. It may be repeated.
        services.table.remove(settled.game, settled.number)
    return _fields(settled, language_for({}))


def _is_concerned(identity: Identity, report: Report) -> bool:
    """Whether an organizer has a part in the matter: a seat in the game, or the report itself."""
    if identity.player in (report.reporter, report.player):
        return True
    try:
        return identity.player in dependencies().views.states.seats(report.game).seats
    except NoSuchGame:
        return False


def _record_read(identity: Identity, game: str, call: str) -> None:
    head = dependencies().games.ledger.head(game)
    dependencies().privileged_reads.record(game, identity, call, head, ORGANIZER)


def _fields(report: Report, language: str) -> dict[str, Any]:
    names = dependencies().accounts.names(sorted({report.reporter, report.player}))
    phrase = None if report.phrase is None else text_of(report.phrase, language)
    return {
        "report_id": report.id,
        "status": report.status,
        "game_id": report.game,
        "number": report.number,
        "at": report.at,
        "reporter_id": report.reporter,
        "reporter_name": names[report.reporter],
        "player_id": report.player,
        "player_name": names[report.player],
        "seat": report.seat,
        "to": report.to_seat,
        "reason": report.reason,
        "phrase": report.phrase,
        "text": report.text if phrase is None else phrase,
        "decision": report.decision,
        "note": report.note,
        "settled_by": report.settled_by,
        "settled_at": report.settled_at,
    }
