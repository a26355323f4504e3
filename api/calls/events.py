"""The feed of a game as a page of JSON, as NDJSON, or as server-sent events, by `Accept`."""

import re
from collections.abc import Iterator
from contextlib import nullcontext
from functools import partial
from typing import Any

from flask import Response, g, request

from api.access.identity import caller, optional_identity, require_identity
from api.access.viewers import viewer_rule_for
from api.calls.game_reads import (
    JSON,
    record_privileged_read,
    require_access,
    run_overdue_work_after_read,
    run_overdue_work_before_read,
    viewer_for,
)
from api.dependencies import dependencies
from api.openapi.annotations import LAST_EVENT_ID, takes_headers, token_optional
from api.schemas.common import ON_A_PAGE, FeedPageSchema
from api.schemas.views import FeedQuerySchema, TicketSchema
from api.transport.arguments import Blueprint
from api.transport.errors import BadHeader, NotAcceptable, QueryBadValue, TicketExpired
from api.transport.event_stream import live_ndjson, ndjson, server_sent_events
from commands.accounts import TICKET_SECONDS
from projections.one_game.feed import Feed, Permission

NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
OFFERED = (JSON, NDJSON, SSE)

events = Blueprint("events", __name__, url_prefix="/v1/games/<game_id>", description="Follow games")
events.before_request(run_overdue_work_before_read)
events.after_request(run_overdue_work_after_read)


@events.get("/events")
@events.arguments(FeedQuerySchema, location="query")
@events.response(200, FeedPageSchema)
@events.alt_response(200, schema={"type": "string"}, content_type=NDJSON, success=True)
@events.alt_response(200, schema={"type": "string"}, content_type=SSE, success=True)
@token_optional
@takes_headers(LAST_EVENT_ID)
def read_events(query: dict[str, Any], game_id: str) -> Response:
    """Every commit as you may know it: a page, lines, or a live stream, by `Accept`

    Server-sent events begin with `view` if there is no cursor. Then `commit` comes for every
    version. Resume with `Last-Event-ID` or `after`: nothing is lost and nothing comes twice.
    """
    # A client that sends no `Accept` header accepts any format.
    media_type = request.accept_mimetypes.best_match(OFFERED) if request.accept_mimetypes else JSON
    if media_type is None:
        raise NotAcceptable("the feed comes as JSON, NDJSON or server-sent events", offered=OFFERED)
    if "ticket" in query:
        g.identity = dependencies().accounts.redeem_ticket(query["ticket"], game_id)
        if g.identity is None:
            raise TicketExpired("this ticket is unknown or has run out; ask for a new one")
    require_access(game_id)
    is_live = _is_live(media_type, query)
    viewer_for(game_id, query)
    record_privileged_read(game_id, dependencies().games.ledger.head(game_id), is_live=is_live)
    feed = _feed(game_id, query)
    after, until, limit = _cursor(query), query.get("at"), query.get("limit")
    if media_type == SSE:
        chunks = server_sent_events(feed, after, dependencies().desk.clock)
        return _stream_response(_within_stream_limit(chunks), SSE)
    if media_type == NDJSON:
        if is_live:
            return _stream_response(_within_stream_limit(live_ndjson(feed, after or 0)), NDJSON)
        return _stream_response(ndjson(feed, after or 0, limit, until), NDJSON)
    return _page_response(feed, after or 0, limit or ON_A_PAGE, until)


@events.post("/ticket")
@events.response(201, TicketSchema)
def issue_ticket(game_id: str) -> dict[str, Any]:
    """Get a ticket for `?ticket=` in the feed's address: browsers' EventSource sends no token"""
    identity = require_identity()
    require_access(game_id)
    dependencies().views.status(game_id)
    ticket = dependencies().accounts.issue_ticket(identity, game_id)
    return {"ticket": ticket, "expires_in": TICKET_SECONDS}


def _feed(game: str, query: dict[str, Any]) -> Feed:
    viewer_rule = viewer_rule_for(optional_identity(), query.get("as"))
    return Feed(
        dependencies().views, dependencies().follower, game, viewer_rule, _optional_permission()
    )


def _optional_permission() -> Permission | None:
    """The caller's right to follow the feed. None without a token: spectators need no right."""
    identity = optional_identity()
    if identity is None:
        return None
    return Permission(identity.player, partial(dependencies().accounts.is_valid, identity))


def _is_live(media_type: str, query: dict[str, Any]) -> bool:
    """Whether the feed goes on as commits come. Raise if the query does not fit that."""
    is_live = media_type == SSE or (media_type == NDJSON and query["follow"])
    if query["follow"] and not is_live:
        raise QueryBadValue(
            f"a page cannot be followed; ask for {NDJSON} or {SSE}", fields={"follow": "not JSON"}
        )
    for name in ("at", "limit"):
        if is_live and name in query:
            raise QueryBadValue(
                f"a live stream has no end; leave `{name}` out", fields={name: "not live"}
            )
    return is_live


def _cursor(query: dict[str, Any]) -> int | None:
    """The version that the reader has seen last. `Last-Event-ID` counts more than `after`."""
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return query.get("after")
    if re.fullmatch("[0-9]{1,15}", text) is None:
        raise BadHeader("the id of an event is a version", header="Last-Event-ID")
    return int(text)


def _page_response(feed: Feed, after: int, limit: int, until: int | None) -> Response:
    batch, last = feed.page(after, limit, until)
    more = b"true" if batch and batch[-1][0] < last else b"false"
    commits = b",".join(commit for _, commit in batch)
    g.version = last
    body = b'{"commits":[%b],"version":%d,"more":%b}' % (commits, last, more)
    response = Response(body, content_type=JSON)
    response.vary.add("Accept")
    return response


def _within_stream_limit(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The same chunks, counted as one of the caller's live streams while they are read."""
    limit, name = dependencies().stream_limit, caller()
    with nullcontext() if limit is None or name is None else limit.hold(name):
        yield from chunks


def _stream_response(chunks: Iterator[bytes], content_type: str) -> Response:
    # The first chunk is made before the status is sent, so that an error still has its own status.
    first = next(chunks, b"")

    def all_chunks() -> Iterator[bytes]:
        yield first
        yield from chunks

    response = Response(all_chunks(), content_type=content_type)
    response.call_on_close(chunks.close)  # type: ignore[attr-defined]  # it is a generator
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response
