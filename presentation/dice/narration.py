"""The facts of a dice game as sentences, in English and Polish."""

from domain.dice import events as facts
from domain.dice.sheet import Face
from domain.dice.state import Game
from domain.messages import Event
from presentation import narration
from presentation.dice.sentences_en import DICE_ENGLISH
from presentation.dice.sentences_pl import DICE_POLISH
from presentation.narration import Language, Narrator, Speller, Teller, Told, Word


def narrate(state: Game, event: Event, language: str) -> str:
    """A fact as a sentence, told after it was folded; English for a language we do not speak."""
    return NARRATOR.narrate(state, event, language)


def _face(language: Language, state: Game, face: Face) -> Word:
    return language.words[face]


def _faces(language: Language, state: Game, faces: tuple[Face, ...]) -> str:
    return language.listed(str(language.words[face]) for face in faces)


def _die(language: Language, state: Game, die: int) -> int:
    """People count dice from 1."""
    return die + 1


SPELLERS: dict[str, Speller] = {
    **narration.SPELLERS,
    "face": _face,
    "faces": _faces,
    "die": _die,
}


def _first_player_chosen(language: Language, state: Game, event: facts.FirstPlayerChosen) -> Told:
    by_lot = event.draw is not None
    return "first_player_chosen.by_lot" if by_lot else "first_player_chosen", {}


def _dice_rolled(language: Language, state: Game, event: facts.DiceRolled) -> Told:
    key = "dice_rolled" if event.roll == 1 else "dice_rolled.again"
    final = [die.face for die in state.dice]
    return key, {
        "count": language.counted(len(event.dice), "die"),
        "lie": _faces(language, state, tuple(final)),
    }


TELLERS: dict[type[Event], Teller] = {
    **narration.TELLERS,
    facts.FirstPlayerChosen: _first_player_chosen,
    facts.DiceRolled: _dice_rolled,
}

NARRATOR = Narrator(
    languages={"en": DICE_ENGLISH, "pl": DICE_POLISH}, spellers=SPELLERS, tellers=TELLERS
)
