"""Ready phrases for table talk: a stable key each, and a sentence in every language.

Messages are stored with the key alone, so that every reader sees the phrase in their own language.
A key is public: it is never renamed, reused or taken away.
"""

from typing import Final

from presentation.language import DEFAULT_LANGUAGE

PHRASES: Final[dict[str, dict[str, str]]] = {
    "hello": {"en": "Hello!", "pl": "Cześć!"},
    "good_luck": {"en": "Good luck, have fun!", "pl": "Powodzenia i dobrej zabawy!"},
    "ready": {"en": "I am ready.", "pl": "Jestem w gotowości."},
    "lets_start": {"en": "Let us start.", "pl": "Zaczynajmy."},
    "one_moment": {"en": "One moment, please.", "pl": "Chwileczkę, proszę."},
    "back_again": {"en": "I am back.", "pl": "Już jestem."},
    "your_turn": {"en": "It is your turn.", "pl": "Twoja kolej."},
    "take_your_time": {"en": "Take your time.", "pl": "Bez pośpiechu."},
    "please_hurry": {"en": "Please hurry a little.", "pl": "Prosimy trochę szybciej."},
    "yes": {"en": "Yes.", "pl": "Tak."},
    "no": {"en": "No.", "pl": "Nie."},
    "maybe": {"en": "Maybe later.", "pl": "Może później."},
    "thanks": {"en": "Thank you!", "pl": "Dziękuję!"},
    "you_are_welcome": {"en": "You are welcome.", "pl": "Nie ma za co."},
    "sorry": {"en": "Sorry!", "pl": "Przepraszam!"},
    "well_played": {"en": "Well played!", "pl": "Dobre zagranie!"},
    "lucky": {"en": "What luck!", "pl": "Co za szczęście!"},
    "unlucky": {"en": "Bad luck!", "pl": "Co za pech!"},
    "close_one": {"en": "That was close!", "pl": "Było blisko!"},
    "trade_anyone": {"en": "Does anybody want to trade?", "pl": "Kto chce się wymienić?"},
    "have_brick": {"en": "I will trade brick.", "pl": "Wymienię cegły."},
    "have_lumber": {"en": "I will trade lumber.", "pl": "Wymienię drewno."},
    "have_wool": {"en": "I will trade wool.", "pl": "Wymienię wełnę."},
    "have_grain": {"en": "I will trade grain.", "pl": "Wymienię zboże."},
    "have_ore": {"en": "I will trade ore.", "pl": "Wymienię rudę."},
    "need_brick": {"en": "I need brick.", "pl": "Potrzebuję cegieł."},
    "need_lumber": {"en": "I need lumber.", "pl": "Potrzebuję drewna."},
    "need_wool": {"en": "I need wool.", "pl": "Potrzebuję wełny."},
    "need_grain": {"en": "I need grain.", "pl": "Potrzebuję zboża."},
    "need_ore": {"en": "I need ore.", "pl": "Potrzebuję rudy."},
    "not_me_please": {"en": "Please do not rob me.", "pl": "Proszę, nie okradaj mnie."},
    "good_game": {"en": "Good game!", "pl": "Dobra gra!"},
    "rematch": {"en": "Shall we play again?", "pl": "Zagramy jeszcze raz?"},
    "goodbye": {"en": "Goodbye!", "pl": "Do widzenia!"},
}
"""The texts of every phrase, by key and language."""


def text_of(phrase: str, language: str) -> str | None:
    """A phrase in a language, or in English; None if this build does not know the phrase."""
    texts = PHRASES.get(phrase)
    return None if texts is None else texts.get(language, texts[DEFAULT_LANGUAGE])
