"""A tiny web server, run like the real one: `python -m tests.serving.small_web_server`."""

import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import cache, partial
from typing import Any

from api.transport.errors import TooManyStreams
from api.transport.stream_limits import StreamLimit
from hexledger.processes import gunicorn_worker, web_server

gunicorn_worker.PATIENCE_SECONDS = 1
ended = threading.Event()


def application(streams: StreamLimit, environ: dict[str, Any], start_response: Any) -> Any:
    path = environ["PATH_INFO"]
    if path == "/counted":
        place = streams.hold("Ada")
        try:
            place.__enter__()
        except TooManyStreams:
            start_response("429 Too Many Requests", [("Content-Length", "0")])
            return []
        start_response("200 OK", [("Content-Type", "text/event-stream; charset=utf-8")])
        return counted(place)
    if path == "/live":
        start_response("200 OK", [("Content-Type", "text/event-stream; charset=utf-8")])
        return live()
    if path == "/body":
        return body_reader()(environ, start_response)
    if path == "/endless":
        start_response("200 OK", [("Content-Type", "application/octet-stream")])
        return endless()
    start_response("200 OK", [("Content-Length", "5")])
    return [b"hello"]


@cache
def body_reader() -> Any:
    """Reads bodies as our calls do, and answers errors as they do."""
    # Not at the top: Flask comes in once the standard library is patched.
    from flask import Flask, request

    from api.transport import problems
    from api.transport.strict_json import read_body

    app = Flask("body")
    problems.register(app)
    app.add_url_rule("/body", view_func=lambda: {"body": read_body(request)}, methods=["POST"])
    return app


def counted(place: AbstractContextManager[None]) -> Iterator[bytes]:
    """Tells in which process it is, and goes on."""
    try:
        yield b"%d\n" % os.getpid()
        ended.wait(600)
    finally:
        place.__exit__(None, None, None)


def live() -> Iterator[bytes]:
    try:
        yield b"first"
        ended.wait(600)
    finally:
        print("live ended", flush=True)


def endless() -> Iterator[bytes]:
    try:
        while True:
            yield bytes(1 << 20)
    finally:
        print("endless ended", flush=True)


class SmallWeb(web_server.WebApplication):
    def load(self) -> Any:
        return partial(application, self.streams)

    def end_streams(self) -> None:
        ended.set()


if __name__ == "__main__":
    web_server.WebApplication = SmallWeb  # type: ignore[misc]
    web_server.main()
