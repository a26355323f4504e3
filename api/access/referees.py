"""Who may act as a referee in a game, and see what is hidden there."""

from api.dependencies import Dependencies, dependencies
from commands.accounts import Identity
from domain.refusals import RuleViolation
from domain.tournament.staff import is_staff


def may_referee(identity: Identity | None, game: str, services: Dependencies | None = None) -> bool:
    """Whether a person is a referee of this game, as long as they have no seat in it.

    Everything asks here: commands, `/actions` and reads of what is hidden. These are the organizers
    of the service, in every game, and the staff of a tournament, in its own games. A live stream
    asks after its request is over, and so with the `services` that it keeps.
    """
    if identity is None:
        return False
    if identity.role == "organizer":
        return True
    return acts_as_staff(identity) and _is_staff_of(identity, game, services or dependencies())


def acts_as_staff(identity: Identity) -> bool:
    """Whether a token makes its player a member of the staff of their tournaments.

    One that can only read does not: it shows what everybody may see, such as on a screen.
    """
    return "play" in identity.scopes


def _is_staff_of(identity: Identity, game: str, services: Dependencies) -> bool:
    try:
        with services.games.hold(game, min_version=1) as live:
            link = live.state.tournament
        if link is None:
            return False
        with services.tournaments.desk.games.hold(link.tournament) as tournament:
            return is_staff(tournament.state, identity.player)
    except RuleViolation:
        # There is no such game, or no such tournament on this server.
        return False
