"""A game of any ruleset with everything that clocks, bots, pauses and referees bring."""

from random import Random

from domain.bots import DismissBot, SeatBot
from domain.choices import Choice
from domain.closing import CloseGame
from domain.expiry import LATE_MS, Expire
from domain.ids import Seat
from domain.lobby import OpenGame, StartGame, TakeSeat
from domain.pausing import AddTime, AskForPause, EndPause, PauseGame, ResumeGame
from domain.ruleset import Ruleset
from domain.table import Table
from hexledger.simulation import SECOND
from tests.golden.telling import Telling

GAME = "clocked"
OPTIONS = {
    "clock": {"turn_seconds": 60, "bank_seconds": 30, "misses": 2},
    "time_limit": {"seconds": 3_600, "policy": "finish_turn"},
    "bot_seconds": 1,
}


def clocked(ruleset: Ruleset) -> tuple[Table, bytes]:
    """Absent players, pauses by all and by a referee, added time, and the end by a time limit."""
    telling, luck = Telling(ruleset, GAME), Random(GAME)
    state = telling.state
    fewest, most = ruleset.seats[0], ruleset.seats[-1]
    people = [f"person-{i}" for i in range(max(fewest, min(2, most)))]
    host = people[0]
    telling.do(host, OpenGame(host, GAME, len(people), OPTIONS))
    telling.do(host, SeatBot(host, "random"))
    telling.do(host, DismissBot(host, Seat(0)))
    for person in people:
        telling.do(person, TakeSeat(person))
    telling.do(host, StartGame(host))
    _miss(telling)
    for _ in range(40):
        _play_on(telling, luck)
    _miss(telling, late=LATE_MS + SECOND)
    while not any(map(state.is_bots, state.playing)):
        _miss(telling)
    away = next(filter(state.is_bots, state.playing))
    for seat in (away, *(seat for seat in state.playing if seat != away)):
        telling.do(people[seat], AskForPause(seat))
    telling.do(people[away], EndPause(away))
    telling.do("referee", PauseGame("referee", "a fire alarm"))
    telling.do("referee", ResumeGame("referee", "it was a drill"))
    telling.do("referee", AddTime("referee", 60, "for the drill"))
    assert state.watch is not None
    assert state.watch.ends_at is not None
    telling.do("system", Expire(state.watch.ends_at, state.watch.ends_at), state.watch.ends_at)
    while not state.outcome:
        _play_on(telling, luck)
    telling.do("system", CloseGame())
    return state, telling.recorder.ledger()


def _play_on(telling: Telling, luck: Random) -> None:
    """Who is to act does something at random."""
    state = telling.state
    ruleset = state.ruleset
    seat = ruleset.to_act(state)[0]
    action = luck.choice(ruleset.moves(state, seat))
    if isinstance(action, Choice):
        action = ruleset.sample(state, action, luck.randrange)
    telling.do(state.chairs[seat].player or "", action)


def _miss(telling: Telling, late: int = 0) -> None:
    """The seat with the first deadline lets it pass, and the house finds out so much later."""
    watch = telling.state.watch
    assert watch is not None
    seat, deadline = min(watch.deadlines.items(), key=lambda item: item[1].due)
    at = deadline.due + late
    telling.do("system", Expire(deadline.due, at, seat), at)
