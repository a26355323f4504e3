"""The daily challenge: one attempt per player and day, and the table of a day."""

from typing import Any

from flask import Response, g, url_for

from api.access.identity import optional_identity, require_player
from api.calls.game_reads import json_response
from api.dependencies import dependencies
from api.openapi.annotations import refuses_with, token_optional
from api.schemas.common import PageQuerySchema
from api.schemas.daily import NEW_ACCOUNT, AttemptOpenedSchema, DailySchema
from api.transport.arguments import Blueprint
from api.transport.errors import NoSuchDaily
from commands.refusals import Busy, SecretMissing
from domain.ids import PlayerId
from domain.table.challenges import Challenge
from eventlog.daily_challenges import FIRST_DATE, daily_at, daily_on, date_of, practice_of
from projections.across_games.challenge_attempts import challenge_table

RULESET = "dice"
"""The game of every day."""

daily = Blueprint("daily", __name__, url_prefix="/v1/daily", description="The daily challenge")


@daily.post("")
@daily.response(201, AttemptOpenedSchema)
@refuses_with(Busy, SecretMissing)
def attempt_challenge() -> tuple[dict[str, Any], dict[str, str]]:
    """Begin your only attempt at today's challenge, or get the one that you have begun"""
    today, player = _today(), require_player()
    is_ranked = _may_be_ranked(today, player)
    challenge = today if is_ranked else practice_of(today, player)
    receipt = dependencies().desk.open_attempt(RULESET, challenge, player)
    g.version = receipt.version
    opened = {
        "game_id": receipt.game,
        "version": receipt.version,
        "hash": receipt.hash,
        "ranked": is_ranked,
        "reason": None if is_ranked else NEW_ACCOUNT,
    }
    return opened, {"Location": url_for("views.read_game", game_id=receipt.game)}


@daily.get("")
@daily.arguments(PageQuerySchema, location="query")
@daily.response(200, DailySchema)
@token_optional
def read_challenge_of_today(query: dict[str, Any]) -> Response:
    """Today's challenge: when it closes, your attempt, and its table so far"""
    return _daily_response(_today(), query)


@daily.get("/<date>")
@daily.arguments(PageQuerySchema, location="query")
@daily.response(200, DailySchema)
@token_optional
@refuses_with(NoSuchDaily)
def read_challenge(query: dict[str, Any], date: str) -> Response:
    """The challenge of a day; once it is closed, also its seed and the ledgers of its table"""
    challenge = daily_on(date)
    # Dates are compared as text: in this form, text sorts by time.
    if challenge is None or date < FIRST_DATE or challenge.opens_at > dependencies().desk.clock():
        raise NoSuchDaily("there is no challenge on this date, or not yet", date=date)
    return _daily_response(challenge, query)


def _may_be_ranked(challenge: Challenge, player: PlayerId) -> bool:
    """Whether a player meets the dice of the day: one who was there before the day began.

    A new account gets dice of its own, so nobody can try the dice of the day with a second one.
    """
    account = dependencies().accounts.find(player)
    return account is not None and account.created_at < challenge.opens_at


def _today() -> Challenge:
    return daily_at(dependencies().desk.clock())


def _daily_response(challenge: Challenge, query: dict[str, Any]) -> Response:
    desk = dependencies().desk
    commitment, seed = desk.commitment(challenge), desk.revealed_seed(challenge)
    table = challenge_table(challenge.name, commitment)
    board = dependencies().scores.attempts(table, query.get("cursor"), query["limit"])
    names = dependencies().accounts.names([row["player_id"] for row in board["players"]])
    return json_response(
        {
            "date": date_of(challenge),
            "ruleset": RULESET,
            "opens_at": challenge.opens_at,
            "closes_at": challenge.closes_at,
            "is_closed": seed is not None,
            "commitment": commitment,
            "seed": None if seed is None else seed.hex(),
            "game_id": _own_game(challenge),
            **board,
            "players": [
                {**row, "name": names[row["player_id"]], **_ledger(row["game_id"], seed)}
                for row in board["players"]
            ],
        }
    )


def _own_game(challenge: Challenge) -> str | None:
    """The game of the caller's own attempt, if there is one."""
    identity = optional_identity()
    if identity is None:
        return None
    desk, ledger = dependencies().desk, dependencies().games.ledger
    for one in (challenge, practice_of(challenge, identity.player)):
        game = desk.attempt_id(one, identity.player)
        if ledger.head(game):
            return game
    return None


def _ledger(game: str, seed: bytes | None) -> dict[str, str | None]:
    """Where the ledger of an attempt is; hidden while the challenge is open."""
    if seed is None:
        return {"game_id": None, "export": None}
    return {"game_id": game, "export": url_for("views.export_game", game_id=game)}
