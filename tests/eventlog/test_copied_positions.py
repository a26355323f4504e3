"""Verifying a game that goes on from a copy: on trust, or against the ledger of the other game."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.chance.draws import salt_of
from domain.registry import RULESETS
from domain.table.copying import CopyPosition
from domain.table.state import CopiedFrom
from eventlog.ledger_file import read_ledger
from eventlog.verification import Verdict, VerificationStatus, verify
from hexledger.cli.main import main
from hexledger.self_play import RandomGame, Setup
from tests.clocks.games import TimedGame
from tests.copies import CopiedGame, PlayedGame, copy_of
from tests.eventlog.forgeries import Commits, forged, sealed, unpacked

Change = Callable[[Commits], None]


class Copy(CopiedGame):
    """A game that goes on from a copy of a recorded one."""

    def __init__(self, source: PlayedGame, ledger: bytes, version: int) -> None:
        super().__init__(source.setup, source.position_at(version), record=True)
        read = read_ledger(ledger)
        head = json.loads(read.lines[version - 1])["hash"]
        self.link = CopiedFrom(read.header.game, version, head)

    def _opening(self) -> Any:
        made = copy_of(self.position, self.game, self.ruleset.bots[0])
        yield CopyPosition(made.player, made.game, self.link, made.seat, made.bot, self.position)


@cache
def ledgers(ruleset: str = "base", *, timed: bool = False) -> tuple[bytes, bytes]:
    """The ledger of a game, and that of its copy."""
    options = {"clock": "live"} if timed else {}
    setup = Setup(ruleset, RULESETS[ruleset].seats[-1], options, seed="verified", max_turns=12)
    game = (TimedGame if timed else RandomGame)(setup, 0, record=True)
    assert game.recorder is not None
    source = PlayedGame.of(setup, ((game.state, c, events) for _, c, events in game.commits()))
    ledger = game.recorder.ledger()
    copy = Copy(source, ledger, source.in_play[-1])
    for _ in copy.commits():
        pass
    assert copy.recorder is not None
    return ledger, copy.recorder.ledger()


def against(copy: bytes, source: bytes) -> Verdict:
    game = read_ledger(source).header.game
    return verify(copy, find_ledger={game: source}.get)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("timed", [False, True])
def test_a_copy_is_sound_on_trust_and_against_its_source(ruleset: str, timed: bool):
    source, copy = ledgers(ruleset, timed=timed)
    alone, together = verify(copy), against(copy, source)
    assert (alone.status, alone.copy) == (VerificationStatus.SOUND, "unchecked")
    assert (together.status, together.copy) == (VerificationStatus.SOUND, "same")
    assert alone.copied_from is not None
    assert alone.copied_from.game == read_ledger(source).header.game
    assert alone.copied_from == together.copied_from
    assert verify(source).copy == "none"


def copied(commits: Commits) -> list[dict[str, Any]]:
    """The copied events of a ledger, to be changed."""
    events: list[dict[str, Any]] = commits[0]["events"][-1]["events"]
    return events


def _another_die(commits: Commits) -> None:
    roll = next(event for event in reversed(copied(commits)) if event["type"] == "dice_rolled")
    roll["dice"] = roll["dice"][::-1] if roll["dice"][0] != roll["dice"][1] else [1, 2]


def _a_gift(commits: Commits) -> None:
    gains = [event for event in copied(commits) if event["type"] == "resources_produced"]
    gains[-1]["gains"] = {"0": {"ore": 1}}


def _one_event_less(commits: Commits) -> None:
    copied(commits).pop()


def _another_version(commits: Commits) -> None:
    for part in (commits[0]["command"], commits[0]["events"][-1]):
        part["source"]["version"] -= 1


def _no_version(commits: Commits) -> None:
    for part in (commits[0]["command"], commits[0]["events"][-1]):
        part["source"]["version"] = 10_000


def _another_head(commits: Commits) -> None:
    for part in (commits[0]["command"], commits[0]["events"][-1]):
        part["source"]["head"] = "0" * 64


def _other_colours(commits: Commits) -> None:
    colours = commits[0]["command"]["position"]["colours"]
    colours[0], colours[1] = colours[1], colours[0]
    seated = [event for event in commits[0]["events"] if "colour" in event]
    seated[0]["colour"], seated[1]["colour"] = seated[1]["colour"], seated[0]["colour"]


def cut(change: Change) -> bytes:
    """A forged copy, of which only the first commit is left: nothing after it gives it away."""
    header, commits = unpacked(ledgers()[1])
    change(commits)
    return sealed(header, commits[:1])


@pytest.mark.parametrize(
    "change",
    [
        _another_die,
        _a_gift,
        _one_event_less,
        _another_version,
        _no_version,
        _another_head,
        _other_colours,
    ],
)
def test_a_forged_copy_is_found_if_the_source_is_given(change: Change):
    source, _ = ledgers()
    game = read_ledger(source).header.game
    verdict = verify(cut(change), allow_open=True, find_ledger={game: source}.get)
    assert verdict.status == VerificationStatus.UNSOUND, verdict.message
    assert verdict.bad_commit == 1


def test_a_forged_source_is_found():
    source, copy = ledgers()

    def change(commits: Commits) -> int:
        commits[5]["at"] += 1
        return 6

    verdict = against(copy, forged(source, change)[0])
    assert (verdict.status, verdict.bad_commit) == (VerificationStatus.UNSOUND, 1)
    broken = bytearray(source)
    broken[len(source) // 2] ^= 1
    verdict = against(copy, source)
    assert verdict.status == VerificationStatus.SOUND
    verdict = verify(copy, find_ledger=lambda game: bytes(broken))
    assert (verdict.status, verdict.bad_commit) == (VerificationStatus.UNSOUND, 1)
    assert "not sound" in verdict.message
    other = verify(copy, find_ledger=lambda game: ledgers("dice")[0])
    assert (other.status, other.bad_commit) == (VerificationStatus.UNSOUND, 1)


def test_events_that_cannot_have_happened_are_found_without_the_source():
    header, commits = unpacked(ledgers()[1])
    events = copied(commits)
    whole = list(events)
    found = 0
    for left in range(0, len(whole), 7):
        events[:] = [event for n, event in enumerate(whole) if n != left]
        verdict = verify(sealed(header, commits))
        assert verdict.status in VerificationStatus, "there is a verdict, whatever was copied"
        found += verdict.status == VerificationStatus.UNSOUND
    assert found
    events[:] = [event for event in whole if event["type"] != "board_laid"]
    assert verify(sealed(header, commits)).status == VerificationStatus.UNSOUND
    events[:] = [{"type": "position_copied", "source": {}, "events": []}]
    assert verify(sealed(header, commits)).status == VerificationStatus.UNSOUND


def test_the_command_cannot_name_another_source_than_the_event():
    header, commits = unpacked(ledgers()[1])
    commits[0]["command"]["source"]["version"] += 1
    verdict = verify(sealed(header, commits))
    assert (verdict.status, verdict.bad_commit) == (VerificationStatus.UNSOUND, 1)


def test_a_copy_has_a_seed_of_its_own():
    (_, first), (_, second) = unpacked(ledgers()[0]), unpacked(ledgers()[1])
    seeds = {commits[-1]["events"][1]["seed"] for commits in (first, second)}
    assert len(seeds) == 2
    assert second[0]["salt"] == salt_of(bytes.fromhex(second[-1]["events"][1]["seed"]), 1)


def test_the_command_line_says_what_was_taken_on_trust(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, copy = (tmp_path / name for name in ("source.ndjson", "copy.ndjson"))
    for path, ledger in zip((source, copy), ledgers(), strict=True):
        path.write_bytes(ledger)
    game = read_ledger(ledgers()[0]).header.game

    def said(*files: Path, status: int = 0) -> str:
        assert main(["verify", *map(str, files)]) == status
        return " ".join(capsys.readouterr().out.split())

    alone = said(copy)
    assert f"copied from game {game}, version " in alone
    assert "taken on trust (give its ledger, too)" in alone
    assert "the same as in its ledger" in said(copy, source)
    assert "the same as in its ledger" in said(source, tmp_path / "missing", copy, status=1)
    assert "copied from" not in said(source)
    assert main(["verify", "--json", str(copy), str(source)]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert (first["copy"], second["copy"]) == ("same", "none")
    assert first["copied_from"]["game"] == game
    assert second["copied_from"] is None
