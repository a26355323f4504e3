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
from eventlog.ledger import PAGE
from eventlog.ledger_file import header_line, read_ledger
from eventlog.live_games import RECENT, LiveGames
from tests.commands.house import MASTER, House, code_of, frozen
from tests.eventlog.forging import recorded
from tests.eventlog.streams import put
from tests.redises import Store, until


@pytest.fixture
def house(store: Store) -> House:
    return House(store.client())


class Watched:
    """A client that counts its calls, and fails when it is told to."""

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


def test_a_game_that_is_held_is_caught_up_with_every_server(store: Store, house: House) -> None:
    game = house.lobby()
    other = House(store.client())
    for version, player in enumerate(("ada", "ben", "cyd"), start=2):
        other.do(game, player, "take_seat")
        assert house.version(game) == version
        assert house.frozen(game) == other.frozen(game)


def test_a_log_of_many_pages_is_folded_to_its_end(house: House) -> None:
    ledger = read_ledger(recorded(seed="pages", max_turns=200))
    game, head = ledger.header.game, len(ledger.lines)
    assert head > PAGE
    put(house.redis, game, header_line(game, BASE), enumerate(ledger.lines, start=1))
    with house.games.hold(game) as live:
        assert (live.version, live.folded.head) == (head, ledger.head)
        assert live.state.phase == CLOSED


def test_what_is_known_to_be_folded_costs_no_look_at_the_log(store: Store) -> None:
    client = Watched(store.client())
    house = House(client)
    game = house.lobby(seated=2)
    client.calls.clear()
    for known in (1, 2, 3):
        with house.games.hold(game, known) as live:
            assert live.version == 3
    assert client.calls == []
    with house.games.hold(game, 4) as live:
        assert live.version == 3
    assert client.calls == ["xrange"]


def test_one_thread_at_a_time_has_a_game(house: House) -> None:
    game, other = house.lobby(), house.lobby()
    held, done = Event(), Event()

    def look() -> None:
        held.set()
        house.version(game)
        done.set()

    with house.games.hold(game):
        thread = Thread(target=look)
        thread.start()
        held.wait()
        assert not done.wait(0.05)
        assert house.version(other) == 1, "other games are free"
    thread.join()
    assert done.is_set()


def test_a_refusal_leaves_the_fold_as_it_is(house: House) -> None:
    game = house.lobby(seated=1)
    with house.games.hold(game) as live:
        chain = live.chain
    assert code_of(house.do, game, "ada", "take_seat") == "seat/already_seated"
    with house.games.hold(game) as live:
        assert live.chain is chain


def test_whatever_else_goes_wrong_the_fold_is_thrown_away(house: House) -> None:
    game = house.lobby(seated=1)

    def meddle() -> None:
        with house.games.hold(game) as live:
            live.state.chairs[0].player = "nobody"
            raise ZeroDivisionError

    before = house.frozen(game)
    with pytest.raises(ZeroDivisionError):
        meddle()
    assert not house.games.is_hot(game)
    assert house.frozen(game) == before


def test_an_opening_that_came_to_nothing_leaves_nothing(store: Store, house: House) -> None:
    with house.games.hold("g", opening=BASE) as live:
        assert live.version == 0
    assert store.dump() == {}


def test_only_so_many_folds_are_kept(store: Store, house: House) -> None:
    games = [house.lobby(seated=i % 3) for i in range(6)]
    few = LiveGames(house.ledger, kept=2)
    for _ in range(2):
        for i, game in enumerate(games):
            with few.hold(game) as live:
                assert live.version == 1 + i % 3
    assert [few.is_hot(game) for game in games] == [False] * 4 + [True] * 2


def test_games_that_could_not_be_opened_push_none_out(house: House) -> None:
    game = house.lobby()
    few = LiveGames(house.ledger, kept=2)
    with few.hold(game):
        pass
    desk = Desk(few, MASTER)
    for _ in range(3):
        opening = Opening("base", 9, {})
        assert code_of(desk.open_game, opening, PlayerId("ada")) == "options/players"
        assert code_of(few.chain_at, "nothing", 1) == "game/unknown"
    assert few.is_hot(game)


# When the connection is lost


@pytest.mark.parametrize("error", [ConnectionLost("gone"), RedisClusterException("gone")])
@pytest.mark.parametrize("call", ["evalsha", "xrange"])
def test_a_lost_connection_leaves_nothing_half_done(
    store: Store, call: str, error: Exception
) -> None:
    client = Watched(store.client())
    house = House(client)
    game = house.lobby(seated=1)
    before = store.dump()
    client.failures[call] = error
    with pytest.raises(type(error)):
        house.do(game, "ben", "take_seat")
    assert store.dump() == before
    assert not house.games.is_hot(game), "what was decided is thrown away"
    client.failures.clear()
    with house.games.hold(game) as live:
        assert live.state.seat_of("ben") is None
    assert house.do(game, "ben", "take_seat").version == 3


