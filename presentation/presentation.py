"""What the presentation of a ruleset offers: its games in sentences and pictures."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeAlias, TypeVar

from domain.messages import Event
from presentation.actions.phrasebook import Phrasebook
from presentation.opening.words import OpeningWords
from presentation.player_names import NO_NAMES, Names
from presentation.svg.look import PLAIN, Look

TextPicture: TypeAlias = list[list[tuple[str, str]]]
"""Lines of text, each in pieces with a style: colour names such as `bold blue`, or nothing."""


State = TypeVar("State")
View = TypeVar("View")
View_contra = TypeVar("View_contra", contravariant=True)


class Drawing(Protocol[View_contra]):
    """Draws a view in a language as it is asked for. Without names it shows colours alone."""

    def __call__(
        self, view: View_contra, language: str, names: Names = NO_NAMES, look: Look = PLAIN, /
    ) -> str: ...


@dataclass(frozen=True)
class Presentation(Generic[State, View]):
    """Sentences and pictures of one ruleset, from its states and views. They are pure."""

    languages: tuple[str, ...]
    """The codes of the languages in which it has sentences and captions."""
    narrate: Callable[[State, Event, str], str]
    """An event as a sentence: the state that includes the event, the event, the language."""
    template: Callable[[State, Event, str], str]
    """The same with marks for the names of players; `player_names.with_names` fills them in."""
    text: Callable[[View], TextPicture]
    """A view as text for a terminal."""
    svg: Drawing[View]
    """A view as an SVG picture with captions in a language, and the names of players."""
    phrasebook: Phrasebook
    """Its commands in words, from its views."""
    opening: OpeningWords
    """What it is called, and its presets and options, for people who open a game."""
