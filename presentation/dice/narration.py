"""The facts of a dice game as sentences, in English and Polish."""

from domain.dice import events as facts
from domain.dice.sheet import Face
from domain.dice.state import Game
from domain.messages import Event
from presentation import table_narration
from presentation.dice.sentences_en import DICE_ENGLISH
from presentation.dice.sentences_pl import DICE_POLISH
from presentation.language import (
    ChosenSentence,
    FieldFormatter,
    Language,
    Narrator,
    SentenceChooser,
    Word,
)


def narrate(state: Game, event: Event, language: str) -> str:
    """An event as a sentence, in English if the language is unknown; `state` includes the event."""
    return NARRATOR.narrate(state, event, language)


def _face(language: Language, state: Game, face: Face) -> Word:
    return language.words[face]


def _faces(language: Language, state: Game, faces: tuple[Face, ...]) -> str:
    return language.listed(str(language.words[face]) for face in faces)


def _die(language: Language, state: Game, die: int) -> int:
    """People count dice from 1."""
    return die + 1


FIELD_FORMATTERS: dict[str, FieldFormatter] = {
    **table_narration.FIELD_FORMATTERS,
    "face": _face,
    "faces": _faces,
    "die": _die,
}


def _first_player_chosen(
    language: Language, state: Game, event: facts.FirstPlayerChosen
) -> ChosenSentence:
    by_lot = event.draw is not None
    return "first_player_chosen.by_lot" if by_lot else "first_player_chosen", {}


def _dice_rolled(language: Language, state: Game, event: facts.DiceRolled) -> ChosenSentence:
    key = "dice_rolled" if event.roll == 1 else "dice_rolled.again"
    final = [die.face for die in state.dice]
    return key, {
        "count": language.counted(len(event.dice), "die"),
        "lie": _faces(language, state, tuple(final)),
    }


SENTENCE_CHOOSERS: dict[type[Event], SentenceChooser] = {
    **table_narration.SENTENCE_CHOOSERS,
    facts.FirstPlayerChosen: _first_player_chosen,
    facts.DiceRolled: _dice_rolled,
}

NARRATOR = Narrator(
    languages={"en": DICE_ENGLISH, "pl": DICE_POLISH},
    field_formatters=FIELD_FORMATTERS,
    sentence_choosers=SENTENCE_CHOOSERS,
)
