"""`hexledger replay` and `demo`: the table and the story, as a viewer may know them."""

import json
import re
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from eventlog.verification import VerificationStatus, verify
from hexledger.self_play import RandomGame, Setup
from tests.cli.test_simulate import assert_one_line, hexledger, in_a_process
from tests.cli.test_verify import sealed

__all__ = ["hexledger"]

HIDDEN = {
    "card_stolen": ("thief", "victim"),
    "development_card_bought": ("seat",),
    "discard_chosen": ("seat",),
}
"""Facts that only these seats know in full."""


@cache
def recorded() -> bytes:
    """A game in which every kind of secret is kept."""
    for n in count():
        setup = Setup(options={"discard_limit": 4}, seed=f"replay-{n}", max_turns=90)
        played = RandomGame(setup, 0, record=True).play().ledger
        assert played is not None
        if all(kind.encode() in played for kind in HIDDEN):
            return played
    raise AssertionError


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    path = tmp_path / "game.ndjson"
    path.write_bytes(recorded())
    return path


def commits_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()[1:]]


def log_of(out: str) -> list[str]:
    """The lines of the log, each with its version."""
    return [line for line in out.splitlines() if re.match(r" *\d+  \S", line)]


def sentences_at(out: str, version: int) -> list[str]:
    return [line for line in log_of(out) if int(line.split()[0]) == version]


def table_of(out: str) -> str:
    """What comes after the log."""
    return out.split("\n\n", 1)[1]


def test_the_whole_story_is_told_and_the_table_shown(hexledger, ledger: Path):
    result = hexledger("replay", ledger)
    assert (result.status, result.err) == (0, "")
    commits = commits_of(ledger)
    log = log_of(result.out.split("\n\n", 1)[0])
    assert len(log) == sum(len(commit["events"]) for commit in commits)
    versions = [int(line.split()[0]) for line in log]
    assert versions == sorted(versions)
    assert set(versions) == set(range(1, len(commits) + 1))
    for word in ("brick", "ore", "settlements", "longest road"):
        assert word in table_of(result.out).lower()


def test_it_can_be_told_in_two_languages(hexledger, ledger: Path):
    english = hexledger("replay", ledger, "--at", 80, "--lang", "en")
    polish = hexledger("replay", ledger, "--at", 80, "--lang", "pl")
    assert english.out == hexledger("replay", ledger, "--at", 80).out
    assert polish.status == 0
    one, other = log_of(english.out), log_of(polish.out)
    assert len(one) == len(other)
    assert all(a != b for a, b in zip(one, other, strict=True))
    assert re.search("[ąćęłńóśźż]", polish.out)


def test_the_story_stops_where_it_is_told_to(hexledger, ledger: Path):
    commits = commits_of(ledger)
    whole = log_of(hexledger("replay", ledger).out)
    for at in (1, 9, 30, len(commits) - 1, len(commits)):
        result = hexledger("replay", ledger, "--at", at)
        assert result.status == 0
        log = log_of(result.out.split("\n\n", 1)[0])
        assert log == whole[: len(log)]
        assert int(log[-1].split()[0]) == at


def test_any_version_can_be_shown_to_anybody(hexledger, ledger: Path):
    last = len(commits_of(ledger))
    for at in (1, 2, 5, 9, 10, 11, last):
        for viewer, lang in (("0", "pl"), ("3", "en"), ("spectator", "pl")):
            result = hexledger("replay", ledger, "--at", at, "--as", viewer, "--lang", lang)
            assert (result.status, result.err) == (0, "")


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_what_is_hidden_is_told_to_those_who_know_it_alone(hexledger, ledger: Path, lang: str):
    stories = {
        viewer: hexledger("replay", ledger, "--lang", lang, *seen_by(viewer)).out
        for viewer in ("0", "1", "2", "3", "spectator", None)
    }
    found = set()
    for commit in commits_of(ledger):
        for place, event in enumerate(commit["events"]):
            if event["type"] in HIDDEN:
                found.add(event["type"])
                lines = {
                    viewer: sentences_at(story, commit["version"])[place]
                    for viewer, story in stories.items()
                }
                knowing = {str(event[name]) for name in HIDDEN[event["type"]]}
                for viewer in ("0", "1", "2", "3"):
                    assert lines[viewer] == lines[None if viewer in knowing else "spectator"]
                assert lines["spectator"] != lines[None]
    assert found == set(HIDDEN)


def seen_by(viewer: str | None) -> list[str]:
    return [] if viewer is None else ["--as", viewer]


def test_what_everybody_knows_is_told_alike(hexledger, ledger: Path):
    private = {c["version"] for c in commits_of(ledger) for e in c["events"] if e["type"] in HIDDEN}
    stories = [
        hexledger("replay", ledger, "--as", viewer).out for viewer in ("0", "2", "spectator")
    ]
    public = [
        [line for line in log_of(story) if int(line.split()[0]) not in private] for story in stories
    ]
    assert public[0] == public[1] == public[2]


