"""Live folds: one for each game and process, caught up with the log whenever it is held."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import RedisClusterException

from commands.desk import Desk, Opening
from domain.base.game import BASE
from domain.ids import PlayerId
from domain.table.state import CLOSED
from eventlog import snapshots
from eventlog.ledger import PAGE_SIZE
from eventlog.ledger_file import header_line, read_ledger
from eventlog.live_games import RECENT_COMMITS, LiveGames
from tests.commands.backend import MASTER, Backend, code_of, frozen
from tests.eventlog.forgeries import recorded
from tests.eventlog.streams import put
from tests.redises import Store, until


@pytest.fixture
def backend(store: Store) -> Backend:
    return Backend(store.client())


class CountingClient:
    """A client that counts its calls, and fails where a test wants it."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.calls: list[str] = []
        self.failures: dict[str, Exception] = {}

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._client, name)
        if not callable(found):
            return found

        def call(*args: Any, **kwargs: Any) -> Any:
            self.calls.append(name)
            if name in self.failures:
                raise self.failures[name]
            return found(*args, **kwargs)

        return call


# Holding


def test_a_game_that_is_held_is_caught_up_with_every_server(store: Store, backend: Backend) -> None:
    game = backend.lobby()
    other = Backend(store.client())
    for version, player in enumerate(("ada", "ben", "cyd"), start=2):
        other.do(game, player, "take_seat")
        assert backend.version(game) == version
        assert backend.frozen(game) == other.frozen(game)


def test_a_log_of_many_pages_is_folded_to_its_end(backend: Backend) -> None:
    ledger = read_ledger(recorded(seed="pages", max_turns=200))
    game, head = ledger.header.game, len(ledger.lines)
    assert head > PAGE_SIZE
    put(backend.redis, game, header_line(game, BASE), enumerate(ledger.lines, start=1))
    with backend.games.hold(game) as live:
        assert (live.version, live.folded.head) == (head, ledger.head)
        assert live.state.phase == CLOSED


def test_what_is_known_to_be_folded_costs_no_look_at_the_log(store: Store) -> None:
    client = CountingClient(store.client())
    backend = Backend(client)
    game = backend.lobby(seated=2)
    client.calls.clear()
    for known in (1, 2, 3):
        with backend.games.hold(game, known) as live:
            assert live.version == 3
    assert client.calls == []
    with backend.games.hold(game, 4) as live:
        assert live.version == 3
    assert client.calls == ["xrange"]


def test_one_thread_at_a_time_has_a_game(backend: Backend) -> None:
    game, other = backend.lobby(), backend.lobby()
    held, done = Event(), Event()

    def look() -> None:
        held.set()
        backend.version(game)
        done.set()

    with backend.games.hold(game):
        thread = Thread(target=look)
        thread.start()
        held.wait()
        assert not done.wait(0.05)
        assert backend.version(other) == 1, "other games are free"
    thread.join()
    assert done.is_set()


def test_a_refusal_leaves_the_fold_as_it_is(backend: Backend) -> None:
    game = backend.lobby(seated=1)
    with backend.games.hold(game) as live:
        chain = live.chain
    assert code_of(backend.do, game, "ada", "take_seat") == "seat/already_seated"
    with backend.games.hold(game) as live:
        assert live.chain is chain


def test_whatever_else_goes_wrong_the_fold_is_thrown_away(backend: Backend) -> None:
    game = backend.lobby(seated=1)

    def meddle() -> None:
        with backend.games.hold(game) as live:
            live.state.chairs[0].player = "nobody"
            raise ZeroDivisionError

    before = backend.frozen(game)
    with pytest.raises(ZeroDivisionError):
        meddle()
    assert not backend.games.is_loaded(game)
    assert backend.frozen(game) == before


def test_an_opening_that_came_to_nothing_leaves_nothing(store: Store, backend: Backend) -> None:
    with backend.games.hold("g", opening=BASE) as live:
        assert live.version == 0
    assert store.dump() == {}


def test_only_so_many_folds_are_kept(store: Store, backend: Backend) -> None:
    games = [backend.lobby(seated=i % 3) for i in range(6)]
    few = LiveGames(backend.ledger, max_games=2)
    for _ in range(2):
        for i, game in enumerate(games):
            with few.hold(game) as live:
                assert live.version == 1 + i % 3
    assert [few.is_loaded(game) for game in games] == [False] * 4 + [True] * 2


def test_games_that_could_not_be_opened_push_none_out(backend: Backend) -> None:
    game = backend.lobby()
    few = LiveGames(backend.ledger, max_games=2)
    with few.hold(game):
        pass
    desk = Desk(few, MASTER)
    for _ in range(3):
        opening = Opening("base", 9, {})
        assert code_of(desk.open_game, opening, PlayerId("ada")) == "options/players"
        assert code_of(few.chain_at, "nothing", 1) == "game/unknown"
    assert few.is_loaded(game)


# When the connection is lost


@pytest.mark.parametrize("error", [ConnectionLost("gone"), RedisClusterException("gone")])
@pytest.mark.parametrize("call", ["evalsha", "xrange"])
def test_a_lost_connection_leaves_nothing_half_done(
    store: Store, call: str, error: Exception
) -> None:
    client = CountingClient(store.client())
    backend = Backend(client)
    game = backend.lobby(seated=1)
    before = store.dump()
    client.failures[call] = error
    with pytest.raises(type(error)):
        backend.do(game, "ben", "take_seat")
    assert store.dump() == before
    assert not backend.games.is_loaded(game), "what was decided is thrown away"
    client.failures.clear()
    with backend.games.hold(game) as live:
        assert live.state.seat_of("ben") is None
    assert backend.do(game, "ben", "take_seat").version == 3


