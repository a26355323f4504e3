"""What a scenario adds to the sentences of the sea."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.messages import Command, Event
from presentation.actions.phrasebook import LabelChooser
from presentation.language import FieldFormatter, SentenceChooser


@dataclass(frozen=True)
class Phrases:
    """The sentences and nouns of a scenario in one language."""

    sentences: Mapping[str, str] = field(default_factory=dict)
    nouns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class ScenarioSentences:
    """How the events and commands of one scenario are put into words."""

    english: Phrases
    polish: Phrases
    field_formatters: Mapping[str, FieldFormatter] = field(default_factory=dict)
    sentence_choosers: Mapping[type[Event], SentenceChooser] = field(default_factory=dict)
    label_choosers: Mapping[type[Command], LabelChooser] = field(default_factory=dict)
    """How the labels of its commands are chosen, if they depend on more than their fields."""
