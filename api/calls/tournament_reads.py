"""What all reads of a tournament share: who reads, and what the service does before."""

from typing import Any

from flask import Response, g, request

from api.access.identity import optional_identity
from api.access.referees import acts_as_staff
from api.calls.game_reads import JSON
from api.dependencies import dependencies
from domain.ids import PlayerId, Viewer
from eventlog.moments import Moment
from projections.one_game.game_at import EncodedView
from projections.tournaments.feed import TournamentSource

OPERATOR = "organizer"
"""The role of those who may do everything on this server."""


def reader() -> tuple[PlayerId | None, bool]:
    """Who reads, and whether they are an operator."""
    identity = optional_identity()
    return (None, False) if identity is None else (identity.player, identity.role == OPERATOR)


def _staff_reader() -> tuple[PlayerId | None, bool]:
    """The same for what staff see; nobody if the token does not make its player one of them."""
    identity = optional_identity()
    return reader() if identity is not None and acts_as_staff(identity) else (None, False)


def viewer_for(tournament: str) -> Viewer:
    """As which viewer this request reads a tournament."""
    player, is_operator = _staff_reader()
    views = dependencies().tournaments.views
    return views.viewer_for(tournament, player, is_operator=is_operator)


def version_for(tournament: str, query: dict[str, Any]) -> int | None:
    """Which version this request reads; None for the last one."""
    moment: Moment | None = query.get("at")
    views = dependencies().tournaments.views
    return None if moment is None else views.version_at(tournament, moment)


def source_for() -> TournamentSource:
    """Where the feed of this reader comes from."""
    player, is_operator = _staff_reader()
    services = dependencies().tournaments
    return TournamentSource(services.views, services.clock, player, is_operator=is_operator)


def run_overdue_work_before_read() -> None:
    """Before a tournament is read, do what the service has to do in it."""
    tournament = (request.view_args or {}).get("tournament_id")
    if tournament is not None and request.method == "GET":
        dependencies().tournaments.desk.run_all_due_work(tournament)


def tournament_response(view: EncodedView, *tag_parts: Any, content_type: str = JSON) -> Response:
    """A view that is the same for the same version and tag parts, so it need not be sent twice."""
    g.version = view.version
    response = Response(view.body, content_type=content_type)
    response.set_etag("-".join(map(str, (view.version, *tag_parts))))
    return response
