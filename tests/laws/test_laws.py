"""The five laws of the domain, over random games of every option."""

import hashlib
import subprocess
import sys
from pathlib import Path
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.ids import Seat, Viewer
from domain.messages import Event
from domain.registry import RULESETS
from domain.ruleset import in_full
from domain.state_bytes import freeze
from domain.table.deadlines import TableOptions
from hexledger.self_play import RandomGame, Setup
from tests.games import SETUPS_OF, OwnFold, commits, folded_again, setups, viewers
from tests.probes import PROBES
from tests.soak import examples

ROOT = Path(__file__).parents[2]
GAMES = examples(12)
UNIONS = (Union, UnionType)
EVERY_RULESET = pytest.mark.parametrize("ruleset", RULESETS)
EVERY_SETUP = [(ruleset, name) for ruleset in RULESETS for name in SETUPS_OF[ruleset]]


@EVERY_RULESET
@GAMES
@given(data=st.data())
def test_law_1_a_fold_of_the_events_equals_the_live_state(
    ruleset: str, data: st.DataObject
) -> None:
    setup = data.draw(setups(ruleset))
    told: list[list[Event]] = []
    for n, (state, _, events) in enumerate(commits(setup, quitting=True)):
        told.append(events)
        if n % 100 == 0:
            assert freeze(folded_again(setup, told)) == freeze(state)
    assert freeze(folded_again(setup, told)) == freeze(state)


FOLD = """
import sys, hashlib
from domain.state_bytes import freeze
from eventlog.ledger_file import read_ledger
ledger = read_ledger(sys.stdin.buffer.read())
state = ledger.ruleset.new_game()
for events in ledger.events_by_commit(ledger.ruleset):
    for event in events:
        ledger.ruleset.evolve(state, event)
print(hashlib.sha256(freeze(state)).hexdigest(), ledger.head.hex())
"""


@pytest.mark.parametrize("hash_seed", ["0", "4711"])
def test_law_1_holds_in_another_process_from_stored_bytes(hash_seed: str) -> None:
    played = RandomGame(Setup(seed="law-1", max_turns=120), 0, record=True).play()
    assert played.ledger is not None
    told = subprocess.run(
        [sys.executable, "-c", FOLD],
        input=played.ledger,
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={"PYTHONHASHSEED": hash_seed},
    ).stdout
    head = played.ledger.rsplit(b'"hash":"', 1)[1][:64]
    digest = hashlib.sha256(freeze(played.state)).hexdigest()
    assert told.split() == [digest.encode(), head]


@EVERY_RULESET
@GAMES
@given(data=st.data())
def test_law_3_cards_and_pieces_are_conserved_after_every_event(
    ruleset: str, data: st.DataObject
) -> None:
    setup = data.draw(setups(ruleset))
    own = OwnFold(RULESETS[ruleset])
    for _, _, events in commits(setup, quitting=True):
        for _ in own.events(events):
            PROBES[ruleset].conserved(own.state)


@pytest.mark.parametrize("ruleset", [name for name, probe in PROBES.items() if probe.survey])
@GAMES
@given(data=st.data())
def test_what_is_kept_about_the_board_equals_a_fresh_survey(
    ruleset: str, data: st.DataObject
) -> None:
    setup, survey = data.draw(setups(ruleset)), PROBES[ruleset].survey
    assert survey is not None
    for n, (state, _, _) in enumerate(commits(setup, quitting=True)):
        if n % 20 == 0 and state.networks:
            before = freeze(state)
            survey(state)
            assert freeze(state) == before


@EVERY_RULESET
@GAMES
@given(data=st.data())
def test_law_4_redacted_events_give_every_viewer_the_same_view(
    ruleset: str, data: st.DataObject
) -> None:
    setup = data.draw(setups(ruleset))
    folds: dict[Viewer, OwnFold] = {}
    for n, (state, _, events) in enumerate(commits(setup, quitting=True)):
        rules = state.ruleset
        for viewer in viewers(state):
            own = folds.setdefault(viewer, OwnFold(rules, viewer)).commit(events)
            if n % 10 == 0 or n < 60:
                assert encode(rules.view(own, viewer)) == encode(rules.view(state, viewer))


def encode(value: object) -> bytes:
    return msgspec.json.encode(value)


def test_every_event_has_been_ruled_on_by_redaction() -> None:
    for ruleset in RULESETS.values():
        assert set(ruleset.views.redactors) == set(ruleset.events)


OPEN_IN_ALL = {
    ("result_recorded", "ending"),
    ("game_opened", "challenge"),
    ("game_opened", "lapses_at"),
    ("game_opened", "rematch_of"),
    ("game_opened", "tournament"),
    ("invitation_made", "seat"),
    ("seat_taken", "invitation"),
    ("referee_called", "at"),
    ("ruling_issued", "at"),
}
"""Fields of the house that may be None for another reason than to hide something."""


def test_a_field_that_can_be_hidden_is_hidden_from_a_spectator() -> None:
    for ruleset in RULESETS.values():
        open_to_all = OPEN_IN_ALL | PROBES[ruleset.name].open_fields
        for kind in ruleset.events:
            tag = str(kind.__struct_config__.tag)
            for name, hint in get_type_hints(kind).items():
                if type(None) in get_args(hint) and (tag, name) not in open_to_all:
                    assert ruleset.views.redactors[kind] is not in_full, f"{tag}.{name}"


def values_of(kind: object) -> set[object]:
    """What an option can be, where that is a short list."""
    if kind is bool:
        return {True, False}
    if get_origin(kind) is Literal:
        return set(get_args(kind))
    return set().union(*map(values_of, get_args(kind))) if get_origin(kind) in UNIONS else set()


@EVERY_RULESET
def test_every_value_of_every_option_is_played(ruleset: str) -> None:
    rules = RULESETS[ruleset]
    most = rules.seats[-1]
    chosen = [rules.opening.read_options(options, most) for options in SETUPS_OF[ruleset].values()]
    for name, kind in get_type_hints(rules.opening.options).items():
        if name not in TableOptions.__struct_fields__:
            played = [getattr(options, name) for options in chosen]
            assert [value for value in values_of(kind) if value not in played] == []


@pytest.mark.parametrize(("ruleset", "name"), EVERY_SETUP)
def test_a_random_game_of_every_option_is_played_to_its_end(ruleset: str, name: str) -> None:
    for players in RULESETS[ruleset].seats:
        setup = Setup(
            ruleset, players, SETUPS_OF[ruleset][name], seed="every-option", max_turns=400
        )
        *_, (state, _, _) = commits(setup, quitting=True)
        assert state.phase == "closed"
        assert state.outcome in ("won", "void", "abandoned")


@examples(6)
@given(setups(), st.integers(0, 3))
def test_no_byte_of_another_hand_is_in_a_view(setup: Setup, seat: int) -> None:
    for n, (state, _, _) in enumerate(commits(setup, quitting=True)):
        if n % 50 or not state.networks:
            continue
        for other in state.ruleset.view(state, Seat(seat % setup.players)).seats:
            hidden = other.seat != seat % setup.players
            assert (other.resources is None) == hidden
            assert (other.cards is None) == hidden
            assert (other.bought_this_turn is None) == hidden
