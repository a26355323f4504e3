"""A game whose chain does not verify is closed to commands, while the others go on."""

import json
import logging
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from eventlog import snapshots
from eventlog.redis_keys import idempotency_key, log_key
from tests.commands.backend import Backend, code_of, frozen, refusal_of
from tests.eventlog.forgeries import sealed
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
        monkeypatch.setattr(snapshots, "COMMITS_PER_SNAPSHOT", 15)


# What is broken


@pytest.mark.parametrize(("change", "version"), CASES)
def test_a_broken_log_takes_no_commands_and_shows_what_is_verified(
    fake_store: Store, snapshots_kept: None, change: Damage, version: int
) -> None:
    check_damage(fake_store, change, version)


@pytest.mark.parametrize("change", [a_byte_changed, missing])
def test_a_broken_log_is_the_same_in_every_store(real_store: Store, change: Damage) -> None:
    check_damage(real_store, change, 20)


def check_damage(store: Store, change: Damage, version: int) -> None:
    writer = Backend(store.client())
    game = writer.played(LAST - 5)
    log, header = list(writer.ledger.read_all(game)), writer.ledger.header(game)
    verified = writer.refolded(game, version - 1)
    put(writer.redis, game, header, change(log, version))
    before = store.dump()

    backend = Backend(store.client())
    wishes: tuple[Callable[[], Any], ...] = (
        lambda: backend.do(game, "ada", "end_turn"),
        lambda: backend.do(game, "ben", "resign"),
        lambda: backend.do(game, "eve", "take_seat"),
        lambda: backend.guarded(game, "ada", {"type": "roll_dice"}, key="k", version=3),
        lambda: backend.desk.void_game(game, "broken"),
        lambda: backend.desk.close_game(game),
        lambda: backend.desk.move_game(game),
    )
    for wish in wishes:
        refusal = refusal_of(wish)
        assert refusal.code == "game/quarantined"
        assert refusal.details["reason"]
    # What comes before the damage stands and can be read.
    with backend.games.hold(game) as live:
        assert live.version == version - 1
    assert backend.frozen(game) == verified
    assert backend.games.commits_after(game, 0) == log[: version - 1]
    assert frozen(backend.games.chain_at(game, version - 1)) == verified
    assert code_of(backend.games.chain_at, game, version) == "game/no_such_version"
    assert list(backend.ledger.quarantined_games()) == [game]
    after = store.dump()
    assert {key: after[key] for key in after if b"quarantine" not in key} == before
    # The others go on.
    other = backend.started()
    assert backend.do(other, "ada", "place_settlement", node=10).version == 6

    put(writer.redis, game, header, log)
    mended = Backend(store.client())
    assert mended.version(game) == LAST
    assert mended.desk.void_game(game, "it was broken").version == LAST + 1
    assert mended.ledger.quarantined_games() == {}


def test_a_log_that_only_lost_its_end_is_a_shorter_log(store: Store) -> None:
    # Only a person who has seen the rest can know; so it is worth keeping the hash of the head.
    backend = Backend(store.client())
    game = backend.lobby(seated=2)
    put(backend.redis, game, backend.ledger.header(game), list(backend.ledger.read_all(game))[:2])
    assert Backend(store.client()).version(game) == 2


def test_a_log_that_lost_all_its_commits_is_broken(store: Store) -> None:
    backend = Backend(store.client())
    game = backend.lobby(seated=2)
    put(backend.redis, game, backend.ledger.header(game), [])
    assert code_of(Backend(store.client()).do, game, "ada", "take_seat") == "game/quarantined"


def test_an_entry_that_holds_no_commit_breaks_the_log(store: Store) -> None:
    writer = Backend(store.client())
    game = writer.lobby(seated=1)
    writer.redis.xadd(log_key(game), {"note": "hello"}, id="3-0")
    backend = Backend(store.client())
    assert code_of(backend.do, game, "ben", "take_seat") == "game/quarantined"
    assert backend.version(game) == 2


