"""Earlier versions of the base game: for each one only the rules that differ from the next one."""

from dataclasses import replace
from typing import Final

from domain.base.game import BASE
from domain.base.state import Game
from domain.rulebook import Rulebook
from domain.ruleset import Ruleset
from domain.table import lobby
from domain.table.lobby import OpenGame
from domain.table.state import Table

any_map_text = Rulebook[Table]()
"""Rules 1: the texts of a map may hold control characters and line breaks."""
any_map_text.decides(OpenGame)(lobby.open_game)

RULES_1: Final[Ruleset[Game]] = BASE.versions.keep(
    replace(BASE, rules=1, rulebook=Rulebook[Game](BASE.rulebook, any_map_text))
)
