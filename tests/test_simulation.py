"""Random games: the same seed plays the same game, however it is played."""

import pytest

from hexledger.simulation import RandomGame, Setup


@pytest.mark.parametrize("trades", [True, False])
@pytest.mark.parametrize("max_turns", [15, 400])
def test_a_game_played_in_one_go_is_the_game_played_step_by_step(trades: bool, max_turns: int):
    setup = Setup(seed="steps", player_trades=trades, max_turns=max_turns)
    played = RandomGame(setup, 3, record=True).play()
    stepped = RandomGame(setup, 3, record=True)
    events = sum(len(facts) for _, _, facts in stepped.commits())
    assert stepped.recorder.ledger() == played.ledger
    assert played.events == events
    assert played.decisions < len(stepped.recorder.lines)
