"""The facts of a Seafarers game as sentences, in English and Polish."""

from domain.base.events import BoardLaid, RobberRoused
from domain.ids import HexId
from domain.messages import Event
from domain.seafarers import events as facts
from domain.seafarers.state import Voyage
from presentation.base import narration
from presentation.base.narration import told_by
from presentation.narration import Language, Narrator, Speller, Teller, Told
from presentation.seafarers.scenarios import SCENARIO_SENTENCES
from presentation.seafarers.sentences import SEA_ENGLISH, SEA_POLISH


def narrate(state: Voyage, event: Event, language: str) -> str:
    """A fact as a sentence, told after it was folded; English for a language we do not speak."""
    return NARRATOR.narrate(state, event, language)


def spell_hex(language: Language, state: Voyage, hex_: HexId) -> str:
    """A sea hex has nothing but its number to tell it from others."""
    if not state.board.sea >> hex_ & 1:
        return narration.spell_hex(language, state, hex_)
    return language.say("sea" if hex_ < len(state.board.tiles) else "frame", number=hex_)


def _robber_roused(language: Language, state: Voyage, event: RobberRoused) -> Told:
    """Where the pirate cannot be moved, nothing is said of it."""
    is_alone = not state.hooks.pirate_hexes(state, event.seat)
    return "robber_roused.alone" if is_alone else "robber_roused", {}


def _gold_claimed(language: Language, state: Voyage, event: facts.GoldClaimed) -> Told:
    shares = {seat: language.counted(count, "card") for seat, count in event.claims.items()}
    return "gold_claimed", {"claims": language.for_each("gold_claimed.each", state, shares)}


def _markers_taken(language: Language, state: Voyage, event: facts.MarkersTaken) -> Told:
    return "markers_taken", {"points": language.counted(event.count, "point")}


SPELLERS: dict[str, Speller] = {**narration.SPELLERS, "hex": spell_hex}
TELLERS: dict[type[Event], Teller] = {
    **narration.TELLERS,
    BoardLaid: told_by("robber", "no_robber", when=False),
    RobberRoused: _robber_roused,
    facts.ShipBuilt: told_by("free", "free", when=True),
    facts.GoldClaimed: _gold_claimed,
    facts.MarkersTaken: _markers_taken,
}
for _scenario in SCENARIO_SENTENCES:
    SPELLERS |= _scenario.spellers
    TELLERS |= _scenario.tellers

NARRATOR = Narrator(
    languages={"en": SEA_ENGLISH, "pl": SEA_POLISH}, spellers=SPELLERS, tellers=TELLERS
)
