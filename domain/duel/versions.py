"""Earlier versions of the game for two: for each one only the rules that differ from the next."""

from dataclasses import replace
from typing import Final

from domain.base.versions import any_map_text
from domain.duel.game import DUEL
from domain.duel.state import Duel
from domain.rulebook import Rulebook
from domain.ruleset import Ruleset

RULES_1: Final[Ruleset[Duel]] = DUEL.versions.keep(
    replace(DUEL, rules=1, rulebook=Rulebook[Duel](DUEL.rulebook, any_map_text))
)
