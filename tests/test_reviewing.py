"""The page for organizers is true: every block of it runs, and prints what it says."""

import csv
import re
from pathlib import Path

from tests.service import ROOT, Reader, Service, blocks_of

PAGE = (ROOT / "docs/reviewing.md").read_text()


def test_the_page_reviews_games_as_it_is_printed(tmp_path: Path) -> None:
    with Service(tmp_path) as service, Reader(tmp_path, service) as reader:
        reader.read(PAGE)
    with (tmp_path / "report.csv").open(newline="") as table:
        rows = list(csv.DictReader(table))
    assert {"games", "pace", "dice", "luck"} <= {row["part"] for row in rows}


def test_there_is_nothing_on_the_page_that_is_not_run() -> None:
    assert {block.language for block in blocks_of(PAGE)} == {"sh", "console"}
    assert len(re.findall("^```$", PAGE, re.MULTILINE)) == sum(
        2 if block.printed else 1 for block in blocks_of(PAGE)
    )
