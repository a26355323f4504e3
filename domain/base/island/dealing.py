"""Before the first placement: the island is laid, and who begins is found out."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from msgspec.structs import replace

from domain.base.events import (
    BoardLaid,
    FirstPlayerChosen,
    FoundingBegan,
    Harbour,
    HarbourKind,
    IslandTerrain,
    ResourcesProduced,
    RoadBuilt,
    SettlementBuilt,
    StartRolled,
    Tile,
    TurnBegan,
)
from domain.base.island.board import Board
from domain.base.island.layout import BEGINNER, RANDOM, RED, Layout, Place, Ports
from domain.base.production import harvest
from domain.base.state import FOUNDING, NOWHERE, Game, Network, Payout, no_cards
from domain.base.turn import starter, two_dice
from domain.cards import empty_hand
from domain.chance.draws import Chance, shuffled
from domain.grid.geometry import geometry, neighbours
from domain.ids import HexId, Seat
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.table.state import FIRST_SEAT

rulebook = Rulebook[Game]()
evolves = rulebook.evolves

ISLAND = geometry(RANDOM.hexes)
HarbourPlace: TypeAlias = tuple[Place, Place, HarbourKind]


def begin(state: Game, chance: Chance) -> Iterator[Event]:
    """Everything between the start of the game and the first choice of a player."""
    yield from state.hooks.deal(state, chance)
    yield from state.hooks.starting_pieces(state)
    yield from state.hooks.first_player(state, chance)
    yield from state.hooks.prepare(state)


def begin_founding(state: Game) -> Iterator[Event]:
    """The first placement, or where all pieces stand already the first turn."""
    first = starter(state)
    order = state.hooks.founding_order(state, first)
    if order:
        yield FoundingBegan(order=order)
    else:
        yield TurnBegan(seat=first, turn=1)


def deal_random(state: Game, chance: Chance) -> Iterator[Event]:
    """Terrain shuffled; tokens in order along a spiral from any corner, the desert left out."""
    draw = chance.index
    terrain = shuffled(RANDOM.terrain, chance, "terrain")
    spiral = RANDOM.spirals[chance.below(len(RANDOM.spirals), "corner")]
    tokens = iter(RANDOM.tokens)
    numbers: dict[Place, int] = {}
    for place in spiral:
        if terrain[ISLAND.hex_ids[place]] != "desert":
            numbers[place] = next(tokens)
    yield _lay(state, chance, draw, terrain, [numbers.get(place) for place in ISLAND.hexes])


def deal_scattered(state: Game, chance: Chance) -> Iterator[Event]:
    """Terrain and tokens shuffled; the tokens again until no two red ones are side by side."""
    draw = chance.index
    terrain = shuffled(RANDOM.terrain, chance, "terrain")
    while True:
        tokens = iter(shuffled(RANDOM.tokens, chance, "tokens"))
        numbers = [None if kind == "desert" else next(tokens) for kind in terrain]
        if not _red_side_by_side(numbers):
            break
    yield _lay(state, chance, draw, terrain, numbers)


def _red_side_by_side(numbers: list[int | None]) -> bool:
    red = {ISLAND.hexes[i] for i, number in enumerate(numbers) if number in RED}
    return any(not red.isdisjoint(neighbours(place)) for place in red)


def _lay(
    state: Game,
    chance: Chance,
    draw: int,
    terrain: list[IslandTerrain],
    numbers: Iterable[int | None],
) -> BoardLaid:
    tiles = tuple(
        Tile(q, r, kind, number)
        for (q, r), kind, number in zip(ISLAND.hexes, terrain, numbers, strict=False)
    )
    places = HARBOURS[state.options.harbours](chance)
    return BoardLaid(
        tiles=tiles,
        harbours=harbours_at(tiles, places),
        robber=HexId(terrain.index("desert")),
        draw=draw,
        draws=chance.index - draw,
    )


def _frame_pieces(chance: Chance) -> Iterator[HarbourPlace]:
    for side, piece in zip(
        RANDOM.frame_sides, shuffled(RANDOM.frame_pieces, chance, "frame"), strict=True
    ):
        for place, kind in piece:
            yield (*side[place], kind)


def _shuffled_harbours(chance: Chance) -> Iterator[HarbourPlace]:
    kinds = shuffled(RANDOM.harbour_kinds, chance, "harbours")
    for (land, sea), kind in zip(RANDOM.harbour_places, kinds, strict=True):
        yield land, sea, kind


def _fixed_harbours(chance: Chance) -> Iterator[HarbourPlace]:
    for port in BEGINNER.ports.slots:
        yield port.land, port.sea, port.type


HARBOURS: dict[str, Callable[[Chance], Iterator[HarbourPlace]]] = {
    "frame_pieces": _frame_pieces,
    "shuffled": _shuffled_harbours,
    "fixed": _fixed_harbours,
}


def harbours_at(tiles: tuple[Tile, ...], places: Iterable[HarbourPlace]) -> tuple[Harbour, ...]:
    grid = geometry(tuple((tile.q, tile.r) for tile in tiles))
    return tuple(
        Harbour(edge=grid.edge_by_hexes[tuple(sorted((land, sea)))], kind=kind)
        for land, sea, kind in places
    )


def deal_layout(state: Game, chance: Chance) -> Iterator[Event]:
    """The organizer's own island, its harbours as given or dealt anew to their places."""
    layout = state.options.board
    assert isinstance(layout, Layout)
    draw = chance.index
    if state.options.harbours == "shuffled":
        slots = layout.ports.slots
        kinds = shuffled([port.type for port in slots], chance, "harbours")
        dealt = tuple(replace(port, type=kind) for port, kind in zip(slots, kinds, strict=True))
        layout = replace(layout, ports=Ports(dealt))
    yield lay_out(layout, chance, draw)


