"""Verifying a ledger: what was changed afterwards is found, and the first bad commit is named.

Two kinds of meddling are tried. Who changes bytes breaks the chain. A forger seals everything anew,
and even knows the revealed seed: the rules and the seed find him out.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chance import commitment_of, salt_of
from eventlog.verification import SYSTEM, Status, Verdict, verify
from hexledger.simulation import RandomGame, Setup
from tests.games import SETUPS

Commits = list[dict[str, Any]]

WANTED = (
    b"bank_traded",
    b"build_settlement",
    b"card_stolen",
    b"cards_discarded",
    b"city_built",
    b"development_card_bought",
    b"game_won",
    b"trade_confirmed",
)


@cache
def recorded(**changes: Any) -> bytes:
    options = {"target_points": changes.pop("target", 10), "board": changes.pop("board", "random")}
    game = RandomGame(Setup(options=options, **changes), 0, record=True)
    ledger = game.play().ledger
    assert ledger is not None
    return ledger


def short() -> bytes:
    """A few turns on the beginners' island."""
    return recorded(board="beginner", target=3, seed="short", max_turns=3)


@cache
def long() -> bytes:
    """A game in which everything happens that forgers like to change."""
    # The search begins where it ends under the rules as they are, to save time.
    for n in count(298):
        ledger = recorded(target=4, seed=f"s{n}", max_turns=150)
        if all(b'"type":"%s"' % kind in ledger for kind in WANTED):
            return ledger
    raise AssertionError


def unpacked(ledger: bytes) -> tuple[bytes, Commits]:
    header, *lines = ledger.splitlines()
    return header, [json.loads(line) for line in lines]


def sealed(header: bytes, commits: Iterable[dict[str, Any] | bytes]) -> bytes:
    """A ledger with a sound chain, whatever is in it. Bodies may be bytes, without the hash."""
    head, lines = hashlib.sha256(header).digest(), [header]
    for commit in commits:
        if isinstance(commit, bytes):
            body = commit
        else:
            body = msgspec.json.encode({k: v for k, v in commit.items() if k != "hash"})[:-1]
        head = hashlib.sha256(head + body).digest()
        lines.append(body + b',"hash":"' + head.hex().encode() + b'"}')
    return b"\n".join([*lines, b""])


def renumbered(commits: Commits) -> Commits:
    """With versions and salts as they should be: the forger knows the seed."""
    seed = bytes.fromhex(last_fact(commits, "seed_revealed")["seed"])
    return [
        {**commit, "version": version, "salt": salt_of(seed, version)}
        for version, commit in enumerate(commits, start=1)
    ]


def last_fact(commits: Commits, kind: str) -> dict[str, Any]:
    return next(
        event
        for commit in reversed(commits)
        for event in reversed(commit["events"])
        if event["type"] == kind
    )


