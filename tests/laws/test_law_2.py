"""Law 2: what is listed is accepted, everything else refused, and a refusal changes nothing.

A command is listed if `actions` has it, or if it is inside the bounds of an open choice that
`actions` has. A command that leaves something out is as good as its full form, if that can only be
one: `canonical` fills it in.
"""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import to_builtins

from domain.chance.draws import SeededChance
from domain.choices import Choice
from domain.ids import PlayerId, Seat
from domain.messages import Command
from domain.refusals import RuleViolation
from domain.registry import RULESETS
from domain.state_bytes import freeze
from domain.table.state import LOBBY, Table
from domain.table.thinking import NOT_IN_PLAY
from hexledger.self_play import Setup
from tests.games import SETUPS_OF, commits, setups
from tests.laws.bounds import is_inside
from tests.laws.variations import SEATS, Author, Referee, listed, variations
from tests.probes import PROBES
from tests.soak import examples

EVERY_RULESET = pytest.mark.parametrize("ruleset", RULESETS)
RARE = 10
"""Moments of a phase are looked at more closely until there were so many."""
ALL, MANY, FEW = 25_000, 100, 20
"""In how many ways a kind of command is tried at most: on a rare occasion, by a seat that the game
waits for, by another."""

CHANCE = SeededChance(b"law-2", "key")
CHANCE.fix_key("game", [])


def is_accepted(state: Table, command: Command) -> bool:
    """Judge, and throw the facts away before they are folded."""
    try:
        next(state.ruleset.decide(state, command, CHANCE))
    except RuleViolation as refusal:
        return not (refusal.code and str(refusal))
    return True


class Listed:
    """What a ruleset lists for somebody, and what it comes to."""

    def __init__(self, state: Table, author: Author) -> None:
        self.state, self.ruleset = state, state.ruleset
        self.actions = listed(state, author)
        self.commands = [one for one in self.actions if not isinstance(one, Choice)]
        self.choices = [one for one in self.actions if isinstance(one, Choice)]
        self._of_kind: dict[type[Command], list[Command]] = {}
        for command in self.commands:
            self._of_kind.setdefault(type(command), []).append(command)
        self._bounds = {
            # As a client reads them.
            choice.command: to_builtins(self.ruleset.spell_out(state, choice).bounds)
            for choice in self.choices
        }

    def __contains__(self, command: Command) -> bool:
        full = self.ruleset.canonical(self.state, command)
        assert_only_filled_in(command, full)
        if full in self._of_kind.get(type(full), ()):
            return True
        bounds = self._bounds.get(type(full))
        covers = PROBES[self.ruleset.name].covers
        return bounds is not None and is_inside(full, bounds) and covers(self.state, full)


def assert_only_filled_in(command: Command, full: Command) -> None:
    """The full form says what the command says, and more only where that says nothing."""
    if full is command:
        return
    assert type(full) is type(command)
    for name in command.__struct_fields__:
        said = getattr(command, name)
        assert said is None or said == getattr(full, name), command


def assert_law_2(state: Table, most: int = MANY) -> None:
    """All that is listed is accepted in the very form in which it is; of all that could be tried,
    exactly what is listed is accepted."""
    ruleset, random = state.ruleset, Random(f"{state.turn}:{state.next_draw}:{state.phase}")
    asked = ruleset.flow.to_act(state)
    for author in authors(state, random):
        legal = Listed(state, author)
        for command in legal.commands:
            assert is_accepted(state, command), command
            assert ruleset.canonical(state, command) == command
        for choice in legal.choices:
            example = ruleset.spell_out(state, choice).example
            assert is_accepted(state, example), example
            assert example in legal, example
        is_asked = author in asked or state.phase == LOBBY
        for command in variations(state, author, most if is_asked else FEW, random):
            assert is_accepted(state, command) == (command in legal), command


def authors(state: Table, random: Random) -> list[Author]:
    """The seats that the game waits for, and some others: seats that are there or not, and people
    who sit at the table or do not. In the lobby all people."""
    seated = {chair.player for chair in state.chairs if chair.player is not None}
    people = sorted(seated | {state.host or PlayerId("host"), PlayerId("stranger")})
    asked = state.ruleset.flow.to_act(state)
    people.append(Referee("referee"))
    if state.phase == LOBBY:
        return [*people, Seat(random.choice(SEATS))]
    others = [Seat(seat) for seat in SEATS if seat not in asked]
    return [*asked, *random.sample(others, 2), random.choice(people), people[-1]]


@EVERY_RULESET
@examples(7)
@given(data=st.data(), offset=st.integers(0, 29))
def test_actions_are_exactly_what_decide_accepts(
    ruleset: str, data: st.DataObject, offset: int
) -> None:
    setup, seen = data.draw(setups(ruleset, max_turns=80)), Counter[str]()
    for n, (state, _, _) in enumerate(commits(setup, quitting=True)):
        seen[state.phase] += 1
        rare = seen[state.phase] % 3 == 1 and seen[state.phase] <= RARE
        if n % 30 == offset or rare:
            before = freeze(state)
            assert_law_2(state)
            assert freeze(state) == before


@pytest.mark.parametrize(
    ("ruleset", "name", "phase"),
    [
        ("base", "default", "free_roads"),
        ("dice", "default", "building"),
        ("duel", "default", "forced_trade"),
        ("seafarers", "5-printed", "place_harbour"),
        ("seafarers", "6-printed", "robber"),
        ("seafarers", "7-printed", "theft"),
        ("seafarers", "8-printed", "discard"),
        ("seafarers", "9-printed", "harbours"),
    ],
)
def test_at_the_first_moment_of_every_phase_all_that_there_is_is_tried(
    ruleset: str, name: str, phase: str
) -> None:
    setup = Setup(ruleset, RULESETS[ruleset].seats[-1], SETUPS_OF[ruleset][name], seed="every")
    seen: set[str] = set()
    for state, _, _ in commits(setup):
        if state.phase not in seen:
            seen.add(state.phase)
            assert_law_2(state, most=ALL)
    assert phase in seen


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
