"""A fixture for tests of how games are counted, however short they are."""

import pytest

from projections.across_games import player_records, results


@pytest.fixture
def every_game_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rate every game and rank every player. What is asked of them has tests of its own."""
    monkeypatch.setattr(results, "_is_rateable", lambda state: True)
    monkeypatch.setattr(results, "was_cut_short", lambda state: False)
    monkeypatch.setattr(player_records, "FEWEST_GAMES", 1)
    monkeypatch.setattr(player_records, "FEWEST_OPPONENTS", 1)
