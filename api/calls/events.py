"""The feed of a game as a page of JSON, as NDJSON, or as server-sent events, by `Accept`."""

import re
from typing import Any, NamedTuple

from flask import Response, g, request

from api.access.identity import optional_identity, require_identity
from api.access.scopes import needs_scope, require_scope
from api.access.viewers import viewer_rule_for
from api.calls.game_reads import (
    JSON,
    record_privileged_read,
    require_access,
    run_overdue_work_after_read,
    run_overdue_work_before_read,
    version_for,
    viewer_for,
)
from api.calls.live_streams import (
    NDJSON,
    SSE,
    feed_format,
    is_live,
    optional_permission,
    stream_response,
    within_stream_limit,
)
from api.calls.talk_reads import reader_at, record_talk_read, talk_feed_for, talk_reader
from api.dependencies import dependencies
from api.openapi.annotations import (
    LAST_EVENT_ID,
    refuses_with,
    sends_events,
    sends_lines,
    takes_headers,
    token_optional,
)
from api.schemas.common import ON_A_PAGE, CommitSchema, FeedPageSchema, PingSchema
from api.schemas.talk import MessageSchema
from api.schemas.views import APART, FeedQuerySchema, GameViewSchema, TicketSchema
from api.transport.arguments import Blueprint
from api.transport.errors import (
    BadHeader,
    NotAcceptable,
    QueryBadValue,
    TicketExpired,
    TooManyStreams,
)
from api.transport.event_stream import live_ndjson, ndjson, server_sent_events
from commands.accounts import TICKET_SECONDS
from projections.one_game.feed import Feed, FeedForm

EVENT_ID = re.compile("(?P<version>[0-9]{1,15})(?:-(?P<talk>[0-9]{1,15}))?")
"""A version, and in a stream with talk the place in the talk."""

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
@refuses_with(BadHeader, NotAcceptable, TicketExpired, TooManyStreams)
@sends_lines(CommitSchema)
@sends_events(
    view=GameViewSchema,
    commit=CommitSchema,
    talk=MessageSchema,
    reset=GameViewSchema,
    ping=PingSchema,
)
def follow_events(query: dict[str, Any], game_id: str) -> Response:
    """Every commit as you may know it: a page, lines, or a live stream, by `Accept`

    Server-sent events begin with `view` if there is no cursor. Then `commit` comes for every
    version. Resume with `Last-Event-ID` or `after`: nothing is lost and nothing comes twice.
    With `talk=true` a `talk` comes whenever something is said or erased at the table.
    """
    media_type = feed_format()
    if "ticket" in query:
        g.identity = dependencies().accounts.redeem_ticket(query["ticket"], game_id)
        if g.identity is None:
            raise TicketExpired("this ticket is unknown or has run out; ask for a new one")
        require_scope(g.identity)
    require_access(game_id)
    goes_on = _is_live(media_type, query)
    viewer = viewer_for(game_id, query)
    head = dependencies().games.ledger.head(game_id)
    record_privileged_read(game_id, head, is_live=goes_on)
    if query["talk"] and not g.is_privileged:
        record_talk_read(game_id, reader_at(game_id, talk_reader(game_id, query)), is_live=True)
    place = _place(query)
    feed = _feed(game_id, query, place)
    after, limit = place.version, query.get("limit")
    until = version_for(game_id, viewer, query) if "at" in query else None
    if media_type == SSE:
        chunks = server_sent_events(feed, after, dependencies().desk.clock, query["ping"])
        return stream_response(within_stream_limit(chunks), SSE)
    if media_type == NDJSON:
        if goes_on:
            return stream_response(
                within_stream_limit(live_ndjson(feed, after or 0, query["ping"])), NDJSON
            )
        return stream_response(ndjson(feed, after or 0, limit, until), NDJSON)
    return _page_response(feed, after or 0, limit or ON_A_PAGE, until)


@events.post("/ticket")
@events.response(201, TicketSchema)
@needs_scope("read")
def issue_ticket(game_id: str) -> dict[str, Any]:
    """Get a ticket for `?ticket=` in the feed's address: browsers' EventSource sends no token"""
    identity = require_identity()
    require_access(game_id)
    dependencies().views.status(game_id)
    ticket = dependencies().accounts.issue_ticket(identity, game_id)
    return {"ticket": ticket, "expires_in": TICKET_SECONDS}


class _Place(NamedTuple):
    """What a reader has seen last: a version of the game, and a change of its talk."""

    version: int | None
    talk: int | None


def _feed(game: str, query: dict[str, Any], place: _Place) -> Feed:
    viewer_rule = viewer_rule_for(game, optional_identity(), query.get("as"))
    talk = talk_feed_for(game, query, place.talk) if query["talk"] else None
    return Feed(
        dependencies().views,
        dependencies().follower,
        game,
        viewer_rule,
        optional_permission(),
        _form(query),
        talk=talk,
    )


def _form(query: dict[str, Any]) -> FeedForm:
    """Changes are about the view without its geometry, so a stream begins with that view."""
    with_changes = query["changes"]
    return FeedForm(with_changes or query["geometry"] == APART, with_changes)


def _is_live(media_type: str, query: dict[str, Any]) -> bool:
    """Whether the feed goes on as commits come. Raise if the query does not fit that."""
    if query["talk"] and media_type != SSE:
        raise QueryBadValue(
            f"the talk comes only with {SSE}; or read `/talk`", fields={"talk": "not live"}
        )
    return is_live(media_type, query)


def _place(query: dict[str, Any]) -> _Place:
    """What the reader has seen last. `Last-Event-ID` counts more than the query."""
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return _Place(query.get("after"), query.get("talk_after"))
    found = EVENT_ID.fullmatch(text)
    if found is None:
        raise BadHeader("this is not the id of an event", header="Last-Event-ID")
    talk = found["talk"]
    return _Place(int(found["version"]), query.get("talk_after") if talk is None else int(talk))


def _page_response(feed: Feed, after: int, limit: int, until: int | None) -> Response:
    batch, last = feed.page(after, limit, until)
    more = b"true" if batch and batch[-1][0] < last else b"false"
    commits = b",".join(commit for _, commit in batch)
    g.version = last
    body = b'{"commits":[%b],"version":%d,"more":%b}' % (commits, last, more)
    response = Response(body, content_type=JSON)
    response.vary.add("Accept")
    return response
