"""How commands are put into words, from what one viewer may see and nothing else.

The words of a language are found as those of the log are: a command by its tag ("Build a road"),
and with its fields under `.this` ("Build a road {edge}") or under a variant that is chosen. A field
is put into words by what it points at, which follows from its type.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

from domain.ids import Viewer
from domain.messages import Command
from domain.table.state import LOBBY, PAUSED
from domain.table.view import SeatView, TableView
from domain.touches import ON_THE_BOARD, FieldType, Touch, field_types, touches
from presentation.language import DEFAULT_LANGUAGE, ChosenSentence, Language, Word

PlaceFormatter: TypeAlias = Callable[[Language, Any, Any], object]
"""Puts what a field points at into words: language, view, value."""
LabelChooser: TypeAlias = Callable[[Language, Any, Any], ChosenSentence]
"""Chooses the label of a command: language, view, command."""


def format_seat(language: Language, view: TableView, seat: int) -> Word:
    """A seat by its colour and player, or else by its number."""
    shown: SeatView = view.seats[seat]
    return language.called(shown.seat, shown.colour, shown.player)


def format_word(language: Language, view: object, value: str) -> Word:
    """What has a word of its own: a resource, a colour, a wonder."""
    return language.words[value]


def as_it_is(language: Language, view: object, value: object) -> object:
    """A number or a name that needs no other word."""
    return value


TABLE_PLACES: Final[Mapping[str, PlaceFormatter]] = {
    "seat": format_seat,
    "colour": format_word,
    "bot": as_it_is,
}


def tag_of(command: type[Command]) -> str:
    return str(command.__struct_config__.tag)


@dataclass(frozen=True)
class Phrasebook:
    """The words of a ruleset for its commands. What it says has marks for the names of players."""

    languages: Mapping[str, Language]
    places: Mapping[str, PlaceFormatter]
    """By what a field points at."""
    choosers: Mapping[type[Command], LabelChooser] = field(default_factory=dict)
    """For commands whose label depends on more than that their fields are there."""
    phase: Callable[[Any], str] = lambda view: str(view.phase)
    """What the game waits for, as prompts call it."""

    def spoken(self, code: str) -> Language:
        """A language with marks for players; English if the language is unknown."""
        found = self.languages.get(code, self.languages[DEFAULT_LANGUAGE])
        return replace(found, marks_players=True)

    def group(self, language: Language, command: type[Command]) -> str:
        """What kind of action it is."""
        return language.sentences[tag_of(command)]

    def label(self, language: Language, view: TableView, command: Command) -> str:
        """What a command does, in the imperative."""
        fields = {
            shape.attribute: self._format(language, view, shape, value)
            for shape in field_types(type(command))
            if (value := getattr(command, shape.attribute)) is not None
        }
        chooser = self.choosers.get(type(command))
        if chooser is not None:
            key, more = chooser(language, view, command)
            return language.say(key, **{**fields, **more})
        tag = tag_of(type(command))
        key = f"{tag}.this"
        return language.say(key if key in language.sentences else tag, **fields)

    def labels(self, language: Language, view: TableView, commands: Iterable[Command]) -> list[str]:
        """The labels of several commands. Those that would read alike get a number."""
        given = list(commands)
        found = [self.label(language, view, command) for command in given]
        return [
            label if found.count(label) == 1 else _numbered(language, label, touches(command))
            for label, command in zip(found, given, strict=True)
        ]

    def open_label(self, language: Language, command: type[Command]) -> str:
        """What an open choice does. It may stand beside commands of the same kind."""
        return language.sentences.get(f"{tag_of(command)}.open") or self.group(language, command)

    def field(self, language: Language, command: type[Command], name: str) -> str:
        """What a field of a command is called."""
        own = f"field.{tag_of(command)}.{name}"
        return language.sentences[own if own in language.sentences else f"field.{name}"]

    def hint(self, language: Language, command: type[Command], name: str) -> str:
        """How to fill a field in; nothing if that needs no words."""
        return language.sentences.get(f"hint.{tag_of(command)}.{name}", "")

    def value(self, language: Language, view: TableView, place: str | None, value: object) -> str:
        """One value of a field that points at something."""
        if value is None:
            return language.say("value.none")
        return str(value if place is None else self.places[place](language, view, value))

    def prompt(self, language: Language, view: TableView, viewer: Viewer) -> str:
        """Whom the game waits for and what they have to do, or what has become of it."""
        if view.outcome is not None:
            return _ending(language, view)
        if view.phase == LOBBY:
            free = sum(seat.player is None for seat in view.seats)
            return language.say("prompt.lobby" if free else "prompt.lobby.full", free=free)
        phase = self.phase(view)
        if view.phase == PAUSED or f"prompt.{phase}" not in language.sentences or not view.to_act:
            return language.say("prompt.paused" if view.phase == PAUSED else "prompt.nobody")
        if viewer in view.to_act:
            frame = "prompt.you"
        else:
            frame = "prompt.one" if len(view.to_act) == 1 else "prompt.several"
        own = f"{frame}.{phase}"
        return language.say(
            own if own in language.sentences else frame,
            names=language.joined(format_seat(language, view, seat) for seat in view.to_act),
            what=language.say(f"prompt.{phase}"),
        )

    def _format(self, language: Language, view: TableView, field: FieldType, value: Any) -> object:
        if field.place is None:
            return value
        formatter = self.places[field.place]
        if field.shape == "counts":
            return self.counts(language, value)
        if field.shape == "several":
            return language.listed(str(formatter(language, view, one)) for one in value)
        return formatter(language, view, value)

    def counts(self, language: Language, counts: Mapping[str, int]) -> str:
        """How many of what, such as cards of resources."""
        return language.listed(
            language.say("cards", count=count, resource=language.words[one])
            for one, count in counts.items()
        )


def _ending(language: Language, view: TableView) -> str:
    if view.outcome != "won":
        return language.say(f"prompt.{view.outcome}")
    return language.say(
        "game_won" if len(view.winners) == 1 else "game_won.shared",
        seats=language.joined(format_seat(language, view, seat) for seat in view.winners),
        points=language.counted(view.score[view.winners[0]].points, "point"),
    )


def _numbered(language: Language, label: str, named: Iterable[Touch]) -> str:
    """A label with the numbers of the places that it is about."""
    places = [
        language.say(f"number.{touch.place}", number=touch.id)
        for touch in named
        if touch.place in ON_THE_BOARD
    ]
    return language.say("numbered", label=label, places=", ".join(places)) if places else label
