"""What the ledger promises of its store: the same on a fake, on every real Redis and on a Cluster.

The store looks into no commit, so these are opaque lines, chained by their hashes.
"""

from collections import Counter
from threading import Barrier, Thread
from typing import Any

import pytest

from eventlog import ledger as ledger_module
from eventlog.due_work import GameStatus
from eventlog.ledger import PAGE_SIZE, AppendResult, Ledger
from eventlog.redis_keys import (
    PARTITIONS,
    due_key,
    game_key,
    idempotency_key,
    index_key,
    is_storable,
    log_key,
    new_game_id,
    open_key,
    partition_of,
    quarantine_key,
    tag,
)
from tests.eventlog.streams import FOREIGN, GAME, OTHER, Stream, put
from tests.redises import Store, slot_of


@pytest.fixture
def ledger(store: Store) -> Ledger:
    return Ledger(store.client())


@pytest.fixture
def stream(ledger: Ledger) -> Stream:
    return Stream(ledger)


class Recording:
    """A client that can send its scripts again, as it does when no answer comes."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._sent: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def evalsha(self, *args: Any) -> Any:
        self._sent.append(args)
        return self._client.evalsha(*args)

    def send_again(self, number: int) -> Any:
        return self._client.evalsha(*self._sent[number - 1])


def index_of(ledger: Ledger, game: str = GAME) -> list[dict[bytes, bytes]]:
    return [fields for _, fields in ledger.redis.xrange(index_key(partition_of(game)))]


# Appending


def test_versions_are_dense_from_one(stream: Stream, ledger: Ledger) -> None:
    stream.grow(5)
    assert ledger.head(GAME) == 5
    assert ledger.read(GAME, 0) == list(enumerate(stream.lines, start=1))


def test_stored_bytes_are_read_back_to_the_last_bit(stream: Stream, ledger: Ledger) -> None:
    notes = (b"\x00", b"\xff\xfe", b"\r\n", b"'{p07}'", b"%s %d", "ż€🎲".encode(), b"x" * 70_000)
    for note in notes:
        stream.write(note)
        stream.send(stream.version)
    assert [line for _, line in ledger.read_all(GAME)] == stream.lines


def test_a_log_begins_with_its_header(stream: Stream, ledger: Ledger) -> None:
    stream.grow(2)
    assert ledger.header(GAME) == stream.header
    entries = ledger.redis.xrange(log_key(GAME))
    assert [entry for entry, _ in entries] == [b"0-1", b"1-0", b"2-0"]
    assert entries[0][1] == {b"header": stream.header}


def test_a_game_that_was_never_opened_has_nothing(ledger: Ledger) -> None:
    assert ledger.header(GAME) is None
    assert ledger.head(GAME) == 0
    assert ledger.read(GAME, 0) == []
    assert list(ledger.read_all(GAME)) == []
    assert ledger.version_of_key(GAME, "k") is None


@pytest.mark.parametrize("version", [1, 2, 3, 5, 40])
def test_a_version_that_is_not_the_next_conflicts_and_changes_nothing(
    store: Store, stream: Stream, version: int
) -> None:
    stream.grow(3)
    before = store.dump()
    # Another line than any that is there, chained to the true head.
    late = stream.write(b"late")
    sent = stream.ledger.append(
        GAME, version, late, stream.heads[3], header=stream.header, key="k", due=1
    )
    assert sent == AppendResult("conflict", 3)
    assert store.dump() == before


def test_a_line_chained_to_another_head_conflicts_and_changes_nothing(
    store: Store, stream: Stream
) -> None:
    stream.grow(3)
    before = store.dump()
    stream.write()
    for previous in (stream.heads[2], stream.heads[4], bytes(32), b""):
        assert stream.send(4, previous=previous, key="k") == AppendResult("conflict", 3)
    assert store.dump() == before


def test_a_game_that_is_not_there_has_no_second_version(store: Store, stream: Stream) -> None:
    stream.write()
    stream.write()
    assert stream.send(2) == AppendResult("conflict", 0)
    assert store.dump() == {}


def test_a_game_is_opened_once(store: Store, stream: Stream) -> None:
    stream.grow()
    before = store.dump()
    other = Stream(stream.ledger)
    other.write(b"other")
    assert other.send(1) == AppendResult("conflict", 1)
    assert store.dump() == before


def test_a_call_sent_again_by_its_client_counts_once(store: Store) -> None:
    client = Recording(store.client())
    Stream(Ledger(client)).grow(3)
    before = store.dump()
    for version in (3, 1, 2):
        # Also if others have come after it.
        assert client.send_again(version) == [b"appended", version]
    assert store.dump() == before


def test_the_same_bytes_in_another_call_are_late(store: Store, stream: Stream) -> None:
    # Two servers may be asked the same in the same millisecond: one of them has to judge again.
    stream.grow(3)
    before = store.dump()
    for version in (1, 2, 3):
        assert stream.send(version) == AppendResult("conflict", 3)
    assert store.dump() == before


def test_games_do_not_meet(stream: Stream, ledger: Ledger) -> None:
    others = [Stream(ledger, game).grow(2) for game in (OTHER, FOREIGN, GAME + "0", GAME[:-1])]
    stream.grow(3)
    for other in others:
        assert ledger.header(other.game) == other.header
        assert ledger.read(other.game, 0) == list(enumerate(other.lines, start=1))
    assert ledger.head(GAME) == 3


# Idempotency keys


def test_a_key_leads_to_its_version(stream: Stream, ledger: Ledger) -> None:
    stream.grow(2)
    stream.grow(key="k")
    stream.grow()
    assert ledger.version_of_key(GAME, "k") == 3
    assert ledger.version_of_key(GAME, "other") is None


def test_a_used_key_appends_nothing_and_tells_the_earlier_version(
    store: Store, stream: Stream
) -> None:
    stream.grow(2)
    stream.grow(key="k")
    stream.grow()
    before = store.dump()
    stream.write()
    assert stream.send(5, key="k") == AppendResult("repeated", 3)
    assert store.dump() == before


def test_a_used_key_comes_before_a_conflict(store: Store, stream: Stream) -> None:
    stream.grow(key="k")
    stream.grow(2)
    before = store.dump()
    assert stream.send(1, key="k") == AppendResult("repeated", 1)
    assert stream.send(3, key="k", previous=bytes(32)) == AppendResult("repeated", 1)
    assert store.dump() == before


def test_a_key_that_met_a_conflict_is_free(stream: Stream, ledger: Ledger) -> None:
    stream.grow(3)
    late = stream.write(b"late")
    assert ledger.append(GAME, 2, late, stream.heads[1], key="k").outcome == "conflict"
    assert ledger.version_of_key(GAME, "k") is None
    assert stream.send(4, key="k") == AppendResult("appended", 4)


def test_a_key_belongs_to_one_game(stream: Stream, ledger: Ledger) -> None:
    stream.grow(key="k")
    Stream(ledger, OTHER).grow(2).grow(key="k")
    assert ledger.version_of_key(GAME, "k") == 1
    assert ledger.version_of_key(OTHER, "k") == 3


# What changes in the same instant


def test_the_index_tells_every_append_in_order(stream: Stream, ledger: Ledger) -> None:
    beside = Stream(ledger, f"p07-{'1' * 32}")
    stream.grow(status="lobby")
    beside.grow(status="lobby")
    stream.grow(status="playing")
    entries = [(fields[b"game"].decode(), fields[b"version"]) for fields in index_of(ledger)]
    assert entries == [(GAME, b"1"), (beside.game, b"1"), (GAME, b"2")]
    assert [fields[b"status"] for fields in index_of(ledger)] == [b"lobby", b"lobby", b"playing"]


def test_the_index_is_trimmed(stream: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_module, "INDEX_LENGTH", 20)
    stream.grow(330)
    entries = index_of(stream.ledger)
    # It is cut where that is cheap, not at once.
    assert 20 <= len(entries) < 300
    assert [int(fields[b"version"]) for fields in entries][-20:] == list(range(311, 331))


@pytest.mark.parametrize("status", ["lobby", "playing", "over"])
def test_a_game_is_open_while_it_takes_commands(stream: Stream, status: GameStatus) -> None:
    stream.grow(2, status=status)
    assert list(stream.ledger.open_games()) == [GAME]


@pytest.mark.parametrize("status", ["closed", "moved"])
def test_a_game_that_takes_nothing_more_is_not_open(stream: Stream, status: GameStatus) -> None:
    stream.grow(2).end(status)
    assert list(stream.ledger.open_games()) == []


def test_a_game_is_due_from_its_time_on(stream: Stream, ledger: Ledger) -> None:
    stream.grow(due=1_767_225_600_123)
    assert list(ledger.due_games(1_767_225_600_122)) == []
    assert list(ledger.due_games(1_767_225_600_123)) == [GAME]
    stream.grow(due=1_767_225_600_200)
    assert list(ledger.due_games(1_767_225_600_199)) == [], "only the latest time counts"
    stream.grow()
    assert list(ledger.due_games(1_767_225_700_000)) == []


def test_what_has_waited_longest_is_due_first(ledger: Ledger) -> None:
    games = {f"p{partition:02}-{'0' * 32}": partition * 7 % 64 + 1 for partition in range(0, 64, 5)}
    for game, due in games.items():
        Stream(ledger, game).grow(due=due)
    assert list(ledger.due_games(64)) == sorted(games, key=lambda game: games[game])
    assert list(ledger.due_games(20)) == [
        game for game in sorted(games, key=lambda game: games[game]) if games[game] <= 20
    ]


def test_what_the_append_keeps_up_to_date_can_be_set_anew(store: Store, ledger: Ledger) -> None:
    statuses: list[tuple[GameStatus, int | None]] = [
        ("lobby", None),
        ("playing", 50),
        ("over", 7),
        ("closed", None),
        ("moved", None),
    ]
    games = [new_game_id() for _ in statuses]
    for game, (status, due) in zip(games, statuses, strict=True):
        Stream(ledger, game).grow().grow(status=status, due=due)
    kept = store.dump()
    for partition in range(PARTITIONS):
        ledger.redis.delete(open_key(partition))
        ledger.redis.delete(due_key(partition))
    assert store.dump() != kept
    for game, (status, due) in zip(games, statuses, strict=True):
        assert ledger.set_open_and_due(game, 2, "playing", 3)
        assert ledger.set_open_and_due(game, 2, status, due)
    assert store.dump() == kept


@pytest.mark.parametrize("version", [0, 2, 4])
def test_nothing_is_set_anew_from_another_version(
    store: Store, stream: Stream, ledger: Ledger, version: int
) -> None:
    # Whoever folded that far has missed a commit, and what is due since.
    stream.grow(2)
    stream.grow(due=50)
    kept = store.dump()
    assert not ledger.set_open_and_due(GAME, version, "closed", None)
    assert store.dump() == kept


def test_a_game_that_is_not_there_is_struck_off(store: Store, ledger: Ledger) -> None:
    assert ledger.set_open_and_due(GAME, 0, "playing", 3)
    assert ledger.set_open_and_due(GAME, 0, "closed", None)
    assert store.dump() == {}


# Keys


def test_all_keys_of_a_game_are_in_one_slot() -> None:
    for game in (GAME, FOREIGN, "x", "{p01}", "p64-" + "0" * 32, *(new_game_id(),) * 20):
        partition = partition_of(game)
        keys = (log_key(game), idempotency_key(game), game_key(game, "snapshot"))
        shared = (index_key(partition), open_key(partition), due_key(partition))
        slots = {slot_of(key) for key in (*keys, *shared, quarantine_key(partition))}
        assert slots == {slot_of(tag(partition))}
        assert slots == {slot_of(f"p{partition:02}")}


def test_nothing_is_written_outside_the_slot_of_the_game(store: Store, stream: Stream) -> None:
    stream.grow(key="k1", due=5)
    stream.ledger.quarantine(GAME, "broken")
    stream.grow(due=5)
    keys = [key.decode() for key in store.dump()]
    assert {slot_of(key) for key in keys} == {slot_of("p07")}
    assert len(keys) == 6


def test_new_ids_name_their_partition_and_carry_128_bits() -> None:
    games = {new_game_id() for _ in range(1_000)}
    assert len(games) == 1_000
    assert {partition_of(game) for game in games} == set(range(PARTITIONS))
    for game in games:
        assert is_storable(game)
        assert int(game[1:3]) == partition_of(game) == int(game[4:6], 16) % PARTITIONS
        assert len(bytes.fromhex(game[4:])) == 16
    assert new_game_id(bytes(32)) == new_game_id(bytes(32)) == "p00-" + "0" * 32


# Reading


def test_a_range_of_commits(stream: Stream, ledger: Ledger) -> None:
    stream.grow(9)

    def versions(*args: Any, **kwargs: Any) -> list[int]:
        return [version for version, _ in ledger.read(GAME, *args, **kwargs)]

    assert versions(0) == [*range(1, 10)]
    assert versions(4) == [5, 6, 7, 8, 9]
    assert versions(4, 6) == [5, 6]
    assert versions(4, 99) == [5, 6, 7, 8, 9]
    assert versions(4, 4) == versions(6, 4) == versions(9) == versions(99) == []
    assert versions(2, limit=3) == [3, 4, 5]
    assert versions(2, 4, limit=1) == [3]
    assert versions(0, 1) == [1]
    assert versions(0, 0) == [], "the header is no commit"


@pytest.mark.parametrize(
    "count", [PAGE_SIZE - 1, PAGE_SIZE, PAGE_SIZE + 1, 2 * PAGE_SIZE, 2 * PAGE_SIZE + 7]
)
def test_a_long_log_is_read_page_by_page(ledger: Ledger, count: int) -> None:
    lines = [(version, b"%d" % version) for version in range(1, count + 1)]
    put(ledger.redis, GAME, b"h", lines)
    assert list(ledger.read_all(GAME)) == lines
    assert list(ledger.read_all(GAME, after=3)) == lines[3:]
    assert list(ledger.read_all(GAME, until=count - 2)) == lines[:-2]
    assert len(ledger.read(GAME, 0)) == min(count, PAGE_SIZE)


# All games


def test_every_game_is_listed_once(ledger: Ledger) -> None:
    games = [FOREIGN, *(new_game_id() for _ in range(30))]
    for game in games:
        Stream(ledger, game).grow(key="k").end("closed")
    assert Counter(ledger.games()) == Counter(games)


def test_what_lies_beside_a_log_is_no_game(stream: Stream, ledger: Ledger) -> None:
    stream.grow()
    ledger.quarantine(GAME, "broken")
    ledger.redis.set(game_key(GAME, "snapshot"), b"")
    ledger.redis.set(game_key(GAME, "view:log"), b"a view of that name")
    assert list(ledger.games()) == [GAME]


def test_open_games_of_all_partitions_are_listed(ledger: Ledger) -> None:
    games = {new_game_id() for _ in range(20)}
    for i, game in enumerate(sorted(games)):
        Stream(ledger, game).grow(2).grow(status="closed" if i % 4 == 0 else "playing")
    assert set(ledger.open_games()) == {g for i, g in enumerate(sorted(games)) if i % 4}


# Quarantine


def test_a_quarantine_names_its_reason_until_it_is_taken_back(ledger: Ledger) -> None:
    for game in (GAME, OTHER):
        Stream(ledger, game).grow(due=5)
        ledger.quarantine(game, f"{game} ż")
    assert ledger.quarantined_games() == {GAME: f"{GAME} ż", OTHER: f"{OTHER} ż"}
    assert list(ledger.due_games(9)) == [], "no due work is run in it"
    ledger.quarantine(GAME, "another reason")
    ledger.release_from_quarantine(OTHER)
    assert ledger.quarantined_games() == {GAME: "another reason"}
    ledger.release_from_quarantine(GAME)
    ledger.release_from_quarantine(GAME)
    assert ledger.quarantined_games() == {}


# Races


def test_of_many_writers_on_one_version_exactly_one_wins(store: Store) -> None:
    writers, versions = 4, 12
    ledgers = [Ledger(store.client()) for _ in range(writers)]
    start, won = Barrier(writers), Counter[int]()

    def write(number: int) -> None:
        ledger = ledgers[number]
        for version in range(1, versions + 1):
            start.wait()
            stream = Stream(ledger)
            stream.lines = [line for _, line in ledger.read(GAME, 0, version - 1)]
            stream.heads += [bytes.fromhex(line[-66:-2].decode()) for line in stream.lines]
            stream.write(b"writer %d" % number)
            start.wait()
            if stream.send(version).outcome == "appended":
                won[version] += 1

    threads = [Thread(target=write, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert won == Counter(range(1, versions + 1))
    assert [version for version, _ in ledgers[0].read_all(GAME)] == list(range(1, versions + 1))
    assert len(index_of(ledgers[0])) == versions
