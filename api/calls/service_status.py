"""What the server says about itself: its health, metrics, rulesets and keys."""

from contextlib import suppress
from typing import Any

import flask
from flask import Response

from api.calls.rulesets import ruleset_description
from api.dependencies import dependencies
from api.openapi.annotations import public
from api.schemas.common import RulesetsSchema
from api.schemas.views import KeysSchema
from api.transport.arguments import Blueprint
from api.transport.metrics import QUARANTINED, SET_ASIDE, exposition
from domain.registry import RULESETS
from eventlog.ledger import UNREACHABLE

status_pages = flask.Blueprint("status_pages", __name__)
about = Blueprint("about", __name__, url_prefix="/v1", description="What this server offers")


@about.get("/rulesets")
@about.response(200, RulesetsSchema)
@public
def list_rulesets() -> dict[str, Any]:
    """The rulesets of this server, with their options"""
    return {"rulesets": [ruleset_description(ruleset) for ruleset in RULESETS.values()]}


@about.get("/keys")
@about.response(200, KeysSchema)
@public
def list_keys() -> dict[str, Any]:
    """The public keys that closed ledgers are signed with, including older ones"""
    return {"keys": dependencies().keys.published()}


@status_pages.get("/healthz")
@status_pages.get("/healthz/ready")
def ready() -> Response:
    """Whether the server can take commands: Redis answers and accepts writes."""
    try:
        dependencies().games.ledger.check_writable()
    except UNREACHABLE:
        return _health("unavailable", 503)
    return _health("ready", 200)


@status_pages.get("/healthz/live")
def live() -> Response:
    """Whether the process runs."""
    return _health("live", 200)


@status_pages.get("/metrics")
def metrics() -> Response:
    """Metrics for Prometheus. Without Redis, those that this server has in memory."""
    with suppress(*UNREACHABLE):
        QUARANTINED.set(len(dependencies().games.ledger.quarantined_games()))
        SET_ASIDE.set(len(dependencies().scores.set_aside()))
    text, content_type = exposition()
    return Response(text, content_type=content_type)


def _health(status: str, code: int) -> Response:
    response = Response(f'{{"status":"{status}"}}', code, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
