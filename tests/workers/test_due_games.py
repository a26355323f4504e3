"""The due_games: everything that is due is done, once, and one broken game holds up no other."""

from typing import Any

import pytest
from redis.exceptions import ConnectionError as Unreachable

from domain.table.closing import CloseGame, VoidGame
from domain.table.expiry import Expire
from eventlog import due_work
from eventlog.redis_keys import log_key
from tests.clocks.house import TimedHouse
from tests.commands.test_races import at_once
from tests.redises import Store
from workers.bots.registry import BOTS
from workers.due_games import PUT_OFF_MS, DueGames

FOUNDING = 40


@pytest.fixture
def house(store: Store) -> TimedHouse:
    return TimedHouse(store.client())


def break_chain(house: TimedHouse, game: str) -> None:
    """Somebody has written into the log by hand."""
    head = house.ledger.head(game)
    house.redis.xadd(log_key(game), {"commit": b"{}"}, id=f"{head + 1}-0")


def test_a_sweep_does_what_is_due_and_nothing_else(house: TimedHouse) -> None:
    early, late = house.begun(), house.begun(clock={"founding_seconds": 50, "bank_seconds": 0})
    due_games = DueGames(house.desk)
    assert due_games.sweep() == 0
    house.time.passes(FOUNDING)
    assert due_games.sweep() == 1
    assert (len(house.expiries(early)), len(house.expiries(late))) == (1, 0)
    assert due_games.sweep() == 0


def test_a_late_job_changes_nothing(house: TimedHouse) -> None:
    game = house.begun()
    house.time.passes(FOUNDING)
    DueGames(house.desk).run_due_work(game)
    before = house.version(game)
    for _ in range(3):
        assert DueGames(house.desk).run_due_work(game) is False
    assert house.version(game) == before


def test_workers_that_sweep_together_do_everything_once(store: Store, house: TimedHouse) -> None:
    games = [house.begun() for _ in range(6)]
    houses = [house, *(house.another(store.client()) for _ in range(2))]
    house.time.passes(FOUNDING)
    at_once(*(DueGames(one.desk).sweep for one in houses))
    for game in games:
        assert len(house.expiries(game)) == 1
        house.assert_sound(game)


def test_a_game_of_bots_is_played_to_its_end_and_closed(house: TimedHouse) -> None:
    game = house.begun(people=0, bot="planner", target_points=4)
    assert DueGames(house.desk).run_due_work(game, seconds=300) is False
    assert house.wishes(game)[-1] == CloseGame()
    assert house.ledger.due_time(game) is None
    house.assert_sound(game, is_closed=True)


def test_a_game_that_bots_alone_never_finish_is_voided(
    house: TimedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_work, "MAX_BOT_TURNS", 3)
    with_a_person, alone = house.begun(people=1), house.begun(people=0)
    for game in (with_a_person, alone):
        DueGames(house.desk).run_due_work(game, seconds=300)
    assert isinstance(house.wishes(alone)[-2], VoidGame)
    assert house.wishes(alone)[-1] == CloseGame()
    assert not any(isinstance(wish, VoidGame) for wish in house.wishes(with_a_person))
    house.assert_sound(alone, is_closed=True)


def test_a_long_game_lets_others_have_their_turn(house: TimedHouse) -> None:
    game = house.begun(people=0)
    before = house.version(game)
    assert DueGames(house.desk).run_due_work(game, seconds=0) is True
    assert house.version(game) == before + 1


def test_a_broken_game_holds_up_no_other_and_is_tried_again_later(house: TimedHouse) -> None:
    broken, sound = house.begun(), house.begun()
    house.time.passes(FOUNDING)
    stranger = TimedHouse(house.redis, house.time, master=bytes(32))
    own = stranger.begun()
    due_games = DueGames(stranger.desk)
    house.time.passes(FOUNDING)
    assert due_games.sweep() == 3
    assert len(stranger.expiries(own)) == 1
    assert due_games.sweep() == 0
    house.time.passes(PUT_OFF_MS / 1_000 - FOUNDING)
    stranger.do(own, "ben", "resign")
    house.time.passes(FOUNDING)
    assert due_games.sweep() == 3
    assert house.expiries(broken) == house.expiries(sound) == []


def test_a_game_whose_ledger_was_tampered_with_is_left_alone(house: TimedHouse) -> None:
    broken, sound = house.begun(), house.begun()
    break_chain(house, broken)
    house.time.passes(FOUNDING)
    DueGames(house.desk).sweep()
    assert len(house.expiries(sound)) == 1
    assert list(house.ledger.due_games(house.time())) == []


def test_a_bot_that_fails_holds_up_no_other_game(
    house: TimedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr("workers.due_games.choose", stumble)
    bots, people = house.begun(people=0), house.begun()
    house.time.passes(FOUNDING)
    due_games = DueGames(house.desk)
    assert due_games.sweep() == 2
    assert len(house.expiries(people)) == 1
    assert house.version(bots) == len(house.commits(bots))
    assert due_games.sweep() == 0


def test_where_a_planner_fails_any_move_is_made(
    house: TimedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setitem(BOTS["base"], "planner", stumble)
    game = house.begun(people=0, bot="planner", target_points=3)
    assert DueGames(house.desk).run_due_work(game, seconds=300) is False
    house.assert_sound(game, is_closed=True)


def test_deadlines_do_not_wait_for_bots(house: TimedHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = [house.begun(people=0) for _ in range(3)]
    people = house.begun()
    expired: list[int] = []

    def choose(state: Any, seat: Any, *_: Any) -> Any:
        expired.append(len(house.expiries(people)))
        return state.ruleset.flow.moves(state, seat)[0]

    monkeypatch.setattr("workers.due_games.choose", choose)
    house.time.passes(FOUNDING)
    assert DueGames(house.desk).sweep() == len(bots) + 1
    assert set(expired) == {1}


def test_a_redis_that_is_away_for_a_moment_puts_no_game_off(
    house: TimedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [house.begun() for _ in range(3)]
    house.time.passes(FOUNDING)
    due_games = DueGames(house.desk)

    def fail(*_: Any, **__: Any) -> Any:
        raise Unreachable

    with monkeypatch.context() as patch:
        patch.setattr(house.ledger, "append", fail)
        with pytest.raises(Unreachable):
            due_games.sweep()
    due_games.sweep()
    assert [len(house.expiries(game)) for game in games] == [1, 1, 1]


def test_an_expiry_names_the_time_of_the_ledger(store: Store, house: TimedHouse) -> None:
    game = house.begun()
    house.time.passes(FOUNDING + 5)
    DueGames(house.another(store.client()).desk).sweep()
    (expiry,) = house.expiries(game)
    assert isinstance(expiry, Expire)
    assert expiry.at == house.time()
