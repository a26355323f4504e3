"""The words for opening a game at sea; its presets are the scenarios."""

from typing import Final

from domain.seafarers.maps.layout import titles_of
from domain.seafarers.scenarios import SCENARIOS
from presentation.base.opening import ISLAND_OPTIONS
from presentation.opening.words import OpeningWords

WORDS: Final = OpeningWords(
    title={"en": "Seafarers", "pl": "Żeglarze"},
    summary={
        "en": "Build ships, discover islands: nine scenarios, each with rules of its own.",
        "pl": "Buduj statki, odkrywaj wyspy: dziewięć scenariuszy, każdy z własnymi zasadami.",
    },
    presets={f"scenario-{number}": titles_of(number) for number in SCENARIOS},
    options={
        **ISLAND_OPTIONS,
        "board.scenario": {"en": "map of the scenario", "pl": "plansza scenariusza"},
        "play": {"en": "Rules", "pl": "Zasady"},
        "play.free": {"en": "only the map of the scenario", "pl": "tylko plansza scenariusza"},
        "play.scenario": {"en": "those of the scenario", "pl": "zasady scenariusza"},
        "robber_start": {"en": "Where the robber starts", "pl": "Gdzie zaczyna złodziej"},
        "scenario": {"en": "Scenario", "pl": "Scenariusz"},
        "setup": {"en": "Set-up of the map", "pl": "Układ planszy"},
        "setup.printed": {"en": "as printed", "pl": "jak w książce"},
        "setup.variable": {"en": "shuffled", "pl": "losowy"},
    },
)
