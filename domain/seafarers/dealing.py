"""Before the first placement: the map is laid, with the robber and the pirate on it."""

from collections.abc import Iterator

from domain.base.events import BoardLaid, Harbour, Tile
from domain.base.island import dealing as base
from domain.base.state import DECK, NOWHERE
from domain.cards import UNKNOWN
from domain.chance.draws import Chance
from domain.ids import HexId, Seat
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.seafarers.events import PirateSet
from domain.seafarers.harbours import scattered
from domain.seafarers.maps import areas
from domain.seafarers.maps.areas import areas_on, pirate_start, robber_start
from domain.seafarers.maps.chart import SeaBoard
from domain.seafarers.maps.charting import Chart, lay_printed, lay_random, lay_variable
from domain.seafarers.maps.layout import grid_of
from domain.seafarers.state import Fleet, Voyage
from domain.table.state import COLOURS

rulebook = Rulebook[Voyage]()
evolves = rulebook.evolves


def deal(state: Voyage, chance: Chance) -> Iterator[Event]:
    """The map with all its harbours; those without a place come to any coast."""
    draw, ports = chance.index, state.hooks.layout.ports
    chart = lay(state, chance)
    harbours = chart.harbours
    if ports.mode == "placed-by-players":
        harbours = scattered(SeaBoard(chart.tiles, ()), ports.kinds, chance)
    yield from _lay_out(state, chart.tiles, harbours, draw, chance)


def deal_bare(state: Voyage, chance: Chance) -> Iterator[Event]:
    """The map without harbours that the players place themselves."""
    draw = chance.index
    chart = lay(state, chance)
    yield from _lay_out(state, chart.tiles, chart.harbours, draw, chance)


def _lay_out(
    state: Voyage,
    tiles: tuple[Tile, ...],
    harbours: tuple[Harbour, ...],
    draw: int,
    chance: Chance,
) -> Iterator[Event]:
    layout = state.hooks.layout
    yield BoardLaid(
        tiles=tiles,
        harbours=harbours,
        robber=_robber(state, tiles) if layout.robber.used else None,
        draw=draw,
        draws=chance.index - draw,
    )
    pirate = pirate_start(layout, tiles)
    if layout.pirate.used and pirate is not None:
        yield PirateSet(hex=pirate)


def _robber(state: Voyage, tiles: tuple[Tile, ...]) -> HexId | None:
    """On the hex that the host chose, or that the map says."""
    layout, chosen = state.hooks.layout, state.options.robber_start
    if chosen is not None:
        return grid_of(layout).hex_ids[chosen]
    return robber_start(layout, tiles)


def lay(state: Voyage, chance: Chance) -> Chart:
    """The map as it is printed, with its alternative, or all at random."""
    layout = state.hooks.layout
    if layout.random is not None:
        return lay_random(layout, chance)
    if state.options.setup == "variable":
        return lay_variable(layout, chance)
    return lay_printed(layout, chance)


@evolves(BoardLaid)
def board_laid(state: Voyage, event: BoardLaid) -> None:
    state.board = SeaBoard(event.tiles, event.harbours)
    base.set_table(state, event)
    state.areas = areas_on(state.hooks.layout, event.tiles)
    seats = len(state.chairs)
    state.pirate = NOWHERE
    state.deck = {**state.hooks.deck(seats), UNKNOWN: 0}
    state.fleets = [Fleet() for _ in range(seats)]
    state.settled = [() for _ in range(seats)]
    state.markers = [0] * seats
    state.hooks.lay_tokens(state)


def no_tokens(state: Voyage) -> None:
    """There is nothing more to keep track of."""


def all_colours(players: int) -> tuple[str, ...]:
    """Players choose among all colours, however many play."""
    return COLOURS


def whole_deck(players: int) -> dict[str, int]:
    """All cards of the base game, however many play."""
    return DECK


def start_nodes(state: Voyage, seat: Seat) -> int:
    """Crossings of the starting lands that are not closed to first settlements."""
    return areas.start_nodes(state.hooks.layout, state.areas)


def founding_order(state: Voyage, first: Seat) -> tuple[Seat, ...]:
    """Clockwise and back, and clockwise again, as far as there are settlements to place."""
    there_and_back, players = base.snake(state, first), len(state.playing)
    order = there_and_back + there_and_back[:players]
    return order[: state.hooks.layout.start.settlements * players]


def founding_pays(state: Voyage, seat: Seat) -> bool:
    """Only one of the founding settlements brings resources, mostly the second."""
    done = state.founding_order[: state.founded].count(seat)
    return done + 1 == state.hooks.layout.start.resources_from
