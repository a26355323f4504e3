"""The table of a game for two as text for a terminal."""

from domain.ruleset import View
from presentation.base.text import COLUMNS, Columns, seat_line, table
from presentation.presentation import TextPicture
from presentation.terminal.table_text import Line

ALL_COLUMNS: Columns = {**COLUMNS, "trade_cards": ("trade", 7)}


def picture(view: View) -> TextPicture:
    """Everything a view shows; neutral players follow the seats."""
    neutrals = [_neutral(view, neutral) for neutral in view["neutrals"]]
    pool: Line = [("Trade cards in the pool ", "bold"), (str(view["pool"]), "")]
    return table(view, [*view["seats"], *view["neutrals"]], ALL_COLUMNS, *neutrals, [], pool)


def _neutral(view: View, neutral: View) -> Line:
    return [*seat_line(view, neutral, ALL_COLUMNS), ("  neutral", "dim")]
