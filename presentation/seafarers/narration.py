"""The facts of a Seafarers game as sentences, in English and Polish."""

from domain.base.events import BoardLaid, RobberRoused
from domain.ids import HexId
from domain.messages import Event
from domain.seafarers import events as facts
from domain.seafarers.state import Voyage
from presentation.base import narration
from presentation.base.narration import variant_by_field
from presentation.language import (
    ChosenSentence,
    FieldFormatter,
    Language,
    Narrator,
    SentenceChooser,
)
from presentation.seafarers.scenarios import SCENARIO_SENTENCES
from presentation.seafarers.sentences import SEA_ENGLISH, SEA_POLISH


def narrate(state: Voyage, event: Event, language: str) -> str:
    """An event as a sentence, in English if the language is unknown; `state` includes the event."""
    return NARRATOR.narrate(state, event, language)


def format_hex(language: Language, state: Voyage, hex_: HexId) -> str:
    """A sea hex has nothing but its number to tell it from others."""
    if not state.board.sea >> hex_ & 1:
        return narration.format_hex(language, state, hex_)
    return language.say("sea" if hex_ < len(state.board.tiles) else "frame", number=hex_)


def _robber_roused(language: Language, state: Voyage, event: RobberRoused) -> ChosenSentence:
    """Where the pirate cannot be moved, nothing is said of it."""
    is_alone = not state.hooks.pirate_hexes(state, event.seat)
    return "robber_roused.alone" if is_alone else "robber_roused", {}


def _gold_claimed(language: Language, state: Voyage, event: facts.GoldClaimed) -> ChosenSentence:
    shares = {seat: language.counted(count, "card") for seat, count in event.claims.items()}
    return "gold_claimed", {"claims": language.for_each("gold_claimed.each", state, shares)}


def _markers_taken(language: Language, state: Voyage, event: facts.MarkersTaken) -> ChosenSentence:
    return "markers_taken", {"points": language.counted(event.count, "point")}


FIELD_FORMATTERS: dict[str, FieldFormatter] = {**narration.FIELD_FORMATTERS, "hex": format_hex}
SENTENCE_CHOOSERS: dict[type[Event], SentenceChooser] = {
    **narration.SENTENCE_CHOOSERS,
    BoardLaid: variant_by_field("robber", "no_robber", when=False),
    RobberRoused: _robber_roused,
    facts.ShipBuilt: variant_by_field("free", "free", when=True),
    facts.GoldClaimed: _gold_claimed,
    facts.MarkersTaken: _markers_taken,
}
for _scenario in SCENARIO_SENTENCES:
    FIELD_FORMATTERS |= _scenario.field_formatters
    SENTENCE_CHOOSERS |= _scenario.sentence_choosers

NARRATOR = Narrator(
    languages={"en": SEA_ENGLISH, "pl": SEA_POLISH},
    field_formatters=FIELD_FORMATTERS,
    sentence_choosers=SENTENCE_CHOOSERS,
)
