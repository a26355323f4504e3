"""The five laws over games in which time passes: clocks, bots, pauses, expiries and limits."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.chance.draws import SeededChance
from domain.ids import SPECTATOR, Seat, Viewer
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.registry import RULESETS
from domain.ruleset import Ruleset
from domain.state_bytes import freeze, thaw
from domain.table.expiry import Expire
from domain.table.state import LOBBY, PAUSED, Table
from domain.table.thinking import NOT_IN_PLAY
from eventlog.due_work import deadlines
from eventlog.verification import VerificationStatus, verify
from hexledger.self_play import Setup
from tests.clocks.games import TIMED, TimedGame, timed_commits, timed_of, timed_setups
from tests.games import OwnFold, folded_again, twin, viewers
from tests.laws.test_law_2 import assert_law_2, is_accepted
from tests.laws.test_law_5 import outcome, sent
from tests.laws.test_laws import encode
from tests.probes import PROBES, Probe
from tests.soak import examples

NOT_STARTED_OR_OVER = NOT_IN_PLAY - {PAUSED}


@examples(10)
@given(timed_setups(max_turns=150))
def test_law_1_a_fold_of_the_events_equals_the_live_state(setup: Setup) -> None:
    told: list[list[Event]] = []
    for n, (state, _, events) in enumerate(timed_commits(setup)):
        told.append(events)
        if n % 50 == 0:
            assert freeze(folded_again(setup, told)) == freeze(state)
            assert freeze(thaw(state.ruleset, freeze(state))) == freeze(state)
    assert freeze(folded_again(setup, told)) == freeze(state)


@examples(10)
@given(timed_setups(max_turns=150))
def test_what_was_recorded_verifies_and_leaves_no_deadline_behind(setup: Setup) -> None:
    game = TimedGame(setup, 0, record=True)
    for _ in game.commits():
        pass
    assert game.recorder is not None
    verdict = verify(game.recorder.ledger())
    assert verdict.status == VerificationStatus.SOUND, verdict.message
    assert not deadlines(game.state)


@examples(6)
@given(timed_setups(max_turns=40), st.integers(0, 29))
def test_law_2_actions_are_exactly_what_decide_accepts(setup: Setup, offset: int) -> None:
    for n, (state, _, _) in enumerate(timed_commits(setup)):
        if n % 30 == offset or (state.phase in (LOBBY, PAUSED) and n % 4 == 0):
            before = freeze(state)
            assert_law_2(state)
            assert freeze(state) == before


@examples(6)
@given(timed_setups(max_turns=150))
def test_law_2_only_a_deadline_that_stands_and_has_passed_expires(setup: Setup) -> None:
    for state, _, _ in timed_commits(setup):
        standing = dict(deadlines(state))
        for seat in (None, *map(Seat, range(-1, len(state.chairs) + 1))):
            due = standing.get(seat, 1)
            assert is_accepted(state, Expire(due, due, seat)) == (seat in standing)
            assert not is_accepted(state, Expire(due, due - 1, seat))
            assert not is_accepted(state, Expire(due + 1, due + 1, seat))


@examples(10)
@given(timed_setups(max_turns=150))
def test_law_3_cards_and_pieces_are_conserved_after_every_event(setup: Setup) -> None:
    own = OwnFold(RULESETS[setup.ruleset])
    state = own.state
    for _, _, events in timed_commits(setup):
        for _ in own.events(events):
            if state.phase != PAUSED:  # then it is another phase's rules that count
                PROBES[setup.ruleset].conserved(state)


@examples(8)
@given(timed_setups(max_turns=120))
def test_law_4_redacted_events_give_every_viewer_the_same_view(setup: Setup) -> None:
    folds: dict[Viewer, OwnFold] = {}
    for n, (state, _, events) in enumerate(timed_commits(setup)):
        ruleset = state.ruleset
        for viewer in viewers(state):
            own = folds.setdefault(viewer, OwnFold(ruleset, viewer)).commit(events)
            if n % 10 == 0 or n < 40 or state.phase == PAUSED:
                assert encode(ruleset.view(own, viewer)) == encode(ruleset.view(state, viewer))


@examples(10)
@given(timed_setups(max_turns=100))
def test_law_5_what_a_viewer_cannot_know_changes_nothing_it_is_sent(setup: Setup) -> None:
    random, probe = Random(f"law-5:{setup.seed}"), PROBES[setup.ruleset]
    for state, _, _ in timed_commits(setup):
        if not probe.exchanges or state.phase in NOT_STARTED_OR_OVER or random.random() > 0.06:
            continue
        viewer: Viewer = random.choice([*state.playing, SPECTATOR])
        swap = random.choice(probe.exchanges)
        here, there = twin(state), twin(state)
        if not swap(there, viewer, random):
            continue
        assert sent(there, viewer) == sent(here, viewer)
        for seat, due in deadlines(state)[:1]:
            assert_same_expiry(probe, here, there, Expire(due, due, seat), viewer)


def assert_same_expiry(
    probe: Probe, here: Table, there: Table, expiry: Expire, viewer: Viewer
) -> None:
    """What the server does for an absent seat tells others no more than if the seat had done it."""
    before, after = outcome(here, expiry, viewer), outcome(there, expiry, viewer)
    if not any(isinstance(event, probe.revealing) for event in before):
        assert before == after
        assert sent(here, viewer) == sent(there, viewer)


EVERY_WAY = [(ruleset, name) for ruleset in RULESETS.values() for name in timed_of(ruleset)]


@pytest.mark.parametrize(
    ("ruleset", "name"), EVERY_WAY, ids=[f"{ruleset.name}-{name}" for ruleset, name in EVERY_WAY]
)
def test_a_game_of_every_way_to_play_with_time_comes_to_its_end(
    ruleset: Ruleset, name: str
) -> None:
    for players in ruleset.seats[:4]:
        setup = Setup(ruleset.name, players, TIMED[name], seed="every-way", max_turns=300)
        *_, (state, _, _) = timed_commits(setup)
        assert state.phase == "closed"


def test_a_refusal_of_the_clock_draws_nothing() -> None:
    chance = SeededChance(b"clock", "key")
    chance.fix_key("game", [])
    for state, _, _ in timed_commits(Setup(options=TIMED["clock-quick"], max_turns=3)):
        with pytest.raises(RuleViolation):
            list(state.ruleset.decide(state, Expire(1, 1, Seat(0)), chance))
    assert chance.index == 0
