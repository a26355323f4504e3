"""Older commits: lifted one schema at a time when they are read, never in what is stored."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from domain.base.commands import RollDice
from domain.base.events import DiceRolled
from domain.base.game import BASE
from domain.ledger_rules import fold
from domain.registry import RULESETS
from domain.rules_versions import Versions
from domain.ruleset import Ruleset
from domain.table.copying import PositionCopied
from domain.table.state import CopiedFrom
from eventlog.commit import Codec, Undecodable, codec_for, hash_of, is_sealed
from eventlog.ledger_file import read_ledger
from eventlog.verification import VerificationStatus, verify
from tests.eventlog.test_verification import sealed, short, unpacked

Raw = dict[str, Any]


def each_event(kind: str, change: Callable[[Raw], Raw]) -> Callable[[Raw], Raw]:
    """A step that changes one kind of fact in a commit."""

    def step(commit: Raw) -> Raw:
        events = [change(event) if event["type"] == kind else event for event in commit["events"]]
        return {**commit, "events": events}

    return step


# In schema 1 the dice were thrown, and lay in two fields. In schema 2 they were rolled, but a draw
# was called a card. Schema 3 is what the rules speak today.
from_1 = each_event(
    "dice_thrown",
    lambda e: {"type": "dice_rolled", "seat": e["seat"], "dice": e["dice"], "card": e["card"]},
)
from_2 = each_event(
    "dice_rolled",
    lambda e: {"type": "dice_rolled", "seat": e["seat"], "dice": e["dice"], "draw": e["card"]},
)
OLD = replace(BASE, schema=3, upcasters={1: from_1, 2: from_2}, versions=Versions())
OLD.versions.keep(OLD)

NOW = DiceRolled(seat=0, dice=(3, 4), draw=9)
STORED = {
    1: {"type": "dice_thrown", "seat": 0, "dice": [3, 4], "card": 9},
    2: {"type": "dice_rolled", "seat": 0, "dice": [3, 4], "card": 9},
    3: {"type": "dice_rolled", "seat": 0, "dice": [3, 4], "draw": 9},
}


def commit_in(schema: Any, **changes: Any) -> Raw:
    commit = {
        "version": 1,
        "schema": schema,
        "at": 0,
        "actor": "ada",
        "command": {"type": "roll_dice", "seat": 0},
        "events": [STORED.get(schema, STORED[3])],
        "salt": "",
    }
    return {**commit, **changes}


def line_of(commit: Raw) -> bytes:
    return sealed(b"header", [commit]).splitlines()[1]


def as_schema(schema: int, commit: Raw) -> Raw:
    """A commit of today as an older build would have stored it."""

    def older(event: Raw) -> Raw:
        if event["type"] != "dice_rolled" or schema == 3:
            return event
        kind = "dice_thrown" if schema == 1 else "dice_rolled"
        return {"type": kind, "seat": event["seat"], "dice": event["dice"], "card": event["draw"]}

    events = [older(event) for event in commit["events"]]
    return {**commit, "schema": schema, "events": events}


def old_ledger(schema: int) -> bytes:
    header, commits = unpacked(short())
    first = header.replace(b'"schema":1', b'"schema":%d' % schema)
    return sealed(first, [as_schema(schema, commit) for commit in commits])


@pytest.fixture
def build(monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """A build whose base game has come to schema 3."""
    short()  # The game that all tests share is recorded by the rules of today.
    monkeypatch.setitem(RULESETS, "base", OLD)
    return OLD


@pytest.mark.parametrize("schema", [1, 2, 3])
def test_a_commit_of_any_schema_is_read_as_one_of_today(schema: int):
    codec = Codec(OLD)
    line = line_of(commit_in(schema))
    commit = codec.decode(line)
    assert commit.events == (NOW,)
    assert commit.command == RollDice(0)
    assert commit.schema == 3
    assert codec.events_of(line) == (NOW,)
    assert codec.schema_of(line) == schema, "what is stored stays what it was"


@pytest.mark.parametrize("schema", [1, 2, 3])
def test_the_events_of_a_copied_position_are_lifted_too(schema: int):
    source = {"game": "another", "version": 9, "head": "c0ffee"}
    copied = {"type": "position_copied", "source": source, "events": [STORED[schema]]}
    line = line_of(commit_in(schema, events=[copied, STORED[schema]]))
    position = PositionCopied(CopiedFrom("another", 9, "c0ffee"), (NOW,))
    assert Codec(OLD).events_of(line) == (position, NOW)
    broken = line_of(commit_in(schema, events=[{**copied, "events": [{"type": "roll"}]}]))
    with pytest.raises(Undecodable):
        Codec(OLD).decode(broken)


def test_a_commit_is_lifted_step_by_step_in_order():
    steps: list[int] = []

    def step(number: int, lift: Callable[[Raw], Raw]) -> Callable[[Raw], Raw]:
        def lifted(commit: Raw) -> Raw:
            assert commit["schema"] == number
            steps.append(number)
            return lift(commit)

        return lifted

    ruleset = replace(BASE, schema=3, upcasters={2: step(2, from_2), 1: step(1, from_1)})
    codec = Codec(ruleset)
    assert codec.decode(line_of(commit_in(1))).events == (NOW,)
    assert steps == [1, 2]
    codec.decode(line_of(commit_in(2)))
    assert steps == [1, 2, 2]
    codec.decode(line_of(commit_in(3)))
    assert steps == [1, 2, 2], "today's schema is read straight"


def test_an_older_commit_that_looks_like_one_of_today_is_lifted_all_the_same():
    ruleset = replace(
        BASE, schema=2, upcasters={1: each_event("dice_rolled", lambda e: {**e, "draw": 1_000})}
    )
    line = line_of(commit_in(1, events=[STORED[3]]))
    assert Codec(ruleset).decode(line).events == (DiceRolled(seat=0, dice=(3, 4), draw=1_000),)


def test_a_commit_of_today_may_not_speak_as_in_the_past():
    with pytest.raises(Undecodable):
        Codec(OLD).decode(line_of(commit_in(3, events=[STORED[1]])))
    with pytest.raises(Undecodable):
        Codec(OLD).decode(line_of(commit_in(2, events=[STORED[1]])))


@pytest.mark.parametrize("schema", [4, 99, 2**80])
def test_a_schema_of_the_future_is_refused(schema: int):
    for read in (Codec(OLD).decode, Codec(OLD).events_of):
        with pytest.raises(Undecodable):
            read(line_of(commit_in(schema)))


def test_the_refusal_of_a_schema_of_the_future_names_it():
    with pytest.raises(Undecodable, match="schema 4"):
        Codec(OLD).decode(line_of(commit_in(4)))


@pytest.mark.parametrize("schema", [0, -1])
def test_a_schema_that_never_was_is_refused(schema: int):
    with pytest.raises(Undecodable):
        Codec(OLD).decode(line_of(commit_in(schema)))


@pytest.mark.parametrize("schema", [None, True, "1", 1.0, 1.5, [1], {}])
def test_a_schema_is_a_whole_number(schema: object):
    stored = commit_in(1)
    for read in (Codec(OLD).decode, Codec(OLD).events_of):
        with pytest.raises(Undecodable):
            read(line_of({**stored, "schema": schema}))


def test_a_missing_step_is_not_jumped_over():
    ruleset = replace(BASE, schema=3, upcasters={1: from_1})
    with pytest.raises(Undecodable):
        Codec(ruleset).decode(line_of(commit_in(1)))


@pytest.mark.parametrize(
    "events",
    [
        None,
        7,
        [7],
        [{}],
        [{"type": 7}],
        [{"type": "dice_thrown"}],
        [{"type": "dice_thrown", "seat": None, "dice": 7, "card": []}],
    ],
)
def test_an_older_commit_that_makes_no_sense_is_undecodable(events: object):
    for read in (Codec(OLD).decode, Codec(OLD).events_of):
        with pytest.raises(Undecodable):
            read(line_of(commit_in(1, events=events)))


def test_an_older_commit_without_events_is_undecodable():
    stored = commit_in(1)
    del stored["events"]
    with pytest.raises(Undecodable):
        Codec(OLD).decode(line_of(stored))


# Whole ledgers


@pytest.mark.parametrize("schema", [1, 2, 3])
def test_a_ledger_of_any_schema_is_sound(build: Ruleset, schema: int):
    ledger = old_ledger(schema)
    assert (b"dice_thrown" in ledger) == (schema == 1)
    verdict = verify(ledger)
    assert verdict.status == VerificationStatus.SOUND, verdict.message
    assert verdict.commits == ledger.count(b"\n") - 1


def test_a_game_that_lived_through_every_schema_is_sound(build: Ruleset):
    header, commits = unpacked(short())
    third = len(commits) // 3
    mixed = [as_schema(1 + min(2, i // third), commit) for i, commit in enumerate(commits)]
    assert {commit["schema"] for commit in mixed} == {1, 2, 3}
    assert verify(sealed(header, mixed)).status == VerificationStatus.SOUND


def test_the_hash_covers_what_is_stored_and_not_what_it_is_lifted_to(build: Ruleset):
    ledger = old_ledger(1)
    header, *lines = ledger.splitlines()
    codec = codec_for(build)
    head = hashlib.sha256(header).digest()
    for line in lines:
        body = line[: line.rindex(b',"hash":"')]
        digest = hash_of(line, head)
        assert digest == hashlib.sha256(head + body).digest()
        assert is_sealed(line, digest)
        lifted = msgspec.json.encode(codec.decode(line))
        assert lifted != line
        assert not is_sealed(lifted, hash_of(lifted, head))
        head = digest
    assert verify(ledger).head == head.hex()


def test_one_changed_byte_in_an_older_commit_is_found(build: Ruleset):
    ledger = old_ledger(1)
    for at in range(0, len(ledger), 7):
        changed = bytearray(ledger)
        changed[at] ^= 1
        assert verify(bytes(changed)).status == VerificationStatus.UNSOUND


def test_a_forgery_in_an_older_commit_is_found(build: Ruleset):
    header, *lines = old_ledger(1).splitlines()
    commits = [json.loads(line) for line in lines]
    roll = next(c for c in commits if c["command"]["type"] == "roll_dice")
    roll["events"][0]["dice"] = [6, 6] if roll["events"][0]["dice"] != [6, 6] else [1, 1]
    verdict = verify(sealed(header, commits))
    assert (verdict.status, verdict.bad_commit) == (VerificationStatus.UNSOUND, roll["version"])


def test_an_older_ledger_folds_to_the_same_game(build: Ruleset):
    def points(ledger: bytes) -> list[int]:
        state = build.new_game()
        for events in read_ledger(ledger).events_by_commit(build):
            fold(state, events)
        return [standing.points for standing in state.standings]

    assert points(old_ledger(1)) == points(old_ledger(2)) == points(old_ledger(3))


@pytest.mark.parametrize("schema", [True, 1.0, "1", None])
def test_a_ledger_with_a_schema_that_is_no_number_is_unsound(build: Ruleset, schema: object):
    header, *lines = old_ledger(1).splitlines()
    commits = [json.loads(line) for line in lines]
    commits[5]["schema"] = schema
    verdict = verify(sealed(header, commits))
    assert (verdict.status, verdict.bad_commit) == (VerificationStatus.UNSOUND, 6)


def test_a_ledger_of_a_future_schema_is_not_judged():
    # This build speaks schema 1: the chain is sound, but nobody here can read it.
    header, commits = unpacked(short())
    first = header.replace(b'"schema":1', b'"schema":3')
    ledger = sealed(first, [{**commit, "schema": 3} for commit in commits])
    verdict = verify(ledger)
    assert verdict.status != VerificationStatus.SOUND
    assert "schema" in verdict.message
    assert "\n" not in verdict.message
