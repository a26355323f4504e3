"""Due games: all due work is done once, and one broken game holds up no other."""

from typing import Any

import pytest
from redis.exceptions import ConnectionError as Unreachable

from domain.table.closing import CloseGame, VoidGame
from domain.table.expiry import Expire
from eventlog import due_work
from eventlog.redis_keys import log_key
from tests.clocks.backend import TimedBackend
from tests.commands.test_races import at_once
from tests.redises import Store
from workers.bots.registry import BOTS
from workers.due_games import PUT_OFF_MS, DueGames

FOUNDING = 40


@pytest.fixture
def backend(store: Store) -> TimedBackend:
    return TimedBackend(store.client())


def break_chain(backend: TimedBackend, game: str) -> None:
    """Somebody has written into the log by hand."""
    head = backend.ledger.head(game)
    backend.redis.xadd(log_key(game), {"commit": b"{}"}, id=f"{head + 1}-0")


def test_a_sweep_does_what_is_due_and_nothing_else(backend: TimedBackend) -> None:
    early, late = backend.begun(), backend.begun(clock={"founding_seconds": 50, "bank_seconds": 0})
    due_games = DueGames(backend.desk)
    assert due_games.sweep() == 0
    backend.time.passes(FOUNDING)
    assert due_games.sweep() == 1
    assert (len(backend.expiries(early)), len(backend.expiries(late))) == (1, 0)
    assert due_games.sweep() == 0


def test_a_late_job_changes_nothing(backend: TimedBackend) -> None:
    game = backend.begun()
    backend.time.passes(FOUNDING)
    DueGames(backend.desk).run_due_work(game)
    before = backend.version(game)
    for _ in range(3):
        assert DueGames(backend.desk).run_due_work(game) is False
    assert backend.version(game) == before


def test_workers_that_sweep_together_do_everything_once(
    store: Store, backend: TimedBackend
) -> None:
    games = [backend.begun() for _ in range(6)]
    backends = [backend, *(backend.another(store.client()) for _ in range(2))]
    backend.time.passes(FOUNDING)
    at_once(*(DueGames(one.desk).sweep for one in backends))
    for game in games:
        assert len(backend.expiries(game)) == 1
        backend.assert_sound(game)


def test_a_game_of_bots_is_played_to_its_end_and_closed(backend: TimedBackend) -> None:
    game = backend.begun(people=0, bot="planner", target_points=4)
    assert DueGames(backend.desk).run_due_work(game, seconds=300) is False
    assert backend.wishes(game)[-1] == CloseGame()
    assert backend.ledger.due_time(game) is None
    backend.assert_sound(game, is_closed=True)


def test_a_game_that_bots_alone_never_finish_is_voided(
    backend: TimedBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_work, "MAX_BOT_TURNS", 3)
    with_a_person, alone = backend.begun(people=1), backend.begun(people=0)
    for game in (with_a_person, alone):
        DueGames(backend.desk).run_due_work(game, seconds=300)
    assert isinstance(backend.wishes(alone)[-2], VoidGame)
    assert backend.wishes(alone)[-1] == CloseGame()
    assert not any(isinstance(wish, VoidGame) for wish in backend.wishes(with_a_person))
    backend.assert_sound(alone, is_closed=True)


def test_a_long_game_lets_others_have_their_turn(backend: TimedBackend) -> None:
    game = backend.begun(people=0)
    before = backend.version(game)
    assert DueGames(backend.desk).run_due_work(game, seconds=0) is True
    assert backend.version(game) == before + 1


def test_a_broken_game_holds_up_no_other_and_is_tried_again_later(backend: TimedBackend) -> None:
    broken, sound = backend.begun(), backend.begun()
    backend.time.passes(FOUNDING)
    stranger = TimedBackend(backend.redis, backend.time, master=bytes(32))
    own = stranger.begun()
    due_games = DueGames(stranger.desk)
    backend.time.passes(FOUNDING)
    assert due_games.sweep() == 3
    assert len(stranger.expiries(own)) == 1
    assert due_games.sweep() == 0
    backend.time.passes(PUT_OFF_MS / 1_000 - FOUNDING)
    stranger.do(own, "ben", "resign")
    backend.time.passes(FOUNDING)
    assert due_games.sweep() == 3
    assert backend.expiries(broken) == backend.expiries(sound) == []


def test_a_game_whose_ledger_was_tampered_with_is_left_alone(backend: TimedBackend) -> None:
    broken, sound = backend.begun(), backend.begun()
    break_chain(backend, broken)
    backend.time.passes(FOUNDING)
    DueGames(backend.desk).sweep()
    assert len(backend.expiries(sound)) == 1
    assert list(backend.ledger.due_games(backend.time())) == []


def test_a_bot_that_fails_holds_up_no_other_game(
    backend: TimedBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("workers.due_games.choose", stumble)
    bots, people = backend.begun(people=0), backend.begun()
    backend.time.passes(FOUNDING)
    due_games = DueGames(backend.desk)
    assert due_games.sweep() == 2
    assert len(backend.expiries(people)) == 1
    assert backend.version(bots) == len(backend.commits(bots))
    assert due_games.sweep() == 0


def test_where_a_planner_fails_any_move_is_made(
    backend: TimedBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setitem(BOTS["base"], "planner", stumble)
    game = backend.begun(people=0, bot="planner", target_points=3)
    assert DueGames(backend.desk).run_due_work(game, seconds=300) is False
    backend.assert_sound(game, is_closed=True)


def test_deadlines_do_not_wait_for_bots(
    backend: TimedBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = [backend.begun(people=0) for _ in range(3)]
    people = backend.begun()
    expired: list[int] = []

    def choose(state: Any, seat: Any, *_: Any) -> Any:
        expired.append(len(backend.expiries(people)))
        return state.ruleset.flow.moves(state, seat)[0]

    monkeypatch.setattr("workers.due_games.choose", choose)
    backend.time.passes(FOUNDING)
    assert DueGames(backend.desk).sweep() == len(bots) + 1
    assert set(expired) == {1}


def test_a_redis_that_is_away_for_a_moment_puts_no_game_off(
    backend: TimedBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [backend.begun() for _ in range(3)]
    backend.time.passes(FOUNDING)
    due_games = DueGames(backend.desk)

    def fail(*_: Any, **__: Any) -> Any:
        raise Unreachable

    with monkeypatch.context() as patch:
        patch.setattr(backend.ledger, "append", fail)
        with pytest.raises(Unreachable):
            due_games.sweep()
    due_games.sweep()
    assert [len(backend.expiries(game)) for game in games] == [1, 1, 1]


def test_an_expiry_names_the_time_of_the_ledger(store: Store, backend: TimedBackend) -> None:
    game = backend.begun()
    backend.time.passes(FOUNDING + 5)
    DueGames(backend.another(store.client()).desk).sweep()
    (expiry,) = backend.expiries(game)
    assert isinstance(expiry, Expire)
    assert expiry.at == backend.time()
