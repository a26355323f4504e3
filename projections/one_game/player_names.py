"""Names of players beside views: they are looked up when a view is read, and never stored."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

import msgspec

from domain.table.bots import is_bot
from presentation.player_names import NO_NAMES, Names
from projections.one_game.game_at import EncodedView

NamesOf: TypeAlias = Callable[[Iterable[str]], Names]
"""Finds the names of players by their ids."""


def with_field(view: EncodedView, name: str, value: object) -> EncodedView:
    """A view as JSON with one more field at its end."""
    field = b',"%b":%b}' % (name.encode(), msgspec.json.encode(value))
    return EncodedView(view.version, view.body[:-1] + field)


def names_among(players: Iterable[str | None], names_of: NamesOf | None) -> Names:
    """The names of people by id; None for those who are erased. Bots are left out."""
    people = {player for player in players if player is not None and not is_bot(player)}
    return names_of(sorted(people)) if people and names_of is not None else NO_NAMES
