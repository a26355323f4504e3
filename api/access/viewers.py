"""With which eyes somebody looks at a game: his seat's, the public's, or a referee's."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from api.transport.errors import NotYourEyes, QueryBadValue
from commands.accounts import Identity
from domain.ids import ORGANIZER, SPECTATOR, Seat, Viewer

Eyes: TypeAlias = Callable[[Sequence[str | None], bool], Viewer]
"""The viewer, from who sits where and whether the game is closed. In the lobby, where nothing
is hidden, that may change from one look to the next."""


def eyes_of(identity: Identity | None, wanted: str | None = None) -> Eyes:
    """The eyes of a person; `wanted` asks for other ones, which are not always his to use.

    Who has a seat sees what the seat sees, even an organizer. Once a game is closed everybody
    may look at it as anybody did.
    """

    def look(players: Sequence[str | None], is_closed: bool) -> Viewer:
        own = _own(identity, players)
        if wanted is None:
            return own
        viewer = _read(wanted, len(players))
        if viewer not in (own, SPECTATOR) and own != ORGANIZER and not is_closed:
            raise NotYourEyes("before a game is closed you see it only as your own seat does")
        return viewer

    return look


def _own(identity: Identity | None, players: Sequence[str | None]) -> Viewer:
    if identity is None:
        return SPECTATOR
    if identity.player in players:
        return Seat(players.index(identity.player))
    return ORGANIZER if identity.role == "organizer" else SPECTATOR


def _read(wanted: str, seats: int) -> Viewer:
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
