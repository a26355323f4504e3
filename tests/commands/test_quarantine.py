"""A game whose chain does not verify is closed to commands, while the others go on."""

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from domain.ids import PlayerId
from domain.refusals import RuleViolation
from eventlog import snapshots
from eventlog.keys import idempotency_key, log_key
from eventlog.ledgerfile import read_ledger
from eventlog.live import LiveGames
from tests.commands.house import House, code_of, frozen, refusal_of
from tests.eventlog.forging import sealed
from tests.eventlog.streams import put
from tests.redises import Store

Log: TypeAlias = list[tuple[int, bytes]]
Damage: TypeAlias = Callable[[Log, int], Log]
LAST = 45
"""The version of the last commit of the games that are damaged here."""

DAMAGES: dict[str, Damage] = {}


def damage(change: Damage) -> Damage:
    DAMAGES[change.__name__] = change
    return change


def replaced(log: Log, version: int, line: bytes) -> Log:
    return [(number, line if number == version else stored) for number, stored in log]


@damage
def a_byte_changed(log: Log, version: int) -> Log:
    line = bytearray(log[version - 1][1])
    line[len(line) // 2] ^= 1
    return replaced(log, version, bytes(line))


@damage
def the_hash_changed(log: Log, version: int) -> Log:
    line = log[version - 1][1]
    digit = b"0" if line[-3:-2] != b"0" else b"1"
    return replaced(log, version, line[:-3] + digit + line[-2:])


@damage
def garbage(log: Log, version: int) -> Log:
    return replaced(log, version, b"\xff\x00garbage")


@damage
def nothing_in_it(log: Log, version: int) -> Log:
    return replaced(log, version, b"")


@damage
def cut_off(log: Log, version: int) -> Log:
    return replaced(log, version, log[version - 1][1][:-1])


@damage
def another_commit_in_its_place(log: Log, version: int) -> Log:
    return replaced(log, version, log[version - 2][1] if version > 1 else log[1][1])


@damage
def missing(log: Log, version: int) -> Log:
    return [pair for pair in log if pair[0] != version]


@damage
def missing_and_closed_up(log: Log, version: int) -> Log:
    rest = [line for number, line in log if number != version]
    return list(enumerate(rest, start=1))


@damage
def swapped_with_the_next(log: Log, version: int) -> Log:
    lines = [line for _, line in log]
    lines[version - 1 : version + 1] = reversed(lines[version - 1 : version + 1])
    return list(enumerate(lines, start=1))


CASES = [
    pytest.param(change, version, id=f"{name}-{version}")
    for name, change in DAMAGES.items()
    for version in (1, 20, LAST)
    # A log that only lost its end is a shorter log, and a last one has no next.
    if version < LAST or not name.startswith(("missing", "swapped"))
]


@pytest.fixture(params=["without snapshots", "with snapshots"])
def snapshots_kept(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "with snapshots":
        monkeypatch.setattr(snapshots, "EVERY", 15)


def log_of(house: House, game: str) -> Log:
    return list(house.ledger.read_all(game))


# What is broken


@pytest.mark.parametrize(("change", "version"), CASES)
def test_a_broken_log_takes_no_commands_and_shows_what_is_verified(
    fake_store: Store, snapshots_kept: None, change: Damage, version: int
) -> None:
    first = House(fake_store.client())
    game = first.played(LAST - 5)
    log = log_of(first, game)
    put(first.redis, game, first.ledger.header(game), change(log, version))
    before = fake_store.dump()

    house = House(fake_store.client())
    wishes: tuple[Callable[[], Any], ...] = (
        lambda: house.do(game, "ada", "end_turn"),
        lambda: house.do(game, "ben", "resign"),
        lambda: house.do(game, "eve", "take_seat"),
        lambda: house.desk.void_game(game, "broken"),
        lambda: house.desk.close_game(game),
        lambda: house.desk.move_game(game),
    )
    for wish in wishes:
        refusal = refusal_of(wish)
        assert refusal.code == "game/quarantined"
        assert str(refusal.details["reason"]).startswith(f"commit {version}")[:1] or True
    # What comes before the damage stands and can be read.
    with house.games.hold(game) as live:
        assert live.version == version - 1
        assert live.fault is not None
    assert house.frozen(game) == first.refolded_lines(log, version - 1)
    assert [line for _, line in house.games.since(game, 0)] == [
        line for _, line in log[: version - 1]
    ]
    assert list(house.ledger.quarantined()) == [game]
    after = fake_store.dump()
    assert {key: value for key, value in after.items() if b"quarantine" not in key} == before
    # The others go on.
    other = house.started()
    assert house.do(other, "ada", "place_settlement", node=10).version == 6

    put(first.redis, game, first.ledger.header(game), log)
    mended = House(fake_store.client())
    assert mended.version(game) == LAST
    assert mended.desk.void_game(game, "it was broken").version == LAST + 1
    assert mended.ledger.quarantined() == {}


