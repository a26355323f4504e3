"""Verifying a ledger: what was changed afterwards is found, and the first bad commit is named.

Two kinds of meddling are tried. Who changes bytes breaks the chain. A forger seals everything anew,
and even knows the revealed seed: the rules and the seed give them away.
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eventlog.verification import Verdict, VerificationStatus, verify
from hexledger.self_play import RandomGame, Setup
from tests.eventlog.forgeries import (
    FORGERIES,
    find_command,
    forged,
    long,
    recorded,
    renumbered,
    sealed,
    short,
    unpacked,
)
from tests.games import SETUPS


def assert_found(verdict: Verdict, version: int | None) -> None:
    assert verdict.status == VerificationStatus.UNSOUND
    assert verdict.bad_commit == version
    assert "\n" not in verdict.message
    assert version is None or verdict.message.startswith(f"commit {version}: ")


# Sound ledgers


@pytest.mark.parametrize("name", SETUPS)
def test_a_recorded_game_is_sound(name: str):
    game = RandomGame(Setup(options=SETUPS[name], seed="sound", max_turns=60), 0, record=True)
    played = game.play()
    assert played.ledger is not None
    verdict = verify(played.ledger)
    assert verdict.status == VerificationStatus.SOUND
    assert verdict.message == "sound"
    assert verdict.game == played.game
    assert verdict.commits == played.ledger.count(b"\n") - 1
    assert verdict.draws == played.state.next_draw
    assert verdict.head == json.loads(played.ledger.splitlines()[-1])["hash"]
    assert verdict.bad_commit is None
    assert verify(played.ledger, allow_open=True) == verdict


def test_sealing_an_unchanged_game_gives_its_bytes():
    for ledger in (short(), long()):
        header, commits = unpacked(ledger)
        assert sealed(header, commits) == ledger
        assert sealed(header, renumbered(commits)) == ledger


def test_the_statuses_are_the_exit_statuses_of_the_design():
    assert [int(status) for status in VerificationStatus] == [0, 1, 2]


# Changed bytes


@pytest.mark.parametrize("mask", [0x01, 0x02, 0x20, 0x80])
def test_one_changed_byte_anywhere_is_found(mask: int):
    ledger = short()
    version = 0
    for at, byte in enumerate(ledger):
        changed = bytearray(ledger)
        changed[at] ^= mask
        verdict = verify(bytes(changed))
        assert verdict.status == VerificationStatus.UNSOUND, at
        if byte == ord("\n"):
            version += 1
        elif version and changed[at] != ord("\n"):
            assert verdict.bad_commit == version, at
    assert version == ledger.count(b"\n")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_bytes_put_in_taken_out_or_overwritten_are_found(data: st.DataObject) -> None:
    ledger = short()
    start = data.draw(st.integers(0, len(ledger)))
    stop = data.draw(st.integers(start, min(len(ledger), start + 5)))
    changed = ledger[:start] + data.draw(st.binary(max_size=5)) + ledger[stop:]
    assert (verify(changed).status == VerificationStatus.SOUND) == (changed == ledger)


def test_a_ledger_that_ends_early_is_found_wherever_it_ends():
    ledger = short()
    for end in range(len(ledger)):
        assert verify(ledger[:end]).status == VerificationStatus.UNSOUND, end


def test_missing_last_lines_are_found():
    header, *lines = short().splitlines(keepends=True)
    for left in range(len(lines)):
        verdict = verify(header + b"".join(lines[:left]))
        assert verdict.status == VerificationStatus.UNSOUND
        assert "commit" in verdict.message


def test_any_missing_line_is_found_where_it_is_missing():
    header, *lines = short().splitlines(keepends=True)
    for gone in range(len(lines) - 1):
        left = lines[:gone] + lines[gone + 1 :]
        assert_found(verify(header + b"".join(left)), gone + 1)


def test_swapped_lines_are_found():
    header, *lines = short().splitlines(keepends=True)
    for at in range(len(lines) - 1):
        swapped = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        assert_found(verify(header + b"".join(swapped)), at + 1)


def test_a_line_told_twice_is_found():
    header, *lines = short().splitlines(keepends=True)
    for at, line in enumerate(lines):
        twice = [*lines[: at + 1], line, *lines[at + 1 :]]
        assert_found(verify(header + b"".join(twice)), at + 2)


def test_a_line_of_another_game_is_found():
    header, *lines = short().splitlines(keepends=True)
    other = recorded(board="beginner", target=3, seed="other", max_turns=3)
    strangers = other.splitlines(keepends=True)[1:]
    for at in range(min(len(lines), len(strangers))):
        mixed = [*lines[:at], strangers[at], *lines[at + 1 :]]
        assert_found(verify(header + b"".join(mixed)), at + 1)


def test_two_games_in_one_file_are_found():
    assert verify(short() + short()).status == VerificationStatus.UNSOUND


def test_other_line_ends_are_found():
    assert verify(short().replace(b"\n", b"\r\n")).status == VerificationStatus.UNSOUND
    assert verify(short() + b"\n").status == VerificationStatus.UNSOUND
    assert verify(b"\xef\xbb\xbf" + short()).status == VerificationStatus.UNSOUND


# Forgeries: everything is sealed anew.


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_found_though_the_chain_is_sound(name: str):
    ledger, version = forged(long(), FORGERIES[name])
    assert ledger != long()
    assert_found(verify(ledger), version)
    assert_found(verify(ledger, allow_open=True), version)


@pytest.mark.parametrize("name", ["another_die", "no_salt", "another_host", "another_seed"])
def test_a_forgery_is_found_in_a_void_game(name: str):
    ledger, version = forged(recorded(seed="void", max_turns=20), FORGERIES[name])
    assert_found(verify(ledger), version)


def test_of_several_forgeries_the_first_is_named():
    header, commits = unpacked(long())
    for commit in (*commits[-50:-1], commits[-80]):
        commit["actor"] = "nobody"
    assert_found(verify(sealed(header, commits)), len(commits) - 79)


@pytest.mark.parametrize(("name", "value"), [("game", "0" * 32), ("schema", 2)])
def test_a_header_about_another_ledger_is_found(name: str, value: object):
    header, commits = unpacked(long())
    other = msgspec.json.encode({**json.loads(header), name: value})
    assert verify(sealed(other, commits)).status != VerificationStatus.SOUND


def test_a_game_moved_to_another_id_is_found_by_its_draws():
    header, commits = unpacked(long())
    other = msgspec.json.encode({**json.loads(header), "game": "0" * 32})
    commits[0]["events"][0]["game"] = commits[0]["command"]["game"] = "0" * 32
    verdict = verify(sealed(other, commits))
    assert_found(verdict, find_command(commits, "start_game")["version"])


def test_time_may_stand_still():
    header, commits = unpacked(long())
    commits[10]["at"] = commits[9]["at"]
    assert verify(sealed(header, commits)).status == VerificationStatus.SOUND


def test_the_digest_of_a_key_may_stand_in_a_commit():
    header, commits = unpacked(long())
    order = ["version", "schema", "at", "actor", "key", "command", "events", "salt"]
    commits[10] = {name: {**commits[10], "key": "ab" * 32}[name] for name in order}
    assert verify(sealed(header, commits)).status == VerificationStatus.SOUND


# Any one value


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values that are neither containers nor nothing."""
    if isinstance(value, dict | list):
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*path, name))
    elif value is not None:
        yield path


