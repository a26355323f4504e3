"""What only a game for two has to tell, in English and Polish."""

from presentation.base.sentences_en import BASE_ENGLISH
from presentation.base.sentences_pl import BASE_POLISH
from presentation.duel.actions import ENGLISH_ACTIONS, POLISH_ACTIONS
from presentation.language import Word, uninflected

ENGLISH_SENTENCES = {
    "neutrals_founded": "The neutral settlements stand on node {first} and node {second}.",
    "trade_cards_taken": "{seat} took {cards} from the pool.",
    "trade_cards_paid": "{seat} paid {cards}.",
    "roll_repeated": "{seat} rolled {dice}, the same sum as before, and rolls again.",
    "neutral_building_due": "{seat} has to place {piece} for a neutral player.",
    "neutral_building_lapsed": "There is no place for a neutral piece, so {seat} places none.",
    "neutral_road_built": "{seat} laid a road on edge {edge} for {neutral}.",
    "neutral_settlement_built": "{seat} set a settlement on node {node} for {neutral}.",
    "cards_drawn": "{seat} forced a trade on {victim} and drew {cards}.",
    "cards_drawn.hidden": "{seat} forced a trade on {victim} and drew {number}.",
    "cards_given_back": "{seat} gave {victim} {cards} back.",
    "cards_given_back.hidden": "{seat} gave {victim} {number} back.",
    "knight_discarded": "{seat} took a played knight out of the game.",
}

POLISH_SENTENCES = {
    "neutrals_founded": "Neutralne osady stoją na skrzyżowaniach {first} i {second}.",
    "trade_cards_taken": "{seat} wziął z puli {cards}.",
    "trade_cards_paid": "{seat} zapłacił {cards}.",
    "roll_repeated": "{seat} wyrzucił {dice}, tyle samo co przedtem, i rzuca jeszcze raz.",
    "neutral_building_due": "{seat} musi postawić {piece.accusative} neutralnego gracza.",
    "neutral_building_lapsed": "Neutralni gracze nie mają gdzie budować: {seat} nic nie stawia.",
    "neutral_road_built": "{seat} położył na krawędzi {edge} drogę {neutral.genitive}.",
    "neutral_settlement_built": (
        "{seat} postawił na skrzyżowaniu {node} osadę {neutral.genitive}."
    ),
    "cards_drawn": "{seat} wymusił handel i wylosował od {victim.genitive}: {cards}.",
    "cards_drawn.hidden": "{seat} wymusił handel i wylosował od {victim.genitive} {number}.",
    "cards_given_back": "{seat} oddał {victim.dative} w zamian: {cards}.",
    "cards_given_back.hidden": "{seat} oddał {victim.dative} w zamian {number}.",
    "knight_discarded": "{seat} usunął z gry zagranego rycerza.",
}

ENGLISH_WORDS = {
    "neutral": uninflected("Neutral"),
    "road": uninflected("a road"),
    "settlement": uninflected("a settlement"),
}

POLISH_WORDS = {
    "neutral": Word("Neutralny", "Neutralnego", "Neutralnemu", "Neutralnego", "Neutralnym"),
    "road": Word("droga", "drogi", "drodze", "drogę", "drogą"),
    "settlement": Word("osada", "osady", "osadzie", "osadę", "osadą"),
}

ENGLISH_NOUNS = {"trade_card": ("trade card", "trade cards")}
POLISH_NOUNS = {"trade_card": ("kartę handlu", "karty handlu", "kart handlu")}

DUEL_ENGLISH = BASE_ENGLISH.extended(
    {**ENGLISH_SENTENCES, **ENGLISH_ACTIONS}, ENGLISH_WORDS, ENGLISH_NOUNS
)
DUEL_POLISH = BASE_POLISH.extended(
    {**POLISH_SENTENCES, **POLISH_ACTIONS}, POLISH_WORDS, POLISH_NOUNS
)
