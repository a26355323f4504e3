"""The five laws of the domain, over random games of every option."""

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.base.network import survey
from domain.base.options import Options, read_options
from domain.base.production import survey_payouts
from domain.base.state import CITIES_EACH, DECK, ROADS_EACH, SETTLEMENTS_EACH, Game
from domain.cards import CARD_KINDS, EACH_IN_BANK, RESOURCES
from domain.freezing import freeze
from domain.hexgrid import bits, mask_of
from domain.ids import Seat
from domain.messages import Event
from domain.registry import RULESETS
from domain.ruleset import in_full
from hexledger.simulation import RandomGame, Setup
from tests.games import SETUPS, commits, refolded, setups, viewers
from tests.soak import examples

ROOT = Path(__file__).parents[2]
GAMES = examples(12)


@GAMES
@given(setups())
def test_law_1_a_fold_of_the_events_equals_the_live_state(setup: Setup) -> None:
    told: list[Event] = []
    for n, (state, _, events) in enumerate(commits(setup, quitting=True)):
        told += events
        if n % 100 == 0:
            assert freeze(refolded(setup, told)) == freeze(state)
    assert freeze(refolded(setup, told)) == freeze(state)


FOLD = """
import sys, hashlib
from domain.freezing import freeze
from eventlog.ledgerfile import read_ledger
ledger = read_ledger(sys.stdin.buffer.read())
state = ledger.ruleset.new_game()
for events in ledger.facts(ledger.ruleset):
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


@GAMES
@given(setups())
def test_law_3_cards_and_pieces_are_conserved_after_every_event(setup: Setup) -> None:
    state: Game | None = None
    for live, _, events in commits(setup, quitting=True):
        if state is None:
            state = refolded(setup, [])
        for event in events:
            live.ruleset.evolve(state, event)
            if state.networks:
                assert_conserved(state)


def assert_conserved(state: Game) -> None:
    for resource in RESOURCES:
        held = sum(hand[resource] for hand in state.hands)
        assert state.bank[resource] >= 0
        assert all(hand[resource] >= 0 for hand in state.hands)
        assert state.bank[resource] + held == EACH_IN_BANK
    for kind in CARD_KINDS:
        held = sum(cards[kind] for cards in state.cards)
        played = sum(state.knights) if kind == "knight" else 0
        assert state.deck[kind] >= 0
        assert state.deck[kind] + held + played + state.spent[kind] == DECK[kind]
    assert state.cards_held == [sum(cards.values()) for cards in state.cards]
    roads = buildings = 0
    for network in state.networks:
        assert network.roads.bit_count() <= ROADS_EACH
        assert network.settlements.bit_count() <= SETTLEMENTS_EACH
        assert network.cities.bit_count() <= CITIES_EACH
        assert not roads & network.roads
        assert not buildings & network.buildings
        assert not network.settlements & network.cities
        roads |= network.roads
        buildings |= network.buildings
    assert roads == state.roads_taken
    assert buildings == state.buildings


@GAMES
@given(setups())
def test_what_is_kept_about_the_board_equals_a_fresh_survey(setup: Setup) -> None:
    for n, (state, _, _) in enumerate(commits(setup, quitting=True)):
        if n % 20 == 0 and state.networks:
            for network in state.networks:
                ends = [state.board.geometry.edge_nodes[edge] for edge in bits(network.roads)]
                assert network.reached == mask_of(node for pair in ends for node in pair)
                touched = [state.board.geometry.node_hexes[n] for n in bits(network.buildings)]
                assert network.hexes == mask_of(hex_ for hexes in touched for hex_ in hexes)
            before = freeze(state)
            for seat in state.playing:
                survey(state, seat)
            survey_payouts(state, range(len(state.payouts)))
            assert freeze(state) == before


@GAMES
@given(setups())
def test_law_4_redacted_events_give_every_viewer_the_same_view(setup: Setup) -> None:
    folds: dict[object, Game] = {}
    for n, (state, _, events) in enumerate(commits(setup, quitting=True)):
        ruleset = state.ruleset
        for viewer in viewers(state):
            own = folds.setdefault(viewer, refolded(setup, []))
            for event in events:
                ruleset.evolve(own, ruleset.redact(event, viewer))
            if n % 10 == 0 or n < 60:
                assert encode(ruleset.view(own, viewer)) == encode(ruleset.view(state, viewer))


def encode(value: object) -> bytes:
    return msgspec.json.encode(value)


def test_every_event_has_been_ruled_on_by_redaction() -> None:
    for ruleset in RULESETS.values():
        assert set(ruleset.redactors) == set(ruleset.events)


OPEN_TO_ALL = {
    ("first_player_chosen", "draw"),
    ("longest_road_awarded", "seat"),
    ("largest_army_awarded", "seat"),
    ("result_recorded", "ending"),
}
"""Fields that may be None for another reason than to hide something."""


def test_a_field_that_can_be_hidden_is_hidden_from_a_spectator() -> None:
    for ruleset in RULESETS.values():
        for kind in ruleset.events:
            tag = str(kind.__struct_config__.tag)
            for name, hint in get_type_hints(kind).items():
                if type(None) in get_args(hint) and (tag, name) not in OPEN_TO_ALL:
                    assert ruleset.redactors[kind] is not in_full, f"{tag}.{name}"


def test_every_value_of_every_option_is_played() -> None:
    chosen = [read_options(options, 4) for options in SETUPS.values()]
    for name, kind in get_type_hints(Options).items():
        values = {getattr(options, name) for options in chosen if name != "board"}
        if kind is bool:
            assert values == {True, False}, name
        if get_origin(kind) is Literal:
            assert values == set(get_args(kind)), name
    boards = {options.board if isinstance(options.board, str) else "layout" for options in chosen}
    assert boards == {"random", "beginner", "scattered", "travel", "layout"}
    arranged = {"given" if isinstance(o.arrangement, tuple) else o.arrangement for o in chosen}
    assert arranged == {msgspec.UNSET, "beginner", "random", "given"}


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("players", [3, 4])
def test_a_random_game_of_every_option_is_played_to_its_end(name: str, players: int) -> None:
    setup = Setup(players=players, options=SETUPS[name], seed="every-option", max_turns=400)
    *_, (state, _, _) = commits(setup, quitting=True)
    assert state.phase == "closed"
    assert state.outcome in ("won", "void")


@examples(6)
@given(setups(), st.integers(0, 3))
def test_no_byte_of_another_hand_is_in_a_view(setup: Setup, seat: int) -> None:
    for n, (state, _, _) in enumerate(commits(setup, quitting=True)):
        if n % 50 or not state.networks:
            continue
        for other in state.ruleset.view(state, Seat(seat % setup.players))["seats"]:
            hidden = other["seat"] != seat % setup.players
            assert (other["resources"] is None) == hidden
            assert (other["cards"] is None) == hidden
            assert (other["bought_this_turn"] is None) == hidden
