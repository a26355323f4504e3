"""Whatever the rules are asked in process, they refuse it, or nothing is made and nothing lost."""

from collections import Counter
from collections.abc import Iterable
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.chance.draws import SeededChance
from domain.messages import Command, Event
from domain.refusals import RuleViolation
from domain.registry import RULESETS
from domain.ruleset import play
from domain.state_bytes import freeze
from domain.table.state import MOVED, PAUSED, Table
from hexledger.self_play import Setup
from tests.clocks.games import timed_commits, timed_setups
from tests.games import commits, refolded, setups, twin
from tests.laws.bending import bent
from tests.probes import PROBES
from tests.soak import examples

EVERY_RULESET = pytest.mark.parametrize("ruleset", RULESETS)


def luck() -> SeededChance:
    chance = SeededChance(b"bent", "key")
    chance.fix_key("game", [])
    return chance


def is_accepted(state: Table, command: Command) -> bool:
    """Judge. What is accepted brings facts that can be stored, and conserves all there is."""
    try:
        next(state.ruleset.decide(state, command, luck()))
    except RuleViolation:
        return False
    there = twin(state)
    for event in play(there, command, luck()):
        assert_storable(event)
    if there.phase not in (PAUSED, MOVED):  # then it is another phase's rules that count
        PROBES[state.ruleset.name].conserved(there)
    return True


def assert_storable(event: Event) -> None:
    assert msgspec.json.decode(msgspec.json.encode(event), type=type(event)) == event


def throw_bent(states: Iterable[Table], random: Random) -> Counter[tuple[str, bool]]:
    """Throw bent commands at some moments of a game; by kind, how often they were accepted."""
    seen = Counter[tuple[str, bool]]()
    for n, state in enumerate(states):
        if n > 12 and random.random() > 0.05:
            continue
        before = freeze(state)
        for command in bent(state, random):
            seen[type(command).__name__, is_accepted(state, command)] += 1
        assert freeze(state) == before, "a refusal changes nothing"
    return seen


@EVERY_RULESET
@examples(5)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_bent_command_is_refused_or_conserves_everything(
    ruleset: str, data: st.DataObject, seed: int
) -> None:
    setup = data.draw(setups(ruleset, max_turns=60))
    throw_bent((state for state, _, _ in commits(setup, quitting=True)), Random(seed))


@examples(5)
@given(timed_setups(max_turns=40), st.integers(0, 2**32))
def test_so_it_is_where_time_passes(setup: Setup, seed: int) -> None:
    throw_bent((state for state, _, _ in timed_commits(setup)), Random(seed))


@EVERY_RULESET
def test_so_it_is_before_anything_was_opened(ruleset: str) -> None:
    random, state = Random("unopened"), refolded(Setup(ruleset), [])
    seen = throw_bent([state] * 1_500, random)
    assert {kind for kind, accepted in seen if accepted} == {"OpenGame"}


@EVERY_RULESET
def test_every_kind_of_command_is_thrown_and_many_are_accepted(ruleset: str) -> None:
    rules, seen = RULESETS[ruleset], Counter[tuple[str, bool]]()
    for n in range(3):
        setup = Setup(ruleset, rules.seats[-1], seed=f"thrown-{n}", max_turns=60)
        seen += throw_bent((state for state, _, _ in commits(setup)), Random(n))
    assert {kind for kind, _ in seen} >= {kind.__name__ for kind in rules.commands}
    assert sum(accepted for _, accepted in seen.elements()) > 50
