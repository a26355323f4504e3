"""The words for opening a dice game."""

from typing import Final

from presentation.opening.table_options import TABLE_OPTIONS
from presentation.opening.words import OpeningWords

WORDS: Final = OpeningWords(
    title={"en": "Dice game", "pl": "Gra w kości"},
    summary={
        "en": "Fifteen turns of six dice on a sheet of your own. Quick, alone or with others.",
        "pl": "Piętnaście tur, sześć kości i własna kartka. Szybko, samemu lub z innymi.",
    },
    presets={"usual": {"en": "Usual rules", "pl": "Zwykłe zasady"}},
    options=TABLE_OPTIONS,
)
