"""The page for referees is true: all that it prints is run."""

import re
from pathlib import Path

from domain.messages import OrganizerCommand
from domain.registry import RULESETS
from tests.service import ROOT, Reader, Service, blocks_of

PAGE = (ROOT / "docs/refereeing.md").read_text()


def test_the_page_runs_as_it_is_printed(tmp_path: Path) -> None:
    with Service(tmp_path) as service, Reader(tmp_path, service) as reader:
        reader.read(PAGE)


def test_there_is_nothing_in_the_page_that_is_not_run() -> None:
    assert {block.language for block in blocks_of(PAGE)} == {"sh", "console"}


def test_the_page_lists_every_command_of_a_referee() -> None:
    listed = set(
        re.findall("`([a-z_]+)`", "".join(re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)))
    )
    for ruleset in RULESETS.values():
        kinds = [kind for kind in ruleset.commands if issubclass(kind, OrganizerCommand)]
        assert {str(kind.__struct_config__.tag) for kind in kinds} == listed