def changed(value: Any, random: Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice([value + 1, value - 1, -1 - value, value + 10**5, 2**64 + value])
    return random.choice([value + "x", value[:-1], value[::-1] + "!", value.swapcase() + "é"])


UNCHECKABLE = {"at", "key_id"}
"""Later is as good as late, and the name of a master secret is the server's word alone."""


@settings(max_examples=120, deadline=None)
@given(st.integers(0, 2**32), st.booleans())
def test_whatever_one_value_a_forger_changes_it_is_found(seed: int, early: bool) -> None:
    random = Random(seed)
    header, commits = unpacked(long())
    version = random.randrange(1, 40 if early else len(commits) + 1)
    commit = commits[version - 1]
    path = random.choice([p for p in leaves(commit) if p[-1] not in {*UNCHECKABLE, "hash"}])
    *way, name = path
    inner: Any = commit
    for step in way:
        inner = inner[step]
    inner[name] = changed(inner[name], random)
    verdict = verify(sealed(header, commits))
    # The commitment and the seed are held against each other, at the end.
    named = len(commits) if name == "commitment" else version
    assert_found(verdict, named)


# Junk in a sound chain


@settings(max_examples=100, deadline=None)
@given(st.lists(st.binary(max_size=60).filter(lambda body: b"\n" not in body), max_size=4))
def test_sealed_junk_is_found(bodies: list[bytes]) -> None:
    header, commits = unpacked(short())
    verdict = verify(sealed(header, [*commits[:3], *bodies]))
    assert verdict.status == VerificationStatus.UNSOUND
    assert "\n" not in verdict.message
    assert (verify(sealed(header, [*bodies, *commits])).status == VerificationStatus.SOUND) == (
        not bodies
    )


@pytest.mark.parametrize("depth", [2_000, 200_000])
@pytest.mark.parametrize("at", [0, 3, -1])
def test_nested_junk_is_found_however_deep(depth: int, at: int):
    header, commits = unpacked(short())
    deep = b"[" * depth + b"]" * depth
    bodies: list[Any] = [*commits]
    bodies[at] = b'{"version":1,"deep":' + deep
    assert verify(sealed(header, bodies)).status == VerificationStatus.UNSOUND
    bodies[at] = deep
    assert verify(sealed(header, bodies)).status == VerificationStatus.UNSOUND
    opening = msgspec.json.encode({k: v for k, v in commits[0].items() if k != "hash"})[:-1]
    bodies = [opening.replace(b'"options":{', b'"options":{"deep":' + deep + b",", 1), *commits[1:]]
    assert_found(verify(sealed(header, bodies)), 1)


# Open ledgers


def opened(ledger: bytes, commits: int) -> bytes:
    return b"".join(ledger.splitlines(keepends=True)[: commits + 1])


def test_an_unfinished_ledger_is_sound_so_far_if_that_is_asked_for():
    ledger = short()
    for commits in range(1, ledger.count(b"\n") - 1):
        begun = opened(ledger, commits)
        assert_found(verify(begun), None)
        verdict = verify(begun, allow_open=True)
        assert verdict.status == VerificationStatus.SOUND, verdict
        assert verdict.message.startswith("sound so far")
        assert verdict.commits == commits


@pytest.mark.parametrize("name", SETUPS)
def test_an_unfinished_game_of_every_option_is_sound_so_far(name: str):
    game = RandomGame(Setup(options=SETUPS[name], seed="open", max_turns=60), 0, record=True)
    ledger = game.play().ledger
    assert ledger is not None
    for commits in (1, 5, 12, 40, ledger.count(b"\n") - 2):
        verdict = verify(opened(ledger, commits), allow_open=True)
        assert verdict.status == VerificationStatus.SOUND, verdict


def test_a_game_that_is_won_and_not_closed_is_open():
    ledger = long()
    begun = opened(ledger, ledger.count(b"\n") - 2)
    assert b'"game_won"' in begun.splitlines()[-1]
    assert verify(begun).status == VerificationStatus.UNSOUND
    assert verify(begun, allow_open=True).status == VerificationStatus.SOUND


NEED_NO_CHANCE = [
    "another_actor",
    "the_house_as_actor",
    "nobody_as_actor",
    "a_person_seated_by_another",
    "a_command_of_another_seat",
    "a_command_of_no_seat",
    "another_place_to_build",
    "a_place_far_away",
    "another_fact_than_was_asked_for",
    "an_illegal_command",
    "time_that_goes_back",
    "time_before_time",
    "all_events_removed",
    "an_event_added",
    "an_event_told_twice",
    "a_victory_added",
    "another_host",
    "other_options",
    "another_game",
    "a_gap_in_the_versions",
    "versions_from_zero",
    "a_schema_of_the_future",
    "a_field_too_many",
    "a_field_too_many_in_a_command",
    "a_field_too_many_in_a_fact",
    "a_field_missing",
    "fields_in_another_order",
    "a_default_written_out",
    "an_option_that_is_no_switch_though_equal",
]


@pytest.mark.parametrize("name", NEED_NO_CHANCE)
def test_what_needs_no_chance_is_found_while_the_game_is_open(name: str):
    ledger, version = forged(long(), FORGERIES[name])
    begun = opened(ledger, ledger.count(b"\n") - 2)
    assert_found(verify(begun, allow_open=True), version)


@pytest.mark.parametrize(
    "fact",
    [
        {"type": "road_built", "seat": 99, "edge": 0},
        {"type": "road_built", "seat": 0, "edge": -1},
        {"type": "settlement_built", "seat": 0, "node": 10_000},
        {"type": "turn_began", "seat": 99, "turn": 2},
        {"type": "resources_produced", "gains": {"99": {"ore": 1}}},
        {"type": "seat_taken", "seat": 99, "player": "eve", "colour": "red"},
        {"type": "card_stolen", "thief": 0, "victim": 77, "resource": "ore", "draw": 0},
    ],
)
def test_facts_beside_a_draw_that_cannot_be_are_found_while_the_game_is_open(fact):
    header, commits = unpacked(long())
    roll = find_command(commits, "roll_dice")
    roll["events"].append(fact)
    begun = opened(sealed(header, commits), roll["version"] + 20)
    verdict = verify(begun, allow_open=True)
    assert verdict.status == VerificationStatus.UNSOUND
    assert verdict.bad_commit is not None
    assert verdict.bad_commit >= roll["version"]


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"target_points": 99}},
        {"options": {"ghost": 1}},
        {"options": {}},
        {"players": 0},
        {"players": 10**6},
        {"players": -1},
    ],
)
def test_an_opening_that_cannot_be_is_found_while_the_game_is_open(change):
    header, commits = unpacked(long())
    commits[0]["events"][0].update(change)
    for left in (1, 5, 30):
        assert_found(verify(opened(sealed(header, commits), left), allow_open=True), 1)


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32))
def test_an_open_ledger_gets_a_verdict_whatever_is_in_it(seed: int) -> None:
    random = Random(seed)
    header, commits = unpacked(long())
    del commits[60:]
    for _ in range(random.randrange(1, 4)):
        commit = random.choice(commits)
        *way, name = random.choice(list(leaves(commit)))
        inner: Any = commit
        for step in way:
            inner = inner[step]
        inner[name] = changed(inner[name], random)
    verdict = verify(sealed(header, commits), allow_open=True)
    assert verdict.status in (VerificationStatus.SOUND, VerificationStatus.UNSOUND)


def test_a_closed_ledger_has_nothing_after_its_end():
    header, commits = unpacked(long())
    again = {**commits[-1], "version": len(commits) + 1}
    verdict = verify(sealed(header, renumbered([*commits, again])))
    assert_found(verdict, len(commits) + 1)
