"""What tests of layouts and charts share."""

from domain.chance import SeededChance
from domain.seafarers.layout import SCENARIOS, layout_of

BOARDS = [
    (scenario, players)
    for scenario in SCENARIOS
    for players in (3, 4)
    if players == 3 or len(layout_of(scenario, players).players) == 1
]
"""Every scenario, for three and for four players where their boards differ."""


def chance(seed: int = 0) -> SeededChance:
    luck = SeededChance(seed.to_bytes(32, "big"), "key")
    luck.fix_key("charts", [])
    return luck
