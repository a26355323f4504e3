"""Changing the version of its rules while a game runs. The operator orders it; the log tells it."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from domain.chance.draws import Chance
from domain.messages import Event, SystemCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.pauses import Reason
from domain.table.state import Table, require_not_over, require_open

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class ChangeRules(SystemCommand, tag="change_rules"):
    """The operator lets a game go on by another version of its rules."""

    rules: Annotated[int, Meta(ge=1)]
    reason: Reason


class RulesChanged(Event, tag="rules_changed"):
    """From the next commit on, the game is judged by this version of its rules."""

    rules: int
    reason: str


class SameRules(RuleViolation):
    """The game is played by this version of its rules already."""

    code = "rules/same"


class RulesOfChallenge(RuleViolation):
    """A challenge is the same for everybody who plays it; it keeps its rules."""

    code = "rules/challenge"


@decides(ChangeRules)
def change_rules(state: Table, command: ChangeRules, chance: Chance) -> Iterator[Event]:
    require_open(state)
    require_not_over(state)
    if state.challenge is not None:
        raise RulesOfChallenge("a game of a challenge keeps its rules")
    # Before the comparison: a build that lacks this version cannot say that it is the same one.
    state.ruleset.require_version(command.rules)
    if command.rules == state.ruleset.rules:
        raise SameRules(f"the game is played by rules {command.rules} already")
    yield RulesChanged(command.rules, command.reason)


@evolves(RulesChanged)
def rules_changed(state: Table, event: RulesChanged) -> None:
    """What happened before stands; what the state refers to in the rules is set anew."""
    state.ruleset = state.ruleset.require_version(event.rules)
    state.ruleset.state.refer(state)


PUBLIC: tuple[type[Event], ...] = (RulesChanged,)
"""Facts that everybody may know in full."""
