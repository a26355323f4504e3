"""The sea of a view as SVG: islands, fog, harbours, roads and ships, tokens, robber and pirate."""

from collections.abc import Iterator, Sequence
from math import cos, dist, pi, sin

from domain.ids import HexId
from domain.seafarers.scenarios.new_world.view import HiddenHarbourView
from domain.seafarers.view_types import HasShips, LaidSea
from presentation.base.svg_island import (
    Chart,
    Point,
    draw_buildings,
    draw_ground,
    draw_robber,
    extent,
    island_symbols,
    lay_road,
)
from presentation.base.svg_pieces import pieces
from presentation.base.svg_symbols import ground_shapes, small_shapes
from presentation.captions import Captions
from presentation.seafarers.scenarios.pirate_islands import warships_of
from presentation.seafarers.svg_symbols import sea_shapes, ships, token_shapes
from presentation.seafarers.svg_tokens import draw_tokens, token_place
from presentation.svg.markup import Box, Markup, joined, title, use

MARGIN = 84
"""Water around the outermost hexes: the pirate may stand in it."""
PIRATE_ROOM = 44
"""How far from the pirate's middle another thing must lie to be seen."""
PIRATE_REACH = 30
"""How far the pirate is moved from the middle of its hex to make room."""


def sea_extent(board: LaidSea) -> Box:
    return extent(board, MARGIN)


def sea_symbols(board: LaidSea, places: Sequence[HasShips], captions: Captions) -> Iterator[Markup]:
    """What the board needs, and the pieces of these places."""
    yield small_shapes()
    yield from (pieces(place, captions) for place in places)
    yield ground_shapes()
    yield sea_shapes()
    yield island_symbols(board)
    yield token_shapes(board.tokens)
    yield from (ships(place) for place in places)


def draw_sea(board: LaidSea, places: Sequence[HasShips], captions: Captions) -> Markup:
    """The board of a view and what these places have on it, from the sea upwards."""
    chart, tokens = Chart(board), board.tokens
    seats = {place.seat: place for place in places}
    docks = [harbour.edge for harbour in board.harbours]
    docks += [token.edge for token in tokens if isinstance(token, HiddenHarbourView)]
    return joined(
        (
            *draw_ground(chart, board, captions, docks),
            *(lay_road(chart, place, edge) for place in places for edge in place.roads),
            *(ship for place in places for ship in _fleet(chart, place)),
            *draw_tokens(chart, tokens, seats, captions, beneath=True),
            *draw_buildings(chart, places),
            *draw_tokens(chart, tokens, seats, captions, beneath=False),
            *draw_robber(board, captions),
            *_pirate(chart, board, captions),
        )
    )


def _fleet(chart: Chart, place: HasShips) -> Iterator[Markup]:
    """A seat's ships, which of them are warships included."""
    armed = warships_of(place)
    for edge in place.ships:
        yield lay_road(chart, place, edge, "warship" if edge in armed else "ship")


def _pirate(chart: Chart, board: LaidSea, captions: Captions) -> Iterator[Markup]:
    hex_ = board.pirate
    if hex_ is not None:
        x, y = _berth(chart, board, hex_)
        yield use("hx-pirate", title(captions.say("pirate")), x=x, y=y, data_pirate=hex_)


def _berth(chart: Chart, board: LaidSea, hex_: HexId) -> Point:
    """Where the pirate hides least: in the middle of its hex, or away from what lies there."""
    hidden = [chart.harbour(harbour.edge) for harbour in board.harbours]
    hidden += [token_place(chart, token) for token in board.tokens]
    x, y = chart.hexes[hex_]
    around = [
        (x + PIRATE_REACH * cos(i * pi / 6), y + PIRATE_REACH * sin(i * pi / 6)) for i in range(12)
    ]
    left, top, width, height = sea_extent(board)
    shown = [
        (px, py)
        for px, py in around
        if left + PIRATE_REACH < px < left + width - PIRATE_REACH
        and top + PIRATE_REACH < py < top + height - PIRATE_REACH
    ]
    return max([(x, y), *shown], key=lambda berth: min([PIRATE_ROOM, *_distances(berth, hidden)]))


def _distances(one: Point, others: list[Point]) -> list[float]:
    return [dist(one, other) for other in others]
