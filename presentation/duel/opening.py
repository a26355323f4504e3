"""The words for opening a game for two."""

from typing import Final

from presentation.base.opening import BASE_OPTIONS, BASE_PRESETS
from presentation.opening.words import OpeningWords

WORDS: Final = OpeningWords(
    title={"en": "Duel for two", "pl": "Pojedynek we dwoje"},
    summary={
        "en": "The island for two players, with neutral neighbours and trade tokens.",
        "pl": "Wyspa dla dwóch osób, z neutralnymi sąsiadami i żetonami handlu.",
    },
    presets=BASE_PRESETS,
    options=BASE_OPTIONS,
)
