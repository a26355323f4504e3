"""What the presentation of a ruleset offers: its games in sentences and pictures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

from domain.messages import Event

TextPicture: TypeAlias = list[list[tuple[str, str]]]
"""Lines of text, each in pieces with a style: colour names such as `bold blue`, or nothing."""


State = TypeVar("State")
View = TypeVar("View")


@dataclass(frozen=True)
class Presentation(Generic[State, View]):
    """Sentences and pictures of one ruleset, from its states and views. They are pure."""

    languages: tuple[str, ...]
    """The codes of the languages in which it has sentences and captions."""
    narrate: Callable[[State, Event, str], str]
    """An event as a sentence: the state that includes the event, the event, the language."""
    text: Callable[[View], TextPicture]
    """A view as text for a terminal."""
    svg: Callable[[View, str], str]
    """A view as an SVG picture with captions in a language."""
    titles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What the presets of the ruleset are called, by preset and language."""
