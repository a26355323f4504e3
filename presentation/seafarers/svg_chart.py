"""The sea of a view as SVG: islands, fog, harbours, roads and ships, tokens, robber and pirate."""

from collections.abc import Iterator
from math import cos, dist, pi, sin

from domain.ruleset import View
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
from presentation.captions import Captions
from presentation.seafarers.svg_symbols import sea_shapes, ships, token_shapes
from presentation.seafarers.svg_tokens import draw_tokens, token_place
from presentation.svg.markup import Box, Markup, joined, title, use

MARGIN = 84
"""Water around the outermost hexes: the pirate may stand in it."""
PIRATE_ROOM = 44
"""How far from the pirate's middle another thing must lie to be seen."""
PIRATE_REACH = 30
"""How far the pirate is moved from the middle of its hex to make room."""


def sea_extent(board: View) -> Box:
    return extent(board, MARGIN)


def sea_symbols(board: View, places: list[View], captions: Captions) -> Iterator[Markup]:
    """What the board needs, and the pieces of these places."""
    yield sea_shapes()
    yield island_symbols(board)
    yield token_shapes(board.get("tokens", ()))
    for place in places:
        yield pieces(place, captions)
        yield ships(place)


def draw_sea(board: View, places: list[View], captions: Captions) -> Markup:
    """The board of a view and what these places have on it, from the sea upwards."""
    chart, tokens = Chart(board), board.get("tokens", [])
    seats = {place["seat"]: place for place in places}
    docks = [harbour["edge"] for harbour in board["harbours"]]
    docks += [token["edge"] for token in tokens if token["kind"] == "hidden_harbour"]
    return joined(
        (
            *draw_ground(chart, board, captions, docks),
            *(lay_road(chart, place, edge) for place in places for edge in place["roads"]),
            *(ship for place in places for ship in _fleet(chart, place)),
            *draw_tokens(chart, tokens, seats, captions, beneath=True),
            *draw_buildings(chart, places),
            *draw_tokens(chart, tokens, seats, captions, beneath=False),
            *_robber(board, captions),
            *_pirate(chart, board, captions),
        )
    )


def _fleet(chart: Chart, place: View) -> Iterator[Markup]:
    """A seat's ships, which of them are warships included."""
    armed = set(place.get("warship_edges", ()))
    for edge in place.get("ships", ()):
        yield lay_road(chart, place, edge, "warship" if edge in armed else "ship")


def _robber(board: View, captions: Captions) -> Iterator[Markup]:
    if board["robber"] is not None:
        yield draw_robber(board, captions)


def _pirate(chart: Chart, board: View, captions: Captions) -> Iterator[Markup]:
    hex_ = board.get("pirate")
    if hex_ is not None:
        x, y = _berth(chart, board, hex_)
        yield use("hx-pirate", title(captions.say("pirate")), x=x, y=y, data_pirate=hex_)


def _berth(chart: Chart, board: View, hex_: int) -> Point:
    """Where the pirate hides least: in the middle of its hex, or away from what lies there."""
    hidden = [chart.harbour(harbour["edge"]) for harbour in board["harbours"]]
    hidden += [token_place(chart, token) for token in board.get("tokens", ())]
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
