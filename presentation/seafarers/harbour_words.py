"""How things of the sea are spelled in sentences."""

from domain.base.events import HarbourKind
from presentation.language import Language


def format_harbour(language: Language, state: object, harbour: HarbourKind) -> str:
    if harbour == "3:1":
        return language.say("harbour.any")
    return language.say("harbour", resource=language.words[harbour])