def find(commits: Commits, kind: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A commit somewhere in the game that holds such a fact, and the fact."""
    found = [(c, e) for c in commits for e in c["events"] if e["type"] == kind]
    assert found, f"no {kind} in this game"
    return found[len(found) // 2]


def find_command(commits: Commits, kind: str) -> dict[str, Any]:
    found = [commit for commit in commits if commit["command"]["type"] == kind]
    assert found, f"no {kind} in this game"
    return found[len(found) // 2]


def assert_found(verdict: Verdict, version: int | None) -> None:
    assert verdict.status == Status.UNSOUND
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
    assert verdict.status == Status.SOUND
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
    assert [int(status) for status in Status] == [0, 1, 2]


# Changed bytes


@pytest.mark.parametrize("mask", [0x01, 0x02, 0x20, 0x80])
def test_one_changed_byte_anywhere_is_found(mask: int):
    ledger = short()
    version = 0
    for at, byte in enumerate(ledger):
        changed = bytearray(ledger)
        changed[at] ^= mask
        verdict = verify(bytes(changed))
        assert verdict.status == Status.UNSOUND, at
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
    assert (verify(changed).status == Status.SOUND) == (changed == ledger)


def test_a_ledger_that_ends_early_is_found_wherever_it_ends():
    ledger = short()
    for end in range(len(ledger)):
        assert verify(ledger[:end]).status == Status.UNSOUND, end


def test_missing_last_lines_are_found():
    header, *lines = short().splitlines(keepends=True)
    for left in range(len(lines)):
        verdict = verify(header + b"".join(lines[:left]))
        assert verdict.status == Status.UNSOUND
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
    assert verify(short() + short()).status == Status.UNSOUND


def test_other_line_ends_are_found():
    assert verify(short().replace(b"\n", b"\r\n")).status == Status.UNSOUND
    assert verify(short() + b"\n").status == Status.UNSOUND
    assert verify(b"\xef\xbb\xbf" + short()).status == Status.UNSOUND


# Forgeries: everything is sealed anew. A forgery changes the commits and says which is then bad.

Forgery = Callable[[Commits], int | None]
FORGERIES: dict[str, Forgery] = {}


def forgery(change: Forgery) -> Forgery:
    FORGERIES[change.__name__] = change
    return change


def forged(ledger: bytes, change: Forgery) -> tuple[bytes, int | None]:
    header, commits = unpacked(ledger)
    version = change(commits)
    return sealed(header, commits), version


@forgery
def another_die(commits: Commits) -> int:
    commit, event = find(commits, "dice_rolled")
    event["dice"][0] = event["dice"][0] % 6 + 1
    return commit["version"]


@forgery
def dice_the_other_way_round(commits: Commits) -> int:
    commit, event = next(
        (commit, event)
        for commit in commits
        for event in commit["events"]
        if event["type"] == "dice_rolled" and len(set(event["dice"])) == 2
    )
    event["dice"].reverse()
    return commit["version"]


@forgery
def another_stolen_card(commits: Commits) -> int:
    commit, event = find(commits, "card_stolen")
    event["resource"] = "ore" if event["resource"] != "ore" else "wool"
    return commit["version"]


@forgery
def a_hidden_stolen_card(commits: Commits) -> int:
    commit, event = find(commits, "card_stolen")
    event["resource"] = None
    return commit["version"]


@forgery
def another_development_card(commits: Commits) -> int:
    commit, event = find(commits, "development_card_bought")
    event["kind"] = "monopoly" if event["kind"] != "monopoly" else "knight"
    return commit["version"]


@forgery
def another_board(commits: Commits) -> int:
    commit, event = find(commits, "board_laid")
    event["tiles"][0], event["tiles"][1] = (
        {**event["tiles"][0], "terrain": event["tiles"][1]["terrain"]},
        {**event["tiles"][1], "terrain": event["tiles"][0]["terrain"]},
    )
    event["tiles"][0]["number"] = 6
    return commit["version"]


@forgery
def another_number_of_a_draw(commits: Commits) -> int:
    commit, event = find(commits, "dice_rolled")
    event["draw"] += 1
    return commit["version"]


@forgery
def another_nonce(commits: Commits) -> int:
    # Command and fact agree; but from the start every draw would have fallen differently.
    commit, event = find(commits, "nonce_added")
    commit["command"]["nonce"] = event["nonce"] = "f" * 32
    return find_command(commits, "start_game")["version"]


@forgery
def more_production(commits: Commits) -> int:
    commit, event = find(commits, "resources_produced")
    cards = next(iter(event["gains"].values()))
    cards[next(iter(cards))] += 1
    return commit["version"]


@forgery
def production_for_another(commits: Commits) -> int:
    commit, event = find(commits, "resources_produced")
    event["gains"] = {str(3 - int(seat)): cards for seat, cards in event["gains"].items()}
    return commit["version"]


@forgery
def another_actor(commits: Commits) -> int:
    commit = find_command(commits, "end_turn")
    commit["actor"] = "random-0" if commit["actor"] != "random-0" else "random-1"
    return commit["version"]


@forgery
def the_house_as_actor(commits: Commits) -> int:
    commit = find_command(commits, "end_turn")
    commit["actor"] = SYSTEM
    return commit["version"]


@forgery
def nobody_as_actor(commits: Commits) -> int:
    commit = find_command(commits, "roll_dice")
    commit["actor"] = ""
    return commit["version"]


@forgery
def a_person_seated_by_another(commits: Commits) -> int:
    commit = find_command(commits, "take_seat")
    commit["actor"] = "random-0" if commit["actor"] != "random-0" else "random-1"
    return commit["version"]


@forgery
def a_player_who_closes(commits: Commits) -> int:
    commits[-1]["actor"] = "random-0"
    return len(commits)


@forgery
def a_command_of_another_seat(commits: Commits) -> int:
    commit = find_command(commits, "end_turn")
    commit["command"]["seat"] = (commit["command"]["seat"] + 1) % 4
    return commit["version"]


@forgery
def a_command_of_no_seat(commits: Commits) -> int:
    commit = find_command(commits, "roll_dice")
    commit["command"]["seat"] = -1
    return commit["version"]


@forgery
def another_place_to_build(commits: Commits) -> int:
    commit, event = find(commits, "road_built")
    event["edge"] = commit["command"]["edge"] = 71 - event["edge"]
    return commit["version"]


@forgery
def a_place_far_away(commits: Commits) -> int:
    commit = find_command(commits, "build_settlement")
    commit["command"]["node"] = 2**62
    return commit["version"]


@forgery
def another_fact_than_was_asked_for(commits: Commits) -> int:
    commit = find_command(commits, "build_settlement")
    commit["events"][0]["node"] = (commit["events"][0]["node"] + 1) % 54
    return commit["version"]


@forgery
def an_illegal_command(commits: Commits) -> int:
    commit = find_command(commits, "roll_dice")
    commit["command"] = {"type": "end_turn", "seat": commit["command"]["seat"]}
    commit["events"] = []
    return commit["version"]


@forgery
def an_illegal_command_put_in(commits: Commits) -> int:
    roll = find_command(commits, "roll_dice")
    at = commits.index(roll)
    second = {**roll, "events": [dict(event) for event in roll["events"]]}
    commits.insert(at + 1, second)
    commits[:] = renumbered(commits)
    return at + 2


@forgery
def a_roll_left_out(commits: Commits) -> int:
    roll = find_command(commits, "roll_dice")
    at = commits.index(roll)
    del commits[at]
    commits[:] = renumbered(commits)
    return at + 1


@forgery
def time_that_goes_back(commits: Commits) -> int:
    commits[10]["at"] = commits[9]["at"] - 1
    return 11


@forgery
def time_before_time(commits: Commits) -> int:
    commits[0]["at"] = -1
    return 1


@forgery
def a_salt_of_another_version(commits: Commits) -> int:
    commits[10]["salt"] = commits[11]["salt"]
    return 11


@forgery
def no_salt(commits: Commits) -> int:
    commits[10]["salt"] = ""
    return 11


@forgery
def a_salt_in_capitals(commits: Commits) -> int:
    commits[10]["salt"] = commits[10]["salt"].upper()
    return 11


@forgery
def a_last_event_removed(commits: Commits) -> int:
    commit, _ = find(commits, "resources_produced")
    del commit["events"][-1]
    return commit["version"]


@forgery
def a_first_event_removed(commits: Commits) -> int:
    commit, _ = find(commits, "resources_produced")
    del commit["events"][0]
    return commit["version"]


@forgery
def all_events_removed(commits: Commits) -> int:
    commit = find_command(commits, "end_turn")
    commit["events"] = []
    return commit["version"]


@forgery
def an_event_added(commits: Commits) -> int:
    commit = find_command(commits, "end_turn")
    commit["events"].append({"type": "resources_produced", "gains": {"0": {"ore": 5}}})
    return commit["version"]


@forgery
def an_event_told_twice(commits: Commits) -> int:
    commit = find_command(commits, "end_turn")
    commit["events"].append(commit["events"][0])
    return commit["version"]


@forgery
def a_victory_added(commits: Commits) -> int:
    commit = find_command(commits, "end_turn")
    commit["events"].append({"type": "game_won", "seat": 0, "points": 10})
    return commit["version"]


@forgery
def events_in_another_order(commits: Commits) -> int:
    commit, _ = find(commits, "resources_produced")
    commit["events"].reverse()
    return commit["version"]


@forgery
def another_winner(commits: Commits) -> int:
    commit, event = find(commits, "game_won")
    event["seats"] = [(event["seats"][0] + 1) % 4]
    return commit["version"]


@forgery
def another_result(commits: Commits) -> int:
    event = last_fact(commits, "result_recorded")
    event["standings"][0]["points"] += 1
    return len(commits)


@forgery
def no_result(commits: Commits) -> int:
    del commits[-1]["events"][0]
    return len(commits)


@forgery
def no_end(commits: Commits) -> int:
    del commits[-1]["events"][-1]
    return len(commits)


@forgery
def another_seed(commits: Commits) -> int:
    last_fact(commits, "seed_revealed")["seed"] = "00" * 32
    return len(commits)


@forgery
def a_seed_in_capitals(commits: Commits) -> int:
    event = last_fact(commits, "seed_revealed")
    event["seed"] = event["seed"].upper()
    return len(commits)


@forgery
def a_seed_that_is_no_number(commits: Commits) -> int:
    last_fact(commits, "seed_revealed")["seed"] = "seed"
    return len(commits)


@forgery
def another_seed_with_its_commitment(commits: Commits) -> int:
    # Salts and commitment are those of the new seed; the draws give it away.
    seed = hashlib.sha256(b"lucky").digest()
    last_fact(commits, "seed_revealed")["seed"] = seed.hex()
    commits[0]["events"][0]["commitment"] = commitment_of(seed)
    commits[:] = renumbered(commits)
    return find_command(commits, "start_game")["version"]


@forgery
def another_commitment(commits: Commits) -> int:
    commits[0]["events"][0]["commitment"] = "00" * 32
    return len(commits)


@forgery
def another_host(commits: Commits) -> int:
    commits[0]["events"][0]["host"] = "random-1"
    return 1


@forgery
def other_options(commits: Commits) -> int:
    commits[0]["events"][0]["options"]["discard_limit"] = 8
    return 1


@forgery
def another_game(commits: Commits) -> int:
    commits[0]["events"][0]["game"] = commits[0]["command"]["game"] = "0" * 32
    return 1


@forgery
def another_rules_version_in_the_opening(commits: Commits) -> int:
    commits[0]["events"][0]["rules"] = 2
    return 1


@forgery
def no_opening(commits: Commits) -> int:
    del commits[0]
    commits[:] = renumbered(commits)
    return 1


@forgery
def a_gap_in_the_versions(commits: Commits) -> int:
    for commit in commits[20:]:
        commit["version"] += 1
    return 21


@forgery
def versions_from_zero(commits: Commits) -> int:
    for commit in commits:
        commit["version"] -= 1
    return 1


@forgery
def a_schema_of_the_future(commits: Commits) -> int:
    commits[20]["schema"] = 99
    return 21


@forgery
def a_field_too_many(commits: Commits) -> int:
    commits[20]["note"] = "nothing to see here"
    return 21


@forgery
def a_field_too_many_in_a_command(commits: Commits) -> int:
    commits[20]["command"]["note"] = 1
    return 21


@forgery
def a_field_too_many_in_a_fact(commits: Commits) -> int:
    commits[20]["events"][0]["note"] = 1
    return 21


@forgery
def a_field_missing(commits: Commits) -> int:
    del commits[20]["actor"]
    return 21


@forgery
def fields_in_another_order(commits: Commits) -> int:
    commits[20] = dict(sorted(commits[20].items()))
    return 21


@forgery
def a_default_written_out(commits: Commits) -> int:
    commit, event = find(commits, "settlement_built")
    event["free"] = event.get("free", False)
    if event["free"]:
        commit, event = next(
            (c, e) for c in commits for e in c["events"] if e["type"] == "city_built"
        )
        event["free"] = False
    return commit["version"]


@forgery
def a_number_as_a_fraction(commits: Commits) -> int:
    commits[20]["at"] = float(commits[20]["at"])
    return 21


@forgery
def an_option_that_is_no_number_though_equal(commits: Commits) -> int:
    # 10.0 equals 10 in many a language; stored bytes that say so cannot be folded.
    options = commits[0]["events"][0]["options"]
    options["target_points"] = float(options["target_points"])
    return 1


@forgery
def an_option_that_is_no_switch_though_equal(commits: Commits) -> int:
    commits[0]["events"][0]["options"]["friendly_robber"] = 0
    return 1


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
    assert verify(sealed(other, commits)).status != Status.SOUND


def test_a_game_moved_to_another_id_is_found_by_its_draws():
    header, commits = unpacked(long())
    other = msgspec.json.encode({**json.loads(header), "game": "0" * 32})
    commits[0]["events"][0]["game"] = commits[0]["command"]["game"] = "0" * 32
    verdict = verify(sealed(other, commits))
    assert_found(verdict, find_command(commits, "start_game")["version"])


def test_time_may_stand_still():
    header, commits = unpacked(long())
    commits[10]["at"] = commits[9]["at"]
    assert verify(sealed(header, commits)).status == Status.SOUND


def test_the_digest_of_a_key_may_stand_in_a_commit():
    header, commits = unpacked(long())
    order = ["version", "schema", "at", "actor", "key", "command", "events", "salt"]
    commits[10] = {name: {**commits[10], "key": "ab" * 32}[name] for name in order}
    assert verify(sealed(header, commits)).status == Status.SOUND


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
    assert verdict.status == Status.UNSOUND
    assert "\n" not in verdict.message
    assert (verify(sealed(header, [*bodies, *commits])).status == Status.SOUND) == (not bodies)


@pytest.mark.parametrize("depth", [2_000, 200_000])
@pytest.mark.parametrize("at", [0, 3, -1])
def test_nested_junk_is_found_however_deep(depth: int, at: int):
    header, commits = unpacked(short())
    deep = b"[" * depth + b"]" * depth
    bodies: list[Any] = [*commits]
    bodies[at] = b'{"version":1,"deep":' + deep
    assert verify(sealed(header, bodies)).status == Status.UNSOUND
    bodies[at] = deep
    assert verify(sealed(header, bodies)).status == Status.UNSOUND
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
        assert verdict.status == Status.SOUND, verdict
        assert verdict.message.startswith("sound so far")
        assert verdict.commits == commits


@pytest.mark.parametrize("name", SETUPS)
def test_an_unfinished_game_of_every_option_is_sound_so_far(name: str):
    game = RandomGame(Setup(options=SETUPS[name], seed="open", max_turns=60), 0, record=True)
    ledger = game.play().ledger
    assert ledger is not None
    for commits in (1, 5, 12, 40, ledger.count(b"\n") - 2):
        verdict = verify(opened(ledger, commits), allow_open=True)
        assert verdict.status == Status.SOUND, verdict


def test_a_game_that_is_won_and_not_closed_is_open():
    ledger = long()
    begun = opened(ledger, ledger.count(b"\n") - 2)
    assert b'"game_won"' in begun.splitlines()[-1]
    assert verify(begun).status == Status.UNSOUND
    assert verify(begun, allow_open=True).status == Status.SOUND


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
    assert verdict.status == Status.UNSOUND
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
    assert verdict.status in (Status.SOUND, Status.UNSOUND)


def test_a_closed_ledger_has_nothing_after_its_end():
    header, commits = unpacked(long())
    again = {**commits[-1], "version": len(commits) + 1}
    verdict = verify(sealed(header, renumbered([*commits, again])))
    assert_found(verdict, len(commits) + 1)