def deal_beginner(state: Game, chance: Chance) -> Iterator[Event]:
    """The printed island."""
    yield lay_out(BEGINNER, chance, chance.index)


def no_pieces(state: Game) -> Iterator[Event]:
    """The board is empty."""
    yield from ()


def printed_pieces(state: Game) -> Iterator[Event]:
    """The beginners' two settlements with roads of every colour in play; one of them pays."""
    grid = state.board.geometry
    pieces = {start.color: start.settlements for start in BEGINNER.start.preplaced}
    for seat in state.playing:
        for piece in pieces[state.chairs[seat].colour or ""]:
            node = grid.node_by_hexes[piece.node]
            yield SettlementBuilt(seat=seat, node=node, free=True)
            yield RoadBuilt(seat=seat, edge=grid.edge_by_hexes[piece.road], free=True)
            if piece.gives_resources:
                yield ResourcesProduced(gains={seat: harvest(state.board, node)})


def lay_out(layout: Layout, chance: Chance, draw: int) -> BoardLaid:
    """The island of a layout, which took all draws since `draw`."""
    grid = geometry(tuple((tile.q, tile.r) for tile in layout.hexes))
    by_place = {(tile.q, tile.r): tile for tile in layout.hexes}
    tiles = tuple(
        Tile(q, r, by_place[q, r].terrain, by_place[q, r].number)
        for q, r in grid.hexes[: grid.inner]
    )
    if layout.robber is not None:
        robber = grid.hex_ids[layout.robber.hex]
    else:
        robber = next(HexId(i) for i, tile in enumerate(tiles) if tile.terrain == "desert")
    places = [(port.land, port.sea, port.type) for port in layout.ports.slots]
    return BoardLaid(
        tiles=tiles,
        harbours=harbours_at(tiles, places),
        robber=robber,
        draw=draw,
        draws=chance.index - draw,
    )


@evolves(BoardLaid)
def board_laid(state: Game, event: BoardLaid) -> None:
    state.board = Board(event.tiles, event.harbours)
    set_table(state, event)


def set_table(state: Game, event: BoardLaid) -> None:
    """The board lies, with nothing on it but the robber, and nobody has anything."""
    state.robber = NOWHERE if event.robber is None else event.robber
    state.next_draw = event.draw + event.draws
    seats = len(state.chairs)
    state.networks = [Network() for _ in range(seats)]
    state.road_lengths = [0] * seats
    state.hands = [empty_hand() for _ in range(seats)]
    state.cards = [no_cards() for _ in range(seats)]
    state.cards_held = [0] * seats
    state.knights = [0] * seats
    state.payouts = [Payout({}, {}) for _ in state.board.producers]


def named_seat_begins(state: Game, chance: Chance) -> Iterator[Event]:
    """The host named the seat when the game was opened."""
    yield FirstPlayerChosen(seat=state.options.start_seat or FIRST_SEAT)


def lot_decides(state: Game, chance: Chance) -> Iterator[Event]:
    draw = chance.index
    yield FirstPlayerChosen(seat=Seat(chance.below(len(state.chairs), "start")), draw=draw)


def highest_roll_begins(state: Game, chance: Chance) -> Iterator[Event]:
    """Everybody rolls, the highest begins; those who are level roll again."""
    rivals = list(state.playing)
    while len(rivals) > 1:
        sums: dict[Seat, int] = {}
        for seat in rivals:
            draw = chance.index
            dice = two_dice(chance)
            sums[seat] = sum(dice)
            yield StartRolled(seat=seat, dice=dice, draw=draw)
        rivals = [seat for seat in rivals if sums[seat] == max(sums.values())]
    yield FirstPlayerChosen(seat=rivals[0])


@evolves(StartRolled)
def start_rolled(state: Game, event: StartRolled) -> None:
    state.next_draw = event.draw + 1


@evolves(FirstPlayerChosen)
def first_player_chosen(state: Game, event: FirstPlayerChosen) -> None:
    state.first_seat = state.turn_seat = event.seat
    if event.draw is not None:
        state.next_draw = event.draw + 1


@evolves(FoundingBegan)
def founding_began(state: Game, event: FoundingBegan) -> None:
    state.phase = FOUNDING
    state.founding_order = event.order
    state.turn_seat = event.order[0]


def snake(state: Game, first: Seat) -> tuple[Seat, ...]:
    """Clockwise from the first player, then back: the last one places twice running."""
    seats = state.playing
    at = seats.index(first)
    clockwise = seats[at:] + seats[:at]
    return (*clockwise, *reversed(clockwise))


def no_founding(state: Game, first: Seat) -> tuple[Seat, ...]:
    """The pieces stand already."""
    return ()
