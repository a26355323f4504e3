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
from tests.commands.house import PLAYERS, House, code_of, play
from tests.commands.writing import Writer
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
def interrupt(monkeypatch: pytest.MonkeyPatch) -> Callable[[House, Callable[[], Any]], None]:
    """Let something happen after a server has decided, and before it appends."""

    def install(house: House, meanwhile: Callable[[], Any]) -> None:
        append = house.ledger.append

        def too_late(*args: Any, **kwargs: Any) -> Any:
            monkeypatch.setattr(house.ledger, "append", append)
            meanwhile()
            return append(*args, **kwargs)

        monkeypatch.setattr(house.ledger, "append", too_late)

    return install


Interrupt = Callable[[House, Callable[[], Any]], None]


# The slower one is judged again


def test_who_names_no_seat_gets_the_next_one(store: Store, interrupt: Interrupt) -> None:
    house, rival = House(store.client()), House(store.client())
    game = house.lobby()
    interrupt(house, lambda: rival.do(game, "ben", "take_seat"))
    receipt = house.do(game, "ada", "take_seat")
    assert receipt.version == 3
    with rival.games.hold(game) as live:
        assert [chair.player for chair in live.state.chairs] == ["ben", "ada", None]
    assert house.frozen(game) == rival.frozen(game) == house.refolded(game, 3)


def test_who_builds_where_another_device_has_built_is_refused_by_the_rules(
    store: Store, interrupt: Interrupt
) -> None:
    house, rival = House(store.client()), House(store.client())
    game = house.started()
    interrupt(house, lambda: rival.guarded(game, "ada", PLACE))
    assert code_of(house.guarded, game, "ada", PLACE) == "founding/road_due"
    assert house.version(game) == 6
    assert house.frozen(game) == rival.frozen(game) == house.refolded(game, 6)


def test_who_wants_a_seat_that_has_just_gone_is_refused_by_the_rules(
    store: Store, interrupt: Interrupt
) -> None:
    house, rival = House(store.client()), House(store.client())
    game = house.lobby()
    interrupt(house, lambda: rival.do(game, "ben", "take_seat", seat=2))
    assert code_of(house.do, game, "ada", "take_seat", seat=2) == "seat/taken"
    assert house.do(game, "ada", "take_seat", seat=1).version == 3


def test_who_pinned_a_version_is_told_that_it_has_moved(store: Store, interrupt: Interrupt) -> None:
    house, rival = House(store.client()), House(store.client())
    game = house.lobby()
    interrupt(house, lambda: rival.do(game, "ben", "take_seat"))
    assert code_of(house.guarded, game, "ada", TAKE, version=1) == "command/version_moved"


def test_the_same_wish_on_two_servers_is_carried_out_once(
    store: Store, interrupt: Interrupt
) -> None:
    house, rival = House(store.client()), House(store.client())
    game = house.lobby()
    receipts: list[Receipt] = []
    interrupt(house, lambda: receipts.append(rival.guarded(game, "ada", TAKE, key="k")))
    receipts.append(house.guarded(game, "ada", TAKE, key="k"))
    assert receipts[0] == receipts[1]
    assert house.version(game) == 2


def test_another_wish_with_the_same_key_on_two_servers_is_refused(
    store: Store, interrupt: Interrupt
) -> None:
    house, rival = House(store.client()), House(store.client())
    game = house.lobby()
    interrupt(house, lambda: rival.guarded(game, "ada", {**TAKE, "seat": 1}, key="k"))
    assert code_of(house.guarded, game, "ada", TAKE, key="k") == "command/key_reused"


