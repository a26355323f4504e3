"""What the drawn table says, in every language of the base game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from domain.base.narration import NARRATOR
from domain.base.picture import PHASES
from domain.narration import FALLBACK, Language
from domain.ruleset import View


@dataclass(frozen=True)
class Captions:
    """The words of a picture: those of its language, and what only a picture says."""

    code: str
    """Of the language."""
    language: Language
    phases: Mapping[str, str]
    texts: Mapping[str, str]

    def extended(self, phases: Mapping[str, str], texts: Mapping[str, str]) -> "Captions":
        """These captions with what another picture says."""
        return replace(self, phases={**self.phases, **phases}, texts={**self.texts, **texts})

    def say(self, key: str, **fields: object) -> str:
        return self.texts[key].format(**fields)

    def word(self, name: str) -> str:
        """A colour, terrain, resource or card as it is called."""
        found = self.language.words.get(name)
        return name.replace("_", " ") if found is None else found.nominative

    def phase(self, phase: str) -> str:
        return self.phases.get(phase, phase)

    def seat(self, seat: View) -> str:
        """A seat by its colour, or else by its number."""
        colour = seat["colour"]
        return self.say("seat", seat=seat["seat"]) if colour is None else self.word(colour)

    def tile(self, hex_: View) -> str:
        """A hex by its terrain and number."""
        terrain = self.word(hex_["terrain"])
        return terrain if hex_["number"] is None else f"{terrain} {hex_['number']}"


ENGLISH = Captions(
    code="en",
    language=NARRATOR.languages["en"],
    phases=PHASES,
    texts={
        "seat": "seat {seat}",
        "seat.free": "seat {seat} is free",
        "seats.taken": "{taken} of {count} seats are taken.",
        "host": "host",
        "turn": "Turn {turn}",
        "won": "{names} won with {points} points",
        "outcome.void": "This game is void",
        "outcome.abandoned": "This game is abandoned",
        "column.points": "points",
        "column.cards": "cards",
        "column.dev": "dev",
        "column.knights": "knights",
        "column.road": "road",
        "longest_road": "longest road",
        "largest_army": "largest army",
        "dice": "dice {one} + {other} = {total}",
        "bank": "Bank",
        "deck": "{count} cards in the deck",
        "harbour": "harbour {rate}",
        "harbour.kind": "harbour {rate} {kind}",
        "robber": "robber",
        "robber.on": "The robber is on {tile}.",
        "points": "{count} points",
        "settlements": "{count} settlements",
        "cities": "{count} cities",
        "roads": "{count} roads",
        "cards": "{count} cards",
        "resigned": "resigned",
    },
)
POLISH = Captions(
    code="pl",
    language=NARRATOR.languages["pl"],
    phases={
        "": "nikt jeszcze nie otworzył tej gry",
        "lobby": "czekanie na początek",
        "starting": "początek gry",
        "founding": "zakładanie osad",
        "roll": "przed rzutem",
        "discard": "odrzucanie kart",
        "robber": "przesuwanie złodzieja",
        "free_roads": "darmowe drogi",
        "main": "handel i budowa",
        "paused": "przerwa",
        "over": "koniec gry",
        "closed": "gra zamknięta",
        "moved": "gra przeniesiona",
    },
    texts={
        "seat": "miejsce {seat}",
        "seat.free": "miejsce {seat} jest wolne",
        "seats.taken": "Zajęte miejsca: {taken} z {count}.",
        "host": "gospodarz",
        "turn": "Tura {turn}",
        "won": "Wygrywa {names}, punkty: {points}",
        "outcome.void": "Gra jest unieważniona",
        "outcome.abandoned": "Gra jest odwołana",
        "column.points": "punkty",
        "column.cards": "karty",
        "column.dev": "rozwój",
        "column.knights": "rycerze",
        "column.road": "droga",
        "longest_road": "najdłuższa droga",
        "largest_army": "największa armia",
        "dice": "kości {one} + {other} = {total}",
        "bank": "Bank",
        "deck": "karty w talii: {count}",
        "harbour": "port {rate}",
        "harbour.kind": "port {rate} {kind}",
        "robber": "złodziej",
        "robber.on": "Złodziej stoi tu: {tile}.",
        "points": "punkty: {count}",
        "settlements": "osady: {count}",
        "cities": "miasta: {count}",
        "roads": "drogi: {count}",
        "cards": "karty: {count}",
        "resigned": "rezygnacja",
    },
)
CAPTIONS = {"en": ENGLISH, "pl": POLISH}


def captions_in(language: str) -> Captions:
    """The captions in a language; English if it is not spoken here."""
    return CAPTIONS.get(language, CAPTIONS[FALLBACK])
