"""Boards that several games share: a game with the options lies just as it was drawn."""

import pytest

from domain.base.events import BoardLaid
from domain.base.game import BASE
from domain.base.shared_board import can_share_board, draw_shared_board
from domain.chance.draws import SeededChance
from domain.ruleset import play
from domain.table.lobby import OpenGame, StartGame, TakeSeat
from tests.kit import PLAYERS


def chance(name: str) -> SeededChance:
    drawn = SeededChance(name.encode() * 8, "key")
    drawn.fix_key(name, ())
    return drawn


def board_of(options: dict, luck: str) -> BoardLaid:
    """The board on which a game with these options starts."""
    state, drawn = BASE.new_game(), SeededChance(luck.encode() * 8, "key")
    commands = [OpenGame(PLAYERS[0], luck, 4, options), *map(TakeSeat, PLAYERS)]
    for command in (*commands, StartGame(PLAYERS[0])):
        events = play(state, command, drawn)
    return next(event for event in events if isinstance(event, BoardLaid))


@pytest.mark.parametrize("options", [{}, {"board": "scattered"}, {"harbours": "shuffled"}])
def test_games_with_other_luck_lie_alike(options):
    shared = {**options, **draw_shared_board(options, 4, chance("tourney"))}
    one, other = board_of(shared, "luck-one"), board_of(shared, "luck-two")
    assert (one.tiles, one.harbours, one.robber) == (other.tiles, other.harbours, other.robber)
    alone = board_of(options, "tourney")
    assert sorted(tile.terrain for tile in one.tiles) == sorted(t.terrain for t in alone.tiles)
    assert one.tiles != board_of(options, "luck-one").tiles


def test_it_is_the_board_that_a_game_with_the_same_draws_would_have():
    drawn = board_of({}, "tourney")
    shared = board_of(draw_shared_board({}, 4, chance("tourney")), "luck-one")
    assert shared.tiles == drawn.tiles
    assert set(shared.harbours) == set(drawn.harbours)
    assert shared.robber == drawn.robber


@pytest.mark.parametrize(
    "options", [{"board": "beginner"}, {"edition": "travel"}, {"board": "none"}, {"unknown": 1}]
)
def test_printed_boards_are_not_drawn_so_they_are_not_shared(options):
    assert not can_share_board(options, 4)
