"""Lost deadlines: a deadline that got lost in Redis is restored from the log."""

import pytest

from domain.ids import PlayerId
from eventlog.redis_keys import due_key, partition_of
from tests.clocks.backend import TimedBackend
from tests.redises import Store
from tests.workers.test_due_games import break_chain
from workers.due_games import DueGames
from workers.lost_deadlines import LostDeadlines


@pytest.fixture
def backend(store: Store) -> TimedBackend:
    return TimedBackend(store.client())


def lose(backend: TimedBackend, game: str) -> int | None:
    due = backend.ledger.due_time(game)
    backend.redis.zrem(due_key(partition_of(game)), game)
    return due


def test_what_was_lost_is_noted_again_and_happens(store: Store, backend: TimedBackend) -> None:
    games = [backend.begun() for _ in range(4)]
    due = [lose(backend, game) for game in games[:2]]
    other = backend.another(store.client())
    assert LostDeadlines(other.games).restore() == 2
    assert [backend.ledger.due_time(game) for game in games[:2]] == due
    backend.time.passes(40)
    assert DueGames(backend.desk).sweep() == 4


def test_a_wrong_time_is_put_right(backend: TimedBackend) -> None:
    game = backend.begun()
    due = backend.ledger.due_time(game)
    backend.redis.zadd(due_key(partition_of(game)), {game: 1})
    assert LostDeadlines(backend.games).restore() == 1
    assert backend.ledger.due_time(game) == due


def test_a_deadline_that_no_longer_stands_is_taken_off(backend: TimedBackend) -> None:
    game = backend.begun()
    backend.desk.submit(
        game, {"type": "pause_game", "reason": "rain"}, PlayerId("ref"), is_organizer=True
    )
    backend.redis.zadd(due_key(partition_of(game)), {game: 1})
    assert LostDeadlines(backend.games).restore() == 1
    assert backend.ledger.due_time(game) is None


def test_where_nothing_is_wrong_nothing_is_changed(store: Store, backend: TimedBackend) -> None:
    for _ in range(3):
        backend.begun()
    before = store.dump()
    assert LostDeadlines(backend.games).restore() == 0
    assert store.dump() == before


def test_what_has_not_changed_is_not_folded_again(
    backend: TimedBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [backend.begun() for _ in range(3)]
    lost_deadlines = LostDeadlines(backend.games)
    lost_deadlines.restore()
    lose(backend, games[1])
    held: list[str] = []
    hold = backend.games.hold
    monkeypatch.setattr(backend.games, "hold", lambda game: held.append(game) or hold(game))
    assert lost_deadlines.restore() == 1
    assert held == [games[1]]
    assert lost_deadlines.restore() == 0
    assert held == [games[1]]


def test_a_game_that_cannot_be_read_stops_no_search(store: Store, backend: TimedBackend) -> None:
    broken, sound = backend.begun(), backend.begun()
    break_chain(backend, broken)
    lose(backend, sound)
    assert LostDeadlines(backend.another(store.client()).games).restore() == 1