def test_a_snapshot_that_cannot_be_kept_fails_no_command(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "COMMITS_PER_SNAPSHOT", 2)
    client = CountingClient(store.client())
    backend = Backend(client)
    game = backend.lobby()
    client.failures["set"] = ConnectionLost("gone")
    assert backend.do(game, "ada", "take_seat").version == 2
    assert "set" in client.calls
    assert backend.do(game, "ben", "take_seat").version == 3


def test_a_connection_that_the_server_cut_is_made_anew(real_store: Store) -> None:
    backend = Backend(real_store.client())
    game = backend.lobby()
    for node in real_store.nodes():
        node.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    assert backend.do(game, "ada", "take_seat").version == 2


# Pages of commits


def test_the_latest_commits_come_from_memory(store: Store) -> None:
    client = CountingClient(store.client())
    backend = Backend(client)
    game = backend.lobby(seated=3)
    log = list(backend.ledger.read_all(game))
    client.calls.clear()
    for after in range(5):
        assert backend.games.commits_after(game, after, min_version=4) == log[after:]
    assert client.calls == []


def test_older_commits_come_from_the_log(store: Store, backend: Backend) -> None:
    game = backend.lobby()
    for _ in range(RECENT_COMMITS):
        backend.do(game, "ada", "take_seat")
        backend.do(game, "ada", "leave_seat")
    log = list(backend.ledger.read_all(game))
    for server in (backend, Backend(store.client())):
        for after in (0, 1, len(log) - RECENT_COMMITS - 1, len(log) - RECENT_COMMITS, len(log) - 1):
            assert server.games.commits_after(game, after) == log[after:]
        assert server.games.commits_after(game, len(log)) == []
        assert server.games.commits_after(game, len(log) + 5) == []


def test_pages_lead_to_the_head_with_nothing_missing_or_twice(
    store: Store, backend: Backend
) -> None:
    game = backend.played(40)
    log = list(backend.ledger.read_all(game))
    other = Backend(store.client())
    found: list[tuple[int, bytes]] = []
    while page := other.games.commits_after(game, len(found)):
        found += page
    assert found == log


def test_after_a_conflict_memory_holds_what_the_log_has(store: Store, backend: Backend) -> None:
    rival = Backend(store.client())
    game = backend.lobby()
    for i in range(6):
        (backend, rival)[i % 2].do(game, "ada", ("take_seat", "leave_seat")[i % 2])
    for server in (backend, rival):
        assert server.games.commits_after(game, 0) == list(backend.ledger.read_all(game))


# Time travel


def test_a_game_is_shown_as_it_was_at_every_version(backend: Backend) -> None:
    game = backend.played(30)
    for version in range(36):
        chain = backend.games.chain_at(game, version)
        assert chain.version == version
        assert frozen(chain) == backend.refolded(game, version)
        assert version == 0 or chain.at == backend.commits(game)[version - 1].at


@pytest.mark.parametrize("version", [-1, 4, 99, 2**70])
def test_a_version_that_the_game_does_not_have_is_refused(backend: Backend, version: int) -> None:
    game = backend.lobby(seated=2)
    assert code_of(backend.games.chain_at, game, version) == "game/no_such_version"
    assert code_of(backend.games.chain_at, "nothing", 1) == "game/unknown"


def test_a_look_into_the_past_leaves_the_present_alone(backend: Backend) -> None:
    game = backend.played(20)
    before = backend.frozen(game)
    backend.games.chain_at(game, 10).state.phase = "meddled with"
    assert backend.frozen(game) == before
    assert frozen(backend.games.chain_at(game, 10)) == backend.refolded(game, 10)


# Reading while somebody writes


def test_who_reads_while_others_write_sees_only_whole_commits(
    store: Store, backend: Backend
) -> None:
    game = backend.lobby()
    stop = Event()
    seen: list[tuple[int, bytes]] = []

    def read() -> None:
        reader = Backend(store.client())
        while not stop.is_set():
            with reader.games.hold(game) as live:
                seen.append((live.version, frozen(live.folded)))

    thread = Thread(target=read)
    thread.start()
    for _ in range(20):
        backend.do(game, "ada", "take_seat")
        backend.do(game, "ada", "leave_seat")
    until(lambda: seen and seen[-1][0] == 41, "the reader has seen the last commit")
    stop.set()
    thread.join()
    assert [version for version, _ in seen] == sorted(version for version, _ in seen)
    for version, state in {pair[0]: pair for pair in seen}.values():
        assert state == backend.refolded(game, version)


def test_a_game_that_is_being_opened_is_there_or_unknown(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It is opened between two looks of a reader.
    backend, reader = Backend(store.client()), Backend(store.client())
    header: Callable[[str], bytes | None] = reader.ledger.header

    def opened_meanwhile(game: str) -> bytes | None:
        found = header(game)
        if found is None:
            assert backend.open(key="k").game == game
        return found

    game = Backend(store.client()).open(key="k").game
    store.wipe()
    monkeypatch.setattr(reader.ledger, "header", opened_meanwhile)
    assert reader.version(game) == 1
    assert reader.ledger.quarantined_games() == {}


def test_a_log_put_back_from_an_export_is_read_as_it_was(store: Store, backend: Backend) -> None:
    game = backend.played(10)
    header, log = backend.ledger.header(game), list(backend.ledger.read_all(game))
    before = backend.frozen(game)
    store.wipe()
    put(backend.redis, game, header, log)
    assert Backend(store.client()).frozen(game) == before
