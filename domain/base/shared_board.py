"""A board that several games have in common, as the options by which they get it."""

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.base.events import BoardLaid
from domain.base.game import BASE
from domain.base.state import Game
from domain.chance.draws import Chance
from domain.grid.geometry import geometry
from domain.ids import PlayerId
from domain.ledger_rules import fold
from domain.refusals import RuleViolation
from domain.ruleset import AnyRuleset
from domain.table.lobby import GameOpened

SHAREABLE = ("random", "scattered")


def can_share_board(options: Mapping[str, Any], players: int, ruleset: AnyRuleset = BASE) -> bool:
    """Whether games with these options deal a board by chance that a layout can hold.

    The ruleset is `base`, or one that deals its boards in the same way.
    """
    try:
        return _opened(options, players, ruleset).options.board in SHAREABLE
    except RuleViolation:
        return False


def draw_shared_board(
    options: Mapping[str, Any], players: int, chance: Chance, ruleset: AnyRuleset = BASE
) -> dict[str, Any]:
    """A board dealt as a game with these options would deal it, as options to add to them."""
    state = _opened(options, players, ruleset)
    (laid,) = state.hooks.deal(state, chance)
    assert isinstance(laid, BoardLaid)
    return {"board": _layout_of(laid), "harbours": "fixed"}


def _opened(options: Mapping[str, Any], players: int, ruleset: AnyRuleset) -> Game:
    """A game with these options in which nothing has happened."""
    opening = GameOpened(
        game="",
        ruleset=ruleset.name,
        rules=ruleset.rules,
        players=players,
        options=dict(options),
        host=PlayerId(""),
        commitment="",
        key_id="",
    )
    opened: Game = fold(ruleset.new_game(), [opening])
    return opened


def _layout_of(laid: BoardLaid) -> dict[str, Any]:
    """The board that was dealt, as a client sends a layout that deals it again."""
    grid = geometry(tuple((tile.q, tile.r) for tile in laid.tiles))
    land = {(tile.q, tile.r) for tile in laid.tiles}
    sides = {edge: hexes for hexes, edge in grid.edge_by_hexes.items()}
    slots = []
    for harbour in laid.harbours:
        inner, outer = sorted(sides[harbour.edge], key=lambda place: place not in land)
        slots.append({"land": list(inner), "sea": list(outer), "type": harbour.kind})
    assert laid.robber is not None, "a dealt board has a desert"
    return {
        "hexes": [msgspec.to_builtins(tile) for tile in laid.tiles],
        "ports": {"slots": slots},
        "robber": {"hex": list(grid.hexes[laid.robber])},
    }
