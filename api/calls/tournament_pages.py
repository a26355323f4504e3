"""The results of a tournament as a plain page: no login, no script, nothing but text."""

from html import escape

from flask import Blueprint, Response

from api.calls.names import names_of
from api.calls.plain_pages import page, page_response, table
from api.calls.tournament_reads import run_overdue_work_before_read
from api.dependencies import dependencies
from domain.ids import SPECTATOR
from domain.table.bots import is_bot
from domain.tournament.state import CLOSED
from domain.tournament.view_types import AppealView, PenaltyView, RoundTableView, TournamentView
from presentation.player_names import Names
from projections.tournaments.spreadsheets import PARTS
from projections.tournaments.views import people_in

tournament_pages = Blueprint("tournament_pages", __name__)
tournament_pages.before_request(run_overdue_work_before_read)


@tournament_pages.get("/tournaments/<tournament_id>")
def show_results(tournament_id: str) -> Response:
    """How a tournament stands, for everybody."""
    services = dependencies().tournaments
    _, view = services.views.shown(tournament_id, SPECTATOR)
    with services.desk.games.hold(tournament_id) as live:
        head = live.folded.head.hex() if live.state.phase == CLOSED else None
    return page_response(results_page(view, names_of(people_in(view)), head))


def results_page(view: TournamentView, names: Names, head: str | None = None) -> str:
    """The page as HTML. Whatever comes from people is escaped. `head` is the hash of the closed
    ledger."""
    columns = [value.name for value in view.standings[0].values] if view.standings else []
    ranks = [
        (
            "–" if line.rank is None else str(line.rank),
            _name(line.player, names),
            *(value.rounded if "/" in value.exact else value.exact for value in line.values),
            str(line.games),
        )
        for line in view.standings
    ]
    parts = [f"<p>{escape(view.phase)}</p>"]
    if view.ranking:
        places: list[tuple[str, ...]] = [
            (
                "–" if one.rank is None else str(one.rank),
                _name(one.player, names),
                one.reached or "",
            )
            for one in view.ranking
        ]
        parts.append("<h2>Final ranking</h2>" + table(("Rank", "Player", "Reached"), places))
    parts.append("<h2>Standings</h2>" + table(("Rank", "Player", *columns, "games"), ranks))
    for one in view.rounds:
        rows = [row for table in one.tables for row in _rows(table, names)]
        heading = f"<h2>Round {one.round} ({escape(one.phase)})</h2>"
        parts.append(heading + table(("Table", "Player", "Points", "", "Game"), rows))
    if view.appeals:
        rows = [_appeal(one, names) for one in view.appeals]
        columns = ["Round", "Table", "Player", "Appeal", "", "Decision", "By"]
        parts.append("<h2>Appeals</h2>" + table(tuple(columns), rows))
    if view.penalties:
        rows = [_penalty(one, names) for one in view.penalties]
        columns = ["Player", "Penalty", "Reason", "By", "Cancelled", "By"]
        parts.append("<h2>Penalties</h2>" + table(tuple(columns), rows))
    return page(view.setup.title, "".join([*parts, _files(view.tournament, head)]))


def _appeal(one: AppealView, names: Names) -> tuple[str, ...]:
    decided_by = "" if one.decided_by is None else _name(one.decided_by, names)
    about = (str(one.round), str(one.table), _name(one.player, names), one.reason)
    return (*about, one.status, one.decision, decided_by)


def _penalty(one: PenaltyView, names: Names) -> tuple[str, ...]:
    cancelled_by = "" if one.cancelled_by is None else _name(one.cancelled_by, names)
    kind = f"{one.kind}: {one.points}" if one.points else one.kind
    kind = kind if one.round is None else f"{kind} of round {one.round}"
    imposed = (_name(one.player, names), kind, one.reason, _name(one.author, names))
    return (*imposed, one.cancelled_because, cancelled_by)


def _files(tournament: str, head: str | None) -> str:
    """Where everything is to be had, and once it is closed how to verify it."""
    path = f"/v1/tournaments/{escape(tournament)}"
    links = [
        f'<a href="{path}">JSON</a>',
        *(f'<a href="{path}?format=csv&amp;part={part}">{part}</a>' for part in PARTS),
    ]
    text = f"<h2>Files</h2><p>{links[0]}; as CSV: {', '.join(links[1:])}</p>"
    if head is None:
        return text
    bundle = f'<a href="{path}/bundle">all ledgers, signed</a>'
    return f"{text}<p>{bundle}, for <code>hexledger verify</code>; head <code>{head}</code></p>"


def _rows(table: RoundTableView, names: Names) -> list[tuple[str, ...]]:
    result = table.result
    return [
        (
            str(table.table) if seat == 0 else "",
            _name(player, names),
            "" if result is None else str(result.points[seat]),
            "won" if result is not None and player in result.winners else "",
            (table.game or "") if seat == 0 else "",
        )
        for seat, player in enumerate(table.players)
    ]


def _name(player: str, names: Names) -> str:
    return "bot" if is_bot(player) else names.get(player) or "(erased)"
