"""As which viewer a person sees a game: as their seat, as a spectator, or as an organizer."""

from collections.abc import Sequence

from api.access.referees import may_referee
from api.dependencies import Dependencies, dependencies
from api.transport.errors import QueryBadValue
from commands.accounts import Identity
from domain.ids import ORGANIZER, SPECTATOR, Seat, Viewer
from projections.one_game.feed import ViewerRule
from projections.refusals import ViewerNotAllowed


def viewer_rule_for(game: str, identity: Identity | None, wanted: str | None = None) -> ViewerRule:
    """The viewer rule of a person in a game. `wanted` asks for another viewer, which may be
    refused.

    A player with a seat sees what the seat sees, even a referee. Once a game is closed,
    everybody may see it as any viewer.
    """

    services = dependencies()

    def viewer_in(players: Sequence[str | None], is_closed: bool) -> Viewer:
        own = _own_viewer(game, identity, players, services)
        if wanted is None:
            return own
        viewer = _read_viewer(wanted, len(players))
        if viewer not in (own, SPECTATOR) and own != ORGANIZER and not is_closed:
            raise ViewerNotAllowed("before a game is closed you see it only as your own seat does")
        return viewer

    return viewer_in


def _own_viewer(
    game: str, identity: Identity | None, players: Sequence[str | None], services: Dependencies
) -> Viewer:
    if identity is None:
        return SPECTATOR
    if identity.player in players:
        return Seat(players.index(identity.player))
    return ORGANIZER if may_referee(identity, game, services) else SPECTATOR


def _read_viewer(wanted: str, seats: int) -> Viewer:
    if wanted == SPECTATOR:
        return SPECTATOR
    if wanted == ORGANIZER:
        return ORGANIZER
    if wanted not in map(str, range(seats)):
        raise QueryBadValue(
            f"the parameter `as` is a seat from 0 to {seats - 1}, {SPECTATOR} or {ORGANIZER}",
            fields={"as": "no such viewer"},
        )
    return Seat(int(wanted))
