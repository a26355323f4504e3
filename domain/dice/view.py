"""The table as everybody sees it, complete enough to draw, and its parts."""

from functools import lru_cache

from domain.dice.sheet import (
    BOXES,
    CITIES,
    ISLAND,
    KNIGHTS,
    ROAD_POINTS,
    SETTLEMENTS,
    hex_place,
    node_places,
)
from domain.dice.state import Game, Sheet
from domain.dice.turning import jokers
from domain.dice.view_types import (
    DiceBoardView,
    DiceHandView,
    DiceLobbyView,
    DicePlayView,
    DiceSeatView,
    DiceView,
    DieView,
    MarkedSheetView,
    SheetEdgeView,
    SheetHexView,
    SheetNodeView,
    SheetView,
)
from domain.grid.geometry import bits
from domain.ids import Seat, Viewer
from domain.table.view import fields_of, seat_views, table_view


def view(state: Game, viewer: Viewer) -> DiceView:
    """Everything there is to know: the dice game hides nothing."""
    table = fields_of(table_view(state, viewer))
    if not state.sheets:
        return DiceLobbyView(**table, seats=seat_views(state))
    return DicePlayView(
        **table,
        turn_seat=state.turn_seat,
        first_seat=state.first_seat,
        rolls=state.rolls,
        dice=tuple(DieView(die.face, die.use) for die in state.dice),
        built=state.built,
        points=state.points,
        seats=tuple(_seat(state, Seat(i), sheet) for i, sheet in enumerate(state.sheets)),
        board=printed(),
    )


def _seat(state: Game, seat: Seat, sheet: Sheet) -> DiceSeatView:
    chair = state.chairs[seat]
    return DiceSeatView(
        seat=seat,
        player=chair.player,
        colour=chair.colour,
        nonce=chair.nonce,
        resigned=chair.resigned,
        bot=chair.bot,
        roads=bits(sheet.roads_built),
        settlements=SETTLEMENTS[: sheet.settlements],
        cities=CITIES[: sheet.cities],
        knights=KNIGHTS[: sheet.knights],
        jokers=tuple(jokers(sheet)),
        jokers_used=tuple(KNIGHTS[i] for i in bits(sheet.jokers_used)),
        track=tuple(sheet.track),
        boxes_left=BOXES - len(sheet.track),
    )


@lru_cache(maxsize=1)
def printed() -> SheetView:
    """What is printed on every sheet: shared by all views, not to be changed."""
    return SheetView(
        hexes=tuple(
            SheetHexView(
                q=hex_.q,
                r=hex_.r,
                x=round(x, 4),
                y=round(y, 4),
                terrain=hex_.terrain,
                knight=hex_.knight,
            )
            for hex_ in ISLAND.hexes
            for x, y in [hex_place(hex_.q, hex_.r)]
        ),
        nodes=tuple(SheetNodeView(node, x, y) for node, (x, y) in node_places().items()),
        edges=(
            SheetEdgeView(road=None, nodes=ISLAND.start_road, points=0),
            *(
                SheetEdgeView(road=road, nodes=ends, points=ROAD_POINTS)
                for road, ends in enumerate(ISLAND.roads)
            ),
        ),
        places={
            "settlements": {place.node: place.points for place in ISLAND.settlements},
            "cities": {place.node: place.points for place in ISLAND.cities},
        },
        jokers={str(knight.points): knight.joker for knight in ISLAND.knights},
        boxes=BOXES,
    )


def board(view: DiceView) -> DiceBoardView:
    """The dice, the printed sheet, and what every seat has marked on its own."""
    if view.board is None:
        nothing = tuple(MarkedSheetView(seat=seat.seat, colour=seat.colour) for seat in view.seats)
        return DiceBoardView(sheets=nothing)
    sheet = view.board
    return DiceBoardView(
        hexes=sheet.hexes,
        nodes=sheet.nodes,
        edges=sheet.edges,
        places=sheet.places,
        jokers=sheet.jokers,
        dice=view.dice,
        sheets=tuple(_marked(seat) for seat in view.seats),
    )


def _marked(seat: DiceSeatView) -> MarkedSheetView:
    return MarkedSheetView(
        seat=seat.seat,
        colour=seat.colour,
        roads=seat.roads,
        settlements=seat.settlements,
        cities=seat.cities,
        knights=seat.knights,
        jokers=seat.jokers,
        jokers_used=seat.jokers_used,
        track=seat.track,
    )


def hand(view: DiceView, seat: Seat) -> DiceHandView:
    """What a seat has to build with: its dice, while it is on, and the jokers it has left."""
    if view.board is None:
        return DiceHandView(seat=seat)
    place = view.seats[seat]
    return DiceHandView(
        seat=seat,
        dice=view.dice if view.turn_seat == seat else None,
        jokers=place.jokers,
        boxes_left=place.boxes_left,
    )