@pytest.mark.parametrize("header", [None, b"", b"{}", b"\xff", b'{"format":"hexledger"}'])
def test_a_log_without_a_header_is_broken(store: Store, header: bytes | None) -> None:
    writer = Backend(store.client())
    game = writer.lobby(seated=1)
    log, header_line = list(writer.ledger.read_all(game)), writer.ledger.header(game)
    put(writer.redis, game, header, log)
    backend = Backend(store.client())
    for _ in range(2):
        assert code_of(backend.do, game, "ben", "take_seat") == "game/quarantined"
        assert code_of(backend.version, game) == "game/quarantined"
    assert list(backend.ledger.quarantined_games()) == [game]
    put(writer.redis, game, header_line, log)
    mended = Backend(store.client())
    assert mended.do(game, "ben", "take_seat").version == 3
    assert mended.ledger.quarantined_games() == {}


def test_a_header_in_a_field_of_another_name_is_none(store: Store) -> None:
    writer = Backend(store.client())
    game = writer.lobby()
    header, log = writer.ledger.header(game) or b"", list(writer.ledger.read_all(game))
    writer.redis.delete(log_key(game))
    writer.redis.xadd(log_key(game), {"note": header}, id="0-1")
    for version, line in log:
        writer.redis.xadd(log_key(game), {"commit": line}, id=f"{version}-0")
    assert code_of(Backend(store.client()).version, game) == "game/quarantined"


def test_the_header_of_another_game_breaks_the_log(store: Store) -> None:
    writer = Backend(store.client())
    one, two = writer.lobby(), writer.lobby()
    put(writer.redis, one, writer.ledger.header(two), list(writer.ledger.read_all(one)))
    assert code_of(Backend(store.client()).do, one, "ada", "take_seat") == "game/quarantined"


@pytest.mark.parametrize(
    "change", [{"ruleset": "chess"}, {"rules": 99}, {"schema": 99}], ids=lambda one: next(iter(one))
)
def test_a_game_of_rules_that_are_not_here_is_left_alone(
    store: Store, change: dict[str, Any]
) -> None:
    writer = Backend(store.client())
    game = writer.lobby()
    header = json.loads(writer.ledger.header(game) or b"") | change
    header_line = json.dumps(header, separators=(",", ":")).encode()
    put(writer.redis, game, header_line, list(writer.ledger.read_all(game)))
    backend = Backend(store.client())
    assert code_of(backend.do, game, "ada", "take_seat") == "ruleset/unavailable"
    assert code_of(backend.version, game) == "ruleset/unavailable"
    assert backend.ledger.quarantined_games() == {}, "it may be sound"


# Chains that are sound, but tell what cannot have happened


def impossible_options(commits: list[dict[str, Any]]) -> int:
    commits[0]["events"][0]["options"]["target_points"] = "ten"
    return 1


def impossible_seat(commits: list[dict[str, Any]]) -> int:
    commits[2]["events"][0]["seat"] = 9
    return 3


def impossible_place(commits: list[dict[str, Any]]) -> int:
    commits[5]["events"][0]["node"] = 10_000
    return 6


def impossible_event(commits: list[dict[str, Any]]) -> int:
    commits[3]["events"][0] = {"type": "flew"}
    return 4


def impossible_number(commits: list[dict[str, Any]]) -> int:
    commits[3]["version"] = 7
    return 4


@pytest.mark.parametrize(
    "forge",
    [
        impossible_options,
        impossible_seat,
        impossible_place,
        impossible_event,
        impossible_number,
    ],
)
def test_a_chain_that_tells_the_impossible_is_broken(
    fake_store: Store, forge: Callable[[list[dict[str, Any]]], int]
) -> None:
    writer = Backend(fake_store.client())
    game = writer.played(5)
    header = writer.ledger.header(game) or b""
    commits = [json.loads(line) for line in writer.lines(game)]
    version = forge(commits)
    verified = writer.refolded(game, version - 1)
    forged = sealed(header, commits).splitlines()[1:]
    put(writer.redis, game, header, enumerate(forged, start=1))
    backend = Backend(fake_store.client())
    assert code_of(backend.do, game, "ada", "resign") == "game/quarantined"
    assert backend.version(game) == version - 1
    assert backend.frozen(game) == verified, "nothing of it was folded"


# Damage under a process that has the game folded