def test_a_stolen_card_is_in_no_line_that_another_is_told(hexledger, ledger: Path):
    words = ("brick", "lumber", "wool", "grain", "ore")
    for commit in commits_of(ledger):
        for i, event in enumerate(commit["events"]):
            if event["type"] == "card_stolen":
                others = {0, 1, 2, 3} - {event["thief"], event["victim"]}
                out = hexledger(
                    "replay", ledger, "--at", commit["version"], "--as", min(others)
                ).out
                line = sentences_at(out, commit["version"])[i]
                assert not any(word in line.lower().split() for word in words), line
                return
    pytest.fail("nothing was stolen in this game")


def test_a_hand_is_shown_to_its_seat_alone(hexledger, ledger: Path):
    # Shortly before the end, when hands are full and nothing is revealed yet.
    at = len(commits_of(ledger)) - 5
    tables = {
        viewer: table_of(hexledger("replay", ledger, "--at", at, *seen_by(viewer)).out)
        for viewer in ("0", "1", "2", "3", "spectator", None)
    }
    assert len(set(tables.values())) == 6
    # Whoever has the file sees four hands, a seat its own, a spectator none.
    hands = {viewer: len(re.findall(r"brick \d+", table)) for viewer, table in tables.items()}
    bank = hands["spectator"]
    assert [hands[viewer] - bank for viewer in ("0", "1", "2", "3")] == [1, 1, 1, 1]
    assert hands[None] - bank == 4


@pytest.mark.parametrize("at", [0, -1, 10**6, 2**70])
def test_a_version_that_is_not_there_is_told_in_one_line(hexledger, ledger: Path, at: int):
    last = len(commits_of(ledger))
    assert_one_line(hexledger("replay", ledger, "--at", at), f"1 to {last}")


@pytest.mark.parametrize("viewer", ["4", "-1", "x", "", "organizer", "0.0", "²", "9" * 5_000])
def test_a_seat_that_is_not_there_is_told_in_one_line(hexledger, ledger: Path, viewer: str):
    assert_one_line(hexledger("replay", ledger, f"--as={viewer}"), "0 to 3")


def test_a_file_that_is_no_ledger_is_told_in_one_line(hexledger, ledger: Path, tmp_path: Path):
    data = ledger.read_bytes()
    flipped = bytearray(data)
    flipped[len(data) // 2] ^= 1
    for content, word in (
        (b"", "empty"),
        (bytes(range(256)), "header"),
        (bytes(flipped), "commit"),
        (data[:-1], "cut off"),
    ):
        (tmp_path / "bad").write_bytes(content)
        assert_one_line(hexledger("replay", "bad"), "bad: ", word)
    assert_one_line(hexledger("replay", "nowhere"), "nowhere", "No such file")
    assert_one_line(hexledger("replay", "."), "directory")


@pytest.mark.parametrize(("old", "new"), [(b'"base"', b'"chess"'), (b'"rules":2', b'"rules":99')])
def test_a_game_of_rules_that_this_build_lacks_is_told_as_far_as_that_goes(
    hexledger, ledger: Path, tmp_path: Path, old: bytes, new: bytes
):
    header, *lines = ledger.read_bytes().splitlines()
    assert old in header
    (tmp_path / "foreign").write_bytes(sealed(header.replace(old, new), lines))
    shown = hexledger("replay", "foreign")
    assert (shown.status, shown.err) == (2, "")
    assert "Red sat down at the table." in shown.out
    assert "(dice_rolled: this server lacks the rules to tell it.)" in shown.out
    assert "The game ended without a winner: " in shown.out
    *_, last = shown.out.splitlines()
    assert "the chain is sound, but" in last
    assert "Ujawniono ziarno" in hexledger("replay", "foreign", "--lang", "pl").out
    first = hexledger("replay", "foreign", "--at", "2").out.splitlines()
    assert len([line for line in first if line.startswith("    ")]) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"type":"turn_began"', b'"type":"turn_ended"'),
        (b'"type":"turn_began","seat":0', b'"type":"turn_began","seat":99'),
        (b'"type":"road_built","seat":0', b'"type":"road_built","seat":99'),
        (
            b'"type":"settlement_built","seat":0,"node":',
            b'"type":"settlement_built","seat":0,"node":9',
        ),
        (b'"friendly_robber":false', b'"friendly_robber":0'),
    ],
)
def test_a_forged_ledger_is_told_in_one_line(hexledger, ledger: Path, tmp_path: Path, old, new):
    # The chain is sound and the facts make no sense: `verify` says more about it.
    header, *lines = ledger.read_bytes().splitlines()
    forged = sealed(header, [line.replace(old, new) for line in lines])
    assert forged != ledger.read_bytes()
    (tmp_path / "forged").write_bytes(forged)
    result = hexledger("replay", "forged")
    assert result.status == 2
    assert result.err.count("\n") == 1
    assert result.err.startswith("hexledger: forged: ")


def test_an_unfinished_ledger_is_told_as_far_as_it_goes(hexledger, ledger: Path, tmp_path: Path):
    lines = ledger.read_bytes().splitlines(keepends=True)
    for commits in (1, 3, 10, 40):
        (tmp_path / "open").write_bytes(b"".join(lines[: commits + 1]))
        result = hexledger("replay", "open", "--as", "1")
        assert (result.status, result.err) == (0, "")


