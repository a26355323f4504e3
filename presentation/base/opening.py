"""The words for opening a base game."""

from collections.abc import Mapping
from typing import Final

from presentation.opening.table_options import TABLE_OPTIONS
from presentation.opening.words import OpeningWords, Texts

ISLAND_OPTIONS: Final[Mapping[str, Texts]] = {
    **TABLE_OPTIONS,
    "bank_visible": {
        "en": "Everybody sees what the bank holds",
        "pl": "Każdy widzi, co ma bank",
    },
    "discard_limit": {
        "en": "Cards that a seven lets you keep",
        "pl": "Ile kart wolno zachować przy siódemce",
    },
    "edition": {"en": "Edition", "pl": "Wydanie"},
    "edition.2025": {"en": "2025", "pl": "2025"},
    "edition.classic": {"en": "classic", "pl": "klasyczne"},
    "friendly_robber": {
        "en": "The robber spares players with few points",
        "pl": "Złodziej oszczędza graczy z małą liczbą punktów",
    },
    "phases": {"en": "Trading and building", "pl": "Handel i budowa"},
    "phases.combined": {"en": "in any order", "pl": "w dowolnej kolejności"},
    "phases.separate": {"en": "first trade, then build", "pl": "najpierw handel, potem budowa"},
    "start_player.highest_roll": {"en": "the highest roll", "pl": "najwyższy rzut"},
    "target_points": {"en": "Points to win", "pl": "Punkty do zwycięstwa"},
    "board": {"en": "Map", "pl": "Plansza"},
}
"""The options of all games on an island or at sea."""
BASE_OPTIONS: Final[Mapping[str, Texts]] = {
    **ISLAND_OPTIONS,
    "arrangement": {"en": "How the travel board lies", "pl": "Układ planszy podróżnej"},
    "arrangement.beginner": {"en": "for beginners", "pl": "dla początkujących"},
    "arrangement.random": {"en": "at random", "pl": "losowy"},
    "board.beginner": {"en": "beginners' island", "pl": "wyspa dla początkujących"},
    "board.random": {"en": "shuffled island", "pl": "losowa wyspa"},
    "board.scattered": {"en": "shuffled, numbers too", "pl": "losowa, także liczby"},
    "board.travel": {"en": "travel board", "pl": "plansza podróżna"},
    "edition.travel": {"en": "travel", "pl": "podróżne"},
    "harbours": {"en": "Harbours", "pl": "Porty"},
    "harbours.fixed": {"en": "printed places", "pl": "nadrukowane"},
    "harbours.frame_pieces": {"en": "shuffled frame pieces", "pl": "losowe części ramki"},
    "harbours.shuffled": {"en": "shuffled one by one", "pl": "losowane pojedynczo"},
}
BASE_PRESETS: Final[Mapping[str, Texts]] = {
    "2025": {"en": "Edition 2025", "pl": "Wydanie 2025"},
    "classic": {"en": "Classic edition", "pl": "Wydanie klasyczne"},
    "travel": {"en": "Travel edition", "pl": "Wydanie podróżne"},
}
WORDS: Final = OpeningWords(
    title={"en": "Base game", "pl": "Gra podstawowa"},
    summary={
        "en": "Settle an island, trade with the others, be the first with ten points.",
        "pl": "Zasiedlaj wyspę, handluj z innymi, zdobądź dziesięć punktów przed nimi.",
    },
    presets=BASE_PRESETS,
    options=BASE_OPTIONS,
)
