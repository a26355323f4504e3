"""The names of people beside their ids: people see names, and the ledger knows only ids."""

from collections.abc import Iterable, Mapping
from typing import Any

from api.dependencies import dependencies
from projections.one_game.player_names import names_among


def names_of(players: Iterable[str | None]) -> Mapping[str, str | None]:
    """The names of people by their ids; null for those who are erased. Bots are left out."""
    return names_among(players, dependencies().accounts.names)


def with_names(page: dict[str, Any]) -> dict[str, Any]:
    """A page of games, with the names of all people who sit in them or opened them."""
    games = page["games"]
    return {**page, "names": names_of(id for game in games for id in _people_in(game))}


def _people_in(game: Mapping[str, Any]) -> Iterable[str | None]:
    return (*game["seats"], game.get("host"))