def test_damage_that_comes_with_the_next_commit_is_noticed(store: Store) -> None:
    backend = Backend(store.client())
    game = backend.lobby(seated=2)
    frozen_then = backend.frozen(game)
    backend.redis.xadd(log_key(game), {"commit": b"garbage"}, id="4-0")
    assert code_of(backend.do, game, "cyd", "take_seat") == "game/quarantined"
    assert backend.version(game) == 3
    assert backend.frozen(game) == frozen_then


def test_damage_in_two_places_is_noticed_at_the_first(store: Store) -> None:
    backend = Backend(store.client())
    game = backend.lobby(seated=3)
    verified = backend.refolded(game, 1)
    log = garbage(list(backend.ledger.read_all(game)), 2)
    put(backend.redis, game, backend.ledger.header(game), [*log, (5, b"garbage")])
    assert code_of(backend.do, game, "ada", "start_game") == "game/quarantined"
    assert backend.version(game) == 1
    assert backend.frozen(game) == verified


def test_a_look_into_the_past_notices_damage(store: Store) -> None:
    backend = Backend(store.client())
    game = backend.lobby(seated=3)
    log = list(backend.ledger.read_all(game))
    put(backend.redis, game, backend.ledger.header(game), garbage(log, 3))
    assert backend.version(game) == 4, "it looks only at what is new"
    assert code_of(backend.games.chain_at, game, 3) == "game/no_such_version"
    assert backend.games.chain_at(game, 2).version == 2
    assert code_of(backend.do, game, "ada", "start_game") == "game/quarantined"


def test_commits_that_a_failing_over_redis_lost_break_nothing(store: Store) -> None:
    # Two servers have folded a commit that is lost; one goes on, and the other follows.
    one, two = Backend(store.client()), Backend(store.client())
    game = one.lobby(seated=2)
    assert two.version(game) == 3
    put(one.redis, game, one.ledger.header(game), list(one.ledger.read_all(game))[:2])
    assert one.do(game, "cyd", "take_seat").version == 3
    assert one.do(game, "ben", "take_seat").version == 4
    assert two.version(game) == 4
    assert two.frozen(game) == one.frozen(game) == one.refolded(game, 4)
    assert two.ledger.quarantined_games() == {}
    assert two.do(game, "ada", "start_game").version == 5


@pytest.mark.parametrize("left", [1, 2])
def test_a_fold_ahead_of_a_log_that_lost_its_end_goes_back(store: Store, left: int) -> None:
    backend = Backend(store.client())
    game = backend.lobby(seated=2)
    assert backend.version(game) == 3
    put(
        backend.redis, game, backend.ledger.header(game), list(backend.ledger.read_all(game))[:left]
    )
    assert backend.version(game) == left
    assert backend.frozen(game) == backend.refolded(game, left)
    assert backend.games.commits_after(game, 0) == list(backend.ledger.read_all(game))
    assert backend.ledger.quarantined_games() == {}
    assert backend.do(game, "cyd", "take_seat").version == left + 1


def test_another_commit_in_the_place_of_one_that_was_lost_is_noticed(store: Store) -> None:
    one, two = Backend(store.client()), Backend(store.client())
    game = one.lobby(seated=2)
    assert two.version(game) == 3
    put(one.redis, game, one.ledger.header(game), list(one.ledger.read_all(game))[:2])
    assert one.do(game, "cyd", "take_seat").version == 3
    assert two.version(game) == 3
    assert two.frozen(game) == one.frozen(game) == one.refolded(game, 3)


def test_a_game_that_was_lost_as_a_whole_is_unknown(store: Store) -> None:
    backend = Backend(store.client())
    game, other = backend.lobby(seated=2), backend.lobby(seated=2)
    backend.redis.delete(log_key(game))
    assert code_of(backend.version, game) == "game/unknown"
    assert not backend.games.is_loaded(game)
    assert code_of(backend.do, game, "cyd", "take_seat") == "game/unknown"
    put(backend.redis, other, backend.ledger.header(other), [])
    assert code_of(backend.do, other, "cyd", "take_seat") == "game/quarantined"


