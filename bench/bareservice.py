"""What the API is measured against: bare routes, a round trip to Redis each, on the same server."""

import os
from typing import Any

from hexledger.processes.web_server import WebApplication
from hexledger.settings import read_settings

LOG = "bare:log"
VIEW = "bare:view"


class BareApplication(WebApplication):
    """Served just as the API is."""

    def load(self) -> Any:
        # Not at the top: the worker must patch the standard library first.
        from flask import Flask, Response, request

        from hexledger.redis_server.clients import connect

        app = Flask("bare", static_folder=None)
        redis: Any = connect(os.environ["HEXLEDGER_REDIS_URL"])

        @app.post("/append")
        def append() -> Response:
            redis.xadd(LOG, {"commit": request.get_data()})
            return Response(b"{}", 201, content_type="application/json")

        @app.get("/view")
        def view() -> Response:
            return Response(redis.get(VIEW), content_type="application/json")

        @app.get("/healthz")
        def healthz() -> Response:
            return Response(b"{}", content_type="application/json")

        return app


if __name__ == "__main__":
    BareApplication(read_settings()).run()
