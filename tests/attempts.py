"""Attempts at a daily challenge, played at random and recorded."""

from random import Random

from domain.choices import Choice
from domain.ruleset import Ruleset
from domain.table.closing import CloseGame
from domain.table.expiry import Expire
from domain.table.lobby import OpenGame
from eventlog.daily_challenges import daily_at
from hexledger.self_play import SECOND, STARTED_AT
from tests.recorded_game import RecordedGame

DAY = daily_at(STARTED_AT)


def begun(ruleset: Ruleset, player: str = "host", game: str = "attempt") -> RecordedGame:
    """An attempt that has just been opened."""
    recorded = RecordedGame(ruleset, game, DAY.name)
    recorded.do(player, OpenGame(player, game, 1, {}, listed=False, challenge=DAY))
    return recorded


def play_on(recorded: RecordedGame, luck: Random, moves: int | None = None) -> None:
    """Do something legal, so many times or to the end of the game."""
    state, ruleset = recorded.state, recorded.state.ruleset
    while not state.outcome and moves != 0:
        (seat,) = ruleset.flow.to_act(state)
        action = luck.choice(ruleset.flow.moves(state, seat))
        if isinstance(action, Choice):
            action = ruleset.sample(state, action, luck.randrange)
        recorded.do(state.chairs[seat].player or "", action)
        moves = None if moves is None else moves - 1


def close(recorded: RecordedGame, late: int = 0) -> bytes:
    """What the service does when the challenge closes, or later; the ledger."""
    at = DAY.closes_at + late
    recorded.now = at - SECOND
    if not recorded.state.outcome:
        recorded.do("system", Expire(DAY.closes_at, at))
        recorded.now = at - SECOND
    recorded.do("system", CloseGame(at))
    return recorded.recorder.ledger()


def attempt(ruleset: Ruleset, luck: int = 0, moves: int | None = None) -> RecordedGame:
    """A whole attempt, closed; with a number of moves, perhaps unfinished."""
    recorded = begun(ruleset)
    play_on(recorded, Random(luck), moves)
    close(recorded)
    return recorded
