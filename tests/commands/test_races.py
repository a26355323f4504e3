"""Races: of two writers on one version one wins, and the other is judged again."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from itertools import islice
from threading import Barrier, Thread
from typing import Any

import pytest

from commands.carrier import Receipt
from domain.refusals import RuleViolation
from eventlog import snapshots
from eventlog.verification import VerificationStatus
from tests.commands.backend import PLAYERS, Backend, code_of, play
from tests.commands.writer_process import Writer
from tests.redises import Store

TAKE = {"type": "take_seat"}
PLACE = {"type": "place_settlement", "node": 10}


def at_once(*wishes: Callable[[], Any]) -> list[Any]:
    """Carry out wishes in threads that start together; a refusal counts as its code."""
    start = Barrier(len(wishes))
    outcomes: list[Any] = [None] * len(wishes)

    def carry_out(number: int) -> None:
        start.wait()
        try:
            outcomes[number] = wishes[number]()
        except RuleViolation as refusal:
            outcomes[number] = refusal.code

    threads = [Thread(target=carry_out, args=(number,)) for number in range(len(wishes))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.fixture
def interrupt(monkeypatch: pytest.MonkeyPatch) -> Callable[[Backend, Callable[[], Any]], None]:
    """Let something happen after a server has decided, and before it appends."""

    def install(backend: Backend, meanwhile: Callable[[], Any]) -> None:
        append = backend.ledger.append

        def too_late(*args: Any, **kwargs: Any) -> Any:
            monkeypatch.setattr(backend.ledger, "append", append)
            meanwhile()
            return append(*args, **kwargs)

        monkeypatch.setattr(backend.ledger, "append", too_late)

    return install


Interrupt = Callable[[Backend, Callable[[], Any]], None]


# The slower one is judged again


def test_who_names_no_seat_gets_the_next_one(store: Store, interrupt: Interrupt) -> None:
    backend, rival = Backend(store.client()), Backend(store.client())
    game = backend.lobby()
    interrupt(backend, lambda: rival.do(game, "ben", "take_seat"))
    receipt = backend.do(game, "ada", "take_seat")
    assert receipt.version == 3
    with rival.games.hold(game) as live:
        assert [chair.player for chair in live.state.chairs] == ["ben", "ada", None]
    assert backend.frozen(game) == rival.frozen(game) == backend.refolded(game, 3)


def test_who_builds_where_another_device_has_built_is_refused_by_the_rules(
    store: Store, interrupt: Interrupt
) -> None:
    backend, rival = Backend(store.client()), Backend(store.client())
    game = backend.started()
    interrupt(backend, lambda: rival.guarded(game, "ada", PLACE))
    assert code_of(backend.guarded, game, "ada", PLACE) == "founding/road_due"
    assert backend.version(game) == 6
    assert backend.frozen(game) == rival.frozen(game) == backend.refolded(game, 6)


def test_who_wants_a_seat_that_has_just_gone_is_refused_by_the_rules(
    store: Store, interrupt: Interrupt
) -> None:
    backend, rival = Backend(store.client()), Backend(store.client())
    game = backend.lobby()
    interrupt(backend, lambda: rival.do(game, "ben", "take_seat", seat=2))
    assert code_of(backend.do, game, "ada", "take_seat", seat=2) == "seat/taken"
    assert backend.do(game, "ada", "take_seat", seat=1).version == 3


def test_who_pinned_a_version_is_told_that_it_has_moved(store: Store, interrupt: Interrupt) -> None:
    backend, rival = Backend(store.client()), Backend(store.client())
    game = backend.lobby()
    interrupt(backend, lambda: rival.do(game, "ben", "take_seat"))
    assert code_of(backend.guarded, game, "ada", TAKE, version=1) == "command/version_moved"


def test_the_same_wish_on_two_servers_is_carried_out_once(
    store: Store, interrupt: Interrupt
) -> None:
    backend, rival = Backend(store.client()), Backend(store.client())
    game = backend.lobby()
    receipts: list[Receipt] = []
    interrupt(backend, lambda: receipts.append(rival.guarded(game, "ada", TAKE, key="k")))
    receipts.append(backend.guarded(game, "ada", TAKE, key="k"))
    assert receipts[0] == receipts[1]
    assert backend.version(game) == 2


def test_another_wish_with_the_same_key_on_two_servers_is_refused(
    store: Store, interrupt: Interrupt
) -> None:
    backend, rival = Backend(store.client()), Backend(store.client())
    game = backend.lobby()
    interrupt(backend, lambda: rival.guarded(game, "ada", {**TAKE, "seat": 1}, key="k"))
    assert code_of(backend.guarded, game, "ada", TAKE, key="k") == "command/key_reused"


def test_a_wish_that_is_refused_because_it_was_just_carried_out_has_its_receipt(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The other server appends after this one has refused, before it looks for the key.
    backend, rival = Backend(store.client()), Backend(store.client())
    game = backend.lobby(seated=3)
    start = {"type": "start_game"}
    version_of_key = backend.ledger.version_of_key
    receipts: list[Receipt] = []

    def too_late(*args: Any) -> int | None:
        if not receipts:
            receipts.append(rival.guarded(game, "ada", start, key="k"))
        return version_of_key(*args)

    monkeypatch.setattr(backend.ledger, "version_of_key", too_late)
    assert backend.guarded(game, "ada", start, key="k", version=3) == receipts[0]


def test_the_same_game_opened_on_two_servers_is_one(store: Store, interrupt: Interrupt) -> None:
    backend, rival = Backend(store.client()), Backend(store.client())
    receipts: list[Receipt] = []
    interrupt(backend, lambda: receipts.append(rival.open(key="k")))
    receipts.append(backend.open(key="k"))
    assert receipts[0] == receipts[1]
    assert backend.version(receipts[0].game) == 1


def test_a_game_closed_by_two_workers_is_closed_once(store: Store, interrupt: Interrupt) -> None:
    backend, rival = Backend(store.client()), Backend(store.client())
    game = backend.started()
    backend.desk.void_game(game, "supper")
    interrupt(backend, lambda: rival.desk.close_game(game))
    assert code_of(backend.desk.close_game, game) == "game/closed"
    assert backend.verdict(game, allow_open=False).status == VerificationStatus.SOUND


# Threads


def test_of_two_devices_that_build_at_once_one_wins(store: Store) -> None:
    # With clocks that stand still they would even write the same bytes.
    backends = [Backend(store.client(), clock=lambda: 7) for _ in range(2)]
    games = [backends[0].started() for _ in range(4)]
    for game in games:
        assert backends[1].version(game) == 5
        outcomes = at_once(*(partial(backend.guarded, game, "ada", PLACE) for backend in backends))
        assert "founding/road_due" in outcomes
        assert [type(one) for one in outcomes if one != "founding/road_due"] == [Receipt]
        assert backends[0].frozen(game) == backends[1].frozen(game) == backends[0].refolded(game, 6)


def test_players_who_sit_down_at_once_all_get_a_seat(store: Store) -> None:
    backends = [Backend(store.client()) for _ in PLAYERS]
    games = [backends[0].lobby() for _ in range(4)]
    for game in games:
        wishes = zip(backends, PLAYERS, strict=True)
        outcomes = at_once(
            *(partial(backend.do, game, who, "take_seat") for backend, who in wishes)
        )
        assert sorted(receipt.version for receipt in outcomes) == [2, 3, 4]
        with backends[0].games.hold(game) as live:
            assert sorted(chair.player for chair in live.state.chairs) == sorted(PLAYERS)


def test_a_wish_sent_many_times_at_once_is_carried_out_once(store: Store) -> None:
    backends = [Backend(store.client()) for _ in range(3)]
    game = backends[0].lobby()
    taken = at_once(*(partial(backend.guarded, game, "ada", TAKE, "k") for backend in backends * 3))
    assert taken == [taken[0]] * 9
    assert backends[0].version(game) == 2
    opened = at_once(*(partial(backend.open, key="k") for backend in backends * 3))
    assert opened == [opened[0]] * 9


def test_a_hundred_threads_on_one_game_leave_a_dense_verified_chain(
    real_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "COMMITS_PER_SNAPSHOT", 25)
    backends = [Backend(real_store.client()) for _ in range(3)]
    game = backends[0].started()

    outcomes = at_once(
        *(partial(playing, backends[number % 3], game, f"{number}") for number in range(100))
    )
    receipts = [receipt for outcome in outcomes for receipt in outcome]
    assert len(receipts) == 200
    check_chain(backends, game, {receipt.version: receipt.hash for receipt in receipts})


def playing(backend: Backend, game: str, name: str) -> list[Receipt]:
    """Two moves, however often others are faster."""
    return list(islice(play(backend, game, name, moves=10_000), 2))


def check_chain(backends: list[Backend], game: str, receipts: dict[int, str]) -> None:
    """Dense, with just the commits whose receipts were given, and verified to its end."""
    backend = backends[0]
    commits = backend.commits(game)
    assert [commit.version for commit in commits] == [*range(1, len(commits) + 1)]
    assert receipts == {commit.version: commit.hash for commit in commits[5:]}
    assert backend.verdict(game).status == VerificationStatus.SOUND
    for other in backends:
        assert other.frozen(game) == backend.refolded(game, len(commits))
    backend.desk.void_game(game, "enough")
    backend.desk.close_game(game)
    verdict = backend.verdict(game, allow_open=False)
    assert (verdict.status, verdict.commits) == (VerificationStatus.SOUND, len(commits) + 2)


# Processes


def test_processes_on_one_game_leave_a_dense_verified_chain(real_store: Store) -> None:
    backend = Backend(real_store.client())
    game = backend.started()
    with ExitStack() as stack:
        writers = [
            stack.enter_context(Writer(real_store.url, game, name, 30)) for name in ("a", "b")
        ]
        for writer in writers:
            writer.start()
        receipts = [dict(writer.receipts()) for writer in writers]
    assert not receipts[0].keys() & receipts[1].keys(), "each version was won by one"
    check_chain([backend], game, receipts[0] | receipts[1])
