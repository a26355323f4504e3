"""The table of a game at sea as an SVG picture; and a bare board, without a game."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from domain.base.view_parts import BoardWithPieces
from domain.ids import Seat
from domain.seafarers.scenarios.wonders.view import WondersView
from domain.seafarers.view_types import (
    AnySeaBoard,
    HasShips,
    LaidSea,
    SeaBoardWithPieces,
    SeaPiecesView,
    SeaPlayView,
    SeaView,
)
from domain.table.view import fields_of
from presentation.base.svg import (
    described,
    draw_lobby,
    framed,
    name,
    panel_symbols,
    robber_on,
    seats_taken,
)
from presentation.base.svg_cards import offer_told
from presentation.base.svg_rows import draw_panel, sheet_for
from presentation.base.svg_touch import touch_places
from presentation.captions import Captions
from presentation.player_names import NO_NAMES, Names
from presentation.seafarers.captions import captions_in
from presentation.seafarers.svg_chart import draw_sea, sea_extent, sea_symbols
from presentation.seafarers.svg_panel import (
    counters,
    lobby_rows,
    scenario_name,
    sea_rows,
    sea_sheet,
    wonder_told,
)
from presentation.seafarers.svg_tokens import place_of, token_name
from presentation.seafarers.svg_touch import SEA_FIELDS, sea_marks
from presentation.svg.composing import Region, compose
from presentation.svg.look import PLAIN, Look
from presentation.svg.markup import Markup
from presentation.svg.seat_marks import SEAT_FILLS


def drawing(view: SeaView, language: str, names: Names = NO_NAMES, look: Look = PLAIN) -> str:
    """Everything a view shows, in one self-contained picture."""
    captions = captions_in(language, names)
    if view.board is None:
        description = f"{scenario_name(view, captions)}. {seats_taken(view, captions)}"
        plain = sheet_for(narrow=look.narrow)
        symbols = panel_symbols(view.seats, captions)
        panel = draw_panel(lobby_rows(view, captions, plain), plain, symbols)
        return draw_lobby(view, captions, panel, description, look)
    sheet = sea_sheet(view, captions, narrow=look.narrow)

    def board() -> Region:
        laid, seats, box = view.board, view.seats, sea_extent(view.board)
        areas: Iterable[Markup] = ()
        if look.touch:
            areas = touch_places(laid, box[2], sea_marks(laid, seats, captions), captions)
        drawn = draw_sea(laid, seats, captions)
        return framed(drawn, box, areas, sea_symbols(laid, seats, captions))

    return compose(
        board,
        draw_panel(sea_rows(view, captions, sheet), sheet, panel_symbols(view.seats, captions)),
        captions.code,
        look,
        SEA_FIELDS,
        name=name(view, captions),
        description=" ".join(_description(view, captions)),
    )


def draw_board(board: BoardWithPieces, language: str, title: str) -> str:
    """A board alone, with the pieces that stand on it; what belongs to a seat has its colour."""
    captions, sea = captions_in(language), _at_sea(board)
    places = sea.pieces or [
        SeaPiecesView(seat=Seat(i), colour=colour) for i, colour in enumerate(SEAT_FILLS)
    ]
    sentences = [
        *_board_described(sea, captions),
        _robber_told(sea, captions),
        *([_pirate_told(sea, captions)] if board is sea else []),
        *_tokens_told(sea, places, captions),
    ]
    return compose(
        lambda: framed(
            draw_sea(sea, places, captions),
            sea_extent(sea),
            symbols=sea_symbols(sea, places, captions),
        ),
        None,
        captions.code,
        PLAIN,
        SEA_FIELDS,
        name=title,
        description=" ".join(sentences),
    )


def _at_sea(board: BoardWithPieces) -> AnySeaBoard:
    """A board of the base game as one of the sea, with neither ships nor pirate."""
    if isinstance(board, SeaBoardWithPieces):
        return board
    pieces = tuple(SeaPiecesView(**fields_of(place)) for place in board.pieces)
    return SeaBoardWithPieces(**fields_of(board, without=("pieces",)), pieces=pieces)


def _description(view: SeaPlayView, captions: Captions) -> Iterator[str]:
    """For those who do not see the picture."""
    yield f"{scenario_name(view, captions)}."
    for seat in view.seats:
        held = seat.counters
        facts = [captions.say("ships", count=len(seat.ships), left=seat.ships_left)]
        facts += [captions.say(kind, count=held[kind]) for kind in counters(view) if kind in held]
        yield described(view, seat, captions, *facts)
    if view.offer is not None:
        yield offer_told(view, view.offer, captions)
    if view.ship_moved:
        yield f"{captions.say('ship_moved').capitalize()}."
    yield _robber_told(view.board, captions)
    yield _pirate_told(view.board, captions)
    yield from _tokens_told(view.board, view.seats, captions)
    for due in view.gold:
        seat = view.seats[due.seat]
        yield f"{captions.say('gold')}: {captions.named(seat)} {due.count}."
    if isinstance(view, WondersView):
        for wonder in view.wonders:
            yield f"{wonder_told(view, wonder, captions)}."


def _board_described(board: LaidSea, captions: Captions) -> Iterator[str]:
    """What a board is made of."""
    inside = [hex_.terrain for hex_ in board.hexes if not hex_.frame]
    kinds = [f"{captions.word(kind)} {count}" for kind, count in Counter(inside).most_common()]
    yield captions.say("hexes", count=len(inside), kinds=", ".join(kinds))
    yield captions.say("harbours", count=len(board.harbours))


def _robber_told(board: LaidSea, captions: Captions) -> str:
    return captions.say("robber.off") if board.robber is None else robber_on(board, captions)


def _pirate_told(board: LaidSea, captions: Captions) -> str:
    pirate = board.pirate
    return captions.say("pirate.off" if pirate is None else "pirate.on", hex=pirate)


def _tokens_told(board: LaidSea, places: Sequence[HasShips], captions: Captions) -> Iterator[str]:
    """What lies on the board besides."""
    seats = {place.seat: place for place in places}
    lying = Counter(token_name(token, place_of(token, seats), captions) for token in board.tokens)
    if lying:
        names = [name if count == 1 else f"{count} × {name}" for name, count in lying.items()]
        yield captions.say("tokens", tokens="; ".join(names))
