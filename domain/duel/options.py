"""The options of a game for two: those of the base game, on a board with room for four colours."""

from collections.abc import Mapping
from typing import Any

from domain.base import options as base
from domain.base.layout import BadLayout, Layout, crossings, crossings_for
from domain.base.options import Options
from domain.duel.preparing import NEUTRAL_NODES
from domain.table import COLOURS


def read_options(raw: Mapping[str, Any], players: int) -> Options:
    """Options as a client gives them, completed, or a refusal that names the option."""
    options = base.read_options(raw, players)
    if isinstance(options.board, Layout):
        _require_room(options.board, 2 * players + len(NEUTRAL_NODES))
    return options


def _require_room(layout: Layout, settlements: int) -> None:
    found, needed = crossings(layout), crossings_for(settlements)
    for node in NEUTRAL_NODES:
        if node not in found:
            places = ", ".join(f"[{q}, {r}]" for q, r in node)
            raise BadLayout(f"hexes: a neutral player starts where {places} meet; one must be land")
    if len(found) < needed:
        raise BadLayout(f"hexes: four colours need {needed} crossings, here are {len(found)}")


def colours(options: Options, players: int) -> tuple[str, ...]:
    """Players choose among all colours; what they leave is neutral."""
    return COLOURS
