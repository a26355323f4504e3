"""What all reads of a game have in common: whose eyes, which version, which language, an ETag."""

from contextlib import suppress
from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, g, request

from api.access.identity import whoever
from api.access.viewers import eyes_of
from api.dependencies import services
from domain.ids import ORGANIZER, SPECTATOR, Viewer
from domain.table.challenges import GameSealed
from eventlog.ledger import UNREACHABLE
from presentation.language import DEFAULT_LANGUAGE
from presentation.registry import LANGUAGES
from projections.one_game.game_at import EncodedView

JSON = "application/json"
_NO_CLOCK = b'"clock":null'


def viewer(game: str, query: dict[str, Any]) -> Viewer:
    """As whom a game is read."""
    # Other eyes are allowed, and an organizer's are nothing special, once the game is closed: then
    # it has to be known whether it is by now.
    views, identity = services().views, whoever()
    is_careful = "as" in query or (identity is not None and identity.role == "organizer")
    seats = views.states.seats(game) if is_careful else views.seats(game)
    is_closed = seats.status == "closed"
    found = eyes_of(identity, query.get("as"))(seats.seats, is_closed)
    g.viewer = found
    g.is_privileged = (
        identity is not None
        and identity.player not in seats.seats
        and (found != SPECTATOR or seats.is_sealed)
        and not is_closed
    )
    return found


def admit(game: str) -> None:
    """Refuse who may not look at a game that is sealed; a referee may, and that is recorded."""
    views, identity = services().views, whoever()
    seats = views.seats(game)
    if not seats.is_sealed or (identity is not None and identity.player in seats.seats):
        return
    # It may have been closed by now, as another process knows.
    if not views.states.seats(game).is_sealed:
        return
    if identity is None or identity.role != "organizer":
        raise GameSealed("only its player sees this game before its challenge closes")
    g.viewer, g.is_privileged = ORGANIZER, True


def admit_to_view() -> None:
    """The same for whatever view is asked for."""
    admit((request.view_args or {})["game_id"])


def attend() -> None:
    """Let happen first what is overdue in the game that is asked for."""
    game = (request.view_args or {}).get("game_id")
    if game is not None:
        services().desk.run_overdue_work(game)


def attend_again(response: Response) -> Response:
    """By reading, this server may have heard of a deadline that has passed by now."""
    if response.status_code < HTTPStatus.BAD_REQUEST:
        # What was read is answered, whatever becomes of this.
        with suppress(*UNREACHABLE):
            attend()
    return response


def timed(reading: EncodedView) -> EncodedView:
    """A view of a game with clocks also tells the time, so that a phone can count down."""
    if _NO_CLOCK in reading.body:
        return reading
    time = b',"server_time":%d}' % services().desk.clock()
    return EncodedView(reading.version, reading.body[:-1] + time)


def oversee(game: str, version: int, *, is_live: bool = False) -> None:
    """Record a look that only an organizer may have; a live one goes on from this version."""
    identity = whoever()
    if g.get("is_privileged") and identity is not None:
        call = request.url_rule.rule if request.url_rule is not None else request.path
        services().privileged_reads.record(game, identity, call, version, g.viewer, is_live=is_live)


def language(query: dict[str, Any]) -> str:
    """The language asked for, or the best of those the client accepts."""
    if "lang" in query:
        return str(query["lang"])
    refused = {_spoken(tag) for tag, quality in request.accept_languages if quality <= 0}
    offered = [DEFAULT_LANGUAGE, *(one for one in LANGUAGES if one != DEFAULT_LANGUAGE)]
    for tag, quality in request.accept_languages:
        for one in offered:
            if quality > 0 and one not in refused and _spoken(tag) in (one, "*"):
                return one
    return DEFAULT_LANGUAGE


def _spoken(tag: str) -> str:
    """British English is English, too."""
    return tag.split("-", 1)[0].lower()


def page_of(shown: dict[str, Any]) -> Response:
    """A list that may differ the next time."""
    return Response(msgspec.json.encode(shown), content_type=JSON)


def answer(game: str, reading: EncodedView, *marks: object, content_type: str = JSON) -> Response:
    """A view that is the same for the same version and marks, so it need not be sent twice."""
    g.version = reading.version
    oversee(game, reading.version)
    response = Response(reading.body, content_type=content_type)
    response.vary.update(("Accept", "Accept-Language"))
    # Whoever has a view with the time in it needs no other of the same version.
    is_timed = content_type == JSON and b',"server_time":' in reading.body[-40:]
    response.set_etag("-".join(map(str, (reading.version, *marks))), weak=is_timed)
    return response
