"""What the drawn table says, in every language of the base game."""

from domain.base.view_types import BaseView, HexView
from presentation.base.narration import NARRATOR
from presentation.base.text import PHASES
from presentation.captions import (
    ENGLISH_TEXTS,
    POLISH_PHASES,
    POLISH_TEXTS,
    Captions,
    status,
)
from presentation.language import DEFAULT_LANGUAGE
from presentation.player_names import NO_NAMES, Names

ENGLISH = Captions(
    code="en",
    language=NARRATOR.languages["en"],
    phases=PHASES,
    texts={
        **ENGLISH_TEXTS,
        "column.points": "points",
        "column.cards": "cards",
        "column.dev": "dev",
        "column.knights": "knights",
        "column.road": "road",
        "longest_road": "longest road",
        "largest_army": "largest army",
        "dice": "dice {one} + {other} = {total}",
        "bank": "Bank",
        "deck": "{count} cards in the deck",
        "deck.one": "1 card in the deck",
        "harbour": "harbour {rate}",
        "harbour.kind": "harbour {rate} {kind}",
        "robber": "robber",
        "sea": "sea",
        "place.hex": "hex {id}: {tile}",
        "place.edge": "edge {id} between {one} and {other}",
        "place.node": "node {id} at {hexes}",
        "piece.road": "road",
        "piece.settlement": "settlement",
        "piece.city": "city",
        "held": "{seat}: {count} {kind}",
        "banked": "in the bank: {count} {kind}",
        "offer": "Offer",
        "offer.told": "{seat} offers {give} for {want}.",
        "answer.none": "has not answered",
        "answer.accepted": "accepts",
        "answer.refused": "refuses",
        "answer.countered": "makes a counter-offer",
        "discards": "To discard",
        "robber.on": "The robber is on {tile}.",
        "cards": "{count} cards",
        "cards.one": "1 card",
    },
)
POLISH = Captions(
    code="pl",
    language=NARRATOR.languages["pl"],
    phases={
        **POLISH_PHASES,
        "founding": "zakładanie osad",
        "roll": "przed rzutem",
        "discard": "odrzucanie kart",
        "robber": "przesuwanie złodzieja",
        "free_roads": "darmowe drogi",
        "main": "handel i budowa",
        "answering": "odpowiedź na ofertę",
    },
    texts={
        **POLISH_TEXTS,
        "column.points": "punkty",
        "column.cards": "karty",
        "column.dev": "rozwój",
        "column.knights": "rycerze",
        "column.road": "droga",
        "longest_road": "najdłuższa droga",
        "largest_army": "największa armia",
        "dice": "kości {one} + {other} = {total}",
        "bank": "Bank",
        "deck": "karty w talii: {count}",
        "harbour": "port {rate}",
        "harbour.kind": "port {rate} {kind}",
        "robber": "złodziej",
        "sea": "morze",
        "place.hex": "pole {id}: {tile}",
        "place.edge": "krawędź {id}: {one}, {other}",
        "place.node": "skrzyżowanie {id}: {hexes}",
        "piece.road": "droga",
        "piece.settlement": "osada",
        "piece.city": "miasto",
        "held": "{seat}: {kind} {count}",
        "banked": "w banku: {kind} {count}",
        "offer": "Oferta",
        "offer.told": "Oferta ({seat}): daje {give}, chce {want}.",
        "answer.none": "jeszcze bez odpowiedzi",
        "answer.accepted": "przyjmuje",
        "answer.refused": "odmawia",
        "answer.countered": "składa kontrofertę",
        "discards": "Do odrzucenia",
        "robber.on": "Złodziej stoi tu: {tile}.",
        "cards": "karty: {count}",
    },
)
CAPTIONS = {"en": ENGLISH, "pl": POLISH}


def captions_in(language: str, names: Names = NO_NAMES) -> Captions:
    """The captions in a language, with names; in English if the language is unknown."""
    return CAPTIONS.get(language, CAPTIONS[DEFAULT_LANGUAGE]).with_names(names)


def table_status(view: BaseView, captions: Captions) -> str:
    """What the game has come to, in one line; seats may be asked to answer an offer."""
    is_asked = view.offer is not None and view.turn_seat not in view.to_act
    return status(view, captions, "answering" if is_asked else None)


def tile_name(hex_: HexView, captions: Captions) -> str:
    """A hex by its terrain and number."""
    terrain = captions.word(hex_.terrain)
    return terrain if hex_.number is None else f"{terrain} {hex_.number}"
