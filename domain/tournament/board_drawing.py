"""Boards that the tables of a round share.

The rules of tournaments know no ruleset. `domain.registry`, which puts them together, hands them a
way to draw boards for each ruleset that has one. So the outcome stands in the ledger, and follows
from its chance like every other draw.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from domain.chance.draws import Chance
from domain.tournament.state import Tournament

if TYPE_CHECKING:
    from domain.tournament.rules import TournamentRules


@dataclass(frozen=True)
class BoardDrawer:
    """How games of one ruleset come to the same board."""

    can_share: Callable[[Mapping[str, Any], int], bool]
    """Whether games with these options, for so many players, can have the board of others."""
    draw: Callable[[Mapping[str, Any], int, Chance], dict[str, Any]]
    """A board for such games, as the options that are added to theirs."""


def can_share_boards(
    state: Tournament, ruleset: str, options: Mapping[str, Any], players: int
) -> bool:
    drawer = _drawer(state, ruleset)
    return drawer is not None and drawer.can_share(options, players)


def draw_board(state: Tournament, chance: Chance) -> dict[str, Any]:
    """The options by which the games of a round get the same board."""
    games = state.chosen.games
    drawer = _drawer(state, games.ruleset)
    assert drawer is not None, "refused at the opening"
    return drawer.draw(games.options, state.chosen.sizes.most, chance)


def _drawer(state: Tournament, ruleset: str) -> BoardDrawer | None:
    return cast("TournamentRules", state.ruleset).board_drawers.get(ruleset)
