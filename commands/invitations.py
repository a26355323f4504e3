"""Invitations: made for the host, found by their codes, accepted by guests.

The ledger of a game holds the digests of its codes, and everything else about its invitations. A
code alone leads to its game by the map of digests; if an entry is lost, a rebuild or the host's
next look at their list brings it back.
"""

import secrets
from dataclasses import dataclass
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from commands.carrier import Receipt
from commands.desk import NO_GUARDS, Desk, Guards
from commands.requests import CallRequest, DeadlineFirst, NoCommand, Wish, key_digest
from domain.chance.draws import mac
from domain.ids import PlayerId, Seat
from domain.table.invitations import (
    InvitationMade,
    InvitationUnknown,
    MakeInvitation,
    RevokeInvitation,
    code_from,
    digest_of,
    find_invitation,
    made_invitation,
    require_not_expired,
    require_usable,
)
from domain.table.seats import (
    NoSeatFree,
    free_colours,
    free_seats,
    require_host,
    require_lobby,
)
from domain.table.state import Invitation, Table
from eventlog.due_work import overdue_command, spectator_delay_ms
from eventlog.invitation_codes import InvitationCodes
from eventlog.ledger import Redis
from eventlog.live_games import LiveGame
from eventlog.refusals import NoSuchGame

_RANDOM_BYTES = 10


class NewInvitation(Struct, frozen=True):
    """What a host asks for."""

    seat: Seat | None
    uses: int
    seconds: int
    """How long it can be accepted."""


class MadeInvitation(Struct, frozen=True):
    """An invitation that was made, with its code, which nobody can look up later."""

    number: int
    code: str
    uses: int
    expires_at: int
    seat: Seat | None
    receipt: Receipt


class FoundInvitation(Struct, frozen=True):
    """An invitation as a guest sees it, who has only its code."""

    game: str
    seat: Seat | None
    uses_left: int
    expires_at: int
    free_seats: list[Seat]
    free_colours: list[str]


@dataclass(frozen=True)
class InvitationRequest:
    """A host's request to make an invitation, which expires some time after the commit."""

    game: str
    player: PlayerId
    digest: str
    wanted: NewInvitation
    key: str | None
    version: ClassVar[None] = None
    min_version: ClassVar[None] = None
    opens: ClassVar[None] = None

    def wish_at(self, live: LiveGame, at: int) -> Wish | DeadlineFirst:
        if overdue_command(live.state, at) is not None:
            return NoCommand.DEADLINE_FIRST
        return self._wish(at + self.wanted.seconds * 1_000)

    def wish_again(self, live: LiveGame) -> Wish:
        made = [one for one in live.state.invitations.values() if one.digest == self.digest]
        return self._wish(made[0].expires_at if made else 0)

    def _wish(self, expires_at: int) -> Wish:
        wanted = self.wanted
        command = MakeInvitation(self.player, self.digest, wanted.uses, expires_at, wanted.seat)
        return Wish(self.player, command)

    def is_from_spectator(self, state: Table) -> bool:
        return state.seat_of(self.player) is None


class Invitations:
    """The invitations of all games."""

    def __init__(self, desk: Desk, redis: Redis, master: bytes) -> None:
        self._desk = desk
        self._codes = InvitationCodes(redis)
        self._master = master

    def make(
        self, game: str, player: PlayerId, wanted: NewInvitation, key: str | None = None
    ) -> MadeInvitation:
        """Make an invitation for the host. The same key gives the same invitation and code."""
        if key is None:
            randomness = secrets.token_bytes(_RANDOM_BYTES)
        else:
            randomness = mac(self._master, f"invitation:{game}:{player}:{key}".encode())
        code = code_from(randomness)
        stored_key = None if key is None else key_digest(player, key)
        request = InvitationRequest(game, player, digest_of(code), wanted, stored_key)
        receipt = self._desk.carry(request)
        (made,) = receipt.events
        assert isinstance(made, InvitationMade)
        self._codes.remember(game, [made_invitation(made)])
        return MadeInvitation(made.invitation, code, made.uses, made.expires_at, made.seat, receipt)

    def revoke(self, game: str, player: PlayerId, number: int) -> Receipt:
        """Take an invitation back for the host."""
        return self._desk.carry(CallRequest(game, RevokeInvitation(player, number)))

    def made_by(self, game: str, player: PlayerId) -> dict[int, Invitation]:
        """All invitations of a game by number, for its host only."""
        with self._desk.games.hold(game) as live:
            require_host(live.state, player)
            found = {number: replace(one) for number, one in live.state.invitations.items()}
        self._codes.remember(game, found.values())
        return found

    def game_of(self, code: str) -> str:
        """The game to which a code invites, whether it still does or not."""
        game = self._codes.find(digest_of(code))
        if game is None:
            raise InvitationUnknown("there is no invitation with this code")
        return game

    def find(self, code: str) -> FoundInvitation:
        """The invitation of a code, if a player may accept it now; else a refusal."""
        game = self.game_of(code)
        self._desk.run_overdue_work(game)
        try:
            with self._desk.games.hold(game) as live:
                if spectator_delay_ms(live.state) and not free_seats(live.state):
                    # The same before and after the start, of which nobody may know early.
                    raise NoSeatFree("every seat of this game is taken")
                require_lobby(live.state)
                _, invitation = find_invitation(live.state, code)
                require_usable(invitation, None)
                require_not_expired(invitation, self._desk.clock())
                return FoundInvitation(
                    game,
                    invitation.seat,
                    invitation.uses - len(invitation.used_by),
                    invitation.expires_at,
                    free_seats(live.state),
                    free_colours(live.state),
                )
        except NoSuchGame:
            raise InvitationUnknown("there is no invitation with this code") from None

    def accept(
        self, code: str, player: PlayerId, wish: dict[str, Any], guards: Guards = NO_GUARDS
    ) -> Receipt:
        """Let a guest sit down, at the seat and in the colour that they wish for."""
        body = {"type": "take_seat", "code": code, **wish}
        return self._desk.submit(self.game_of(code), body, player, guards)
