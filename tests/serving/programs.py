"""A web of a few lines, served as ours is: `python -m tests.serving.programs`."""

import threading
from collections.abc import Iterator
from functools import cache
from typing import Any

from hexledger.processes import gunicorn_worker, web_server

gunicorn_worker.PATIENCE_SECONDS = 1
ended = threading.Event()


def application(environ: dict[str, Any], start_response: Any) -> Any:
    path = environ["PATH_INFO"]
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
        return application

    def end_streams(self) -> None:
        ended.set()


if __name__ == "__main__":
    web_server.WebApplication = SmallWeb  # type: ignore[misc]
    web_server.main()
