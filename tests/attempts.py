"""Attempts at a daily challenge, played at random and recorded."""

from random import Random

from domain.choices import Choice
from domain.ruleset import Ruleset
from domain.table.closing import CloseGame
from domain.table.expiry import Expire
from domain.table.lobby import OpenGame
from eventlog.daily_challenges import daily_at
from hexledger.self_play import SECOND, STARTED_AT
from tests.golden.telling import Telling

DAY = daily_at(STARTED_AT)


def begun(ruleset: Ruleset, player: str = "host", game: str = "attempt") -> Telling:
    """An attempt that has just been opened."""
    telling = Telling(ruleset, game, DAY.name)
    telling.do(player, OpenGame(player, game, 1, {}, listed=False, challenge=DAY))
    return telling


def play_on(telling: Telling, luck: Random, moves: int | None = None) -> None:
    """Do something legal, so many times or to the end of the game."""
    state, ruleset = telling.state, telling.state.ruleset
    while not state.outcome and moves != 0:
        (seat,) = ruleset.flow.to_act(state)
        action = luck.choice(ruleset.flow.moves(state, seat))
        if isinstance(action, Choice):
            action = ruleset.sample(state, action, luck.randrange)
        telling.do(state.chairs[seat].player or "", action)
        moves = None if moves is None else moves - 1


def close(telling: Telling, late: int = 0) -> bytes:
    """What the house does when the challenge closes, or later; the ledger."""
    at = DAY.closes_at + late
    telling.now = at - SECOND
    if not telling.state.outcome:
        telling.do("system", Expire(DAY.closes_at, at))
        telling.now = at - SECOND
    telling.do("system", CloseGame(at))
    return telling.recorder.ledger()


def attempt(ruleset: Ruleset, luck: int = 0, moves: int | None = None) -> Telling:
    """A whole attempt, closed; with a number of moves, perhaps unfinished."""
    telling = begun(ruleset)
    play_on(telling, Random(luck), moves)
    close(telling)
    return telling
