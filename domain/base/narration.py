"""The facts of a base game as sentences, in English and Polish."""

from domain.base.state import Game
from domain.messages import Event


def narrate(state: Game, event: Event, language: str) -> str:
    """A fact as a sentence, told after it was folded."""
    return ""
