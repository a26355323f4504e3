"""The search for lost deadlines: a deadline that got lost in Redis is noted again from the log."""

import pytest

from domain.ids import PlayerId
from eventlog.redis_keys import due_key, partition_of
from tests.clocks.house import TimedHouse
from tests.redises import Store
from tests.workers.test_caretaker import break_chain
from workers.due_games import DueGames
from workers.lost_deadlines import LostDeadlines


@pytest.fixture
def house(store: Store) -> TimedHouse:
    return TimedHouse(store.client())


def lose(house: TimedHouse, game: str) -> int | None:
    due = house.ledger.due_time(game)
    house.redis.zrem(due_key(partition_of(game)), game)
    return due


def test_what_was_lost_is_noted_again_and_happens(store: Store, house: TimedHouse) -> None:
    games = [house.begun() for _ in range(4)]
    due = [lose(house, game) for game in games[:2]]
    other = house.another(store.client())
    assert LostDeadlines(other.games).restore() == 2
    assert [house.ledger.due_time(game) for game in games[:2]] == due
    house.time.passes(40)
    assert DueGames(house.desk).sweep() == 4


def test_a_wrong_time_is_put_right(house: TimedHouse) -> None:
    game = house.begun()
    due = house.ledger.due_time(game)
    house.redis.zadd(due_key(partition_of(game)), {game: 1})
    assert LostDeadlines(house.games).restore() == 1
    assert house.ledger.due_time(game) == due


def test_a_deadline_that_no_longer_stands_is_taken_off(house: TimedHouse) -> None:
    game = house.begun()
    house.desk.submit(
        game, {"type": "pause_game", "reason": "rain"}, PlayerId("ref"), is_organizer=True
    )
    house.redis.zadd(due_key(partition_of(game)), {game: 1})
    assert LostDeadlines(house.games).restore() == 1
    assert house.ledger.due_time(game) is None


def test_where_nothing_is_wrong_nothing_is_changed(store: Store, house: TimedHouse) -> None:
    for _ in range(3):
        house.begun()
    before = store.dump()
    assert LostDeadlines(house.games).restore() == 0
    assert store.dump() == before


def test_what_has_not_changed_is_not_folded_again(
    house: TimedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [house.begun() for _ in range(3)]
    lost_deadlines = LostDeadlines(house.games)
    lost_deadlines.restore()
    lose(house, games[1])
    held: list[str] = []
    hold = house.games.hold
    monkeypatch.setattr(house.games, "hold", lambda game: held.append(game) or hold(game))
    assert lost_deadlines.restore() == 1
    assert held == [games[1]]
    assert lost_deadlines.restore() == 0
    assert held == [games[1]]


def test_a_game_that_cannot_be_read_stops_no_search(store: Store, house: TimedHouse) -> None:
    broken, sound = house.begun(), house.begun()
    break_chain(house, broken)
    lose(house, sound)
    assert LostDeadlines(house.another(store.client()).games).restore() == 1
