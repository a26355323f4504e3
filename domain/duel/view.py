"""The table of a game for two as one viewer may see it: neutral players and trade cards too."""

from domain.base import view as base
from domain.base import view_parts
from domain.duel.spending import price
from domain.duel.state import NEUTRALS, Duel, neutral_colours
from domain.ids import Seat, Viewer
from domain.ruleset import View

HELD = (*view_parts.HELD, "trade_cards")


def view(state: Duel, viewer: Viewer) -> View:
    """Everything this viewer may know now."""
    table = base.view(state, viewer)
    laid = bool(state.networks)
    for place in table["seats"] if laid else ():
        place["trade_cards"] = state.trade_cards[place["seat"]]
        place["action_price"] = price(state, place["seat"])
    return {
        **table,
        "neutrals": _neutrals(state) if laid else [],
        "pool": state.pool if laid else None,
        "first_roll": state.first_roll,
        "action_taken": state.action_taken,
        "knight_discarded": state.knight_discarded,
        "neutral_due": state.neutral_due,
    }


def _neutrals(state: Duel) -> list[View]:
    return [
        {
            "seat": neutral,
            "colour": colour,
            **base.pieces(state.networks[neutral]),
            "road_length": state.road_lengths[neutral],
        }
        for neutral, colour in zip(NEUTRALS, neutral_colours(state), strict=True)
    ]


def board(view: View) -> View:
    """What lies on the table, neutral pieces included."""
    return view_parts.lying(view, [*view["seats"], *view["neutrals"]])


def hand(view: View, seat: Seat) -> View:
    """What a seat holds, as far as this view shows it."""
    return view_parts.held(view, seat, HELD)
