"""Every part of a tournament as CSV, safe for spreadsheets."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from domain.table.bots import is_bot
from domain.tournament.seating.problem import Cost
from domain.tournament.view_types import TournamentView
from presentation.player_names import Names

Row: TypeAlias = Sequence[object]
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins with one of these would be run by a spreadsheet."""


def written(view: TournamentView, part: str, names: Names) -> str:
    """A part of a tournament: its head, then a line for each item."""
    text = io.StringIO()
    csv.writer(text).writerows(PARTS[part](view, names))
    return text.getvalue()


def _tables(view: TournamentView, names: Names) -> Iterator[Row]:
    """A line for every seat of every table of every round."""
    yield ("round", "phase", "table", "seat", "player", "name", "colour", "points", "won",
           "outcome", "sealed", "game", "head", "decided_by", "reason")  # fmt: skip
    for one in view.rounds:
        for table in one.tables:
            result = table.result
            for seat, player in enumerate(table.players):
                yield (
                    one.round,
                    one.phase,
                    table.table,
                    seat,
                    player,
                    _name(player, names),
                    table.colours[seat] if table.colours else "",
                    "" if result is None else result.points[seat],
                    "" if result is None else int(player in result.winners),
                    "" if result is None else result.outcome,
                    "" if result is None else int(result.is_sealed),
                    table.game or "",
                    "" if result is None else result.head or "",
                    "" if result is None else result.decided_by or "",
                    "" if result is None else _safe(result.reason),
                )


def _standings(view: TournamentView, names: Names) -> Iterator[Row]:
    """A line for every player, the best first; the final rank once it is finished."""
    counted = [value.name for value in view.standings[0].values] if view.standings else []
    yield ("rank", "player", "name", *counted, "games", "byes", "warnings", "points_deducted",
           "disqualified", "final_rank", "reached")  # fmt: skip
    places = {place.player: place for place in view.ranking}
    for line in view.standings:
        place = places.get(line.player)
        yield (
            _or_empty(line.rank),
            line.player,
            _name(line.player, names),
            *(value.exact or value.rounded for value in line.values),
            line.games,
            line.byes,
            line.warnings,
            line.points_deducted,
            int(line.is_disqualified),
            "" if place is None else _or_empty(place.rank),
            "" if place is None else place.reached or "",
        )


def _entries(view: TournamentView, names: Names) -> Iterator[Row]:
    """A line for every entry, in the order of entry."""
    yield ("number", "player", "name", "status", "checked_in", "bot", "from_round", "earlier")
    for entry in view.entries:
        yield (
            entry.number,
            entry.player,
            _name(entry.player, names),
            entry.status,
            int(entry.checked_in),
            entry.bot or "",
            entry.from_round,
            " ".join(entry.earlier),
        )


def _rounds(view: TournamentView, names: Names) -> Iterator[Row]:
    """A line for every round: how it was drawn, and what the seating costs."""
    costs = Cost.__struct_fields__
    yield ("round", "phase", "status", "manner", "tables", "byes", "seed", "method", "changes",
           *(f"cost_{name}" for name in costs), *(f"bound_{name}" for name in costs))  # fmt: skip
    for one in view.rounds:
        yield (
            one.round,
            one.phase,
            one.status,
            one.manner,
            len(one.tables),
            " ".join(one.byes),
            one.seed,
            one.method,
            one.changes,
            *(getattr(one.cost, name) for name in costs),
            *(getattr(one.bound, name) for name in costs),
        )


def _appeals(view: TournamentView, names: Names) -> Iterator[Row]:
    """A line for every appeal, and what was decided about it."""
    yield ("appeal", "round", "table", "player", "name", "reason", "status", "decided_by",
           "decision")  # fmt: skip
    for one in view.appeals:
        yield (
            one.appeal,
            one.round,
            one.table,
            one.player,
            _name(one.player, names),
            _safe(one.reason),
            one.status,
            one.decided_by or "",
            _safe(one.decision),
        )


def _penalties(view: TournamentView, names: Names) -> Iterator[Row]:
    """A line for every penalty, those that were cancelled included."""
    yield ("penalty", "player", "name", "kind", "points", "round", "reason", "author", "in_force",
           "cancelled_by", "cancelled_because")  # fmt: skip
    for one in view.penalties:
        yield (
            one.penalty,
            one.player,
            _name(one.player, names),
            one.kind,
            one.points,
            _or_empty(one.round),
            _safe(one.reason),
            one.author,
            int(one.is_in_force),
            one.cancelled_by or "",
            _safe(one.cancelled_because),
        )


def _staff(view: TournamentView, names: Names) -> Iterator[Row]:
    yield ("player", "name", "role")
    for one in view.staff:
        yield one.player, _name(one.player, names), one.role


PARTS: Final[Mapping[str, Callable[[TournamentView, Names], Iterable[Row]]]] = {
    "tables": _tables,
    "standings": _standings,
    "entries": _entries,
    "rounds": _rounds,
    "appeals": _appeals,
    "penalties": _penalties,
    "staff": _staff,
}
"""What there is as CSV, by name: the head first, then the lines."""


def _or_empty(number: int | None) -> int | str:
    return "" if number is None else number


def _name(player: str, names: Names) -> str:
    return player.rsplit(":", 1)[0] if is_bot(player) else _safe(names.get(player) or "")


def _safe(text: str) -> str:
    """What a person wrote, so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
