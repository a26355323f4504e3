"""The dice game in Polish."""

from presentation.dice.actions import POLISH_ACTIONS
from presentation.language import Word
from presentation.table_narration import POLISH, POLISH_RESOURCES

SENTENCES = {
    "dice_rolled": "{seat} wyrzucił: {faces}.",
    "dice_rolled.again": (
        "{seat} rzucił jeszcze raz, biorąc {count}: {faces}. Na kościach jest teraz: {lie}."
    ),
    "rolling_stopped": "{seat} zatrzymuje kości tak, jak leżą.",
    "joker_used": (
        "{seat} użył premii rycerza {knight}: kość {die} pokazuje teraz {face.accusative}."
    ),
    "gold_exchanged": "{seat} wymienił dwa złota na {face.accusative}.",
    "road_built": "{seat} zbudował drogę {road}.",
    "settlement_built": "{seat} zbudował osadę {settlement}.",
    "city_built": "{seat} zbudował miasto {city}.",
    "knight_built": "{seat} wystawił rycerza {knight}.",
    "points_entered": "{seat} wpisuje {points} w pole {box}.",
    "cross_entered": "{seat} nic nie zbudował i stawia krzyżyk w polu {box}.",
    "game_deserted": "Wszyscy opuścili grę; kończy się bez zwycięzcy.",
}

WORDS = {**POLISH_RESOURCES, "gold": Word("złoto", "złota", "złotu", "złoto", "złotem")}

NOUNS = {"die": ("kość", "kości", "kości")}

DICE_POLISH = POLISH.extended({**SENTENCES, **POLISH_ACTIONS}, WORDS, NOUNS)
