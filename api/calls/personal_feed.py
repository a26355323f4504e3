"""The personal feed: one stream for all that concerns a player, resumable like a game's."""

import re
from typing import Any

from flask import Response, g, request

from api.access.identity import require_identity
from api.access.scopes import needs_scope, require_scope
from api.calls.game_reads import JSON
from api.calls.live_streams import (
    NDJSON,
    SSE,
    feed_format,
    is_live,
    optional_permission,
    stream_response,
    within_stream_limit,
)
from api.dependencies import dependencies
from api.openapi.annotations import (
    LAST_EVENT_ID,
    refuses_with,
    sends_events,
    sends_lines,
    takes_headers,
)
from api.schemas.common import ON_A_PAGE
from api.schemas.notices import (
    FeedResetSchema,
    NoticeSchema,
    PersonalFeedPageSchema,
    PersonalFeedQuerySchema,
    PersonalPingSchema,
)
from api.schemas.views import TicketSchema
from api.transport.arguments import Blueprint
from api.transport.errors import BadHeader, NotAcceptable, TicketExpired, TooManyStreams
from api.transport.personal_stream import live_personal_lines, personal_events, personal_lines
from commands.accounts import TICKET_SECONDS
from projections.notices.personal_feed import PersonalFeed

TICKET_PLACE = "/me"
"""What a ticket is for, in place of a game's id. No game has this id."""

personal_feed = Blueprint(
    "personal_feed",
    __name__,
    url_prefix="/v1/players/me",
    description="Your personal feed: turns, offers, invitations and results of all your games",
)


@personal_feed.get("/events")
@personal_feed.arguments(PersonalFeedQuerySchema, location="query")
@personal_feed.response(200, PersonalFeedPageSchema)
@personal_feed.alt_response(200, schema={"type": "string"}, content_type=NDJSON, success=True)
@personal_feed.alt_response(200, schema={"type": "string"}, content_type=SSE, success=True)
@takes_headers(LAST_EVENT_ID)
@refuses_with(BadHeader, NotAcceptable, TicketExpired, TooManyStreams)
@sends_lines(NoticeSchema)
@sends_events(notice=NoticeSchema, reset=FeedResetSchema, ping=PersonalPingSchema)
def follow_my_events(query: dict[str, Any]) -> Response:
    """All that concerns you: a page, lines, or a live stream, by `Accept`

    Server-sent events are `notice`, with the number as their id. Resume with `Last-Event-ID` or
    `after`: nothing is lost and nothing comes twice. A `reset` says that notices after your number
    are no longer kept; then read your games anew.
    """
    media_type = feed_format()
    if "ticket" in query:
        g.identity = dependencies().accounts.redeem_ticket(query["ticket"], TICKET_PLACE)
        if g.identity is None:
            raise TicketExpired("this ticket is unknown or has run out; ask for a new one")
        require_scope(g.identity)
    require_identity()
    goes_on = is_live(media_type, query)
    feed, after, limit = _feed(), _cursor(query), query.get("limit")
    if media_type == SSE:
        chunks = personal_events(feed, after, dependencies().desk.clock, query["ping"])
        return stream_response(within_stream_limit(chunks), SSE)
    if media_type == NDJSON:
        if goes_on:
            lines = live_personal_lines(feed, after, query["ping"])
            return stream_response(within_stream_limit(lines), NDJSON)
        return stream_response(personal_lines(feed, after, limit), NDJSON)
    return _page_response(feed, after, limit or ON_A_PAGE)


@personal_feed.post("/ticket")
@personal_feed.response(201, TicketSchema)
@needs_scope("read")
def issue_my_ticket() -> dict[str, Any]:
    """Get a ticket for `?ticket=` in the address of your feed: EventSource sends no token"""
    ticket = dependencies().accounts.issue_ticket(require_identity(), TICKET_PLACE)
    return {"ticket": ticket, "expires_in": TICKET_SECONDS}


def _feed() -> PersonalFeed:
    permission = optional_permission()
    assert permission is not None, "the caller has a token"
    return PersonalFeed(
        dependencies().notices.store,
        dependencies().news_follower,
        dependencies().accounts.names,
        permission,
    )


def _cursor(query: dict[str, Any]) -> int:
    """The number that the reader has seen last. `Last-Event-ID` counts more than `after`."""
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return int(query.get("after", 0))
    if re.fullmatch("[0-9]{1,15}", text) is None:
        raise BadHeader("the id of an event here is a number", header="Last-Event-ID")
    return int(text)


def _page_response(feed: PersonalFeed, after: int, limit: int) -> Response:
    page = feed.page(after, limit)
    more = bool(page.notices) and page.notices[-1][0] < page.last
    notices = b",".join(notice for _, notice in page.notices)
    body = b'{"notices":[%b],"last":%d,"more":%b,"reset":%b}' % (
        notices,
        page.last,
        b"true" if more else b"false",
        b"true" if page.is_reset else b"false",
    )
    response = Response(body, content_type=JSON)
    response.vary.add("Accept")
    return response
