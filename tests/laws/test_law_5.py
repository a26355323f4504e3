"""Law 5: exchanging cards that a viewer cannot know changes no byte of what it is sent."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.base import events as e
from domain.chance.draws import SeededChance
from domain.choices import Choice
from domain.ids import SPECTATOR, Seat, Viewer
from domain.messages import Command, Event
from domain.posting import post_form
from domain.refusals import RuleViolation
from domain.ruleset import play
from domain.table.state import Table
from domain.table.thinking import NOT_IN_PLAY
from hexledger.self_play import Setup
from tests.games import commits, setups, twin
from tests.probes import PROBES, Exchange, Probe
from tests.soak import examples

HIDING = [name for name, probe in PROBES.items() if probe.exchanges]


def sent(state: Table, viewer: Viewer) -> bytes:
    """All that a viewer is sent while it watches: view, score, actions with their bounds."""
    ruleset = state.ruleset
    actions: list[object] = []
    if viewer != SPECTATOR:
        for action in ruleset.actions(state, viewer):
            if isinstance(action, Choice):
                actions.append(ruleset.spell_out(state, action))
            else:
                actions.append(post_form(action))
    return msgspec.json.encode(
        [
            ruleset.view(state, viewer),
            ruleset.score(state, viewer),
            actions,
            ruleset.flow.to_act(state),
        ]
    )


def outcome(state: Table, command: Command, viewer: Viewer) -> list[Event] | str:
    """The facts or the refusal that this viewer is sent."""
    chance = SeededChance(b"law-5", "key")
    chance.fix_key("game", [])
    try:
        events = play(state, command, chance)
    except RuleViolation as refusal:
        return f"{refusal.code} {refusal} {sorted(refusal.details.items())}"
    return [state.ruleset.redact(event, viewer) for event in events]


@pytest.mark.parametrize("ruleset", HIDING)
@examples(14)
@given(data=st.data())
def test_what_a_viewer_cannot_know_changes_nothing_it_is_sent(
    ruleset: str, data: st.DataObject
) -> None:
    setup, probe = data.draw(setups(ruleset, max_turns=150)), PROBES[ruleset]
    random = Random(f"law-5:{setup.seed}")
    for state, _, _ in commits(setup, quitting=True):
        if state.phase in NOT_IN_PLAY or random.random() > 0.06:
            continue
        viewer: Viewer = random.choice([*state.playing, SPECTATOR])
        swap = random.choice(probe.exchanges)
        other = twin(state)
        if not swap(other, viewer, random):
            continue
        assert sent(other, viewer) == sent(state, viewer)
        assert_same_feed(probe, state, swap, viewer, random)


def assert_same_feed(
    probe: Probe, state: Table, swap: Exchange, viewer: Viewer, random: Random
) -> None:
    """Whatever a seat tries, and whatever a spectator sees others do, it is sent the same."""
    luck = random.random()
    if viewer == SPECTATOR:
        mover = random.choice(state.ruleset.flow.to_act(state))
        moves = [m for m in state.ruleset.flow.moves(state, mover) if not isinstance(m, Choice)]
        tries = random.sample(moves, min(4, len(moves)))
    else:
        tries = probe.tempts(state, viewer, random)
    for command in tries:
        here, there = twin(state), twin(state)
        swap(there, viewer, Random(luck))
        before, after = outcome(here, command, viewer), outcome(there, command, viewer)
        if viewer == SPECTATOR and isinstance(after, str):
            continue  # another seat's move that needs the card: its refusal goes to that seat alone
        if isinstance(before, list) and any(isinstance(event, probe.revealing) for event in before):
            continue
        assert before == after
        assert sent(here, viewer) == sent(there, viewer)


def test_a_theft_that_is_not_yours_tells_you_nothing() -> None:
    """The stolen card is the one draw whose outcome others must not learn."""
    theft = e.CardStolen(thief=Seat(0), victim=Seat(1), resource="ore", draw=7)
    for state, _, _ in commits(Setup(seed="theft", max_turns=1)):
        redact = state.ruleset.redact
    assert redact(theft, Seat(0)) == redact(theft, Seat(1)) == theft
    assert redact(theft, Seat(2)) == redact(theft, SPECTATOR)
    assert redact(theft, Seat(2)).resource is None
