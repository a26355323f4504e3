"""The outcome of judging all closed games again: as a plain page for everybody, and as JSON."""

from datetime import UTC, datetime
from html import escape
from typing import Any

import flask
import msgspec
from flask import Response

from api.calls.plain_pages import page, page_response, table
from api.calls.service_status import about
from api.dependencies import dependencies
from api.openapi.annotations import public
from api.schemas.revalidation import PublishedRevalidationSchema
from eventlog.revalidation import Revalidation, published

revalidation_pages = flask.Blueprint("revalidation_pages", __name__)
_TITLE = "Closed games, judged again"


@about.get("/revalidation")
@about.response(200, PublishedRevalidationSchema)
@public
def read_revalidation() -> dict[str, Any]:
    """How all closed games were judged again by this build, if the operator has published it"""
    found = published(dependencies().games.ledger.redis)
    return {"revalidation": None if found is None else msgspec.to_builtins(found)}


@revalidation_pages.get("/revalidation")
def show_revalidation() -> Response:
    """The same as a page, for everybody."""
    found = published(dependencies().games.ledger.redis)
    return page_response(page(_TITLE, _contents(found)))


def _contents(found: Revalidation | None) -> str:
    if found is None:
        return "<p>Nothing has been published yet.</p>"
    at = f"{datetime.fromtimestamp(found.at // 1_000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    tallies = [
        (
            one.ruleset or "unknown",
            str(one.rules or ""),
            str(one.ledgers),
            str(one.sound),
            str(one.unsound),
            str(one.rules_missing),
        )
        for one in found.tallies
    ]
    known = "; ".join(
        f"{escape(name)}: {', '.join(map(str, numbers))}"
        for name, numbers in sorted(found.known_rules.items())
    )
    problems = [(one.name, one.outcome.replace("_", " "), one.message) for one in found.problems]
    columns = ("Ruleset", "Rules", "Closed", "Sound", "Unsound", "Rules missing")
    parts = [
        f"<p>{found.ledgers} closed games were judged again on {at} by Hexledger "
        f"{escape(found.build)}: {found.sound} are sound, {found.unsound} are not, and "
        f"{found.rules_missing} are of rules that it lacks.</p>",
        table(columns, tallies),
        f"<p>Versions of rules that it has: {known}.</p>",
        f"<p>Digest of what was looked at: <code>{escape(found.digest)}</code></p>",
    ]
    if problems:
        parts.append(table(("Game", "Outcome", "What was found"), problems))
    return "".join(parts)
