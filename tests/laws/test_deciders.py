"""Every rule judges in the same way: when its first event is asked for, and not before."""

from inspect import isgeneratorfunction

import pytest

from domain.chance.draws import SeededChance
from domain.ids import Seat
from domain.refusals import RuleViolation
from domain.registry import RULESETS

EVERY_RULESET = pytest.mark.parametrize("ruleset", RULESETS)


@EVERY_RULESET
def test_every_decider_is_a_generator_function(ruleset: str) -> None:
    deciders = RULESETS[ruleset].rulebook.deciders.values()
    assert [rule.__qualname__ for rule in deciders if not isgeneratorfunction(rule)] == []


@EVERY_RULESET
def test_a_refusal_comes_when_the_first_event_is_asked_for(ruleset: str) -> None:
    rules, chance = RULESETS[ruleset], SeededChance(b"", "")
    by_tag = {kind.__struct_config__.tag: kind for kind in rules.commands}
    judged = rules.decide(rules.new_game(), by_tag["roll_dice"](seat=Seat(0)), chance)
    with pytest.raises(RuleViolation):
        next(judged)
