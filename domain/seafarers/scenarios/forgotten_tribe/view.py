"""What is shown of the gifts, and who may know what of them."""

from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.base.events import HarbourKind
from domain.grid.geometry import edges_in
from domain.ids import Seat, Viewer, may_see
from domain.messages import Event
from domain.seafarers.scenarios.forgotten_tribe import events as facts
from domain.seafarers.scenarios.forgotten_tribe.state import find_gifts
from domain.seafarers.state import Voyage
from domain.seafarers.view_types import (
    EdgeTokenView,
    SeaBoardView,
    SeaBoardWithPieces,
    SeaPiecesView,
    SeaPlayView,
)
from domain.table.view import ViewTypes, fields_of

PUBLIC = (
    facts.GiftsDealt,
    facts.GiftPointTaken,
    facts.GiftHarbourTaken,
    facts.HarbourDue,
    facts.HarbourPlaced,
)


def redact_card(event: facts.GiftCardTaken, viewer: Viewer) -> Event:
    return event if may_see(viewer, event.seat) else replace(event, kind=None)


class GiftPointView(EdgeTokenView, frozen=True, kw_only=True, tag="gift_point"):
    """A special point that lies on a coast."""


class GiftCardView(EdgeTokenView, frozen=True, kw_only=True, tag="gift_card"):
    """A development card that lies on a coast."""


class GiftHarbourView(EdgeTokenView, frozen=True, kw_only=True, tag="gift_harbour"):
    """A harbour that lies on a coast."""

    harbour: HarbourKind


GiftView: TypeAlias = GiftPointView | GiftCardView | GiftHarbourView


class HeldHarbourView(Struct, frozen=True):
    """A harbour that a seat has in hand, until it finds a place for it."""

    seat: Seat
    harbour: HarbourKind


class TribeView(SeaPlayView, frozen=True, kw_only=True):
    """A game with gifts of a tribe."""

    board: SeaBoardView[GiftView]
    harbours_in_hand: tuple[HeldHarbourView, ...]


VIEW_TYPES: Final = ViewTypes(
    views=(TribeView,), boards=(SeaBoardWithPieces[SeaPiecesView, GiftView],)
)


def tokens(state: Voyage) -> tuple[GiftView, ...]:
    """The gifts that nobody has taken yet."""
    gifts = find_gifts(state)
    if gifts is None:
        return ()
    return (
        *(GiftPointView(edge=edge) for edge in edges_in(gifts.points)),
        *(GiftCardView(edge=edge) for edge in edges_in(gifts.cards)),
        *(
            GiftHarbourView(edge=edge, harbour=harbour)
            for edge, harbour in sorted(gifts.harbours.items())
        ),
    )


def counters(state: Voyage, seat: Seat) -> dict[str, int]:
    gifts = find_gifts(state)
    return {"harbours_in_hand": 0 if gifts is None else len(gifts.hands[seat])}


def own_view(state: Voyage, view: SeaPlayView) -> TribeView:
    """The harbours in hands, which everybody may see."""
    held = tuple(
        HeldHarbourView(Seat(seat), harbour)
        for seat, harbours in enumerate(_in_hand(state))
        for harbour in harbours
    )
    return TribeView(**fields_of(view), harbours_in_hand=held)


def _in_hand(state: Voyage) -> list[tuple[HarbourKind, ...]]:
    gifts = find_gifts(state)
    return [] if gifts is None else gifts.hands
