"""A web of a few lines, served as ours is: `python -m tests.serving.programs`."""

import threading
from collections.abc import Iterator
from typing import Any

from hexledger.processes import gunicorn_worker, web_server

gunicorn_worker.PATIENCE_SECONDS = 1
ended = threading.Event()


def application(environ: dict[str, Any], start_response: Any) -> Any:
    path = environ["PATH_INFO"]
    if path == "/live":
        start_response("200 OK", [("Content-Type", "text/event-stream; charset=utf-8")])
        return live()
    if path == "/endless":
        start_response("200 OK", [("Content-Type", "application/octet-stream")])
        return endless()
    start_response("200 OK", [("Content-Length", "5")])
    return [b"hello"]


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