def test_a_wish_that_is_refused_because_it_was_just_carried_out_has_its_receipt(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The other server appends after this one has refused, before it looks for the key.
    house, rival = House(store.client()), House(store.client())
    game = house.lobby(seated=3)
    start = {"type": "start_game"}
    version_of_key = house.ledger.version_of_key
    receipts: list[Receipt] = []

    def too_late(*args: Any) -> int | None:
        if not receipts:
            receipts.append(rival.guarded(game, "ada", start, key="k"))
        return version_of_key(*args)

    monkeypatch.setattr(house.ledger, "version_of_key", too_late)
    assert house.guarded(game, "ada", start, key="k", version=3) == receipts[0]


def test_the_same_game_opened_on_two_servers_is_one(store: Store, interrupt: Interrupt) -> None:
    house, rival = House(store.client()), House(store.client())
    receipts: list[Receipt] = []
    interrupt(house, lambda: receipts.append(rival.open(key="k")))
    receipts.append(house.open(key="k"))
    assert receipts[0] == receipts[1]
    assert house.version(receipts[0].game) == 1


def test_a_game_closed_by_two_workers_is_closed_once(store: Store, interrupt: Interrupt) -> None:
    house, rival = House(store.client()), House(store.client())
    game = house.started()
    house.desk.void_game(game, "supper")
    interrupt(house, lambda: rival.desk.close_game(game))
    assert code_of(house.desk.close_game, game) == "game/closed"
    assert house.verdict(game, allow_open=False).status == VerificationStatus.SOUND


# Threads


def test_of_two_devices_that_build_at_once_one_wins(store: Store) -> None:
    # With clocks that stand still they would even write the same bytes.
    houses = [House(store.client(), clock=lambda: 7) for _ in range(2)]
    games = [houses[0].started() for _ in range(4)]
    for game in games:
        assert houses[1].version(game) == 5
        outcomes = at_once(*(partial(house.guarded, game, "ada", PLACE) for house in houses))
        assert "founding/road_due" in outcomes
        assert [type(one) for one in outcomes if one != "founding/road_due"] == [Receipt]
        assert houses[0].frozen(game) == houses[1].frozen(game) == houses[0].refolded(game, 6)


def test_players_who_sit_down_at_once_all_get_a_seat(store: Store) -> None:
    houses = [House(store.client()) for _ in PLAYERS]
    games = [houses[0].lobby() for _ in range(4)]
    for game in games:
        wishes = zip(houses, PLAYERS, strict=True)
        outcomes = at_once(*(partial(house.do, game, who, "take_seat") for house, who in wishes))
        assert sorted(receipt.version for receipt in outcomes) == [2, 3, 4]
        with houses[0].games.hold(game) as live:
            assert sorted(chair.player for chair in live.state.chairs) == sorted(PLAYERS)


def test_a_wish_sent_many_times_at_once_is_carried_out_once(store: Store) -> None:
    houses = [House(store.client()) for _ in range(3)]
    game = houses[0].lobby()
    taken = at_once(*(partial(house.guarded, game, "ada", TAKE, "k") for house in houses * 3))
    assert taken == [taken[0]] * 9
    assert houses[0].version(game) == 2
    opened = at_once(*(partial(house.open, key="k") for house in houses * 3))
    assert opened == [opened[0]] * 9


def test_a_hundred_threads_on_one_game_leave_a_dense_verified_chain(
    real_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 25)
    houses = [House(real_store.client()) for _ in range(3)]
    game = houses[0].started()

    outcomes = at_once(
        *(partial(playing, houses[number % 3], game, f"{number}") for number in range(100))
    )
    receipts = [receipt for outcome in outcomes for receipt in outcome]
    assert len(receipts) == 200
    check_chain(houses, game, {receipt.version: receipt.hash for receipt in receipts})


def playing(house: House, game: str, name: str) -> list[Receipt]:
    """Two moves, however often others are faster."""
    return list(islice(play(house, game, name, moves=10_000), 2))


def check_chain(houses: list[House], game: str, told: dict[int, str]) -> None:
    """Dense, with just the commits whose receipts were given, and verified to its end."""
    house = houses[0]
    commits = house.commits(game)
    assert [commit.version for commit in commits] == [*range(1, len(commits) + 1)]
    assert told == {commit.version: commit.hash for commit in commits[5:]}
    assert house.verdict(game).status == VerificationStatus.SOUND
    for other in houses:
        assert other.frozen(game) == house.refolded(game, len(commits))
    house.desk.void_game(game, "enough")
    house.desk.close_game(game)
    verdict = house.verdict(game, allow_open=False)
    assert (verdict.status, verdict.commits) == (VerificationStatus.SOUND, len(commits) + 2)


# Processes


def test_processes_on_one_game_leave_a_dense_verified_chain(real_store: Store) -> None:
    house = House(real_store.client())
    game = house.started()
    with ExitStack() as stack:
        writers = [
            stack.enter_context(Writer(real_store.url, game, name, 30)) for name in ("a", "b")
        ]
        for writer in writers:
            writer.start()
        told = [dict(writer.receipts()) for writer in writers]
    assert not told[0].keys() & told[1].keys(), "each version was won by one"
    check_chain([house], game, told[0] | told[1])
