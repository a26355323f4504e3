"""A report as JSON: every line has addresses of the tables on which it rests."""

from typing import Any

import msgspec
from msgspec.structs import asdict

from domain.reports import PaceLine, Place, Report
from presentation.player_names import NO_NAMES, Names
from presentation.reports.writer import SERVER_LINKS, Links, ReportWriter


def report_json(
    report: Report, language: str, names: Names = NO_NAMES, links: Links = SERVER_LINKS
) -> bytes:
    """The report with names and notes beside it."""
    writer = ReportWriter(report, names, links, language)
    games = [
        {**_renamed(asdict(line)), "table": links.table(Place(line.game, line.version))}
        for line in report.games
    ]
    body = {
        "language": writer.language,
        "games": games,
        "pace": [_pace(line, links) for line in report.pace],
        "trades": [_linked(asdict(line), links) for line in report.trades],
        "offers": [_linked(asdict(line), links, "refusals") for line in report.offers],
        "takings": [_linked(asdict(line), links) for line in report.takings],
        "choices": [_linked(asdict(line), links, "instead") for line in report.choices],
        "dice": [_with_logs(asdict(line), links) for line in report.dice],
        "luck": [_with_logs(asdict(line), links) for line in report.luck],
        "notes": writer.notes(report),
        "names": names,
    }
    return msgspec.json.encode(body)


def _renamed(line: dict[str, Any]) -> dict[str, Any]:
    return {"game_id": line.pop("game"), **line}


def _pace(line: PaceLine, links: Links) -> dict[str, Any]:
    slowest = [
        {"ms": one.ms, "table": links.table(Place(one.game, one.version))} for one in line.slowest
    ]
    shown = _linked(asdict(line), links)
    logs = [links.log(game) for game in shown.pop("games")]
    return {**shown, "slowest": slowest, "logs": logs}


def _linked(line: dict[str, Any], links: Links, *more: str) -> dict[str, Any]:
    """A line with addresses in place of versions, in `rests_on` and in these fields."""
    linked = {name: [links.table(place) for place in line[name]] for name in ("rests_on", *more)}
    return {**line, **linked}


def _with_logs(line: dict[str, Any], links: Links) -> dict[str, Any]:
    return {**line, "rests_on": [links.log(game) for game in line.pop("games")]}
