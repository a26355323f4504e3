"""`hexledger revalidate` on folders: what it counts, and its status."""

import json
from pathlib import Path

import pytest

from domain.registry import ruleset_named
from hexledger.cli.main import main
from hexledger.self_play import Setup, game_of
from tests.eventlog.forgeries import sealed, unpacked


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game by each version of the rules of the game for two."""
    for number in ruleset_named("duel").versions.numbers:
        setup = Setup("duel", 2, rules=number, max_turns=2)
        ledger = game_of(setup, 0, record=True).play().ledger
        assert ledger is not None
        (tmp_path / f"rules-{number}.ndjson").write_bytes(ledger)
    return tmp_path


def outcome_of(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, object]]:
    status = main(["revalidate", str(folder), "--jobs", "1", "--json"])
    return status, json.loads(capsys.readouterr().out)


def test_games_of_every_version_are_judged_by_their_own_rules(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, outcome = outcome_of(folder, capsys)
    assert (status, outcome["ledgers"], outcome["sound"], outcome["problems"]) == (0, 2, 2, [])
    assert [(one["ruleset"], one["rules"]) for one in outcome["tallies"]] == [  # type: ignore[attr-defined]
        ("duel", 1),
        ("duel", 2),
    ]


def test_a_forged_game_and_one_of_unknown_rules_are_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "rules-2.ndjson"
    header, commits = unpacked(path.read_bytes())
    (folder / "later.ndjson").write_bytes(
        sealed(header.replace(b'"rules":2', b'"rules":99'), commits)
    )
    assert outcome_of(folder, capsys)[0] == 2
    commits[3]["at"] = 0
    path.write_bytes(sealed(header, commits))
    status, outcome = outcome_of(folder, capsys)
    assert (status, outcome["sound"], outcome["unsound"], outcome["rules_missing"]) == (1, 1, 1, 1)
    assert main(["revalidate", str(folder), "--jobs", "2"]) == 1
    printed = capsys.readouterr().out
    assert "rules-2.ndjson: commit 4: is dated before the commit it follows" in printed
    assert (
        "duel, rules 99: 1 closed, 0 sound, 0 unsound, 1 of rules that this build lacks" in printed
    )
    assert "3 ledgers judged again, digest " in printed


def test_a_folder_that_is_not_there_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["revalidate", str(tmp_path / "nowhere")]) == 2
    assert "this is not a folder" in capsys.readouterr().err
