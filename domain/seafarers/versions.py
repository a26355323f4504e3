"""Earlier versions of Seafarers: for each one only the rules that differ from the next one."""

from dataclasses import replace
from typing import Final

from domain.base.versions import any_map_text
from domain.rulebook import Rulebook
from domain.ruleset import Ruleset
from domain.seafarers.game import SEAFARERS
from domain.seafarers.state import Voyage

RULES_1: Final[Ruleset[Voyage]] = SEAFARERS.versions.keep(
    replace(SEAFARERS, rules=1, rulebook=Rulebook[Voyage](SEAFARERS.rulebook, any_map_text))
)
