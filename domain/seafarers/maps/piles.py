"""Piles: tiles and numbers dealt to hexes until the numbers keep to the constraints."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from domain.base.events import Terrain
from domain.base.island.layout import RED
from domain.chance.draws import Chance, shuffled
from domain.grid.geometry import Geometry, mask_of
from domain.ids import HexId
from domain.seafarers.maps.layout import Constraints, Shuffle, hexes_beside

BARE: Final = ("sea", "desert", "fog")
"""Terrain that takes no number."""
TERRAIN_DEALS: Final = 10
NUMBER_DEALS: Final = 300
"""How often terrain is dealt, and numbers for it, before the board is left as it is printed."""


class Pile(Struct, frozen=True):
    """Tiles and numbers, and the hexes to which they are dealt."""

    hexes: tuple[HexId, ...]
    tiles: tuple[Terrain, ...]
    numbers: tuple[int, ...]
    shuffle: tuple[Shuffle, ...] = ("terrain", "numbers")


def deal(
    grid: Geometry,
    terrain: Sequence[Terrain],
    numbers: Sequence[int | None],
    piles: Sequence[Pile],
    constraints: Constraints,
    chance: Chance,
) -> tuple[Sequence[Terrain], Sequence[int | None]]:
    """Deal the piles over a board: terrain once, numbers until they keep to the constraints.

    Terrain for which no numbers are found is dealt again. A board on which hardly any deal keeps
    to them is left as it is.
    """
    judge = Judge(constraints, grid)
    for _ in range(TERRAIN_DEALS):
        new_terrain = _deal_terrain(terrain, piles, chance)
        for _ in range(NUMBER_DEALS):
            new_numbers = _deal_numbers(numbers, new_terrain, piles, judge, chance)
            if new_numbers is not None:
                return new_terrain, new_numbers
    return terrain, numbers


def _deal_terrain(
    terrain: Sequence[Terrain], piles: Iterable[Pile], chance: Chance
) -> list[Terrain]:
    dealt = list(terrain)
    for pile in piles:
        tiles: Iterable[Terrain] = pile.tiles
        if "terrain" in pile.shuffle:
            tiles = shuffled(tiles, chance, "terrain")
        for hex_, tile in zip(pile.hexes, tiles, strict=True):
            dealt[hex_] = tile
    return dealt


def _deal_numbers(
    numbers: Sequence[int | None],
    terrain: Sequence[Terrain],
    piles: Sequence[Pile],
    judge: "Judge",
    chance: Chance,
) -> list[int | None] | None:
    """One deal, given up (None) with the first number that cannot lie where it came.

    Giving up early leaves all good deals as likely, and a bad one costs few draws.
    """
    dealt = list(numbers)
    for pile in piles:
        for hex_ in pile.hexes:
            dealt[hex_] = None
    reds = mask_of(hex_ for hex_, number in enumerate(dealt) if number in RED)
    for pile in piles:
        tokens = list(pile.numbers)
        is_dealt = "numbers" in pile.shuffle
        for hex_ in judge.strictest_first(pile.hexes) if is_dealt else pile.hexes:
            if terrain[hex_] in BARE:
                continue
            at = chance.below(len(tokens), "numbers") if is_dealt and len(tokens) > 1 else 0
            number = tokens.pop(at)
            if not judge.allows(number, hex_, terrain[hex_], reds):
                return None
            dealt[hex_] = number
            if number in RED:
                reds |= 1 << hex_
    return dealt


class Judge:
    """Whether numbers may lie where they are dealt."""

    def __init__(self, constraints: Constraints, grid: Geometry) -> None:
        self._constraints = constraints
        self._beside = hexes_beside(grid)
        self._forbidden = {
            (grid.hex_ids[place], number)
            for rule in constraints.forbidden
            for place in rule.hexes
            for number in rule.numbers
        }

    def strictest_first(self, hexes: Iterable[HexId]) -> list[HexId]:
        """The hexes in an order in which a deal that fails does so soon."""
        strict = {hex_ for hex_, _ in self._forbidden}
        return sorted(hexes, key=lambda hex_: hex_ not in strict)

    def allows(self, number: int, hex_: HexId, terrain: Terrain, reds: int) -> bool:
        """Whether a hex may have a number, next to the red ones that lie already."""
        rules = self._constraints
        if number in RED and (
            terrain in rules.no_red_on or (rules.no_adjacent_red and self._beside[hex_] & reds)
        ):
            return False
        if (hex_, number) in self._forbidden:
            return False
        return pips(number) >= rules.min_pips.get(terrain, 0)

    def allows_all(self, terrain: Sequence[Terrain], numbers: Sequence[int | None]) -> bool:
        """Whether all numbers of a board may lie as they do."""
        reds = mask_of(hex_ for hex_, number in enumerate(numbers) if number in RED)
        return all(
            number is None or self.allows(number, HexId(hex_), kind, reds)
            for hex_, (kind, number) in enumerate(zip(terrain, numbers, strict=True))
        )


def pips(number: int) -> int:
    """The dots under a number: in how many of 36 rolls it comes up."""
    return 6 - abs(7 - number)
