"""`hexledger report`: over ledger files, as text, as a table and as JSON."""

import csv
import io
import json
from pathlib import Path

import pytest

from hexledger.self_play import RandomGame, Setup
from tests.cli.test_simulate import assert_one_line, hexledger

__all__ = ["hexledger"]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    found = []
    for n, ruleset in enumerate(("base", "base", "dice")):
        setup = Setup(ruleset=ruleset, players=3, seed=f"report-{n}", max_turns=30)
        ledger = RandomGame(setup, 0, record=True).play().ledger
        assert ledger is not None
        path = tmp_path / f"game {n}.ndjson"
        path.write_bytes(ledger)
        found.append(path)
    return found


def test_a_report_over_files_has_all_parts(hexledger, files: list[Path]):
    result = hexledger("report", *files)
    assert (result.status, result.err) == (0, "")
    for title in ("Games", "Pace", "Trades by pair", "Who took from whom", "Luck", "Notes"):
        assert f"\n{title}\n" in result.out
    assert "no accusation" in result.out
    polish = hexledger("report", *files, "--lang", "pl").out
    assert polish.startswith("Raport z gier: 3\n")


def test_every_line_says_what_to_replay(hexledger, files: list[Path]):
    report = json.loads(hexledger("report", *files, "--json").out)
    assert len(report["games"]) == 3
    line = report["offers"][0]
    assert len(line["refusals"]) == line["refused"]
    assert {*line["refusals"]} < {*line["rests_on"]}
    path, _, version = line["refusals"][0].partition(" --at ")
    shown = hexledger("replay", path, "--from", version, "--to", version)
    assert (shown.status, "declined" in shown.out or "refused" in shown.out) == (0, True)


def test_a_table_can_be_read_by_machines(hexledger, files: list[Path]):
    result = hexledger("report", *files, "--csv")
    rows = list(csv.DictReader(io.StringIO(result.out)))
    assert {"games", "pace", "offers", "dice", "luck"} <= {row["part"] for row in rows}


def test_what_is_no_sound_game_is_told_in_one_line(hexledger, files: list[Path], tmp_path: Path):
    assert_one_line(hexledger("report", files[0], files[0]), "same game")
    broken = tmp_path / "broken.ndjson"
    broken.write_bytes(files[0].read_bytes().replace(b'"turn":3', b'"turn":4'))
    assert_one_line(hexledger("report", files[1], broken), str(broken))
    unfinished = tmp_path / "open.ndjson"
    unfinished.write_bytes(b"".join(files[0].read_bytes().splitlines(keepends=True)[:60]))
    assert_one_line(hexledger("report", unfinished), str(unfinished))
    assert hexledger("report", unfinished, "--open").status == 0
    assert_one_line(hexledger("report", tmp_path / "nowhere.ndjson"), "nowhere")
