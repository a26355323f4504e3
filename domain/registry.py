"""Every ruleset by its name and version, and the rules of every ledger.

`RULESETS` has the newest version of each, by which new games are opened. The others are kept beside
it, in the `versions` module of their ruleset: every version that ever judged a game.
"""

from functools import partial

from domain.base import versions as base_versions
from domain.base.game import BASE
from domain.base.shared_board import can_share_board, draw_shared_board
from domain.dice.game import DICE_GAME
from domain.duel import versions as duel_versions
from domain.duel.game import DUEL
from domain.ledger_rules import AnyRules
from domain.refusals import Malformed
from domain.ruleset import AnyRuleset
from domain.seafarers import versions as sea_versions
from domain.seafarers.game import SEAFARERS
from domain.tournament.board_drawing import BoardDrawer
from domain.tournament.rules import tournament_rules

RULESETS: dict[str, AnyRuleset] = {
    ruleset.name: ruleset for ruleset in (BASE, DICE_GAME, DUEL, SEAFARERS)
}
"""The newest version of every ruleset, by name."""

EARLIER: tuple[AnyRuleset, ...] = (
    base_versions.RULES_1,
    duel_versions.RULES_1,
    sea_versions.RULES_1,
)
"""The earlier versions, by which games go on that were opened before, or are judged again."""

TOURNAMENT = tournament_rules(
    {
        ruleset.name: BoardDrawer(
            partial(can_share_board, ruleset=ruleset), partial(draw_shared_board, ruleset=ruleset)
        )
        for ruleset in (BASE, DUEL)
    }
)
"""The rules of the ledgers of tournaments."""

OTHER_RULES: dict[str, AnyRules] = {TOURNAMENT.name: TOURNAMENT}
"""The rules of ledgers that are not games, by their names."""

for newest in (*RULESETS.values(), *OTHER_RULES.values()):
    newest.versions.keep(newest)


class UnknownRuleset(Malformed):
    """There is no ruleset of this name; `details.rulesets` lists those there are."""

    code = "ruleset/unknown"


def ruleset_named(name: str, rules: int | None = None) -> AnyRuleset:
    """A ruleset by its name, in its newest version or in this one."""
    if name not in RULESETS:
        raise UnknownRuleset(f"there is no ruleset {name!r}", rulesets=list(RULESETS))
    newest = RULESETS[name]
    return newest if rules is None else newest.require_version(rules)
