"""The feed over HTTP: a page of JSON, NDJSON, or server-sent events, by `Accept`."""

import re
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from typing import Any

from flask import Response, g, request

from api.access.identity import caller, somebody, whoever
from api.access.viewers import eyes_of
from api.calls.game_reads import JSON, admit, attend, attend_again, oversee, viewer
from api.dependencies import services
from api.openapi.annotations import LAST_EVENT_ID, takes, token_optional
from api.schemas.common import ON_A_PAGE, FeedPageSchema
from api.schemas.views import FeedQuerySchema, TicketSchema
from api.transport.arguments import Blueprint
from api.transport.errors import BadHeader, NotAcceptable, QueryBadValue, TicketExpired
from api.transport.live_feed import Feed, Permit
from commands.accounts import TICKET_SECONDS

NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
OFFERED = (JSON, NDJSON, SSE)

feeds = Blueprint("feeds", __name__, url_prefix="/v1/games/<game_id>", description="Follow games")
feeds.before_request(attend)
feeds.after_request(attend_again)


@feeds.get("/events")
@feeds.arguments(FeedQuerySchema, location="query")
@feeds.response(200, FeedPageSchema)
@feeds.alt_response(200, schema={"type": "string"}, content_type=NDJSON, success=True)
@feeds.alt_response(200, schema={"type": "string"}, content_type=SSE, success=True)
@token_optional
@takes(LAST_EVENT_ID)
def read_events(query: dict[str, Any], game_id: str) -> Response:
    """Every commit as you may know it: a page, lines, or live, by `Accept`

    Server-sent events begin with `view` if there is no cursor; then comes `commit` for every
    version. Resume with `Last-Event-ID` or `after`: nothing is lost and nothing comes twice.
    """
    # Who does not say what he accepts takes anything.
    form = request.accept_mimetypes.best_match(OFFERED) if request.accept_mimetypes else JSON
    if form is None:
        raise NotAcceptable("the feed comes as JSON, NDJSON or server-sent events", offered=OFFERED)
    if "ticket" in query:
        g.identity = services().accounts.redeem_ticket(query["ticket"], game_id)
        if g.identity is None:
            raise TicketExpired("this ticket is unknown or has run out; ask for a new one")
    admit(game_id)
    is_live = _is_live(form, query)
    viewer(game_id, query)
    oversee(game_id, services().games.ledger.head(game_id), is_live=is_live)
    eyes = eyes_of(whoever(), query.get("as"))
    feed = Feed(
        services().views,
        services().follower,
        game_id,
        eyes,
        services().desk.clock,
        permit=_permit(),
    )
    after, until, limit = _cursor(query), query.get("at"), query.get("limit")
    if form == SSE:
        return _stream(_counted(feed.sse(after)), SSE)
    if form == NDJSON:
        if is_live:
            return _stream(_counted(feed.followed(after or 0)), NDJSON)
        return _stream(feed.lines(after or 0, limit, until), NDJSON)
    return _page(feed, after or 0, limit or ON_A_PAGE, until)


@feeds.post("/ticket")
@feeds.response(201, TicketSchema)
def issue_ticket(game_id: str) -> dict[str, Any]:
    """A ticket for `?ticket=` in the address of the feed: browsers' EventSource sends no header"""
    identity = somebody()
    admit(game_id)
    services().views.status(game_id)
    ticket = services().accounts.issue_ticket(identity, game_id)
    return {"ticket": ticket, "expires_in": TICKET_SECONDS}


def _permit() -> Permit | None:
    """By what right the feed is followed; everybody may see what the public sees."""
    identity = whoever()
    if identity is None:
        return None
    return Permit(identity.player, partial(services().accounts.is_valid, identity))


def _is_live(form: str, query: dict[str, Any]) -> bool:
    """Whether the feed goes on and on, which has to go with the rest of the query."""
    is_live = form == SSE or (form == NDJSON and query["follow"])
    if query["follow"] and not is_live:
        raise QueryBadValue(
            f"a page cannot be followed; ask for {NDJSON} or {SSE}", fields={"follow": "not JSON"}
        )
    for name in ("at", "limit"):
        if is_live and name in query:
            raise QueryBadValue(
                f"what goes on has no end; leave `{name}` out", fields={name: "not live"}
            )
    return is_live


def _cursor(query: dict[str, Any]) -> int | None:
    """Where the reader has got to: what it says itself after a break counts most."""
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return query.get("after")
    if re.fullmatch("[0-9]{1,15}", text) is None:
        raise BadHeader("the id of an event is a version", header="Last-Event-ID")
    return int(text)


def _page(feed: Feed, after: int, limit: int, until: int | None) -> Response:
    commits, last = feed.page(after, limit, until)
    more = bool(commits) and commits[-1][0] < last
    told = b",".join(commit for _, commit in commits)
    g.version = last
    body = b'{"commits":[%b],"version":%d,"more":%b}' % (told, last, b"true" if more else b"false")
    response = Response(body, content_type=JSON)
    response.vary.add("Accept")
    return response


def _counted(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The same, as one of the streams that whoever asks may have at once."""
    limit, name = services().streams, caller()
    with nullcontext() if limit is None or name is None else limit.hold(name):
        yield from chunks


def _stream(chunks: Iterator[bytes], content_type: str) -> Response:
    # The first chunk is made before the status is sent, so that an error can still be one.
    first = next(chunks, b"")

    def all_chunks() -> Iterator[bytes]:
        yield first
        yield from chunks

    response = Response(all_chunks(), content_type=content_type)
    response.call_on_close(chunks.close)  # type: ignore[attr-defined]  # it is a generator
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response
