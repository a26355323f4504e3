"""What a scenario adds to the sentences of the sea."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.messages import Event
from presentation.language import FieldFormatter, SentenceChooser


@dataclass(frozen=True)
class Phrases:
    """The sentences and nouns of a scenario in one language."""

    sentences: Mapping[str, str] = field(default_factory=dict)
    nouns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class ScenarioSentences:
    """How the events of one scenario are put into words."""

    english: Phrases
    polish: Phrases
    field_formatters: Mapping[str, FieldFormatter] = field(default_factory=dict)
    sentence_choosers: Mapping[type[Event], SentenceChooser] = field(default_factory=dict)
