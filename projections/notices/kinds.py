"""The kinds of notices."""

from typing import Literal, TypeAlias, get_args

Kind: TypeAlias = Literal[
    "turn",
    "trade_offer",
    "game_over",
    "invitation",
    "seek",
    "rematch",
    "tournament",
    "referee_call",
    "talk",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
USUAL_KINDS: tuple[Kind, ...] = tuple(kind for kind in KINDS if kind != "talk")
"""The kinds that a receiver gets unless it asks for others. Talk is only for those who ask."""
TEST: Literal["test"] = "test"
AnyKind: TypeAlias = Kind | Literal["test"]
