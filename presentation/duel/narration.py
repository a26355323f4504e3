"""The facts of a game for two as sentences, in English and Polish."""

from domain.duel import events as facts
from domain.duel.state import NEUTRALS, Duel, neutral_colours
from domain.ids import Seat
from domain.messages import Event
from presentation.base import narration
from presentation.base.narration import format_word, variant_by_field
from presentation.duel.sentences import DUEL_ENGLISH, DUEL_POLISH
from presentation.language import (
    ChosenSentence,
    FieldFormatter,
    Language,
    Narrator,
    SentenceChooser,
    Word,
)


def narrate(state: Duel, event: Event, language: str) -> str:
    """An event as a sentence, in English if the language is unknown; `state` includes the event."""
    return NARRATOR.narrate(state, event, language)


def _player(language: Language, state: Duel, seat: Seat) -> Word:
    """A seat by its colour; neutral players have colours of their own."""
    if seat not in NEUTRALS:
        return language.name(state, seat)
    colour = language.words[neutral_colours(state)[NEUTRALS.index(seat)]]
    return Word(*map(" ".join, zip(language.words["neutral"], colour, strict=True)))


def _neutrals_founded(
    language: Language, state: Duel, event: facts.NeutralsFounded
) -> ChosenSentence:
    first, second = event.nodes
    return "neutrals_founded", {"first": first, "second": second}


def _trade_cards(
    language: Language, state: Duel, event: facts.TradeCardsTaken | facts.TradeCardsPaid
) -> ChosenSentence:
    tag = str(event.__struct_config__.tag)
    return tag, {"cards": language.counted(event.count, "trade_card")}


def _traded(
    language: Language, state: Duel, event: facts.CardsDrawn | facts.CardsGivenBack
) -> ChosenSentence:
    tag, _ = variant_by_field("cards", "hidden", when=False)(language, state, event)
    return tag, {"number": language.counted(event.count, "card")}


FIELD_FORMATTERS: dict[str, FieldFormatter] = {
    **narration.FIELD_FORMATTERS,
    **dict.fromkeys(("seat", "neutral"), _player),
    "piece": format_word,
}
SENTENCE_CHOOSERS: dict[type[Event], SentenceChooser] = {
    **narration.SENTENCE_CHOOSERS,
    facts.NeutralsFounded: _neutrals_founded,
    facts.TradeCardsTaken: _trade_cards,
    facts.TradeCardsPaid: _trade_cards,
    facts.CardsDrawn: _traded,
    facts.CardsGivenBack: _traded,
}

NARRATOR = Narrator(
    languages={"en": DUEL_ENGLISH, "pl": DUEL_POLISH},
    field_formatters=FIELD_FORMATTERS,
    sentence_choosers=SENTENCE_CHOOSERS,
)
