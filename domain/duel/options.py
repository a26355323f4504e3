"""The options of a game for two: those of the base game, on a board with room for four colours."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.base import options as base
from domain.base.island.layout import (
    Layout,
    Problem,
    crossings,
    crossings_for,
    refuse_first,
)
from domain.base.options import Options
from domain.duel.preparing import NEUTRAL_NODES


def read_options(raw: Mapping[str, Any], players: int) -> Options:
    """Options as a client gives them, completed, or a refusal that names the option."""
    options = base.read_options(raw, players)
    if isinstance(options.board, Layout):
        refuse_first(_problems(options.board, 2 * players + len(NEUTRAL_NODES)))
    return options


def _problems(layout: Layout, settlements: int) -> Iterator[Problem]:
    found, needed = crossings(layout), crossings_for(settlements)
    for node in NEUTRAL_NODES:
        if node not in found:
            places = ", ".join(f"[{q}, {r}]" for q, r in node)
            yield "hexes", f"a neutral player starts where {places} meet; one must be land"
    if len(found) < needed:
        yield "hexes", f"four colours need {needed} crossings, here are {len(found)}"
