"""The five laws over games that go on from a copy, wherever in a game that was taken."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.ids import SPECTATOR, Viewer
from domain.messages import Event
from domain.registry import RULESETS
from domain.state_bytes import freeze, thaw
from domain.table.copying import PositionCopied
from domain.table.thinking import NOT_IN_PLAY
from domain.table.view import fields_of
from eventlog.verification import VerificationStatus, verify
from hexledger.self_play import Setup
from tests.clocks.games import timed_commits, timed_setups
from tests.copies import ME, CopiedGame, PlayedGame
from tests.games import OwnFold, commits, folded_again, setups, twin, viewers
from tests.laws.test_law_2 import assert_law_2
from tests.laws.test_law_5 import sent
from tests.probes import PROBES
from tests.soak import examples

EVERY_RULESET = pytest.mark.parametrize("ruleset", RULESETS)
FEW_TURNS = 30
OF_THE_TABLE = {
    *("game", "host", "listed", "invited_only", "rated", "commitment", "key_id", "lapses_at"),
    *("options", "draws", "clock", "pause", "referee", "phase", "copied_from"),
}
"""Parts of a view that a copy does not take over as they are."""
OF_A_PERSON = {"player", "nonce", "bot"}


@st.composite
def sources(draw: st.DrawFn, ruleset: str) -> tuple[PlayedGame, int]:
    """A game and a version to copy it at. In some, time has passed and referees have acted."""
    if draw(st.booleans()):
        setup: Setup = draw(
            timed_setups(max_turns=FEW_TURNS).filter(lambda s: s.ruleset == ruleset)
        )
        source = PlayedGame.of(setup, timed_commits(setup))
    else:
        setup = draw(setups(ruleset, max_turns=FEW_TURNS))
        source = PlayedGame.of(setup, commits(setup, quitting=True))
    return source, source.in_play[draw(st.integers(0, 10**6)) % len(source.in_play)]


@EVERY_RULESET
@examples(8)
@given(data=st.data())
def test_a_copy_stands_where_the_game_stood(ruleset: str, data: st.DataObject) -> None:
    source, version = data.draw(sources(ruleset))
    then, rules = source.state_at(version), RULESETS[ruleset]
    game = CopiedGame(source.setup, source.position_at(version))
    _, command, events = next(game.commits())
    assert isinstance(events[-1], PositionCopied), "nothing follows by itself"
    for viewer in viewers(then):
        before, now = (fields_of(rules.view(one, viewer)) for one in (then, game.state))
        for name in before.keys() - OF_THE_TABLE - {"seats", "to_act"}:
            assert now[name] == before[name], name
        for one, other in zip(before["seats"], now["seats"], strict=True):
            old, new = fields_of(one), fields_of(other)
            for name in old.keys() - OF_A_PERSON:
                assert new[name] == old[name], name
    assert now["phase"] == (before["pause"].interrupted or before["phase"])
    assert (now["draws"], now["clock"], now["rated"], now["listed"]) == (0, None, False, False)
    assert [chair.resigned for chair in game.state.chairs] == [c.resigned for c in then.chairs]
    assert game.state.chairs[command.seat].player == ME
    again = rules.new_game()
    for event in events:
        rules.evolve(again, event)
    assert freeze(again) == freeze(game.state)


@EVERY_RULESET
@examples(6)
@given(data=st.data())
def test_the_laws_hold_in_a_game_that_goes_on_from_a_copy(
    ruleset: str, data: st.DataObject
) -> None:
    source, version = data.draw(sources(ruleset))
    rules, probe = RULESETS[ruleset], PROBES[ruleset]
    game = CopiedGame(source.setup, source.position_at(version), record=True)
    random, told = Random(f"{source.setup.seed}:{version}"), list[list[Event]]()
    full = OwnFold(rules)
    known: dict[Viewer, OwnFold] = {}
    for n, (_, _, events) in enumerate(game.commits()):
        state = game.state
        told.append(events)
        for _ in full.events(events):
            probe.conserved(full.state)
        for viewer in viewers(state):
            own = known.setdefault(viewer, OwnFold(rules, viewer)).commit(events)
            assert msgspec.json.encode(rules.view(own, viewer)) == msgspec.json.encode(
                rules.view(state, viewer)
            )
        if state.phase in NOT_IN_PLAY or (n and random.random() > 0.05):
            continue
        before = freeze(state)
        assert freeze(full.state) == before
        assert freeze(thaw(rules, before)) == before
        assert_law_2(state)
        assert freeze(state) == before
        other, seen_by = twin(state), random.choice([*state.playing, SPECTATOR])
        for swap in probe.exchanges:
            if swap(other, seen_by, random):
                assert sent(other, seen_by) == sent(state, seen_by)
    assert freeze(folded_again(source.setup, told)) == freeze(game.state)
    assert game.recorder is not None
    verdict = verify(game.recorder.ledger())
    assert (verdict.status, verdict.message) == (VerificationStatus.SOUND, "sound")
    assert verdict.copied_from == game.state.copied_from
