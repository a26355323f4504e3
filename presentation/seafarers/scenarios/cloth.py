"""Cloth for Catan in sentences."""

from typing import Final

from domain.messages import Event
from domain.seafarers.scenarios.cloth import events as facts
from domain.seafarers.scenarios.cloth.state import cloth_of
from domain.seafarers.scenarios.cloth.villages import village_at
from domain.seafarers.state import Voyage
from presentation.language import ChosenSentence, Language, SentenceChooser
from presentation.seafarers.scenario import Phrases, ScenarioSentences
from presentation.seafarers.words import NOUNS_EN, NOUNS_PL

ENGLISH: Final = Phrases(
    sentences={
        "villages_stocked": "Every village has {bales}; {more} are in the general supply.",
        "village_reached": "{seat} made contact with the village with {number} and took {bales}.",
        "village_reached.empty": (
            "{seat} made contact with the village with {number}, which has no cloth left."
        ),
        "cloth_delivered": "The village with {number} gave {seats} a bale of cloth.",
        "cloth_delivered.each": "The village with {number} gave {seats} a bale of cloth each.",
        "cloth_delivered.supplied": (
            "The village with {number} gave {seats} a bale of cloth each; "
            "it had too few, so {more} came from the general supply."
        ),
        "cloth_stolen": "{thief} took a bale of cloth from {victim}.",
        "cloth_ran_out": "Only {villages} of the villages have cloth left, so the game is over.",
    },
    nouns={"cloth": NOUNS_EN["cloth"]},
)
POLISH: Final = Phrases(
    sentences={
        "villages_stocked": "Każda wioska ma {bales}, a zasoby ogólne mają {more}.",
        "village_reached": "{seat} dopłynął do wioski z numerem {number} i wziął {bales}.",
        "village_reached.empty": (
            "{seat} dopłynął do wioski z numerem {number}, w której nie ma już tkanin."
        ),
        "cloth_delivered": "Wioska z numerem {number} dała {seats.dative} belę tkaniny.",
        "cloth_delivered.each": "Wioska z numerem {number} dała {seats.dative} po beli tkaniny.",
        "cloth_delivered.supplied": (
            "Wioska z numerem {number} dała {seats.dative} po beli tkaniny; "
            "miała ich za mało, więc z zasobów ogólnych dołożono {more}."
        ),
        "cloth_stolen": "{thief} zabrał {victim.dative} belę tkaniny.",
        "cloth_ran_out": "Liczba wiosek, w których są jeszcze tkaniny: {villages}. Gra skończona.",
    },
    nouns={"cloth": NOUNS_PL["cloth"]},
)


def _villages_stocked(
    language: Language, state: Voyage, event: facts.VillagesStocked
) -> ChosenSentence:
    return "villages_stocked", {
        "bales": language.counted(event.cloth, "cloth"),
        "more": language.counted(event.supply, "cloth"),
    }


def _village_reached(
    language: Language, state: Voyage, event: facts.VillageReached
) -> ChosenSentence:
    number = village_at(cloth_of(state), event.node).number
    bales = language.counted(event.cloth, "cloth")
    key = "village_reached" if event.cloth else "village_reached.empty"
    return key, {"number": number, "bales": bales}


def _cloth_delivered(
    language: Language, state: Voyage, event: facts.ClothDelivered
) -> ChosenSentence:
    number = village_at(cloth_of(state), event.node).number
    more = language.counted(event.from_supply, "cloth")
    if event.from_supply:
        return "cloth_delivered.supplied", {"number": number, "more": more}
    key = "cloth_delivered" if len(event.seats) == 1 else "cloth_delivered.each"
    return key, {"number": number}


SENTENCE_CHOOSERS: Final[dict[type[Event], SentenceChooser]] = {
    facts.VillagesStocked: _villages_stocked,
    facts.VillageReached: _village_reached,
    facts.ClothDelivered: _cloth_delivered,
}


SENTENCES = ScenarioSentences(ENGLISH, POLISH, sentence_choosers=SENTENCE_CHOOSERS)
