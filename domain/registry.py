"""Every ruleset by its name."""

from domain.base.game import BASE
from domain.dice.game import DICE_GAME
from domain.duel.game import DUEL
from domain.refusals import Malformed
from domain.ruleset import AnyRuleset
from domain.seafarers.game import SEAFARERS

RULESETS: dict[str, AnyRuleset] = {
    ruleset.name: ruleset for ruleset in (BASE, DICE_GAME, DUEL, SEAFARERS)
}


class UnknownRuleset(Malformed):
    """There is no ruleset of this name; `details.rulesets` lists those there are."""

    code = "ruleset/unknown"


def ruleset_named(name: str) -> AnyRuleset:
    if name not in RULESETS:
        raise UnknownRuleset(f"there is no ruleset {name!r}", rulesets=list(RULESETS))
    return RULESETS[name]
