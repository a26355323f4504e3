"""What the drawn table of a game for two says besides."""

from presentation.base.captions import ENGLISH, POLISH
from presentation.captions import Captions
from presentation.language import DEFAULT_LANGUAGE
from presentation.player_names import NO_NAMES, Names

CAPTIONS = {
    "en": ENGLISH.extended(
        phases={
            "neutral_building": "placing a neutral piece",
            "forced_trade": "giving cards back",
        },
        texts={
            "neutral": "neutral",
            "trade_cards": "Trade cards",
            "trade_cards.held": "{seat}: {count} trade cards",
            "pool": "{count} in the pool",
        },
    ),
    "pl": POLISH.extended(
        phases={
            "neutral_building": "budowa neutralnego gracza",
            "forced_trade": "oddawanie kart",
        },
        texts={
            "neutral": "neutralny",
            "trade_cards": "Karty handlu",
            "trade_cards.held": "{seat}, karty handlu: {count}",
            "pool": "w puli: {count}",
        },
    ),
}


def captions_in(language: str, names: Names = NO_NAMES) -> Captions:
    """The captions in a language, with names; in English if the language is unknown."""
    return CAPTIONS.get(language, CAPTIONS[DEFAULT_LANGUAGE]).with_names(names)
