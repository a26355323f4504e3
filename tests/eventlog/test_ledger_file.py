"""The file form: a header, commits, a line feed after each; anything else gets one clear line."""

import hashlib
import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.base.game import BASE
from domain.ledger_rules import fold
from domain.state_bytes import freeze
from eventlog.ledger_file import FORM, BadLedger, genesis, header_line, read_ledger, write_ledger
from eventlog.verification import VerificationStatus, verify
from hexledger.self_play import RandomGame, Setup
from tests.eventlog.test_verification import sealed, short, unpacked

HEADER = header_line("g", BASE)
JUNK = [
    b"\0",
    b"\n",
    b"\n\n\n",
    b"junk",
    b"junk\n",
    b"{}\n",
    b"[]\n",
    b"null\n",
    b"\xff\xfe\0\0\n",
    b"\x1f\x8b\x08\0\0\0\0\0",
    b"PK\x03\x04",
    b"<html>\n",
    b"{" * 100_000 + b"\n",
    b"[" * 100_000 + b"\n",
    b'{"format":' + b"[" * 100_000 + b"\n",
    b'"' * 100_000,
    b"1" * 100_000 + b"\n",
    b"\n" * 100_000,
]


def header(**changes: Any) -> bytes:
    stored = {**json.loads(HEADER), **changes}
    return msgspec.json.encode({k: v for k, v in stored.items() if v is not None})


def assert_unsound(data: bytes, *words: str) -> None:
    verdict = verify(data)
    assert verdict.status == VerificationStatus.UNSOUND
    assert verdict.message.strip()
    assert "\n" not in verdict.message
    for word in words:
        assert word in verdict.message
    with pytest.raises(BadLedger):
        read_ledger(data)


def test_the_header_says_what_is_in_the_file():
    assert json.loads(HEADER) == {
        "format": "hexledger",
        "form": 1,
        "game": "g",
        "ruleset": "base",
        "rules": BASE.rules,
        "schema": BASE.schema,
    }
    assert HEADER.startswith(b'{"format":"hexledger","form":1,'), "what tells the file, first"
    assert FORM == 1


def test_the_chain_begins_with_the_hash_of_the_header_line():
    assert genesis(HEADER) == hashlib.sha256(HEADER).digest()


def test_a_ledger_is_written_with_a_line_feed_after_every_line():
    assert write_ledger(b"h", [b"1", b"2"]) == b"h\n1\n2\n"
    assert write_ledger(b"h", []) == b"h\n"


def test_a_ledger_is_read_as_it_was_written():
    ledger = read_ledger(short())
    first, *lines = short().splitlines()
    assert ledger.lines == tuple(lines)
    assert ledger.header.game == json.loads(first)["game"]
    assert ledger.ruleset is BASE
    assert ledger.head.hex() == json.loads(lines[-1])["hash"]
    assert write_ledger(first, ledger.lines) == short()


def test_the_facts_of_a_ledger_fold_to_the_state_that_was_played():
    played = RandomGame(Setup(seed="fold", max_turns=30), 0, record=True).play()
    assert played.ledger is not None
    ledger = read_ledger(played.ledger)
    state = BASE.new_game()
    for events in ledger.events_by_commit(BASE):
        fold(state, events)
    assert freeze(state) == freeze(played.state)


# Files that are no ledgers


def test_an_empty_file_says_so():
    assert_unsound(b"", "empty")


@pytest.mark.parametrize("data", JUNK)
def test_junk_gets_one_clear_line(data: bytes):
    assert_unsound(data, "header")


@pytest.mark.parametrize("size", [1, 100, 10_000])
def test_binary_junk_gets_one_clear_line(size: int):
    assert_unsound(Random(size).randbytes(size), "header")


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_get_one_clear_line(data: bytes) -> None:
    assert_unsound(data)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_after_a_header_get_one_clear_line(data: bytes) -> None:
    assert_unsound(HEADER + b"\n" + data)


def test_a_header_alone_has_no_commits():
    assert_unsound(HEADER + b"\n", "no commits")
    assert_unsound(HEADER, "cut off")


def test_a_file_without_its_last_line_feed_is_cut_off():
    assert_unsound(short()[:-1], "cut off")


def test_a_file_cut_off_within_a_line_says_so_wherever_it_is():
    ledger = short()
    first = ledger.index(b"\n") + 1
    for end in range(first, len(ledger)):
        if ledger[end - 1 : end] != b"\n":
            assert_unsound(ledger[:end], "cut off")


