"""What the feed of a game and the personal feed share: formats, limits and rights of streams."""

from collections.abc import Collection, Iterator
from contextlib import nullcontext
from functools import partial
from typing import Any

from flask import Response, request

from api.access.identity import optional_identity
from api.access.limits import caller
from api.calls.game_reads import JSON
from api.dependencies import dependencies
from api.transport.errors import NotAcceptable, QueryBadValue
from api.transport.gzip_streams import gzip_stream
from domain.ids import PlayerId
from projections.one_game.feed import Permission

NDJSON = "application/x-ndjson"
SSE = "text/event-stream"
OFFERED = (JSON, NDJSON, SSE)


def feed_format() -> str:
    """The format of a feed that the caller accepts. Raise if it is not offered."""
    # A client that sends no `Accept` header accepts any format.
    media_type = request.accept_mimetypes.best_match(OFFERED) if request.accept_mimetypes else JSON
    if media_type is None:
        raise NotAcceptable("the feed comes as JSON, NDJSON or server-sent events", offered=OFFERED)
    return media_type


def is_live(media_type: str, query: dict[str, Any]) -> bool:
    """Whether the feed goes on as news come. Raise if the query does not fit that."""
    goes_on = media_type == SSE or (media_type == NDJSON and query["follow"])
    if query["follow"] and not goes_on:
        raise QueryBadValue(
            f"a page cannot be followed; ask for {NDJSON} or {SSE}", fields={"follow": "not JSON"}
        )
    for name in ("at", "limit"):
        if goes_on and name in query:
            raise QueryBadValue(
                f"a live stream has no end; leave `{name}` out", fields={name: "not live"}
            )
    return goes_on


def optional_permission() -> Permission | None:
    """The caller's right to follow a feed. None without a token: spectators need no right."""
    identity = optional_identity()
    if identity is None:
        return None
    is_valid = partial(dependencies().accounts.is_valid, identity)
    return Permission(identity.player, is_valid, identity.token_id)


def within_stream_limit(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """The same chunks, counted as one of the caller's live streams while they are read."""
    limit, name = dependencies().stream_limit, caller()
    with nullcontext() if limit is None or name is None else limit.hold(name):
        yield from chunks


def stream_response(chunks: Iterator[bytes], content_type: str) -> Response:
    """A response that is sent chunk by chunk, compressed if the client accepts that."""
    # The first chunk is made before the status is sent, so that an error still has its own status.
    first = next(chunks, b"")

    def all_chunks() -> Iterator[bytes]:
        yield first
        yield from chunks

    is_zipped = request.accept_encodings["gzip"] > 0
    body = gzip_stream(all_chunks()) if is_zipped else all_chunks()
    response = Response(body, content_type=content_type)
    response.call_on_close(chunks.close)  # type: ignore[attr-defined]  # it is a generator
    if is_zipped:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.update(("Accept", "Accept-Encoding"))
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response


def end_streams_of(player: PlayerId, token_ids: Collection[str] | None = None) -> None:
    """End the streams of a player in this process: all, or those with these tokens.

    Other processes check within seconds whether the reader of a live stream still may follow.
    """
    for follower in (dependencies().follower, dependencies().news_follower):
        follower.end_for(player, token_ids)
