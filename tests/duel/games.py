"""Random games for two: every option of the base game that they have."""

from typing import Any

from hypothesis import strategies as st

from hexledger.simulation import Setup
from tests.games import DUEL_SETUPS


def setup_of(name: str, **changes: Any) -> Setup:
    """A game for two by the name of its options."""
    return Setup(**{"ruleset": "duel", "players": 2, "options": DUEL_SETUPS[name], **changes})


def setups(max_turns: int = 400) -> st.SearchStrategy[Setup]:
    """Setups over all options and seeds."""
    return st.builds(
        setup_of,
        st.sampled_from(list(DUEL_SETUPS)),
        seed=st.integers(0, 2**32).map(str),
        player_trades=st.booleans(),
        max_turns=st.just(max_turns),
    )
