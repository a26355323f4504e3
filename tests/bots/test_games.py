"""Whole games of bots: every decision is legal, games end, and the planner wins them."""

from random import Random

import pytest

from domain.choices import Choice
from domain.ids import Seat
from domain.messages import SeatCommand
from domain.ruleset import play
from domain.table.closing import Resign
from eventlog.verification import VerificationStatus, verify
from hexledger.self_play import BotGame, RandomGame, Setup, game_of
from tests.games import SETUPS
from workers.bots.registry import choose

PLANNERS = ("planner",) * 4


def mixed(planner: int) -> tuple[str, ...]:
    return tuple("planner" if seat == planner else "random" for seat in range(4))


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("players", [3, 4])
def test_planners_play_every_set_up_to_the_end(name: str, players: int):
    setup = Setup(options=SETUPS[name], players=players, seed=name, bots=PLANNERS[:players])
    game = BotGame(setup, 0, record=False)
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


@pytest.mark.parametrize("seat", range(4))
def test_the_planner_beats_three_random_bots_in_any_seat(seat: int):
    setup = Setup(seed="beats", bots=mixed(seat))
    wins = sum(
        seat in BotGame(setup, index, record=False).play().state.winners for index in range(8)
    )
    assert wins >= 7


def test_without_player_trades_nobody_offers_any():
    setup = Setup(seed="alone", bots=PLANNERS, player_trades=False)
    kinds = {type(command).__name__ for _, command, _ in BotGame(setup, 0, record=False).commits()}
    assert "TradeWithBank" in kinds
    assert "OfferTrade" not in kinds


def test_planners_trade_with_each_other():
    games = (BotGame(Setup(seed="trade", bots=PLANNERS), i, record=False) for i in range(3))
    kinds = {type(command).__name__ for game in games for _, command, _ in game.commits()}
    assert {"OfferTrade", "AcceptTrade", "RefuseTrade", "ConfirmTrade", "WithdrawOffer"} <= kinds


def test_planners_go_on_when_others_resign():
    quitters = Random("quit")
    for index in range(3):
        game = BotGame(Setup(seed="resigning", bots=PLANNERS), index, record=False)
        for _ in game.commits():
            state = game.state
            if state.networks and not state.outcome and quitters.random() < 1 / 100:
                play(state, Resign(quitters.choice(state.playing)), game.chance)
        assert game.state.outcome in ("won", "abandoned")


def test_the_same_seed_plays_the_same_game_and_its_ledger_is_sound():
    setup = Setup(seed="again", bots=("planner", "random", "planner", "random"))
    one, two = (BotGame(setup, 5, record=True).play() for _ in range(2))
    assert one.ledger == two.ledger
    assert one.ledger is not None
    assert verify(one.ledger).status == VerificationStatus.SOUND
    assert BotGame(setup, 6, record=True).play().ledger != one.ledger


def test_a_planner_forgets_nothing_by_meeting_other_boards():
    """What it keeps of a board is only there to save time."""
    setup = Setup(seed="memory", bots=PLANNERS)
    before = BotGame(setup, 0, record=True).play().ledger
    for index in range(1, 4):
        BotGame(setup, index, record=False).play()
    assert BotGame(setup, 0, record=True).play().ledger == before


def test_counts_of_a_game_are_those_of_its_ledger():
    setup = Setup(seed="counts", bots=mixed(1))
    played = BotGame(setup, 0, record=True).play()
    again = BotGame(setup, 0, record=False)
    commits = list(again.commits())
    assert played.decisions == sum(isinstance(command, SeatCommand) for _, command, _ in commits)
    assert played.events == sum(len(events) for _, _, events in commits)
    assert sum(played.dice.values()) > 0


def test_random_bots_play_the_games_that_were_always_played():
    plain = Setup(seed="plain", max_turns=20)
    named = Setup(seed="plain", max_turns=20, bots=("random",) * 4)
    assert type(game_of(plain, 0, record=True)) is type(game_of(named, 0, record=True))
    assert type(game_of(named, 0, record=True)) is RandomGame
    ledgers = [game_of(setup, 0, record=True).play().ledger for setup in (plain, named)]
    assert ledgers[0] == ledgers[1]


def test_a_random_bot_can_be_asked_for_a_single_move():
    game = BotGame(Setup(seed="single", bots=("random",) * 4), 0, record=False)
    luck = Random("single")
    for _ in game.commits():
        state = game.state
        if state.networks and not state.outcome:
            seat = game.ruleset.flow.to_act(state)[0]
            below = lambda n: luck.randrange(n)  # noqa: E731
            assert choose(state, seat, "random", below).seat == seat
        if state.turn > 5:
            break
