"""A stand-in for rules that this build lacks. It folds what every table has, and judges nothing.

So games of unknown rules can still be listed, with their seats, their result and their log.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from domain.base.game import BASE
from domain.ledger_rules import Redactor, StateKind
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.registry import RULESETS
from domain.rulebook import Rulebook
from domain.rules_versions import Versions
from domain.ruleset import AnyRuleset, in_full
from domain.table import rules
from domain.table.changing_rules import RulesChanged
from domain.table.deadlines import TableOptions, read_table_options
from domain.table.lobby import GameOpened, seat_table
from domain.table.state import Table


class UntoldEvent(Event, tag="untold"):
    """An event of rules that this build lacks: only its type is known. It is never stored."""

    kind: str
    turn: int | None = None
    """The turn that began, if that is what it says."""


TURN_BEGAN = "turn_began"
"""The type of the event that a turn began, in every game of the family; `turn` is its number."""

rulebook = Rulebook[Table](rules.rulebook)


@rulebook.evolves(GameOpened)
def game_opened(state: Table, event: GameOpened) -> None:
    """Options are those that the newest rules can read, or that every game has. No clock runs."""
    seat_table(state, event)
    try:
        state.options = state.ruleset.opening.read_options(event.options, event.players)
    except RuleViolation:
        state.options = _table_options(event)


def _table_options(event: GameOpened) -> TableOptions:
    try:
        return TableOptions(**read_table_options(event.options))
    except RuleViolation:
        return TableOptions()


@rulebook.evolves(RulesChanged)
def rules_changed(state: Table, event: RulesChanged) -> None:
    state.ruleset = stand_in_for(state.ruleset.name, event.rules)


@rulebook.evolves(UntoldEvent)
def untold(state: Table, event: UntoldEvent) -> None:
    if event.kind == TURN_BEGAN and event.turn is not None:
        state.turn = event.turn


REDACTORS: Mapping[type[Event], Redactor] = dict.fromkeys(rulebook.evolvers, in_full)
"""What the stand-in reads of an event everybody may know."""


@lru_cache(maxsize=256)
def stand_in_for(name: str, number: int) -> AnyRuleset:
    """A stand-in for this version of a ruleset, known by the name or not."""
    like = RULESETS.get(name, BASE)
    return replace(
        like,
        name=name,
        rules=number,
        is_stand_in=True,
        versions=Versions(),
        state=StateKind(blank=lambda ruleset: Table(ruleset=ruleset), refer=lambda state: None),
        rulebook=rulebook,
        flow=replace(like.flow, to_act=lambda state: [], moves=lambda state, seat: []),
        views=replace(like.views, redactors=REDACTORS),
    )
