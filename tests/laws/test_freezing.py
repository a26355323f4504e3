"""A frozen state thaws to one from which the game goes on as if nothing had happened."""

import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.base.game import BASE
from domain.base.state import Game
from domain.ids import SPECTATOR, Viewer
from domain.registry import RULESETS
from domain.ruleset import play
from domain.state_bytes import Unthawable, freeze, layout_of, thaw
from domain.table.state import Table
from hexledger.self_play import RandomGame, Setup
from tests import kit
from tests.games import SETUPS, commits, refolded, setups, viewers
from tests.soak import examples

ROOT = Path(__file__).parents[2]


def thawed(state: Table) -> Table:
    """The state after a night in the ice."""
    ice = freeze(state)
    back = thaw(state.ruleset, ice)
    assert freeze(back) == ice
    return back


def moment(state: Table) -> set[str]:
    """What is special about this moment of a game."""
    found = {state.phase}
    if state.offer is not None:
        found.add("offer")
        if state.offer.answers:
            found.add("answered")
    if state.discards_chosen:
        found.add("discard chosen")
    if state.outcome:
        found.add(state.outcome)
    return found


def play_with_thaws(setup: Setup, every: int) -> set[str]:
    """Play a game twice, one of them thawed before every so many commands: nothing differs."""
    twin, chance = refolded(setup, []), RandomGame(setup, 0, record=False).chance
    seen: set[str] = set()
    for n, (state, command, events) in enumerate(commits(setup, quitting=True)):
        if n % every == 0:
            seen |= moment(twin)
            twin = thawed(twin)
        assert play(twin, command, chance) == events
        assert freeze(twin) == freeze(state)
        if n % 20 == 0 or n < 30:
            for viewer in viewers(state):
                assert encode(BASE.view(thawed(twin), viewer)) == encode(BASE.view(state, viewer))
    return seen | moment(thawed(twin))


def encode(value: object) -> bytes:
    return msgspec.json.encode(value)


@pytest.mark.parametrize("name", SETUPS)
def test_a_game_of_every_option_goes_on_from_its_thawed_states(name: str) -> None:
    setup = Setup(options=SETUPS[name], seed="ice", max_turns=120)
    seen = play_with_thaws(setup, every=1)
    assert {"", "lobby", "roll", "main", "robber", "closed", "offer"} <= seen


def test_every_kind_of_moment_thaws() -> None:
    seen = play_with_thaws(Setup(options={"discard_limit": 3}, seed="moments"), every=1)
    assert seen == {
        *("", "lobby", "founding", "roll", "main", "discard", "robber", "free_roads", "over"),
        *("closed", "offer", "answered", "discard chosen", "won"),
    }


@examples(8)
@given(setups(max_turns=150), st.integers(2, 60))
def test_a_game_goes_on_for_long_from_a_thawed_state(setup: Setup, every: int) -> None:
    play_with_thaws(setup, every)


@examples(6)
@given(setups(max_turns=100), st.sampled_from([0, 1, 2, SPECTATOR]))
def test_folds_of_redacted_events_thaw(setup: Setup, viewer: Viewer) -> None:
    own = refolded(setup, [])
    for n, (state, _, events) in enumerate(commits(setup, quitting=True)):
        own = thawed(own)
        for event in events:
            BASE.evolve(own, BASE.redact(event, viewer))
        if n % 10 == 0:
            assert encode(BASE.view(own, viewer)) == encode(BASE.view(state, viewer))
    assert viewer != SPECTATOR or any(hand["unknown"] for hand in own.hands)


def test_the_references_to_code_of_a_thawed_state_are_those_of_the_live_one() -> None:
    for options in SETUPS.values():
        for state, _, _ in commits(Setup(options=options, max_turns=1)):
            back = thawed(state)
            assert back.ruleset is state.ruleset
            assert back.hooks == state.hooks
            assert state.board is None or back.board.geometry is state.board.geometry


