"""What is shown of the gifts, and who may know what of them."""

from msgspec.structs import replace

from domain.grid.geometry import edges_in
from domain.ids import Seat, Viewer, may_see
from domain.messages import Event
from domain.ruleset import View
from domain.seafarers.scenarios.forgotten_tribe import events as facts
from domain.seafarers.scenarios.forgotten_tribe.state import find_gifts
from domain.seafarers.state import Voyage

PUBLIC = (
    facts.GiftsDealt,
    facts.GiftPointTaken,
    facts.GiftHarbourTaken,
    facts.HarbourDue,
    facts.HarbourPlaced,
)


def redact_card(event: facts.GiftCardTaken, viewer: Viewer) -> Event:
    return event if may_see(viewer, event.seat) else replace(event, kind=None)


def tokens(state: Voyage) -> list[View]:
    """The gifts that nobody has taken yet."""
    gifts = find_gifts(state)
    if gifts is None:
        return []
    return [
        *({"kind": "gift_point", "edge": edge} for edge in edges_in(gifts.points)),
        *({"kind": "gift_card", "edge": edge} for edge in edges_in(gifts.cards)),
        *(
            {"kind": "gift_harbour", "edge": edge, "harbour": harbour}
            for edge, harbour in sorted(gifts.harbours.items())
        ),
    ]


def counters(state: Voyage, seat: Seat) -> dict[str, int]:
    gifts = find_gifts(state)
    return {"harbours_in_hand": 0 if gifts is None else len(gifts.hands[seat])}


def own_view(state: Voyage, viewer: Viewer) -> View:
    """The harbours in hands, which everybody may see."""
    held = [
        {"seat": seat, "harbour": harbour}
        for seat, harbours in enumerate(_in_hand(state))
        for harbour in harbours
    ]
    return {"harbours_in_hand": held}


def _in_hand(state: Voyage) -> list[tuple[str, ...]]:
    gifts = find_gifts(state)
    return [] if gifts is None else [*gifts.hands]
