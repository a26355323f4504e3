"""A bot knows what its seat may know: cards that it cannot see do not change what it does."""

from random import Random

import pytest

from domain.messages import Event
from hexledger.self_play import BotGame, Setup
from tests.base.probing import exchange_cards, exchange_development_cards
from tests.games import SETUPS, refolded
from workers.bots.registry import choose


def middle(n: int) -> int:
    return n // 2


@pytest.mark.parametrize("bot", ["planner", "random"])
@pytest.mark.parametrize("options", ["default", "separate", "friendly-robber", "bank-hidden"])
def test_exchanging_cards_that_a_seat_cannot_know_changes_no_choice(bot: str, options: str):
    setup = Setup(options=SETUPS[options], seed=f"hidden:{options}", bots=("planner",) * 4)
    random = Random(f"hidden:{options}")
    game = BotGame(setup, 0, record=False)
    told: list[Event] = []
    compared = 0
    for _, _, events in game.commits():
        told += events
        state = game.state
        if not state.networks or state.outcome or random.random() > 0.25:
            continue
        seat = random.choice(game.ruleset.flow.to_act(state))
        other = refolded(setup, told)
        swap = random.choice([exchange_cards, exchange_development_cards])
        if swap(other, seat, random):
            assert choose(other, seat, bot, middle) == choose(state, seat, bot, middle)
            compared += 1
    assert compared > 15
