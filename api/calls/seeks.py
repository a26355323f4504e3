"""Quick games: look for a game, wait for it, stop looking."""

from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any

from flask import Response, url_for

from api.access.identity import require_player
from api.access.limits import caller
from api.calls.game_reads import json_response
from api.dependencies import dependencies
from api.openapi.annotations import IDEMPOTENCY_KEY, refuses_with, takes_headers
from api.schemas.seeks import NewSeekSchema, SeekQuerySchema, SeekSchema, SeeksSchema
from api.transport.arguments import Blueprint
from api.transport.conditions import guards
from api.transport.errors import TooManyStreams
from commands.refusals import KeyReused
from commands.seeks.refusals import (
    AlreadySeeking,
    BotsInRatedSeek,
    NoSuchSeek,
    SeekMatched,
    SeekWithoutClock,
    SeekWithoutOthers,
)
from commands.seeks.seek import Seek, SeekRequest
from domain.options import BadOption, ContradictoryOptions, UnknownOption
from domain.registry import UnknownRuleset, ruleset_named
from domain.table.lobby import WrongPlayerCount
from domain.table.rated import NotRateable
from projections.across_games.summaries import options_for_lists

seeks = Blueprint("seeks", __name__, url_prefix="/v1/seeks", description="Find a quick game")


@seeks.post("")
@seeks.arguments(NewSeekSchema)
@seeks.response(201, SeekSchema)
@takes_headers(IDEMPOTENCY_KEY)
@refuses_with(
    AlreadySeeking,
    BadOption,
    BotsInRatedSeek,
    ContradictoryOptions,
    KeyReused,
    NotRateable,
    SeekWithoutClock,
    SeekWithoutOthers,
    UnknownOption,
    UnknownRuleset,
    WrongPlayerCount,
)
def seek_game(body: dict[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """Look for a quick game. It starts as soon as enough players look for the same

    The seek waits while you give signs of life: read it at least every five minutes.
    """
    player = require_player()
    ruleset = ruleset_named(body["ruleset"])
    if "clock" in body["options"]:
        raise ContradictoryOptions("give the clock in `clock`, not in `options`", option="clock")
    request = SeekRequest(
        ruleset=ruleset.name,
        players=body["players"],
        options={**body["options"], "clock": body["clock"]},
        rated=body["rated"],
        below=body["rating_band"]["below"],
        above=body["rating_band"]["above"],
        bots_after_seconds=body["bots_after_seconds"],
        nonce=body["nonce"],
    )
    rating = dependencies().scores.ordinal(ruleset.name, player)
    found = dependencies().seeks.post(player, request, rating, guards().key)
    return _shown(found), {"Location": url_for("seeks.read_seek", seek_id=found.seek_id)}


@seeks.get("")
@seeks.response(200, SeeksSchema)
def list_my_seeks() -> Response:
    """Your seeks, the newest first"""
    found = dependencies().seeks.own(require_player())
    return json_response({"seeks": [_shown(seek) for seek in found]})


@seeks.get("/<seek_id>")
@seeks.arguments(SeekQuerySchema, location="query")
@seeks.response(200, SeekSchema)
@refuses_with(NoSuchSeek, TooManyStreams)
def read_seek(query: dict[str, Any], seek_id: str) -> Response:
    """What has become of a seek; with `wait`, the answer comes when it changes

    Reading a seek is a sign of life, which lets it wait longer.
    """
    player, seconds = require_player(), query["wait"]
    with _counted_as_stream() if seconds else nullcontext():
        return json_response(_shown(dependencies().seeks.wait(player, seek_id, seconds)))


@seeks.delete("/<seek_id>")
@seeks.response(204)
@refuses_with(SeekMatched)
def leave_seek(seek_id: str) -> Response:
    """Stop looking for a game. If it has been found already, the refusal names it"""
    with suppress(NoSuchSeek):
        dependencies().seeks.leave(require_player(), seek_id)
    return Response(status=204)


def _counted_as_stream() -> AbstractContextManager[None]:
    """Count a waiting request as one of the caller's live streams."""
    limit, name = dependencies().stream_limit, caller()
    return nullcontext() if limit is None or name is None else limit.hold(name)


def _shown(seek: Seek) -> dict[str, Any]:
    wish = seek.wish
    return {
        "seek_id": seek.seek_id,
        "status": seek.status,
        "game_id": seek.game,
        "waiting": seek.fitting,
        "expires_at": seek.expires_at,
        "reason": seek.reason,
        "ruleset": wish.table.ruleset,
        "players": wish.table.players,
        "options": options_for_lists(wish.table.options),
        "rated": wish.table.rated,
        "posted_at": wish.posted_at,
    }
