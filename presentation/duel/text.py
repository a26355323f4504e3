"""The table of a game for two as text for a terminal."""

from domain.duel.view import DuelPlayView, DuelView, NeutralView
from presentation.base.seat_counts import seat_counts
from presentation.base.text import COLUMNS, Columns, lobby, seat_line, table
from presentation.base.text_island import draw_island
from presentation.presentation import TextPicture
from presentation.terminal.table_text import Line

ALL_COLUMNS: Columns = {**COLUMNS, "trade_cards": ("trade", 7)}


def picture(view: DuelView) -> TextPicture:
    """Everything a view shows; neutral players follow the seats."""
    if view.board is None:
        return lobby(view)
    counts = [{**seat_counts(seat), "trade_cards": seat.trade_cards} for seat in view.seats]
    neutrals = [_neutral(view, neutral) for neutral in view.neutrals]
    pool: Line = [("Trade cards in the pool ", "bold"), (str(view.pool), "")]
    island = draw_island(view.board, [*view.seats, *view.neutrals])
    return table(view, island, ALL_COLUMNS, *neutrals, [], pool, counts=counts)


def _neutral(view: DuelPlayView, neutral: NeutralView) -> Line:
    counts = {"road_length": neutral.road_length}
    return [*seat_line(view, neutral, counts, ALL_COLUMNS), ("  neutral", "dim")]
