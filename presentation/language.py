"""How a language is set up: words in their cases, sentences by key, and how events become them.

A language is data. Sentences are found by the tag of an event, with a variant after a dot where one
sentence does not fit all; they name the event's fields, and a word in any case: `{victim.dative}`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from domain.ids import Seat
from domain.ledger_state import LedgerState
from domain.messages import Event
from domain.table.state import Table
from presentation.player_names import marked, without_marks

DEFAULT_LANGUAGE = "en"


class Word(NamedTuple):
    """A word or a name in its cases; by itself it stands in the nominative."""

    nominative: str
    genitive: str
    dative: str
    accusative: str
    instrumental: str

    def __str__(self) -> str:
        return self.nominative


def uninflected(word: str) -> Word:
    return Word(word, word, word, word, word)


@dataclass(frozen=True)
class Language:
    """Sentences by key, words by what they stand for, and how things are counted and listed."""

    sentences: Mapping[str, str]
    words: Mapping[str, Word]
    nouns: Mapping[str, tuple[str, ...]]
    """What follows a number, as the object of a sentence: a form for each kind of number."""
    noun_form: Callable[[int], int]
    seat: Word
    """A seat of no colour; its number follows."""
    conjunction: str
    marks_players: bool = False
    """Whether seats are marked with their players, so that names can be filled in later."""

    def extended(
        self,
        sentences: Mapping[str, str],
        words: Mapping[str, Word],
        nouns: Mapping[str, tuple[str, ...]],
    ) -> "Language":
        """This language with the sentences, words and nouns of another game."""
        return replace(
            self,
            sentences={**self.sentences, **sentences},
            words={**self.words, **words},
            nouns={**self.nouns, **nouns},
        )

    def say(self, key: str, **fields: object) -> str:
        return self.sentences[key].format(**fields)

    def name(self, state: Table, seat: Seat) -> Word:
        """A seat by its colour, or else by its number."""
        chair = state.chairs[seat]
        return self.called(seat, chair.colour, chair.player)

    def called(self, seat: Seat, colour: str | None, player: str | None) -> Word:
        """The same for a seat of this colour and player."""
        word = self.words.get(colour or "")
        word = word or Word(*(f"{case} {seat}" for case in self.seat))
        if not self.marks_players or player is None:
            return word
        return Word(*(marked(player, case) for case in word))

    def counted(self, count: int, noun: str) -> str:
        return f"{count} {self.nouns[noun][self.noun_form(count)]}"

    def listed(self, items: Iterable[str]) -> str:
        *others, last = items
        return f"{', '.join(others)} {self.conjunction} {last}" if others else last

    def joined(self, words: Iterable[Word]) -> Word:
        """Several words as one, case by case."""
        return Word(*map(self.listed, zip(*words, strict=True)))

    def for_each(self, key: str, state: Table, shares: Mapping[Seat, str]) -> str:
        """One clause a seat, in their order, with its share."""
        return "; ".join(
            self.say(key, seat=self.name(state, seat), share=share)
            for seat, share in sorted(shares.items())
        )


FieldFormatter: TypeAlias = Callable[[Language, Any, Any], object]
"""Puts the value of a field into words: language, state, value."""
ChosenSentence: TypeAlias = tuple[str, Mapping[str, object]]
"""The key of a sentence, and what it needs besides the event's own fields."""
SentenceChooser: TypeAlias = Callable[[Language, Any, Any], ChosenSentence]
"""Chooses the sentence for an event: language, state, event."""


@dataclass(frozen=True)
class Narrator:
    """The languages by code, how fields are put into words, and how a sentence is chosen."""

    languages: Mapping[str, Language]
    field_formatters: Mapping[str, FieldFormatter]
    sentence_choosers: Mapping[type[Event], SentenceChooser]

    def narrate(self, state: LedgerState, event: Event, language: str) -> str:
        """An event as a sentence. The state already includes the event."""
        return self._narrate(state, event, self._language(language))

    def template(self, state: LedgerState, event: Event, language: str) -> str:
        """The same, with marks into which the names of players can be filled."""
        return self._narrate(state, event, self.spoken(language))

    def spoken(self, code: str) -> Language:
        """A language with marks for players; English if the language is unknown."""
        return replace(self._language(code), marks_players=True)

    def _language(self, code: str) -> Language:
        return self.languages.get(code, self.languages[DEFAULT_LANGUAGE])

    def _narrate(self, state: LedgerState, event: Event, chosen: Language) -> str:
        fields: dict[str, object] = {}
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if isinstance(value, str):
                value = without_marks(value)
            known = value is not None and name in self.field_formatters
            fields[name] = self.field_formatters[name](chosen, state, value) if known else value
        key, more = self._choose(chosen, state, event)
        return chosen.say(key, **{**fields, **more})

    def _choose(self, language: Language, state: LedgerState, event: Event) -> ChosenSentence:
        teller = self.sentence_choosers.get(type(event))
        if teller is None:
            return str(event.__struct_config__.tag), {}
        return teller(language, state, event)