def test_a_process_tells_the_same_story(hexledger, ledger: Path):
    result = in_a_process("replay", ledger, "--as", "0", "--lang", "pl", PYTHONHASHSEED="3")
    assert (result.status, result.err) == (0, "")
    assert result.out == hexledger("replay", ledger, "--as", "0", "--lang", "pl").out


# The demo


def test_the_demo_plays_writes_verifies_and_shows_a_game(hexledger, tmp_path: Path):
    result = hexledger("demo", "--out", "d")
    assert (result.status, result.err) == (0, "")
    written = tmp_path / "d" / "demo.ndjson"
    assert list(tmp_path.glob("**/*.ndjson")) == [written]
    verdict = verify(written.read_bytes())
    assert verdict.status == VerificationStatus.SOUND
    assert verdict.head is not None
    assert verdict.head in result.out
    assert "d/demo.ndjson: sound" in result.out
    assert "longest road" in result.out.lower()


def test_the_demo_is_the_same_every_time(hexledger, tmp_path: Path):
    outs = []
    for _ in range(2):
        outs.append((hexledger("demo").out, (tmp_path / "demo" / "demo.ndjson").read_bytes()))
    assert outs[0] == outs[1]


def test_what_the_demo_suggests_works(hexledger):
    suggested = hexledger("demo").out.rsplit("Try: hexledger ", 1)[1].split()
    assert hexledger(*suggested).status == 0


def test_a_demo_that_cannot_be_written_is_told_in_one_line(hexledger, tmp_path: Path):
    (tmp_path / "file").write_text("here")
    result = hexledger("demo", "--out", "file")
    assert result.status == 2
    assert result.err.startswith("hexledger: file")
    assert result.err.count("\n") == 1


# Parts of the log


def shown(out: str) -> list[str]:
    return log_of(out.split("\n\n", 1)[0])


def test_the_log_can_be_filtered_as_over_http(hexledger, ledger: Path):
    whole = shown(hexledger("replay", ledger).out)
    events = [
        (commit["version"], event) for commit in commits_of(ledger) for event in commit["events"]
    ]
    told = list(zip(whole, events, strict=True))

    def expected(fits) -> list[str]:
        return [line for line, (version, event) in told if fits(version, event)]

    stolen = expected(lambda version, event: event["type"] == "card_stolen")
    assert stolen
    assert shown(hexledger("replay", ledger, "--type", "card_stolen").out) == stolen
    both = expected(lambda version, event: event["type"] in ("card_stolen", "road_built"))
    types = ("--type", "card_stolen", "--type", "road_built")
    assert shown(hexledger("replay", ledger, *types).out) == both
    between = expected(lambda version, event: 30 <= version <= 44)
    assert shown(hexledger("replay", ledger, "--from", 30, "--to", 44).out) == between
    at = {commit["version"]: commit["at"] for commit in commits_of(ledger)}
    times = ("--from", at[30], "--to", at[44])
    assert shown(hexledger("replay", ledger, *times).out) == between
    robbed = expected(
        lambda version, event: (
            event["type"] == "card_stolen" and 2 in (event["thief"], event["victim"])
        )
    )
    assert shown(hexledger("replay", ledger, "--type", "card_stolen", "--seat", 2).out) == robbed
    assert shown(hexledger("replay", ledger, "--text", "ROBBER").out) == [
        line for line in whole if "robber" in line
    ]
    turn = shown(hexledger("replay", ledger, "--turn", "3-4").out)
    assert turn[0].endswith("is up.")
    assert {line for line in turn if "Turn " in line} == {
        line for line in whole if "Turn 3:" in line or "Turn 4:" in line
    }


def test_times_are_told_beside_the_sentences(hexledger, ledger: Path):
    result = hexledger("replay", ledger, "--times", "--type", "dice_rolled")
    lines = shown(result.out)
    assert lines
    for line in lines:
        # Simulated players take a second.
        assert re.match(r" *\d+  2026-01-01T\d\d:\d\d:\d\d\.000Z +1\.0 s  \S", line)


def test_a_time_stops_the_story_too(hexledger, ledger: Path):
    at = commits_of(ledger)[29]["at"]
    wanted = hexledger("replay", ledger, "--at", 30).out
    assert hexledger("replay", ledger, "--at", at).out == wanted
    assert hexledger("replay", ledger, "--at", at + 999).out == wanted
    assert_one_line(hexledger("replay", ledger, "--at", "2001-09-10T00:00Z"), "2026-01-01T")


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *(("--type", "robbery"), ("--turn", "x"), ("--turn", "5-3")),
        *(("--from", "0"), ("--to", "noon"), ("--from", "2026-02-30T00:00Z")),
    ],
)
def test_a_filter_that_is_none_is_told_in_one_line(hexledger, ledger: Path, option, value):
    assert_one_line(hexledger("replay", ledger, option, value), option, value)
