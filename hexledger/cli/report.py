"""`hexledger report`: pace, trades, thefts, dice and luck over ledger files."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from domain.reports import GameReport, Report
from eventlog.ledger_file import read_ledger
from eventlog.verification import VerificationStatus, verify
from hexledger.cli.progress import with_progress
from hexledger.problems import Problem, read_file
from presentation.reports.table import report_csv
from presentation.reports.text import report_text
from presentation.reports.writer import Links
from projections.reports.game_reports import report_of_file
from projections.reports.merging import merged
from projections.reports.shown import report_json


def define(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="print one table for spreadsheets")
    form.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument(
        "--lang", choices=("en", "pl"), default="en", help="the language of the report"
    )
    parser.add_argument("--open", action="store_true", help="allow games that are not closed")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    files: list[Path] = arguments.files
    paths: dict[str, Path] = {}
    reports: list[GameReport] = []
    for path in with_progress(files, len(files), "reading"):
        report = read_report(path, allow_open=arguments.open)
        if report.game in paths:
            raise Problem(f"{path}: this is the same game as {paths[report.game]}")
        paths[report.game] = path
        reports.append(report)
    print(written(merged(reports), links_in(paths), arguments), end="")
    return 0


def read_report(path: Path, *, allow_open: bool) -> GameReport:
    """The report of a ledger file, once the ledger has been verified."""
    data = read_file(path)
    verdict = verify(data, allow_open=allow_open)
    if verdict.status != VerificationStatus.SOUND:
        raise Problem(f"{path}: {verdict.message}")
    report = report_of_file(read_ledger(data))
    if report is None:
        raise Problem(f"{path}: this is not the ledger of a game")
    return report


def links_in(paths: dict[str, Path]) -> Links:
    """What to give to `hexledger replay` to look at a line: a file, and `--at` or `--type`."""
    return Links(
        lambda place: f"{paths[place.game]} --at {place.version}",
        lambda game: f"{paths[game]} --type dice_rolled",
    )


def written(report: Report, links: Links, arguments: Namespace) -> str:
    if arguments.csv:
        return report_csv(report, links=links)
    if arguments.json:
        return report_json(report, arguments.lang, links=links).decode() + "\n"
    return report_text(report, arguments.lang, links=links)
