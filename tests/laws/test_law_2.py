"""Law 2: what is listed is accepted, everything else refused, and a refusal changes nothing."""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.chance.draws import SeededChance
from domain.choices import Choice
from domain.ids import PlayerId, Seat
from domain.messages import Command
from domain.refusals import RuleViolation
from domain.registry import RULESETS
from domain.state_bytes import freeze
from domain.statistics import NOT_IN_PLAY
from domain.table.lobby import AbandonGame, LeaveSeat, StartGame, TakeSeat
from domain.table.state import LOBBY, Table
from tests.games import commits, setups
from tests.probes import PROBES, Probe
from tests.soak import examples

EVERY_RULESET = pytest.mark.parametrize("ruleset", RULESETS)
RARE = 10
"""Moments of a phase are looked at more closely until there were so many."""
OFTEN, SELDOM = 3, 17
"""Of all that could be tried, every so many-th: by a seat that the game waits for, by another."""
FEW = 6


CHANCE = SeededChance(b"law-2", "key")
CHANCE.fix_key("game", [])


def is_accepted(state: Table, command: Command) -> bool:
    """Judge, and throw the facts away before they are folded."""
    try:
        next(iter(state.ruleset.decide(state, command, CHANCE)))
    except RuleViolation as refusal:
        return not (refusal.code and str(refusal))
    return True


def key(command: Command) -> tuple[str, str]:
    fields = {
        name: sorted(value.items()) if isinstance(value, dict) else value
        for name in command.__struct_fields__
        for value in [getattr(command, name)]
    }
    return type(command).__name__, repr(fields)


def assert_law_2(probe: Probe, state: Table) -> None:
    """All that is listed is accepted; of all else that could be tried, a sample is refused.

    It depends on how far the game has come, so in many moments all is tried.
    """
    ruleset = state.ruleset
    asked = ruleset.flow.to_act(state)
    for seat in range(-1, len(state.chairs) + 1):
        actions = ruleset.actions(state, Seat(seat))
        allowed = probe.short_forms(actions)
        for action in actions:
            if isinstance(action, Choice):
                assert is_accepted(state, ruleset.spell_out(state, action).example)
                allowed += probe.spelled(state, action)
            else:
                allowed.append(action)
        for command in allowed:
            assert is_accepted(state, command), command
        keys = {key(command) for command in allowed}
        step = OFTEN if seat in asked else SELDOM
        for command in sampled(probe.tries(state, Seat(seat)), step, state.next_draw + seat):
            assert not is_accepted(state, command) or key(command) in keys, command


def sampled(tries: Iterable[Command], step: int, offset: int) -> Iterator[Command]:
    """Some of each kind, and of kinds that can be tried in many ways every so many-th."""
    seen = Counter[type[Command]]()
    for command in tries:
        seen[type(command)] += 1
        if seen[type(command)] <= FEW or (seen[type(command)] + offset) % step == 0:
            yield command


@EVERY_RULESET
@examples(16)
@given(data=st.data(), offset=st.integers(0, 29))
def test_actions_are_exactly_what_decide_accepts(
    ruleset: str, data: st.DataObject, offset: int
) -> None:
    setup, seen = data.draw(setups(ruleset, max_turns=80)), Counter[str]()
    for n, (state, _, _) in enumerate(commits(setup, quitting=True)):
        seen[state.phase] += 1
        rare = seen[state.phase] % 3 == 1 and seen[state.phase] <= RARE
        if state.turn and (n % 30 == offset or rare):
            before = freeze(state)
            assert_law_2(PROBES[ruleset], state)
            assert freeze(state) == before


@EVERY_RULESET
@examples(10)
@given(data=st.data(), random=st.randoms(use_true_random=False))
def test_open_choices_are_sampled_within_the_rules(
    ruleset: str, data: st.DataObject, random: Random
) -> None:
    setup = data.draw(setups(ruleset, max_turns=200))
    for n, (state, _, _) in enumerate(commits(setup, quitting=True)):
        if n % 7 or state.phase in NOT_IN_PLAY:
            continue
        for seat in state.playing:
            for action in state.ruleset.actions(state, seat):
                if isinstance(action, Choice):
                    sampled = state.ruleset.sample(state, action, random.randrange)
                    assert is_accepted(state, sampled), sampled


@EVERY_RULESET
@examples(10)
@given(data=st.data())
def test_the_lobby_lists_exactly_what_it_accepts(ruleset: str, data: st.DataObject) -> None:
    setup = data.draw(setups(ruleset, max_turns=1))
    for state, _, _ in commits(setup, quitting=True):
        if state.phase != LOBBY:
            break
        people = [*(PlayerId(f"random-{i}") for i in range(setup.players)), PlayerId("stranger")]
        for player in people:
            actions = state.ruleset.lobby_actions(state, player)
            listed = {key(action) for action in actions if not isinstance(action, Choice)}
            every: list[Command] = [kind(player) for kind in (LeaveSeat, StartGame, AbandonGame)]
            every += [
                TakeSeat(player, seat, colour)
                for seat in (None, -1, 0, 1, 2, 3, 4)
                for colour in (None, "red", "blue", "orange", "white", "green")
            ]
            for command in every:
                assert is_accepted(state, command) == (key(command) in listed), command
            for action in actions:
                if isinstance(action, Choice):
                    assert is_accepted(state, state.ruleset.spell_out(state, action).example)
