"""Parts of a view that are read on their own: the board with its pieces, and a seat's hand."""

from typing import Final

from domain.base.events import HarbourKind
from domain.base.harbours import rates
from domain.cards import RESOURCES
from domain.ids import Seat
from domain.ruleset import View

PIECES: Final = ("roads", "settlements", "cities")
HELD: Final = (
    "resource_cards",
    "resources",
    "development_cards",
    "cards",
    "bought_this_turn",
    "roads_left",
    "settlements_left",
    "cities_left",
)


def board(view: View) -> View:
    """What lies on the table, the same for every viewer; not to be changed.

    Before the start nothing does: all lists are empty but `pieces`, and the robber is nowhere.
    """
    return lying(view, view["seats"])


def lying(view: View, places: list[View]) -> View:
    """The board of a view, and the pieces that these places have on it."""
    laid = view["board"] or {}
    return {
        "hexes": laid.get("hexes", []),
        "nodes": laid.get("nodes", []),
        "edges": laid.get("edges", []),
        "harbours": laid.get("harbours", []),
        "robber": laid.get("robber"),
        "pieces": [
            {
                "seat": place["seat"],
                "colour": place["colour"],
                **{kind: place.get(kind, []) for kind in PIECES},
            }
            for place in places
        ],
    }


def hand(view: View, seat: Seat) -> View:
    """What a seat holds, as far as this view shows it: cards that it hides are None.

    Before the start there is no hand, and everything but `seat` is None. `rates` are the best at
    which the seat trades each resource with the bank; `discard` is there while one is due.
    """
    return held(view, seat, HELD)


def held(view: View, seat: Seat, names: tuple[str, ...]) -> View:
    """A hand of which the view tells these things."""
    place = view["seats"][seat]
    return {
        "seat": seat,
        **{name: place.get(name) for name in names},
        "rates": _rates(view, place) if view["board"] else None,
        "discard": next((_discard(due) for due in view["discards"] if due["seat"] == seat), None),
    }


def _rates(view: View, place: View) -> dict[str, int]:
    built = {*place["settlements"], *place["cities"]}
    harbours: tuple[HarbourKind, ...] = tuple(
        harbour["kind"]
        for harbour in view["board"]["harbours"]
        if not built.isdisjoint(harbour["nodes"])
    )
    return {resource: rates(harbours, resource)[0] for resource in RESOURCES}


def _discard(due: View) -> View:
    return {name: due[name] for name in ("count", "chosen", "cards")}
