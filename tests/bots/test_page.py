"""The page about bots is true: its bot plays a whole game against a real service."""

from pathlib import Path

from eventlog.verification import VerificationStatus, verify
from tests.service import ROOT, Reader, Service, blocks_of

PAGE = (ROOT / "docs/bots.md").read_text()


def test_the_bot_of_the_page_plays_a_whole_game(tmp_path: Path) -> None:
    with Service(tmp_path) as service, Reader(tmp_path, service) as reader:
        reader.read(PAGE)
    assert verify((tmp_path / "game.ndjson").read_bytes()).status == VerificationStatus.SOUND


def test_there_is_nothing_on_the_page_that_is_not_run() -> None:
    assert {block.language for block in blocks_of(PAGE)} == {"sh", "console"}
