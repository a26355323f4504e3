"""Scenes of a game for two: on the beginners' island, with both neutral settlements on it."""

from collections.abc import Mapping
from typing import Any

from domain.base.events import FoundingBegan
from domain.duel.events import (
    NeutralRoadBuilt,
    NeutralSettlementBuilt,
    NeutralsFounded,
    TradeCardsPaid,
    TradeCardsTaken,
)
from domain.duel.game import DUEL
from domain.messages import Event
from tests import kit
from tests.kit import Facts, Place, Scene, node, rolled, turn_of

N1, N2 = 2, 3
AT_N1 = node((0, -1), (1, -2), (1, -1))
AT_N2 = node((-1, 1), (-1, 2), (0, 1))


def given(
    *facts: Facts,
    tiles: Mapping[Place, tuple[str, int | None]] | None = None,
    **options: Any,
) -> Scene:
    """A started game with four trade cards each and nothing of the players on the board."""
    neutrals = NeutralsFounded((AT_N1, AT_N2))
    return kit.given(
        neutrals, taken(0, 4), taken(1, 4), *facts, players=2, ruleset=DUEL, tiles=tiles, **options
    )


def founding(*order: int) -> FoundingBegan:
    return FoundingBegan(order=order or (0, 1, 1, 0))


def between(seat: int, turn: int = 1) -> list[Event]:
    """A turn in which the dice are rolled once."""
    return [turn_of(seat, turn), rolled(seat, 1, 1)]


def main_of(seat: int, turn: int = 1) -> list[Event]:
    """A turn in which the dice are rolled twice, and trading and building is open."""
    return [*between(seat, turn), rolled(seat, 1, 2)]


def taken(seat: int, count: int) -> TradeCardsTaken:
    return TradeCardsTaken(seat, count)


def paid(seat: int, count: int) -> TradeCardsPaid:
    return TradeCardsPaid(seat, count)


def holding_trade_cards(seat: int, count: int) -> list[Event]:
    """So many instead of the first four. What was spent was spent in an earlier turn."""
    return [paid(seat, 4), *([taken(seat, count)] if count else [])]


def neutral_roads(neutral: int, *edges: int) -> list[Event]:
    return [NeutralRoadBuilt(0, neutral, edge) for edge in edges]


def neutral_settlements(neutral: int, *nodes: int) -> list[Event]:
    return [NeutralSettlementBuilt(0, neutral, node) for node in nodes]


def trade_cards(scene: Scene) -> tuple[int, int, int]:
    """Those of both seats, and the pool."""
    one, other = scene.state.trade_cards
    return one, other, scene.state.pool