def test_a_number_that_pays_more_than_the_bank_has_thaws() -> None:
    hills = dict.fromkeys(kit.ISLAND, ("hills", 6))
    centres = [(0, 0), (2, -2), (-2, 2), (0, -2)]
    facts = [
        kit.settlements(seat, *(kit.corner(centres[seat], at) for at in ("N", "SE", "SW")))
        for seat in range(4)
    ]
    state = kit.given(facts, kit.turn_of(0), tiles=hills).state
    assert state.payouts[6].demand["brick"] > 19
    assert thawed(state).payouts == state.payouts


def told() -> bytes:
    """The frozen state of a game in full swing."""
    *_, (state, _, _) = commits(Setup(seed="torn", max_turns=40))
    return freeze(state)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"{}",
        b"[]",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"game":' + b"[" * 100_000,
        freeze(BASE.new_game())[:-1],
        freeze(BASE.new_game()) + b" ",
        freeze(BASE.new_game()).replace(b'"turn":0', b'"turn":"0"'),
        freeze(BASE.new_game()).replace(b'"turn":0,', b""),
        freeze(BASE.new_game()).replace(b'"turn":0', b'"turn":0,"more":0'),
    ],
)
def test_bytes_that_are_no_frozen_state_are_refused(data: bytes) -> None:
    with pytest.raises(Unthawable):
        thaw(BASE, data)


@pytest.mark.parametrize(
    ("told_as", "instead"),
    [
        (b'"best_rate":', b'"worst_rate":'),
        (b'"board":"random"', b'"board":"travel"'),
        (b'"edge":', b'"edge":99'),
        (b'"number":', b'"number":9'),
        (b'"harbours":[]', b'"harbours":["salt"]'),
    ],
)
def test_a_state_with_something_impossible_in_it_is_refused(told_as: bytes, instead: bytes) -> None:
    data = told()
    assert told_as in data
    with pytest.raises(Unthawable):
        thaw(BASE, data.replace(told_as, instead))


def test_whatever_thaws_freezes_to_the_very_same_bytes() -> None:
    data, random, refused = told(), Random("torn"), 0
    for _ in range(2_000):
        at, length = random.randrange(len(data)), random.choice([0, 1, 1, 5])
        torn = data[:at] + random.randbytes(random.choice([0, 1])) + data[at + length :]
        try:
            assert freeze(thaw(BASE, torn)) == torn
        except Unthawable:
            refused += 1
    assert refused > 1_000


@dataclass(slots=True, kw_only=True, eq=False)
class LongerGame(Game):
    more: int = 0


class Wind(msgspec.Struct):
    force: int = 0


class Storm(msgspec.Struct):
    force: str = ""


def test_the_layout_changes_with_the_fields_and_with_the_structs_within() -> None:
    def layout(kind: type[Game]) -> str:
        state = replace(BASE.state, blank=lambda ruleset: kind(ruleset=ruleset))
        return layout_of(replace(BASE, state=state))

    @dataclass(slots=True, kw_only=True, eq=False)
    class WindyGame(Game):
        weather: Wind | None = None

    @dataclass(slots=True, kw_only=True, eq=False)
    class StormyGame(Game):
        weather: Storm | None = None

    layouts = [layout(kind) for kind in (Game, LongerGame, WindyGame, StormyGame)]
    assert layouts[0] == layout_of(BASE)
    assert len(set(layouts)) == len(layouts)


def test_the_layout_is_the_same_in_another_process() -> None:
    show = (
        "from domain.state_bytes import layout_of; from domain.registry import RULESETS\n"
        "print(*map(layout_of, RULESETS.values()))"
    )
    for hash_seed in ("0", "4711"):
        found = subprocess.run(
            [sys.executable, "-c", show],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={"PYTHONHASHSEED": hash_seed},
        ).stdout
        assert found.decode().split() == [layout_of(ruleset) for ruleset in RULESETS.values()]
