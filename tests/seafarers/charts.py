"""What tests of layouts and charts share."""

from domain.base.events import Tile
from domain.chance.draws import SeededChance
from domain.seafarers.maps.layout import SCENARIOS, layout_of

BOARDS = [
    (scenario, players)
    for scenario in SCENARIOS
    for players in (3, 4)
    if players == 3 or len(layout_of(scenario, players).players) == 1
]
"""Every scenario, for three and for four players where their boards differ."""

SAMPLE = "wfssp hmsswf pwssshm fpsmsw hsssspf wssssh mfssp"
LETTERS = {
    "s": "sea",
    "w": "forest",
    "f": "fields",
    "p": "pasture",
    "h": "hills",
    "m": "mountains",
}
NUMBERS = (6, 10, 5, 2, 10, 4, 5, 5, 3, 11, 11, 8, 9, 8, 10, 4, 3, 6, 9, 3, 4, 12, 9)


def sample_deal() -> tuple[Tile, ...]:
    """A New World of three islands: 12 hexes in the west, 10 in the east, and the islet (3, 0)."""
    numbers = iter(NUMBERS)
    return tuple(
        Tile(hex_.q, hex_.r, LETTERS[kind], None if kind == "s" else next(numbers))
        for hex_, kind in zip(layout_of(9, 3).hexes, SAMPLE.replace(" ", ""), strict=True)
    )


def chance(seed: int = 0) -> SeededChance:
    luck = SeededChance(seed.to_bytes(32, "big"), "key")
    luck.fix_key("charts", [])
    return luck
