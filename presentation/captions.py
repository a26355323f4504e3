"""What drawn tables say: the captions of a picture in one language."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from domain.table.view import Coloured, SeatView, TableView
from presentation.language import Language, Word
from presentation.player_names import Names, name_of, named
from presentation.svg.seat_marks import phase_words, shortened

NAME_LETTERS = 14
"""As much of a name as a picture shows."""

ENGLISH_TEXTS: Final = {
    "seat": "seat {seat}",
    "seat.free": "seat {seat} is free",
    "seats.taken": "{taken} of {count} seats are taken.",
    "host": "host",
    "turn": "Turn {turn}",
    "won": "{names} won with {points} points",
    "outcome.void": "This game is void",
    "outcome.abandoned": "This game is abandoned",
    "points": "{count} points",
    "points.one": "1 point",
    "settlements": "{count} settlements",
    "settlements.one": "1 settlement",
    "cities": "{count} cities",
    "cities.one": "1 city",
    "roads": "{count} roads",
    "roads.one": "1 road",
    "resigned": "resigned",
    "player.erased": "erased player",
}
"""What every drawn table says."""
POLISH_TEXTS: Final = {
    "seat": "miejsce {seat}",
    "seat.free": "miejsce {seat} jest wolne",
    "seats.taken": "Zajęte miejsca: {taken} z {count}.",
    "host": "gospodarz",
    "turn": "Tura {turn}",
    "won": "Wygrywa {names}, punkty: {points}",
    "outcome.void": "Gra jest unieważniona",
    "outcome.abandoned": "Gra jest odwołana",
    "points": "punkty: {count}",
    "settlements": "osady: {count}",
    "cities": "miasta: {count}",
    "roads": "drogi: {count}",
    "resigned": "rezygnacja",
    "player.erased": "gracz usunięty",
}
POLISH_PHASES: Final = {
    "": "nikt jeszcze nie otworzył tej gry",
    "lobby": "czekanie na początek",
    "starting": "początek gry",
    "paused": "przerwa",
    "over": "koniec gry",
    "closed": "gra zamknięta",
    "moved": "gra przeniesiona",
}


@dataclass(frozen=True)
class Captions:
    """The words of a picture: those of its language, and what only a picture says."""

    code: str
    """Of the language."""
    language: Language
    phases: Mapping[str, str]
    texts: Mapping[str, str]
    names: Names = field(default_factory=dict)
    """The names of players, as far as they are known."""

    def with_names(self, names: Names) -> "Captions":
        """These captions for a table of these players."""
        return replace(self, names=names)

    def extended(
        self,
        phases: Mapping[str, str],
        texts: Mapping[str, str],
        words: Mapping[str, Word] | None = None,
    ) -> "Captions":
        """These captions with what another picture says, and the words it needs."""
        return replace(
            self,
            language=self.language.extended({}, words or {}, {}),
            phases={**self.phases, **phases},
            texts={**self.texts, **texts},
        )

    def say(self, key: str, **fields: object) -> str:
        """A text with its fields filled in; where `count` is 1, the variant for one, if any."""
        one = self.texts.get(f"{key}.one") if fields.get("count") == 1 else None
        return (one or self.texts[key]).format(**fields)

    def word(self, name: str) -> str:
        """A colour, terrain, resource or card as it is called."""
        found = self.language.words.get(name)
        return name.replace("_", " ") if found is None else found.nominative

    def phase(self, phase: str) -> str:
        return phase_words(phase, self.phases)

    def seat(self, seat: Coloured) -> str:
        """A seat by its colour, or else by its number."""
        colour = seat.colour
        return self.say("seat", seat=seat.seat) if colour is None else self.word(colour)

    def player(self, seat: SeatView, letters: int = NAME_LETTERS) -> str:
        """Who sits on a seat, in so many letters at most: nothing if their name is not known."""
        if seat.player is None:
            return ""
        name = name_of(seat.player, self.names)
        if name is None:
            return self.say("player.erased") if seat.player in self.names else ""
        return shortened(name, letters)

    def named(self, seat: SeatView) -> str:
        """A seat by its colour and the name of its player, as sentences call it."""
        player = self.player(seat)
        return named(self.seat(seat), player or None)

    def called(self, place: Coloured) -> str:
        """A seat with its player's name, or a neutral player by their colour."""
        return self.named(place) if isinstance(place, SeatView) else self.seat(place)

    def initial(self, seat: Coloured) -> str:
        """The letter that stands for a seat where colours are not seen."""
        return str(seat.seat) if seat.colour is None else self.seat(seat)[0].upper()


def status(view: TableView, captions: Captions, phase: str | None = None) -> str:
    """What the game has come to, in one line; a phase may be given that says it better."""
    seats = view.winners if view.outcome else view.to_act
    names = ", ".join(captions.named(view.seats[seat]) for seat in seats)
    if view.outcome == "won":
        points = view.score[view.winners[0]].points
        return captions.say("won", names=names, points=points)
    if view.outcome:
        return captions.say(f"outcome.{view.outcome}")
    going_on = captions.phase(phase or view.phase)
    return f"{names}: {going_on}" if names else going_on.capitalize()
