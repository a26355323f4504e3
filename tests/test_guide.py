"""The guide is true: its calls play a whole game, and so does the example, through a restart."""

import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

from eventlog.verification import VerificationStatus, verify
from tests.redises import until
from tests.service import ROOT, Reader, Service, blocks_of

GUIDE = (ROOT / "docs/guide.md").read_text()
EXAMPLE = ROOT / "docs/examples/random_game.py"
FOUNDED = 20
"""By then the starting pieces of three players are on the board."""
SHORT = {"seconds": 10, "policy": "immediate"}
"""Whoever leads then has won, so that the game is short on a slow machine, too."""


def version_of(address: str) -> int:
    with urllib.request.urlopen(address) as answer:
        return int(json.load(answer)["version"])


def test_the_guide_plays_a_whole_game_as_it_is_printed(tmp_path: Path) -> None:
    with Service(tmp_path) as service, Reader(tmp_path, service) as reader:
        reader.read(GUIDE)
    assert verify((tmp_path / "game.ndjson").read_bytes()).status == VerificationStatus.SOUND
    feed = (tmp_path / "cyd.ndjson").read_text().splitlines()
    assert [json.loads(line)["version"] for line in feed] == list(range(1, len(feed) + 1))


def test_there_is_nothing_in_the_guide_that_is_not_run() -> None:
    assert {block.language for block in blocks_of(GUIDE)} == {"sh", "console"}
    assert len(re.findall("^```$", GUIDE, re.MULTILINE)) == sum(
        2 if block.printed else 1 for block in blocks_of(GUIDE)
    )


def test_the_example_finishes_a_game_though_the_service_is_restarted(tmp_path: Path) -> None:
    ledger = tmp_path / "game.ndjson"
    command = [sys.executable, EXAMPLE, "--players", "3", "--options", '{"target_points": 4}']
    with Service(tmp_path) as service:
        service.start()
        command += ["--url", service.url, "--out", ledger]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as playing:
            assert playing.stdout is not None
            address = playing.stdout.readline().split()[-1]
            until(lambda: version_of(address) > FOUNDED, "the game is under way")
            service.stop()
            service.start()
            again = version_of(address)
            told = playing.stdout.read()
        assert playing.returncode == 0
        assert FOUNDED < again < version_of(address)
    assert re.fullmatch(r"won after \d+ commits; winners: \[[0-2]\]\n", told)
    assert verify(ledger.read_bytes()).status == VerificationStatus.SOUND


def test_the_example_plays_at_sea_without_knowing_how(tmp_path: Path) -> None:
    """New lands, votes and harbours to place: all that it posts was in the list of actions."""
    with Service(tmp_path) as service:
        service.start()
        games = []
        for scenario in (3, 9):
            ledger = tmp_path / f"{scenario}.ndjson"
            options = json.dumps({"scenario": scenario, "target_points": 3, "time_limit": SHORT})
            command = [sys.executable, EXAMPLE, "--ruleset", "seafarers", "--players", "3"]
            command += ["--options", options, "--url", service.url, "--out", ledger]
            games.append((subprocess.Popen(command, stdout=subprocess.PIPE, text=True), ledger))
        for playing, ledger in games:
            told, _ = playing.communicate()
            assert playing.returncode == 0
            assert "won after" in told
            assert verify(ledger.read_bytes()).status == VerificationStatus.SOUND


def test_the_example_has_some_sixty_lines_and_needs_nothing_installed() -> None:
    source = EXAMPLE.read_text()
    assert len(source.splitlines()) <= 64
    needed = re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE)
    assert set(needed) <= sys.stdlib_module_names
