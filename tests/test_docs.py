"""The documents are true: every command and sample in them is run here."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from domain.refusals import catalogue
from domain.registry import RULESETS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def test_the_tour_of_the_readme_runs_as_it_is_printed(tmp_path: Path) -> None:
    tour = [line for block in blocks(README, "console") for line in block.splitlines()]
    told: list[str] = []
    for line in tour:
        if not line.startswith("$ "):
            assert line in told, f"the tour promises: {line}"
        elif line.startswith("$ make "):
            assert re.search(rf"^{line[7:]}:", MAKEFILE, re.MULTILINE)
        else:
            words = shlex.split(line[2:])
            if words[0] == ".venv/bin/hexledger":
                words[:1] = [sys.executable, "-c", "from hexledger.cli import main; exit(main())"]
            done = subprocess.run(
                words, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True
            )
            assert "Traceback" not in done.stderr
            told = done.stdout.splitlines()
            tampered = any(later == line for later in tour[-2:])
            assert done.returncode == (1 if tampered else 0), done.stderr


def test_the_sample_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (sample,) = blocks(README, "python")
    exec(compile(sample, "README.md", "exec"), {})
    assert "rolled" in capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_between_pages_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        if "://" not in link:
            assert (page.parent / link).exists(), link


def test_every_make_target_of_the_readme_exists() -> None:
    for target in re.findall(r"`make (\w+)`", README):
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), target


def test_the_changelog_names_every_refusal_code() -> None:
    told = (ROOT / "CHANGELOG.md").read_text()
    for code in catalogue():
        topic, reason = code.split("/")
        assert f"`{topic}/`" in told, code
        assert reason in told, code


def test_the_rulings_name_every_option_with_its_bounds() -> None:
    told = (ROOT / "docs/rulings.md").read_text()
    for name in RULESETS["base"].read_options({}, 4).__struct_fields__:
        assert f"`{name}`" in told, name