def test_a_file_cut_off_after_a_line_is_not_closed():
    ledger = short()
    ends = [at + 1 for at, byte in enumerate(ledger) if byte == ord("\n")]
    for end in ends[1:-1]:
        verdict = verify(ledger[:end])
        assert verdict.status == VerificationStatus.UNSOUND
        assert "not closed" in verdict.message


@pytest.mark.parametrize(
    "first",
    [
        header(format="hexledgers"),
        header(format=1),
        header(form=None),
        header(form="1"),
        header(form=True),
        header(game=None),
        header(game=7),
        header(ruleset=None),
        header(ruleset=7),
        header(rules=None),
        header(rules="1"),
        header(rules=1.5),
        header(schema=None),
        header(schema="1"),
        header(more=1),
        HEADER[:-1],
        HEADER + b"}",
        HEADER.replace(b"base", b"b\xffse"),
        HEADER.replace(b"base", b"\\ud800"),
        HEADER.upper(),
    ],
)
def test_a_wrong_header_is_no_header(first: bytes):
    _, commits = unpacked(short())
    assert_unsound(sealed(first, commits), "header")


@pytest.mark.parametrize(
    "first",
    [
        HEADER.replace(b":", b": "),
        b" " + HEADER,
        HEADER + b" ",
        HEADER + b"\r",
        HEADER.replace(b'"rules":2', b'"rules":2.0'),
        HEADER.replace(b'"form":1', b'"form":1,"form":1'),
        HEADER.replace(b"base", b"\\u0062ase"),
        msgspec.json.encode(dict(reversed(json.loads(HEADER).items()))),
    ],
)
def test_a_header_is_written_in_one_way_only(first: bytes):
    _, commits = unpacked(short())
    assert_unsound(sealed(first, commits), "header")


@pytest.mark.parametrize("form", [0, 2, 99, -1, 2**70])
def test_another_form_of_file_is_not_guessed_at(form: int):
    _, commits = unpacked(short())
    verdict = verify(sealed(header(form=form), commits))
    assert verdict.status == VerificationStatus.UNSOUND
    assert "\n" not in verdict.message
    if form < 2**63:
        assert f"form {form}" in verdict.message


# Rules that this build lacks


UNKNOWN = [
    {"ruleset": "chess"},
    {"ruleset": ""},
    {"ruleset": "a\nb\x1b[31m"},
    {"rules": 0},
    {"rules": 99},
    {"rules": -1},
]


@pytest.mark.parametrize("changes", UNKNOWN)
def test_a_sound_chain_of_unknown_rules_is_left_undecided(changes: dict[str, Any]):
    first, commits = unpacked(short())
    game = json.loads(first)["game"]
    ledger = sealed(header(game=game, **changes), commits)
    verdict = verify(ledger)
    assert verdict.status == VerificationStatus.RULES_MISSING
    assert (verdict.game, verdict.commits) == (game, len(commits))
    assert verdict.head == json.loads(ledger.splitlines()[-1])["hash"]
    for value in changes.values():
        assert repr(value) in verdict.message, "it names what is missing"
    assert "\n" not in verdict.message
    assert verify(ledger, allow_open=True) == verdict
    assert read_ledger(ledger).ruleset is None


@pytest.mark.parametrize("changes", UNKNOWN)
def test_a_broken_chain_of_unknown_rules_is_unsound(changes: dict[str, Any]):
    _, commits = unpacked(short())
    ledger = bytearray(sealed(header(**changes), commits))
    ledger[-200] ^= 1
    assert_unsound(bytes(ledger), f"commit {len(commits)}: ")
    assert_unsound(bytes(ledger[:-1]), "cut off")
    assert_unsound(header(**changes) + b"\n", "no commits")


def test_unknown_rules_say_nothing_about_what_is_in_the_commits():
    ledger = sealed(header(ruleset="chess"), [b'{"move":"e4"', b'{"move":"e5"'])
    assert verify(ledger).status == VerificationStatus.RULES_MISSING
    assert verify(ledger).commits == 2


def test_bad_ledgers_name_the_first_bad_commit():
    ledger = short().splitlines(keepends=True)
    ledger[7] = ledger[7].replace(b'"schema":1', b'"schema":2')
    with pytest.raises(BadLedger, match=r"^commit 7: ") as bad:
        read_ledger(b"".join(ledger))
    assert bad.value.version == 7
