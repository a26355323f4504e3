"""The Pirate Islands in sentences, and which ships are drawn as warships."""

from typing import Final

from domain.ids import EdgeId
from domain.messages import Event
from domain.seafarers.scenarios.pirate_islands import events as facts
from domain.seafarers.scenarios.pirate_islands.view import PiratePiecesView, PirateSeatView
from domain.seafarers.state import Voyage
from domain.seafarers.view_types import HasShips
from presentation.language import ChosenSentence, Language, SentenceChooser
from presentation.seafarers.scenario import Phrases, ScenarioSentences
from presentation.seafarers.words import NOUNS_EN, NOUNS_PL

ENGLISH: Final = Phrases(
    sentences={
        "fleet_sailed": "The pirate fleet sailed {distance} on, to {sea}.",
        "fleet_plundered": "The fleet, {strength} strong, plundered {seat}, who lost {cards}.",
        "fleet_plundered.nothing": "The fleet, {strength} strong, found {seat} without a card.",
        "fleet_beaten": "{seat} beat the fleet, which was {strength} strong.",
        "fleet_held_off": "{seat} was as strong as the fleet ({strength}): nothing happened.",
        "fleet_left": "No fortress is left to defend, and the pirate fleet sailed away.",
        "warship_armed": "{seat} turned the ship on edge {edge} into a warship.",
        "theft_offered": "{seat} may draw a card from any player.",
        "theft_lapsed": "Nobody has a card that {seat} could draw.",
        "victim_chosen": "{seat} chose to rob {victim}.",
        "theft_declined": "{seat} did not draw a card.",
        "fortress_attacked": "{seat} attacked the fortress, and the pirates rolled {die}.",
        "fortress_shaken": "{seat} won and took a marker; left under the fortress: {left}.",
        "fortress_taken": "{seat} won and took the fortress on node {node}: a settlement now.",
        "ships_lost": "{seat} lost the ship on edge {where}.",
        "ships_lost.several": "{seat} lost {ships}, on edges {where}.",
        "play_victory_point": "Play a victory-point card to arm a ship",
        "attack_fortress": "Attack your fortress and end your turn",
        "steal_card": "Draw a card from a player",
        "steal_card.this": "Draw a card from {victim}",
        "decline_theft": "Draw no card",
        "prompt.theft": "draw a card from a player, or none",
    },
    nouns={"ship": NOUNS_EN["ship"], "hex": ("hex", "hexes")},
)
POLISH: Final = Phrases(
    sentences={
        "fleet_sailed": "Piracka flota popłynęła o {distance} dalej, na pole: {sea}.",
        "fleet_plundered": (
            "Flota o sile {strength} złupiła {seat.accusative}; stracone karty: {cards}."
        ),
        "fleet_plundered.nothing": (
            "Flota o sile {strength} nie miała czego zabrać: {seat} nie ma kart."
        ),
        "fleet_beaten": "{seat} pokonał flotę o sile {strength}.",
        "fleet_held_off": "{seat} dorównał siłą flocie ({strength}) i nic się nie stało.",
        "fleet_left": "Nie ma już twierdzy do obrony i piracka flota odpłynęła.",
        "warship_armed": "{seat} zamienił statek na krawędzi {edge} w okręt wojenny.",
        "theft_offered": "{seat} może wylosować kartę od dowolnego gracza.",
        "theft_lapsed": "Nikt nie ma karty, którą {seat} mógłby wylosować.",
        "victim_chosen": "{seat} postanowił okraść {victim.accusative}.",
        "theft_declined": "{seat} nie wylosował karty.",
        "fortress_attacked": "{seat} zaatakował twierdzę, a piraci wyrzucili {die}.",
        "fortress_shaken": "{seat} zwyciężył i zabrał znacznik; pod twierdzą zostało: {left}.",
        "fortress_taken": (
            "{seat} zwyciężył i zdobył twierdzę na skrzyżowaniu {node}; to odtąd jego osada."
        ),
        "ships_lost": "{seat} stracił statek na krawędzi {where}.",
        "ships_lost.several": "{seat} stracił {ships}, na krawędziach {where}.",
        "play_victory_point": "Zagraj kartę zwycięstwa, aby uzbroić statek",
        "attack_fortress": "Zaatakuj swoją twierdzę i zakończ turę",
        "steal_card": "Wylosuj kartę od gracza",
        "steal_card.this": "Wylosuj kartę od {victim.genitive}",
        "decline_theft": "Nie losuj karty",
        "prompt.theft": "wylosować kartę od gracza albo z tego zrezygnować",
    },
    nouns={"ship": NOUNS_PL["ship"], "hex": ("pole", "pola", "pól")},
)


def _sailed(language: Language, state: Voyage, event: facts.FleetSailed) -> ChosenSentence:
    sea = language.say("sea", number=event.hex)
    return "fleet_sailed", {"distance": language.counted(event.steps, "hex"), "sea": sea}


def _plundered(language: Language, state: Voyage, event: facts.FleetPlundered) -> ChosenSentence:
    return "fleet_plundered" if event.cards else "fleet_plundered.nothing", {}


def _lost(language: Language, state: Voyage, event: facts.ShipsLost) -> ChosenSentence:
    where = language.listed(map(str, event.edges))
    if len(event.edges) == 1:
        return "ships_lost", {"where": where}
    return "ships_lost.several", {
        "ships": language.counted(len(event.edges), "ship"),
        "where": where,
    }


SENTENCE_CHOOSERS: Final[dict[type[Event], SentenceChooser]] = {
    facts.FleetSailed: _sailed,
    facts.FleetPlundered: _plundered,
    facts.ShipsLost: _lost,
}


SENTENCES = ScenarioSentences(ENGLISH, POLISH, sentence_choosers=SENTENCE_CHOOSERS)


def warships_of(place: HasShips) -> tuple[EdgeId, ...]:
    """Where the warships of a place lie, if it can have any."""
    return place.warship_edges if isinstance(place, PirateSeatView | PiratePiecesView) else ()
