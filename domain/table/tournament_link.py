"""How a game is linked to its tournament: which table it is, and who sits there."""

from typing import Annotated

from msgspec import Meta, Struct

from domain.ids import PlayerId

Count = Annotated[int, Meta(ge=1)]


class TournamentTable(Struct, frozen=True):
    """Which table of which tournament a game is."""

    tournament: str
    """The id of the tournament's ledger."""
    round: Count
    table: Count
    attempt: Count = 1
    """Counts the games of a table that is played again."""


class SeatedPlayer(Struct, frozen=True, omit_defaults=True):
    """Who sits at a seat from the opening on, and in which colour."""

    colour: str
    player: PlayerId | None = None
    """A person; None if a bot plays."""
    bot: str | None = None
    """The name of a bot; None if a person plays."""
