"""What all reads of a game share: which viewer, which version, which language, and an ETag."""

from contextlib import suppress
from hashlib import blake2b
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, g, request

from api.access.identity import optional_identity
from api.access.referees import may_referee
from api.access.viewers import viewer_rule_for
from api.dependencies import dependencies
from domain.ids import ORGANIZER, SPECTATOR, Viewer
from domain.table.challenges import GameSealed
from eventlog.ledger import UNREACHABLE
from eventlog.moments import Moment
from presentation.language import DEFAULT_LANGUAGE
from presentation.registry import LANGUAGES
from projections.one_game.game_at import EncodedView, require_version

JSON = "application/json"
_NO_CLOCK = b'"clock":null'


def viewer_for(game: str, query: dict[str, Any]) -> Viewer:
    """As which viewer this request reads a game."""
    # Once a game is closed, every viewer is allowed and a referee has no privilege.
    seats, identity = dependencies().views.seats(game), optional_identity()
    is_closed = seats.status == "closed"
    viewer = viewer_rule_for(game, identity, query.get("as"))(seats.seats, is_closed)
    g.viewer = viewer
    g.is_privileged = (
        identity is not None
        and identity.player not in seats.seats
        and (viewer != SPECTATOR or seats.is_sealed)
        and not is_closed
    )
    return viewer


def version_for(game: str, viewer: Viewer, query: dict[str, Any]) -> int | None:
    """Which version this request reads; None for the last one. Spectators may see less of them."""
    moment: Moment | None = query.get("at")
    views = dependencies().views
    at = None if moment is None else views.version_at(game, moment)
    visible = views.delay.visible(game, viewer)
    if visible is None:
        return at
    if moment is not None and moment.time is not None:
        # For a spectator the game has not come any further yet.
        return min(at or visible.version, visible.version)
    require_version(visible.version, at)
    return at or visible.version


def public_version_for(game: str, query: dict[str, Any]) -> int | None:
    """The same for what all viewers see alike: it is a privilege only to see it without a delay."""
    is_sealed = bool(g.get("is_privileged"))
    viewer = viewer_for(game, query)
    is_delayed = dependencies().views.delay.visible(game, SPECTATOR) is not None
    g.is_privileged = is_sealed or (g.is_privileged and is_delayed)
    return version_for(game, viewer, query)


def require_access(game: str) -> None:
    """Raise if a game is sealed and not the caller's own. An organizer may read it, on record."""
    seats, identity = dependencies().views.seats(game), optional_identity()
    if not seats.is_sealed or (identity is not None and identity.player in seats.seats):
        return
    if not may_referee(identity, game):
        raise GameSealed("only its player sees this game before its challenge closes")
    g.viewer, g.is_privileged = ORGANIZER, True


def require_access_to_requested_game() -> None:
    """The same for the game in the address of the request."""
    require_access((request.view_args or {})["game_id"])


def run_overdue_work_before_read() -> None:
    """Before a game is read, do what is overdue in it."""
    game = (request.view_args or {}).get("game_id")
    if game is not None:
        dependencies().desk.run_overdue_work(game)


def run_overdue_work_after_read(response: Response) -> Response:
    """By reading, this server may have learned of a deadline that has passed by now."""
    if response.status_code < HTTPStatus.BAD_REQUEST:
        # If Redis fails now, the view that was read is still sent.
        with suppress(*UNREACHABLE):
            run_overdue_work_before_read()
    return response


def with_server_time(view: EncodedView) -> EncodedView:
    """The view of a game with clocks also has the server's time, so that clients can count down."""
    if _NO_CLOCK in view.body:
        return view
    time = b',"server_time":%d}' % dependencies().desk.clock()
    return EncodedView(view.version, view.body[:-1] + time)


def record_privileged_read(game: str, version: int, *, is_live: bool = False) -> None:
    """Record a read that only an organizer may make; a live one goes on from this version."""
    identity = optional_identity()
    if g.get("is_privileged") and identity is not None:
        call = request.url_rule.rule if request.url_rule is not None else request.path
        dependencies().privileged_reads.record(
            game, identity, call, version, g.viewer, is_live=is_live
        )


def language_for(query: dict[str, Any]) -> str:
    """The language that is asked for, or the best of those that the client accepts."""
    if "lang" in query:
        return str(query["lang"])
    refused = {_main_language(tag) for tag, quality in request.accept_languages if quality <= 0}
    offered = [DEFAULT_LANGUAGE, *(one for one in LANGUAGES if one != DEFAULT_LANGUAGE)]
    for tag, quality in request.accept_languages:
        for one in offered:
            if quality > 0 and one not in refused and _main_language(tag) in (one, "*"):
                return one
    return DEFAULT_LANGUAGE


def _main_language(tag: str) -> str:
    """`en` for British English (`en-GB`)."""
    return tag.split("-", 1)[0].lower()


def in_language(response: Response, lang: str) -> Response:
    """A response that says in which language it is."""
    response.headers["Content-Language"] = lang
    response.vary.add("Accept-Language")
    return response


def json_response(payload: dict[str, Any]) -> Response:
    """A response that may differ the next time, such as a page of a list."""
    return Response(msgspec.json.encode(payload), content_type=JSON)


def content_tag(view: EncodedView) -> str:
    """A part of the tag of a view with names, which can change while the game does not."""
    return blake2b(view.body, digest_size=6).hexdigest()


def view_response(
    game: str, view: EncodedView, *tag_parts: object, content_type: str = JSON
) -> Response:
    """A view that is the same for the same version and tag parts, so it need not be sent twice."""
    g.version = view.version
    record_privileged_read(game, view.version)
    response = Response(view.body, content_type=content_type)
    # Two views of one version that differ only in the server's time count as the same.
    has_time = content_type == JSON and b',"server_time":' in view.body[-40:]
    response.set_etag("-".join(map(str, (view.version, *tag_parts))), weak=has_time)
    return response
