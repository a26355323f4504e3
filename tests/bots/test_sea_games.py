"""Whole games of bots at sea: every decision is legal, games end, and the planner wins them."""

from random import Random

import pytest

from domain.choices import Choice
from domain.ids import Seat
from domain.messages import Event
from domain.ruleset import play
from domain.table.closing import Resign
from domain.table.thinking import NOT_IN_PLAY
from hexledger.self_play import BotGame, Setup
from tests.base.probing import exchange_cards, exchange_development_cards
from tests.games import SEA_SETUPS, refolded
from workers.bots.registry import choose

SCENARIOS = range(1, 10)
PLANNERS = ("planner",) * 4


def sea(options: dict, players: int, seed: str, *bots: str) -> Setup:
    return Setup("seafarers", players, options, seed=seed, bots=bots or PLANNERS[:players])


@pytest.mark.parametrize("name", SEA_SETUPS)
def test_planners_play_every_set_up_to_the_end(name: str):
    players = 3 + list(SEA_SETUPS).index(name) // 2 % 2
    game = BotGame(sea(SEA_SETUPS[name], players, name), 0, record=False)
    choose = game.choose

    def legal(seat: Seat):
        actions = game.ruleset.flow.moves(game.state, seat)
        command = choose(seat)
        kinds = [action.command for action in actions if isinstance(action, Choice)]
        assert command in actions or type(command) in kinds
        return command

    game.choose = legal
    played = game.play()
    assert played.state.outcome == "won"
    assert played.decisions > 20


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_planner_beats_random_bots(scenario: int):
    wins = 0
    for index in range(4):
        players = 3 + index % 2
        bots = ["random"] * players
        bots[index % players] = "planner"
        setup = sea({"scenario": scenario}, players, "beats", *bots)
        wins += index % players in BotGame(setup, index, record=False).play().state.winners
    assert wins >= 3


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_planners_go_on_when_others_resign(scenario: int):
    quitters = Random(f"quit:{scenario}")
    game = BotGame(sea({"scenario": scenario}, 4, "resigning"), 0, record=False)
    for _ in game.commits():
        state = game.state
        if state.networks and state.phase not in NOT_IN_PLAY and quitters.random() < 1 / 100:
            play(state, Resign(quitters.choice(state.playing)), game.chance)
    assert game.state.outcome in ("won", "abandoned")


def middle(n: int) -> int:
    return n // 2


@pytest.mark.parametrize("bank_visible", [True, False])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_exchanging_cards_that_a_seat_cannot_know_changes_no_choice(
    scenario: int, bank_visible: bool
):
    setup = sea({"scenario": scenario, "bank_visible": bank_visible}, 3, "hidden")
    random = Random(f"hidden:{scenario}")
    game = BotGame(setup, 0, record=False)
    told: list[Event] = []
    compared = 0
    for _, _, events in game.commits():
        told += events
        state = game.state
        if not state.networks or state.outcome or random.random() > 0.3:
            continue
        seat = random.choice(game.ruleset.flow.to_act(state))
        other = refolded(setup, told)
        swap = random.choice([exchange_cards, exchange_development_cards])
        if swap(other, seat, random):
            assert choose(other, seat, "planner", middle) == choose(state, seat, "planner", middle)
            compared += 1
    assert compared > 5
