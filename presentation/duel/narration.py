"""The facts of a game for two as sentences, in English and Polish."""

from domain.duel import events as facts
from domain.duel.state import NEUTRALS, Duel, neutral_colours
from domain.ids import Seat
from domain.messages import Event
from presentation.base import narration
from presentation.base.narration import spell_word, told_by
from presentation.duel.sentences import DUEL_ENGLISH, DUEL_POLISH
from presentation.narration import Language, Narrator, Speller, Teller, Told, Word


def narrate(state: Duel, event: Event, language: str) -> str:
    """A fact as a sentence, told after it was folded; English for a language we do not speak."""
    return NARRATOR.narrate(state, event, language)


def _player(language: Language, state: Duel, seat: Seat) -> Word:
    """A seat by its colour; a neutral player is told from them."""
    if seat not in NEUTRALS:
        return language.name(state, seat)
    colour = language.words[neutral_colours(state)[NEUTRALS.index(seat)]]
    return Word(*map(" ".join, zip(language.words["neutral"], colour, strict=True)))


def _neutrals_founded(language: Language, state: Duel, event: facts.NeutralsFounded) -> Told:
    first, second = event.nodes
    return "neutrals_founded", {"first": first, "second": second}


def _trade_cards(
    language: Language, state: Duel, event: facts.TradeCardsTaken | facts.TradeCardsPaid
) -> Told:
    tag = str(event.__struct_config__.tag)
    return tag, {"cards": language.counted(event.count, "trade_card")}


def _traded(
    language: Language, state: Duel, event: facts.CardsDrawn | facts.CardsGivenBack
) -> Told:
    tag, _ = told_by("cards", "hidden", when=False)(language, state, event)
    return tag, {"number": language.counted(event.count, "card")}


SPELLERS: dict[str, Speller] = {
    **narration.SPELLERS,
    **dict.fromkeys(("seat", "neutral"), _player),
    "piece": spell_word,
}
TELLERS: dict[type[Event], Teller] = {
    **narration.TELLERS,
    facts.NeutralsFounded: _neutrals_founded,
    facts.TradeCardsTaken: _trade_cards,
    facts.TradeCardsPaid: _trade_cards,
    facts.CardsDrawn: _traded,
    facts.CardsGivenBack: _traded,
}

NARRATOR = Narrator(
    languages={"en": DUEL_ENGLISH, "pl": DUEL_POLISH}, spellers=SPELLERS, tellers=TELLERS
)
