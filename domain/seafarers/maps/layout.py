"""Layouts of Seafarers: one format for the scenarios' boards and for organizers' own maps."""

from functools import cache, lru_cache
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct, convert

from domain.base.events import HarbourKind, Terrain
from domain.base.island.layout import Coordinate, Place, ShortText
from domain.boards import board_names, load_board
from domain.grid.geometry import Geometry, geometry, mask_of, neighbours

NodePlace: TypeAlias = tuple[Place, Place, Place]
"""The three hexes that meet at a node, sorted by q, then r."""
EdgePlace: TypeAlias = tuple[Place, Place]
"""The two hexes that an edge separates, sorted by q, then r."""
AreaId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]
AreaKind: TypeAlias = Literal["start", "bonus", "desert", "fog", "tribe", "pirate"]
AreaChoice: TypeAlias = tuple[AreaId, ...] | Literal["all"]
Shuffle: TypeAlias = Literal["terrain", "numbers", "ports"]
Number: TypeAlias = Annotated[int, Meta(ge=2, le=12)]
Points: TypeAlias = Annotated[int, Meta(ge=3, le=20)]


class SeaHex(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hex inside the frame; terrain None is dealt at random, and sea belongs to no area."""

    q: Coordinate
    r: Coordinate
    terrain: Terrain | None
    number: Number | None = None
    area: AreaId | None = None

    @property
    def place(self) -> Place:
        return self.q, self.r


class Area(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A connected piece of land; hidden hexes need not hang together."""

    kind: AreaKind
    label: ShortText = ""


class Coast(Struct, frozen=True, forbid_unknown_fields=True):
    """An edge between land and sea or frame."""

    land: Place
    sea: Place

    @property
    def edge(self) -> EdgePlace:
        return (self.land, self.sea) if self.land < self.sea else (self.sea, self.land)


class Slot(Coast, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The place of a harbour; type None is dealt from the pool."""

    type: HarbourKind | None = None


class SeaPorts(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Harbours: as given, dealt to their slots, gifts to be taken, or placed by the players."""

    mode: Literal["fixed", "shuffle", "gift", "placed-by-players"] = "fixed"
    slots: tuple[Slot, ...] = ()
    pool: tuple[HarbourKind, ...] = ()
    """What is dealt; the types of the slots, if it is empty."""

    @property
    def kinds(self) -> tuple[HarbourKind, ...]:
        """All harbours there are, fixed ones in the order of their slots."""
        if self.pool and self.mode != "fixed":
            return self.pool
        return tuple(slot.type for slot in self.slots if slot.type is not None)


class Robber(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the robber starts (None: off the board), may start by option, and may never go."""

    used: bool = True
    hex: Place | None = None
    choices: tuple[Place, ...] = ()
    forbidden_areas: tuple[AreaId, ...] = ()


class Pirate(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where the pirate starts (None: off the board)."""

    used: bool = True
    hex: Place | None = None


class SeaStart(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """First settlements: where, how many, which one pays, and if ships may stand at them."""

    areas: AreaChoice = "all"
    settlements: Annotated[int, Meta(ge=1, le=3)] = 2
    resources_from: Annotated[int, Meta(ge=1, le=3)] = 2
    coastal_ship: Literal["may", "must", "never"] = "may"
    forbidden_nodes: tuple[NodePlace, ...] = ()


class Bonus(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Points for the first own settlement in each of these areas, or for every one there.

    `home` pays nothing: the start areas, or the areas of the own first settlements, or none is.
    """

    vp: Annotated[int, Meta(ge=0, le=5)] = 0
    areas: AreaChoice = "all"
    home: Literal["start-areas", "own-start-islands", "none"] = "own-start-islands"
    every: bool = False


class Fog(Struct, frozen=True, forbid_unknown_fields=True):
    """What may lie under the hidden hexes: all their tiles, and numbers for the land of them."""

    tiles: tuple[Terrain, ...]
    numbers: tuple[Number, ...]


class Forbidden(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers that these hexes never get."""

    numbers: tuple[Number, ...]
    hexes: tuple[Place, ...]


class Constraints(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What dealt numbers have to keep to. Pips are the dots of a number: 5 for a 6, 1 for a 2."""

    no_adjacent_red: bool = False
    no_red_on: tuple[Terrain, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    min_pips: dict[Terrain, Annotated[int, Meta(ge=1, le=5)]] = {}


class Group(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Hexes, of whole areas and single ones, whose contents are shuffled among themselves."""

    shuffle: tuple[Shuffle, ...]
    areas: tuple[AreaId, ...] = ()
    hexes: tuple[Place, ...] = ()


class Variable(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The variable set-up: what is dealt anew, and what the deal has to keep to."""

    groups: tuple[Group, ...]
    constraints: Constraints = Constraints()


class Random(Struct, frozen=True, forbid_unknown_fields=True):
    """A board dealt from a pile: a tile for every hex, a number for all land but desert."""

    tiles: tuple[Terrain, ...]
    numbers: tuple[Number, ...]
    constraints: Constraints = Constraints()


class Specials(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What only the map of one scenario has; each of these scenarios has a type of its own."""


K = TypeVar("K", bound=Specials)


class SeaLayout(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A map with all that is to be known before it is dealt."""

    hexes: tuple[SeaHex, ...]
    areas: dict[AreaId, Area] = {}
    ports: SeaPorts = SeaPorts()
    robber: Robber = Robber()
    pirate: Pirate = Pirate()
    start: SeaStart = SeaStart()
    bonus: Bonus = Bonus()
    fog: Fog | None = None
    random: Random | None = None
    variable: Variable | None = None
    victory_points: Points | None = None
    players: tuple[Annotated[int, Meta(ge=1, le=8)], ...] = ()
    scenario: Annotated[int, Meta(ge=1, le=9)] | None = None
    specials: dict[str, Any] | None = None
    """What only the rules of its scenario can read, by its `type`."""
    id: ShortText = ""
    title: ShortText = ""
    title_pl: ShortText = ""

    def __hash__(self) -> int:
        """By the hexes: a map as an option of a game is looked up, and some of its parts are
        dictionaries."""
        return hash(self.hexes)


SCENARIOS: Final = range(1, 10)
"""The boards of a scenario are the files that are named after its number."""


def layout_of(scenario: int, players: int) -> SeaLayout:
    """The board of a scenario for so many players."""
    return next(layout for layout in _layouts(scenario) if players in layout.players)


def titles_of(scenario: int) -> dict[str, str]:
    """What a scenario is called, by language."""
    layout = _layouts(scenario)[0]
    return {"en": layout.title, "pl": layout.title_pl}


@cache
def _layouts(scenario: int) -> tuple[SeaLayout, ...]:
    return tuple(load_board(name, SeaLayout) for name in board_names(f"seafarers-{scenario}-"))


def read_specials(layout: SeaLayout, kind: type[K]) -> K:
    """What the map of a scenario has for its own rules."""
    return convert(layout.specials, kind)


def grid_of(layout: SeaLayout) -> Geometry:
    """The geometry of a layout's hexes."""
    return geometry(tuple(hex_.place for hex_ in layout.hexes))


def printed(layout: SeaLayout) -> tuple[list[Terrain], list[int | None]]:
    """Terrain and numbers as given, in the order of the geometry; what is dealt counts as sea."""
    grid = grid_of(layout)
    by_place = {hex_.place: hex_ for hex_ in layout.hexes}
    hexes = [by_place[place] for place in grid.hexes[: grid.inner]]
    return [hex_.terrain or "sea" for hex_ in hexes], [hex_.number for hex_ in hexes]


def group_hexes(layout: SeaLayout, group: Group) -> int:
    """All hexes of a group."""
    ids = grid_of(layout).hex_ids
    return mask_of(
        ids[hex_.place]
        for hex_ in layout.hexes
        if hex_.area in group.areas or hex_.place in group.hexes
    )


@lru_cache(maxsize=64)
def hexes_beside(grid: Geometry) -> tuple[int, ...]:
    """For every hex inside the frame, the hexes next to it."""
    ids = grid.hex_ids
    return tuple(
        mask_of(ids[place] for place in neighbours(hex_) if ids[place] < grid.inner)
        for hex_ in grid.hexes[: grid.inner]
    )
