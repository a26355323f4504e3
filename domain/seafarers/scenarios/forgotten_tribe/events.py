"""What can happen on the coasts of the forgotten tribe."""

from domain.base.events import Harbour, HarbourKind
from domain.cards import CardKind
from domain.ids import EdgeId, Seat
from domain.messages import Event


class GiftsDealt(Event, tag="gifts_dealt"):
    """The harbours that the tribe gives, and where; what else it gives lies as on the map."""

    harbours: tuple[Harbour, ...]
    draw: int
    draws: int


class GiftPointTaken(Event, tag="gift_point_taken"):
    """A seat was the first to lay a ship on this edge, and got a special point."""

    seat: Seat
    edge: EdgeId


class GiftCardTaken(Event, tag="gift_card_taken"):
    """A seat got the development card of this edge; only that seat knows the kind."""

    seat: Seat
    edge: EdgeId
    kind: CardKind | None
    draw: int


class GiftHarbourTaken(Event, tag="gift_harbour_taken"):
    """A seat took the harbour of this edge into its hand."""

    seat: Seat
    edge: EdgeId
    harbour: HarbourKind


class HarbourDue(Event, tag="harbour_due"):
    """This seat has to place one of the harbours in its hand before anything else."""

    seat: Seat


class HarbourPlaced(Event, tag="harbour_placed"):
    """A seat laid a harbour from its hand on a coast, where it serves at once."""

    seat: Seat
    edge: EdgeId
    harbour: HarbourKind
