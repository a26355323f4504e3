"""The laws of the domain, over random games for two of every option."""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.base.network import survey
from domain.cards import RESOURCES
from domain.duel import commands as c
from domain.duel.game import DUEL
from domain.duel.state import NEUTRALS, Duel
from domain.freezing import freeze
from domain.ids import Seat
from domain.messages import Command
from hexledger.simulation import Setup
from tests.duel.games import setup_of, setups
from tests.games import DUEL_SETUPS, commits
from tests.laws import test_freezing, test_law_2, test_law_5, test_laws
from tests.laws.test_law_2 import assert_law_2, is_accepted, key
from tests.soak import examples

LAWS = (
    test_laws.test_law_1_a_fold_of_the_events_equals_the_live_state,
    test_laws.test_law_3_cards_and_pieces_are_conserved_after_every_event,
    test_laws.test_law_4_redacted_events_give_every_viewer_the_same_view,
    test_laws.test_what_is_kept_about_the_board_equals_a_fresh_survey,
    test_law_5.test_what_a_viewer_cannot_know_changes_nothing_it_is_sent,
)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_law_of_all_hex_games_holds(law: Any) -> None:
    @examples(6)
    @given(setups(max_turns=150))
    def hold(setup: Setup) -> None:
        law.hypothesis.inner_test(setup)

    hold()


def closed_commands(state: Duel, seat: Seat) -> Iterator[Command]:
    """Every command of the game for two alone, ids out of range included."""
    grid = state.board.geometry
    yield c.ForceTrade(seat)
    yield c.DiscardKnight(seat)
    for hex_ in range(-1, len(grid.hexes) + 1):
        yield c.SendRobberToDesert(seat, hex_)
    for neutral in map(Seat, range(-1, 5)):
        for edge in range(-1, len(grid.edge_nodes) + 1):
            yield c.PlaceNeutralRoad(seat, neutral, edge)
        for node in range(-1, len(grid.node_edges) + 1):
            yield c.PlaceNeutralSettlement(seat, neutral, node)
    for count in (1, 2, 3):
        for cards in combinations_with_replacement(RESOURCES, count):
            yield c.GiveBack(seat, {resource: cards.count(resource) for resource in cards})


@examples(6)
@given(setups(max_turns=80), st.integers(0, 39))
def test_law_2_actions_are_exactly_what_decide_accepts(setup: Setup, offset: int) -> None:
    for n, (state, _, _) in enumerate(commits(setup, quitting=True)):
        own = state.phase in ("neutral_building", "forced_trade")
        if state.networks and (n % 40 == offset or (own and n % 3 == 0)):
            before = freeze(state)
            assert_law_2(DUEL, state)
            for seat in map(Seat, range(-1, 3)):
                listed = {key(one) for one in DUEL.actions(state, seat) if isinstance(one, Command)}
                for command in closed_commands(state, seat):
                    assert is_accepted(state, command) == (key(command) in listed), command
            assert freeze(state) == before


@examples(6)
@given(setups(max_turns=150))
def test_law_3_trade_cards_and_neutral_pieces_are_kept_right(setup: Setup) -> None:
    for n, (state, _, _) in enumerate(commits(setup, quitting=True)):
        if not state.networks:
            continue
        assert all(0 <= held <= 7 for held in state.trade_cards)
        assert sum(state.trade_cards) + state.pool == 14
        assert not any(state.networks[neutral].cities for neutral in NEUTRALS)
        if n % 20 == 0:
            before = freeze(state)
            for neutral in NEUTRALS:
                survey(state, neutral)
            assert freeze(state) == before


@pytest.mark.parametrize("name", DUEL_SETUPS)
def test_a_random_game_of_every_option_is_played_to_its_end(name: str) -> None:
    *_, (state, _, _) = commits(setup_of(name, seed="every-option"))
    assert state.phase == "closed"
    assert state.outcome in ("won", "void")


def test_every_kind_of_moment_thaws() -> None:
    setup = setup_of("default", options={"discard_limit": 3, "target_points": 8}, seed="moments")
    seen = test_freezing.play_with_thaws(setup, every=1)
    assert {"neutral_building", "forced_trade", "discard", "closed"} <= seen


def test_open_choices_are_sampled_within_the_rules() -> None:
    law: Callable[..., None] = test_law_2.test_open_choices_are_sampled_within_the_rules

    @examples(4)
    @given(setups(max_turns=60), st.randoms(use_true_random=False))
    def hold(setup: Setup, random: Any) -> None:
        law.hypothesis.inner_test(setup, random)  # type: ignore[attr-defined]

    hold()
