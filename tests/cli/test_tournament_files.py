"""`hexledger verify` and `replay` of tournaments, alone and with all their games."""

import json
from pathlib import Path

import pytest

from eventlog.tournament_bundle import read_bundle, write_bundle
from tests.cli.test_simulate import hexledger
from tests.eventlog.test_tournament_bundle import KEY, OTHER_KEY, cup, exported
from tests.tournament.test_golden_tournament import FOLDER

__all__ = ["hexledger"]


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    path = tmp_path / "cup.zip"
    path.write_bytes(exported())
    return path


def test_a_bundle_has_a_line_and_one_for_everything_that_is_not_as_usual(hexledger, bundle: Path):
    result = hexledger("verify", bundle)
    assert (result.status, result.err) == (0, "")
    first, *others = result.out.splitlines()
    assert first.startswith(f"{bundle}: sound, with 4 games, ")
    assert first.endswith("signature not checked (give the server's --key)")
    assert any("table 1: appeal 1 was granted and changed the result" in line for line in others)
    assert any("table 2: a referee had it played again" in line for line in others)
    assert any("table 3: a referee set the result 3–2–1" in line for line in others)


def test_a_key_is_required_of_all_ledgers(hexledger, bundle: Path):
    assert hexledger("verify", "--key", KEY.public.hex(), bundle).status == 0
    assert hexledger("verify", "--key", OTHER_KEY.public.hex(), bundle).status == 1


def test_every_problem_of_a_bundle_has_a_line(hexledger, bundle: Path):
    files = read_bundle(exported())
    bundle.write_bytes(write_bundle(files.tournament, {}))
    result = hexledger("verify", bundle)
    assert result.status == 1
    assert result.out.count("its ledger is missing") == len(files.games)
    assert result.out.startswith(f"{bundle}: round 1, table 1, game ")


def test_the_verdict_of_a_bundle_is_told_to_machines(hexledger, bundle: Path):
    result = hexledger("verify", "--json", bundle)
    (row,) = json.loads(result.out)
    assert (row["status"], row["game"], row["games"], row["problems"]) == (0, cup().id, 4, [])
    assert [table["result_by"] for table in row["tables"]] == ["referee", "game", "referee"]
    assert row["tables"][1]["games"][1]["counts"] is True


def test_a_tournament_without_its_games_says_so(hexledger):
    result = hexledger("verify", FOLDER / "finished.ndjson")
    assert result.status == 0
    assert result.out.count("\n") == 1
    assert "its games were not checked" in result.out


def test_a_tournament_is_told_and_ends_with_its_ranking(hexledger):
    result = hexledger("replay", FOLDER / "finished.ndjson")
    assert (result.status, result.err) == (0, "")
    log, ranking = result.out.split("\n\n")
    assert "The ledger was closed." in log.splitlines()[-1]
    assert ranking.splitlines()[0].split() == ["1", "yan"]


def test_the_tournament_of_a_bundle_is_told(hexledger, bundle: Path):
    result = hexledger("replay", bundle)
    assert result.status == 0
    assert "The ledger was closed." in result.out


def test_a_tournament_is_told_up_to_a_version_as_everybody_knew_it(hexledger):
    path = FOLDER / "finished.ndjson"
    result = hexledger("replay", path, "--at", 40, "--as", "spectator", "--lang", "pl")
    assert result.status == 0
    assert max(int(line[:5]) for line in result.out.split("\n\n")[0].splitlines()) == 40
    assert "a couple" not in hexledger("replay", path, "--as", "spectator").out
    assert hexledger("replay", path, "--as", "1").status == 2
    assert hexledger("replay", path, "--at", "900").status == 2
