"""What is shown, told and counted of the forgotten tribe."""

from msgspec.structs import replace

from domain.base.narration import told_by
from domain.base.statistics import Counters, marking
from domain.hexgrid import edges_in
from domain.ids import Seat, Viewer, may_see
from domain.messages import Event
from domain.narration import Teller
from domain.ruleset import View
from domain.seafarers.scenario import Phrases
from domain.seafarers.scenarios.forgotten_tribe import events as facts
from domain.seafarers.state import Voyage
from domain.statistics import Stats

ENGLISH = Phrases(
    {
        "gifts_dealt": "The gifts of the tribe lie on the coasts of its islands.",
        "gift_point_taken": "{seat} found a gift on edge {edge}: a special point.",
        "gift_card_taken": "{seat} found a gift on edge {edge}, a development card: {kind}.",
        "gift_card_taken.hidden": "{seat} found a gift on edge {edge}: a development card.",
        "gift_harbour_taken": "{seat} found a gift on edge {edge}: {harbour}.",
        "harbour_due": "{seat} has to place a harbour.",
        "harbour_placed": "{seat} placed {harbour} on edge {edge}.",
    }
)
POLISH = Phrases(
    {
        "gifts_dealt": "Podarunki tubylców leżą na wybrzeżach ich wysp.",
        "gift_point_taken": "{seat} znalazł podarunek na krawędzi {edge}: punkt specjalny.",
        "gift_card_taken": "{seat} znalazł podarunek na krawędzi {edge}, kartę rozwoju: {kind}.",
        "gift_card_taken.hidden": "{seat} znalazł podarunek na krawędzi {edge}: kartę rozwoju.",
        "gift_harbour_taken": "{seat} znalazł podarunek na krawędzi {edge}: {harbour}.",
        "harbour_due": "{seat} musi położyć port.",
        "harbour_placed": "{seat} położył {harbour} na krawędzi {edge}.",
    }
)
TELLERS: dict[type[Event], Teller] = {facts.GiftCardTaken: told_by("kind", "hidden", when=False)}

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
    gifts = state.gifts
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
    return {"harbours_in_hand": len(_in_hand(state)[seat]) if state.gifts is not None else 0}


def own_view(state: Voyage, viewer: Viewer) -> View:
    """The harbours in hands, which everybody may see."""
    held = [
        {"seat": seat, "harbour": harbour}
        for seat, harbours in enumerate(_in_hand(state))
        for harbour in harbours
    ]
    return {"harbours_in_hand": held}


def _in_hand(state: Voyage) -> list[tuple[str, ...]]:
    return [] if state.gifts is None else [*state.gifts.hands]


COUNTED = dict.fromkeys(("gift_points", "gift_cards", "gift_harbours", "harbours_placed"), 0)
COUNTERS: Counters = {}
counts = marking(COUNTERS)


@counts(facts.GiftPointTaken)
def _point_taken(seats: list[Stats], state: Voyage, event: facts.GiftPointTaken) -> None:
    seats[event.seat]["scenario"]["gift_points"] += 1
    seats[event.seat]["sea"]["markers"] += 1


@counts(facts.GiftCardTaken)
def _card_taken(seats: list[Stats], state: Voyage, event: facts.GiftCardTaken) -> None:
    seats[event.seat]["scenario"]["gift_cards"] += 1


@counts(facts.GiftHarbourTaken)
def _harbour_taken(seats: list[Stats], state: Voyage, event: facts.GiftHarbourTaken) -> None:
    seats[event.seat]["scenario"]["gift_harbours"] += 1


@counts(facts.HarbourPlaced)
def _harbour_placed(seats: list[Stats], state: Voyage, event: facts.HarbourPlaced) -> None:
    seats[event.seat]["scenario"]["harbours_placed"] += 1
