"""What the drawn sheets of a dice game say, in English and Polish."""

from presentation.captions import ENGLISH_TEXTS, POLISH_PHASES, POLISH_TEXTS, Captions
from presentation.dice.narration import NARRATOR
from presentation.dice.text import PHASES
from presentation.language import DEFAULT_LANGUAGE
from presentation.player_names import NO_NAMES, Names

CAPTIONS = {
    "en": Captions(
        code="en",
        language=NARRATOR.languages["en"],
        phases=PHASES,
        texts={
            **ENGLISH_TEXTS,
            "knights": "{count} knights",
            "knights.one": "1 knight",
            "boxes": "{count} boxes filled",
            "boxes.one": "1 box filled",
            "road": "road {number}",
            "road.first": "starting road",
            "settlement": "settlement {value}",
            "city": "city {value}",
            "knight": "knight {value}",
            "joker": "joker {face}",
            "joker.any": "joker for any resource",
            "die.free": "{face}",
            "die.spent": "{face}, spent",
            "die.void": "{face}, given away",
            "source.roads": "Roads",
            "source.settlements": "Settlements",
            "source.cities": "Cities",
            "source.knights": "Knights",
            "source.crosses": "Crosses",
        },
    ),
    "pl": Captions(
        code="pl",
        language=NARRATOR.languages["pl"],
        phases={
            **POLISH_PHASES,
            "ready": "przed pierwszym rzutem",
            "rolled": "między rzutami",
            "building": "budowa",
        },
        texts={
            **POLISH_TEXTS,
            "knights": "rycerze: {count}",
            "boxes": "wypełnione pola: {count}",
            "road": "droga {number}",
            "road.first": "droga początkowa",
            "settlement": "osada {value}",
            "city": "miasto {value}",
            "knight": "rycerz {value}",
            "joker": "premia: {face}",
            "joker.any": "premia: dowolny surowiec",
            "die.free": "{face}",
            "die.spent": "{face}, wydane",
            "die.void": "{face}, oddane",
            "source.roads": "Drogi",
            "source.settlements": "Osady",
            "source.cities": "Miasta",
            "source.knights": "Rycerze",
            "source.crosses": "Krzyżyki",
        },
    ),
}


def captions_in(language: str, names: Names = NO_NAMES) -> Captions:
    """The captions in a language, with names; in English if the language is unknown."""
    return CAPTIONS.get(language, CAPTIONS[DEFAULT_LANGUAGE]).with_names(names)
