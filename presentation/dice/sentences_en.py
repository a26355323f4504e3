"""The dice game in English."""

from domain.dice.sheet import FACES
from presentation.dice.actions import ENGLISH_ACTIONS
from presentation.language import Word, uninflected
from presentation.table_narration import ENGLISH

SENTENCES = {
    "dice_rolled": "{seat} rolled {faces}.",
    "dice_rolled.again": "{seat} rolled {count} again: {faces}. The dice now show {lie}.",
    "rolling_stopped": "{seat} keeps the dice as they lie.",
    "joker_used": "{seat} used the joker of knight {knight}: die {die} now shows {face}.",
    "gold_exchanged": "{seat} exchanged two gold for one {face}.",
    "road_built": "{seat} built road {road}.",
    "settlement_built": "{seat} built settlement {settlement}.",
    "city_built": "{seat} built city {city}.",
    "knight_built": "{seat} set up knight {knight}.",
    "points_entered": "{seat} enters {points} in box {box}.",
    "cross_entered": "{seat} built nothing and enters an X in box {box}.",
    "game_deserted": "Everybody has left; the game ends without a winner.",
}

NOUNS = {"die": ("die", "dice")}

WORDS: dict[str, Word] = {face: uninflected(face) for face in FACES}

DICE_ENGLISH = ENGLISH.extended({**SENTENCES, **ENGLISH_ACTIONS}, WORDS, NOUNS)
