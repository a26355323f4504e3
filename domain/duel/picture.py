"""The table of a game for two as text for a terminal."""

from domain.base.picture import COLUMNS, Columns, seat_line, table
from domain.lines import Line
from domain.ruleset import Picture, View

ALL_COLUMNS: Columns = {**COLUMNS, "trade_cards": ("trade", 7)}


def picture(view: View) -> Picture:
    """Everything a view shows; neutral players follow the seats."""
    neutrals = [_neutral(view, neutral) for neutral in view["neutrals"]]
    pool: Line = [("Trade cards in the pool ", "bold"), (str(view["pool"]), "")]
    return table(view, [*view["seats"], *view["neutrals"]], ALL_COLUMNS, *neutrals, [], pool)


def _neutral(view: View, neutral: View) -> Line:
    return [*seat_line(view, neutral, ALL_COLUMNS), ("  neutral", "dim")]
