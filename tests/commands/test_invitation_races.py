"""Guests who accept the same invitation at once, through two servers."""

from functools import partial

from commands.carrier import Receipt
from commands.desk import Opening
from commands.invitations import Invitations, NewInvitation
from domain.ids import PlayerId
from tests.commands.backend import MASTER, Backend
from tests.commands.test_races import at_once
from tests.redises import Store

GUESTS = [PlayerId(f"guest-{n}") for n in range(12)]


def test_never_more_guests_sit_down_than_an_invitation_has_uses(store: Store) -> None:
    servers = [Backend(store.client()) for _ in range(2)]
    doors = [Invitations(server.desk, server.redis, MASTER) for server in servers]
    ada = PlayerId("ada")
    opening = Opening("base", 4, {}, listed=False, invited_only=True)
    game = servers[0].desk.open_game(opening, ada).game
    code = doors[0].make(game, ada, NewInvitation(None, uses=3, seconds=60)).code
    outcomes = at_once(
        *(partial(doors[n % 2].accept, code, guest, {}) for n, guest in enumerate(GUESTS))
    )
    seated = [outcome for outcome in outcomes if isinstance(outcome, Receipt)]
    assert len(seated) == 3
    assert {outcome for outcome in outcomes if isinstance(outcome, str)} == {"invitation/used_up"}
    (invitation,) = doors[1].made_by(game, ada).values()
    assert len(invitation.used_by) == 3
