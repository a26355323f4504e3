"""Recorded ledgers, and forgeries of them by a forger who knows the seed."""

import hashlib
import json
from collections.abc import Callable, Iterable
from functools import cache
from itertools import count
from typing import Any

import msgspec

from domain.chance.draws import commitment_of, salt_of
from domain.ids import SYSTEM
from hexledger.self_play import RandomGame, Setup

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
    commits[0]["events"][0]["rules"] = 1
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
