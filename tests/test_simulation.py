"""Random games: the same seed plays the same game, however it is played."""

import pytest

from eventlog.verification import VerificationStatus, verify
from hexledger.self_play import RandomGame, Setup


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


def test_a_game_with_clocks_is_recorded_at_the_time_it_is_played():
    options = {"clock": "live", "time_limit": {"seconds": 60, "policy": "none"}}
    setup = Setup(seed="clocks", options=options, max_turns=15)
    stepped = RandomGame(setup, 0, record=True)
    for _ in stepped.commits():
        pass
    ledger = RandomGame(setup, 0, record=True).play().ledger
    assert ledger == stepped.recorder.ledger()
    verdict = verify(ledger)
    assert verdict.status == VerificationStatus.SOUND, verdict.message
