"""Invitations: the host makes them, guests look at them and accept."""

from contextlib import suppress
from typing import Any

import msgspec
from flask import Response, g

from api.access.identity import require_player
from api.calls.game_reads import JSON, json_response
from api.dependencies import dependencies
from api.openapi.annotations import IDEMPOTENCY_KEY, public, refuses_with, takes_headers
from api.schemas.invitations import (
    AcceptanceSchema,
    AcceptedSchema,
    FoundInvitationSchema,
    InvitationsSchema,
    MadeInvitationSchema,
    NewInvitationSchema,
)
from api.transport.arguments import Blueprint
from api.transport.conditions import guards
from commands.invitations import NewInvitation
from domain.table.bots import is_bot
from domain.table.invitations import (
    InvitationExpired,
    InvitationForOtherSeat,
    InvitationUnknown,
    InvitationUsedUp,
    InvitationWasRevoked,
    TooManyInvitations,
)
from domain.table.lobby import AlreadySeated, ColourNotInPlay, ColourTaken
from domain.table.seats import (
    AlreadyStarted,
    NoSeatFree,
    NotHost,
    SeatReserved,
    SeatTakenAlready,
    TurnedAway,
)
from domain.table.state import GameClosed, GameOver, UnknownSeat
from eventlog.refusals import NoSuchGame
from projections.across_games.summaries import show_summary

invitations = Blueprint(
    "invitations", __name__, url_prefix="/v1", description="Invite players to private games"
)
_ENDED = (AlreadyStarted, GameOver, GameClosed)
_NOT_VALID = (InvitationUnknown, InvitationWasRevoked, InvitationUsedUp, InvitationExpired)


@invitations.post("/games/<game_id>/invitations")
@invitations.arguments(NewInvitationSchema)
@invitations.response(201, MadeInvitationSchema)
@takes_headers(IDEMPOTENCY_KEY)
@refuses_with(
    NoSuchGame, NotHost, UnknownSeat, SeatTakenAlready, SeatReserved, TooManyInvitations, *_ENDED
)
def make_invitation(body: dict[str, Any], game_id: str) -> dict[str, Any]:
    """Invite players to your game: a code, and a link that leads to the same invitation"""
    wanted = NewInvitation(body["seat"], body["uses"], body["expires_in"])
    made = dependencies().invitations.make(game_id, require_player(), wanted, guards().key)
    g.version = made.receipt.version
    return {
        "invitation_id": made.number,
        "code": made.code,
        "link": f"/join/{made.code}",
        "seat": made.seat,
        "uses": made.uses,
        "expires_at": made.expires_at,
        "version": made.receipt.version,
    }


@invitations.get("/games/<game_id>/invitations")
@invitations.response(200, InvitationsSchema)
@refuses_with(NoSuchGame, NotHost)
def list_invitations(game_id: str) -> Response:
    """The invitations of your game, and who has used them"""
    made = dependencies().invitations.made_by(game_id, require_player())
    players = sorted({player for one in made.values() for player in one.used_by})
    return json_response(
        {
            "invitations": [
                {
                    "invitation_id": number,
                    "seat": one.seat,
                    "uses": one.uses,
                    "uses_left": one.uses - len(one.used_by),
                    "used_by": one.used_by,
                    "expires_at": one.expires_at,
                    "revoked": one.is_revoked,
                }
                for number, one in made.items()
            ],
            "names": dependencies().accounts.names(players),
        }
    )


@invitations.delete("/games/<game_id>/invitations/<int:invitation_id>")
@invitations.response(204)
@refuses_with(NoSuchGame, NotHost, *_ENDED)
def revoke_invitation(game_id: str, invitation_id: int) -> Response:
    """Take an invitation back; players who have sat down with it stay"""
    with suppress(InvitationUnknown, InvitationWasRevoked):
        dependencies().invitations.revoke(game_id, require_player(), invitation_id)
    return Response(status=204)


@invitations.get("/invitations/<code>")
@invitations.response(200, FoundInvitationSchema)
@public
@refuses_with(*_NOT_VALID, *_ENDED, NoSeatFree)
def read_invitation(code: str) -> Response:
    """Look at an invitation before you accept it: the game, its host and its free seats"""
    found = dependencies().invitations.find(code)
    summary = dependencies().catalogue.summary_of(found.game)
    people = sorted(player for player in summary.people if not is_bot(player))
    return json_response(
        {
            "game": show_summary(summary),
            "seat": found.seat,
            "uses_left": found.uses_left,
            "expires_at": found.expires_at,
            "free_seats": found.free_seats,
            "free_colours": found.free_colours,
            "names": dependencies().accounts.names(people),
        }
    )


@invitations.post("/invitations/<code>")
@invitations.arguments(AcceptanceSchema)
@invitations.response(201, AcceptedSchema)
@takes_headers(IDEMPOTENCY_KEY)
@refuses_with(
    *_NOT_VALID,
    *_ENDED,
    InvitationForOtherSeat,
    UnknownSeat,
    NoSeatFree,
    SeatTakenAlready,
    SeatReserved,
    TurnedAway,
    AlreadySeated,
    ColourTaken,
    ColourNotInPlay,
)
def accept_invitation(body: dict[str, Any], code: str) -> Response:
    """Accept an invitation: sit down at the table that it invites to"""
    receipt = dependencies().invitations.accept(code, require_player(), body, guards())
    g.version = receipt.version
    payload = {
        "game_id": receipt.game,
        "version": receipt.version,
        "hash": receipt.hash,
        "events": receipt.events,
    }
    return Response(msgspec.json.encode(payload), 201, content_type=JSON)
