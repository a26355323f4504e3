"""The guide to tournaments is true: every block of it is run against a real service."""

from pathlib import Path

from eventlog.bundle_verification import verify_bundle
from eventlog.verification import VerificationStatus
from tests.service import ROOT, Reader, Service, blocks_of

GUIDE = (ROOT / "docs/tournaments.md").read_text()


def test_the_guide_runs_a_tournament_as_it_is_printed(tmp_path: Path) -> None:
    with Service(tmp_path) as service, Reader(tmp_path, service) as reader:
        reader.read(GUIDE)
    assert verify_bundle((tmp_path / "cup.zip").read_bytes()).status == VerificationStatus.SOUND


def test_there_is_nothing_in_the_guide_that_is_not_run() -> None:
    assert {block.language for block in blocks_of(GUIDE)} == {"sh", "console"}
