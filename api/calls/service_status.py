"""The service about itself: is it well, what does it count, which rulesets has it."""

from contextlib import suppress
from typing import Any

import flask
from flask import Response, redirect, url_for
from werkzeug.wrappers import Response as BaseResponse

from api.calls.rulesets import describe
from api.dependencies import services
from api.openapi.annotations import public
from api.schemas.common import RulesetsSchema
from api.schemas.views import KeysSchema
from api.transport.arguments import Blueprint
from api.transport.metrics import QUARANTINED, SET_ASIDE, exposition
from domain.registry import RULESETS
from eventlog.ledger import UNREACHABLE

service = flask.Blueprint("service", __name__)
about = Blueprint("about", __name__, url_prefix="/v1", description="What this server offers")


@about.get("/rulesets")
@about.response(200, RulesetsSchema)
@public
def list_rulesets() -> dict[str, Any]:
    """The games of this server, with their options"""
    return {"rulesets": [describe(ruleset) for ruleset in RULESETS.values()]}


@about.get("/keys")
@about.response(200, KeysSchema)
@public
def list_keys() -> dict[str, Any]:
    """The public keys that closed ledgers are signed with, the older ones too"""
    return {"keys": services().keys.published()}


@service.get("/")
def home() -> BaseResponse:
    """Whoever comes by is shown what there is."""
    return redirect(url_for("docs.page"))


@service.get("/healthz")
@service.get("/healthz/ready")
def ready() -> Response:
    """Whether commands can be taken: the ledger answers, and takes writes."""
    try:
        services().games.ledger.check_writable()
    except UNREACHABLE:
        return _health("unavailable", 503)
    return _health("ready", 200)


@service.get("/healthz/live")
def live() -> Response:
    """Whether the process runs at all."""
    return _health("live", 200)


@service.get("/metrics")
def metrics() -> Response:
    """Figures for Prometheus; without Redis, those that this server has."""
    with suppress(*UNREACHABLE):
        QUARANTINED.set(len(services().games.ledger.quarantined_games()))
        SET_ASIDE.set(len(services().scores.set_aside()))
    text, content_type = exposition()
    return Response(text, content_type=content_type)


def _health(status: str, code: int) -> Response:
    response = Response(f'{{"status":"{status}"}}', code, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