def test_the_past_of_a_commit_that_was_lost_is_not_shown(store: Store) -> None:
    backend = Backend(store.client())
    game = backend.lobby(seated=2)
    put(backend.redis, game, backend.ledger.header(game), list(backend.ledger.read_all(game))[:2])
    assert code_of(backend.games.chain_at, game, 3) == "game/no_such_version"
    assert backend.games.chain_at(game, 2).version == 2


# Keys of a broken game


def test_receipts_of_the_verified_part_are_given_again(store: Store) -> None:
    writer = Backend(store.client())
    game = writer.lobby()
    receipt = writer.guarded(game, "ada", {"type": "take_seat"}, key="k")
    writer.guarded(game, "ben", {"type": "take_seat"}, key="k")
    log = a_byte_changed(list(writer.ledger.read_all(game)), 3)
    put(writer.redis, game, writer.ledger.header(game), log)
    backend = Backend(store.client())
    assert backend.guarded(game, "ada", {"type": "take_seat"}, key="k") == receipt
    leave = {"type": "leave_seat"}
    assert code_of(backend.guarded, game, "ada", leave, key="k") == "command/key_reused"
    take = {"type": "take_seat"}
    assert code_of(backend.guarded, game, "ben", take, key="k") == "game/quarantined"


@pytest.mark.parametrize("change", [a_byte_changed, garbage, missing], ids=lambda one: one.__name__)
def test_no_receipt_is_made_of_what_does_not_verify(store: Store, change: Damage) -> None:
    writer = Backend(store.client())
    game = writer.lobby()
    writer.guarded(game, "ada", {"type": "take_seat"}, key="k")
    writer.do(game, "ben", "take_seat")
    log = list(writer.ledger.read_all(game))
    put(writer.redis, game, writer.ledger.header(game), change(log, 2))
    backend = Backend(store.client())
    for _ in range(2):
        refused = code_of(backend.guarded, game, "ada", {"type": "take_seat"}, key="k")
        assert refused == "game/quarantined"


def test_a_key_of_a_commit_that_is_gone_gives_the_loss_away(store: Store) -> None:
    writer = Backend(store.client())
    game = writer.lobby(seated=1)
    writer.guarded(game, "ben", {"type": "take_seat"}, key="k")
    put(writer.redis, game, writer.ledger.header(game), list(writer.ledger.read_all(game))[:2])
    assert writer.redis.hlen(idempotency_key(game)) == 1
    backend = Backend(store.client())
    for body in ({"type": "take_seat"}, {"type": "leave_seat"}, {"type": "take_seat"}):
        assert code_of(backend.guarded, game, "ben", body, key="k") == "game/quarantined"
    assert list(backend.ledger.quarantined_games()) == [game]


# What is logged


def test_a_quarantine_and_a_release_are_logged_once(
    fake_store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    writer = Backend(fake_store.client())
    game = writer.lobby(seated=2)
    header, log = writer.ledger.header(game), list(writer.ledger.read_all(game))
    put(writer.redis, game, header, garbage(log, 2))
    with caplog.at_level(logging.INFO, "eventlog"):
        for _ in range(2):
            assert Backend(fake_store.client()).version(game) == 1
        put(writer.redis, game, header, log)
        for _ in range(2):
            assert Backend(fake_store.client()).version(game) == 3
    logged = [(one.levelname, one.__dict__["game"]) for one in caplog.records]
    assert logged == [("ERROR", game), ("INFO", game)]
    assert "commit 2" in caplog.text


# What the service has to do


def test_a_broken_game_is_not_due_until_it_is_mended(store: Store) -> None:
    writer = Backend(store.client())
    game = writer.lobby(seated=1)
    writer.desk.void_game(game, "supper")
    assert list(writer.ledger.due_games(1 << 50)) == [game]
    log, header = list(writer.ledger.read_all(game)), writer.ledger.header(game)
    put(writer.redis, game, header, garbage(log, 2))
    backend = Backend(store.client())
    assert code_of(backend.desk.close_game, game) == "game/quarantined"
    assert list(backend.ledger.due_games(1 << 50)) == []
    put(writer.redis, game, header, log)
    mended = Backend(store.client())
    assert mended.version(game) == 3
    assert list(mended.ledger.due_games(1 << 50)) == [game]
    assert mended.desk.close_game(game).version == 4
