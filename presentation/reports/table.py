"""A report as one table for spreadsheets (CSV, RFC 4180): a row for every figure.

A cell with text that a spreadsheet would take for a formula begins with an apostrophe.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from domain.reports import Place, Report
from presentation.player_names import NO_NAMES, Names, name_of
from presentation.reports.writer import SERVER_LINKS, Links

COLUMNS: Final = (
    "part",
    "player",
    "player_name",
    "other",
    "other_name",
    "detail",
    "figure",
    "value",
    "rests_on",
)
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""How a text begins that a spreadsheet would take for a formula; full-width forms count, too."""
Value: TypeAlias = str | int | float | None
Row: TypeAlias = tuple[str, str, str, str, str, Value, str]
"""Part, player, other, detail, figure, value, links."""


def report_csv(report: Report, names: Names = NO_NAMES, links: Links = SERVER_LINKS) -> str:
    """All figures of a report. Names of columns and figures are the same in every language."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for part, player, other, detail, figure, value, places in _rows(report, links):
        writer.writerow(
            safe(cell)
            for cell in (
                part,
                player,
                name_of(player, names) or "",
                other,
                name_of(other, names) or "",
                detail,
                figure,
                value,
                places,
            )
        )
    return out.getvalue()


def safe(cell: Value) -> Value:
    """A cell that no spreadsheet takes for a formula. Numbers are numbers, negative ones too."""
    if isinstance(cell, str) and cell.startswith(_FORMULA):
        return f"'{cell}"
    return cell


def _rows(report: Report, links: Links) -> Iterator[Row]:
    yield from _of_games(report, links)
    yield from _of_pace(report, links)
    yield from _of_pairs(report, links)
    yield from _of_dice(report, links)


def _of_games(report: Report, links: Links) -> Iterator[Row]:
    for game in report.games:
        place = links.table(Place(game.game, game.version))
        figures: dict[str, Value] = {
            "ruleset": game.ruleset,
            "version": game.version,
            "is_closed": int(game.is_closed),
            "outcome": game.outcome,
            "turns": game.turns,
            "began_at": game.began_at,
            "last_at": game.last_at,
        }
        for figure, value in figures.items():
            yield "games", "", "", game.game, figure, value, place
        for seat, player in enumerate(game.players):
            yield "games", player or "", "", game.game, "seat", seat, place
        for winner in game.winners:
            yield "games", winner, "", game.game, "winner", 1, place


def _of_pace(report: Report, links: Links) -> Iterator[Row]:
    for line in report.pace:
        missed = _joined(links.table(place) for place in line.rests_on)
        logs = _joined(links.log(game) for game in line.games)
        yield "pace", line.player, "", "", "decisions", line.decisions, logs
        yield "pace", line.player, "", "", "total_ms", line.total_ms, logs
        yield "pace", line.player, "", "", "median_ms", line.median_ms, logs
        yield "pace", line.player, "", "", "missed_deadlines", line.missed_deadlines, missed
        for rank, slow in enumerate(line.slowest, start=1):
            place = links.table(Place(slow.game, slow.version))
            yield "pace", line.player, "", str(rank), "slowest_ms", slow.ms, place


def _of_pairs(report: Report, links: Links) -> Iterator[Row]:
    for trade in report.trades:
        places = _joined(links.table(place) for place in trade.rests_on)
        pair = "trades", trade.player, trade.other
        yield *pair, "", "trades", trade.trades, places
        yield *pair, "", "cards_given", trade.cards_given, places
        yield *pair, "", "cards_taken", trade.cards_taken, places
        yield *pair, "", "balance", trade.balance, places
        for figure, counts in (("given", trade.given), ("taken", trade.taken)):
            for kind, count in counts.items():
                yield *pair, kind, figure, count, places
    for offer in report.offers:
        places = _joined(links.table(place) for place in offer.rests_on)
        refusals = _joined(links.table(place) for place in offer.refusals)
        pair = "offers", offer.player, offer.other
        for figure in ("asked", "accepted", "countered"):
            yield *pair, "", figure, getattr(offer, figure), places
        yield *pair, "", "refused", offer.refused, refusals
    for taking in report.takings:
        places = _joined(links.table(place) for place in taking.rests_on)
        pair = "takings", taking.player, taking.other
        yield *pair, taking.kind, "times", taking.times, places
        yield *pair, taking.kind, "count", taking.count, places
        for kind, count in taking.cards.items():
            yield *pair, f"{taking.kind} {kind}", "cards", count, places
    for choice in report.choices:
        chosen = _joined(links.table(place) for place in choice.rests_on)
        cases = _joined(links.table(place) for place in (*choice.rests_on, *choice.instead))
        pair = "choices", choice.player, choice.other
        yield *pair, choice.kind, "count", choice.count, chosen
        for figure in ("cases", "share", "expected", "p_or_more", "p_or_less"):
            yield *pair, choice.kind, figure, getattr(choice, figure), cases


def _of_dice(report: Report, links: Links) -> Iterator[Row]:
    for line in report.dice:
        places = _joined(links.log(game) for game in line.games)
        dice = " ".join(line.rulesets)
        yield "dice", "", "", dice, "rolls", line.rolls, places
        for one in line.outcomes:
            yield "dice", "", "", f"{dice} {one.outcome}", "count", one.count, places
            yield "dice", "", "", f"{dice} {one.outcome}", "expected", one.expected, places
        if line.fit is not None:
            for figure in ("chi_square", "degrees_of_freedom", "p", "reading"):
                yield "dice", "", "", dice, figure, getattr(line.fit, figure), places
    for luck in report.luck:
        places = _joined(links.log(game) for game in luck.games)
        for figure in ("expected", "due", "luck", "deviations"):
            yield "luck", luck.player, "", "", figure, getattr(luck, figure), places


def _joined(links: Iterable[str]) -> str:
    return " ".join(links)