def test_a_snapshot_that_cannot_be_kept_fails_no_command(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 2)
    client = Watched(store.client())
    house = House(client)
    game = house.lobby()
    client.failures["set"] = ConnectionLost("gone")
    assert house.do(game, "ada", "take_seat").version == 2
    assert "set" in client.calls
    assert house.do(game, "ben", "take_seat").version == 3


def test_a_connection_that_the_server_cut_is_made_anew(real_store: Store) -> None:
    house = House(real_store.client())
    game = house.lobby()
    for node in real_store.nodes():
        node.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
    assert house.do(game, "ada", "take_seat").version == 2


# Pages of commits


def test_the_latest_commits_come_from_memory(store: Store) -> None:
    client = Watched(store.client())
    house = House(client)
    game = house.lobby(seated=3)
    log = list(house.ledger.read_all(game))
    client.calls.clear()
    for after in range(5):
        assert house.games.since(game, after, known=4) == log[after:]
    assert client.calls == []


def test_older_commits_come_from_the_log(store: Store, house: House) -> None:
    game = house.lobby()
    for _ in range(RECENT):
        house.do(game, "ada", "take_seat")
        house.do(game, "ada", "leave_seat")
    log = list(house.ledger.read_all(game))
    for server in (house, House(store.client())):
        for after in (0, 1, len(log) - RECENT - 1, len(log) - RECENT, len(log) - 1):
            assert server.games.since(game, after) == log[after:]
        assert server.games.since(game, len(log)) == []
        assert server.games.since(game, len(log) + 5) == []


def test_pages_lead_to_the_head_with_nothing_missing_or_twice(store: Store, house: House) -> None:
    game = house.played(40)
    log = list(house.ledger.read_all(game))
    other = House(store.client())
    found: list[tuple[int, bytes]] = []
    while page := other.games.since(game, len(found)):
        found += page
    assert found == log


def test_after_a_conflict_memory_holds_what_the_log_has(store: Store, house: House) -> None:
    rival = House(store.client())
    game = house.lobby()
    for i in range(6):
        (house, rival)[i % 2].do(game, "ada", ("take_seat", "leave_seat")[i % 2])
    for server in (house, rival):
        assert server.games.since(game, 0) == list(house.ledger.read_all(game))


# Time travel


def test_a_game_is_shown_as_it_was_at_every_version(house: House) -> None:
    game = house.played(30)
    for version in range(36):
        chain = house.games.chain_at(game, version)
        assert chain.version == version
        assert frozen(chain) == house.refolded(game, version)
        assert version == 0 or chain.at == house.commits(game)[version - 1].at


@pytest.mark.parametrize("version", [-1, 4, 99, 2**70])
def test_a_version_that_the_game_does_not_have_is_refused(house: House, version: int) -> None:
    game = house.lobby(seated=2)
    assert code_of(house.games.chain_at, game, version) == "game/no_such_version"
    assert code_of(house.games.chain_at, "nothing", 1) == "game/unknown"


def test_a_look_into_the_past_leaves_the_present_alone(house: House) -> None:
    game = house.played(20)
    before = house.frozen(game)
    house.games.chain_at(game, 10).state.phase = "meddled with"
    assert house.frozen(game) == before
    assert frozen(house.games.chain_at(game, 10)) == house.refolded(game, 10)


# Reading while somebody writes


def test_who_reads_while_others_write_sees_only_whole_commits(store: Store, house: House) -> None:
    game = house.lobby()
    stop = Event()
    seen: list[tuple[int, bytes]] = []

    def read() -> None:
        reader = House(store.client())
        while not stop.is_set():
            with reader.games.hold(game) as live:
                seen.append((live.version, frozen(live.folded)))

    thread = Thread(target=read)
    thread.start()
    for _ in range(20):
        house.do(game, "ada", "take_seat")
        house.do(game, "ada", "leave_seat")
    until(lambda: seen and seen[-1][0] == 41, "the reader has seen the last commit")
    stop.set()
    thread.join()
    assert [version for version, _ in seen] == sorted(version for version, _ in seen)
    for version, state in {pair[0]: pair for pair in seen}.values():
        assert state == house.refolded(game, version)


def test_a_game_that_is_being_opened_is_there_or_unknown(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It is opened between two looks of a reader.
    house, reader = House(store.client()), House(store.client())
    header: Callable[[str], bytes | None] = reader.ledger.header

    def opened_meanwhile(game: str) -> bytes | None:
        told = header(game)
        if told is None:
            assert house.open(key="k").game == game
        return told

    game = House(store.client()).open(key="k").game
    store.wipe()
    monkeypatch.setattr(reader.ledger, "header", opened_meanwhile)
    assert reader.version(game) == 1
    assert reader.ledger.quarantined() == {}


def test_a_log_put_back_from_an_export_is_read_as_it_was(store: Store, house: House) -> None:
    game = house.played(10)
    header, log = house.ledger.header(game), list(house.ledger.read_all(game))
    before = house.frozen(game)
    store.wipe()
    put(house.redis, game, header, log)
    assert House(store.client()).frozen(game) == before
