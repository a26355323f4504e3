"""What the laws need to know of the dice game."""

from domain.dice.state import Game
from tests.dice.kit import assert_conserved as assert_sheets_agree


def assert_conserved(state: Game) -> None:
    if state.sheets and not state.outcome:
        assert_sheets_agree(state)
