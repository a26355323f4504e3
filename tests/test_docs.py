"""The documents are true: every command and sample in them is run here."""

import re
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

import api.transport.metrics  # noqa: F401  # for its figures
import commands.desk  # noqa: F401  # for its refusals, and those of all rooms below
from domain.ledger_rules import StateKind
from domain.refusals import catalogue
from domain.registry import RULESETS
from domain.ruleset import ClockRules, Flow, NotableEvents, Opening, Ruleset, Scoring, Views
from domain.seafarers.scenario import Scenario
from domain.statistics import Statistics
from hexledger.settings import Settings, describe_settings
from tests.service import PROGRAM, ROOT, Reader, Service

README = (ROOT / "README.md").read_text()
OPERATING = (ROOT / "docs/operating.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def test_the_tour_of_the_readme_runs_as_it_is_printed(tmp_path: Path) -> None:
    with Service(tmp_path) as service, Reader(tmp_path, service) as reader:
        reader.read(README)


def test_what_operators_are_told_to_do_works(tmp_path: Path) -> None:
    with Service(tmp_path) as service, Reader(tmp_path, service) as reader:
        reader.read(OPERATING)


def test_operators_are_told_of_every_setting() -> None:
    rows = [
        f"| `{row['name']}` | {row['value'] and '`{value}`'.format(**row)} | {row['help']} |\n"
        for row in describe_settings(Settings(), {})
    ]
    assert "".join(rows) in OPERATING


def test_operators_are_told_of_every_figure() -> None:
    named = {
        f"{metric.name}_total" if metric.type == "counter" else metric.name
        for metric in REGISTRY.collect()
        if metric.name.startswith("hexledger")
    }
    assert set(re.findall(r"\bhexledger_\w+", OPERATING)) == named


def test_every_command_of_the_pages_exists() -> None:
    helped = subprocess.run([*PROGRAM, "--help"], capture_output=True, text=True, check=True)
    listed = set(re.findall(r"^    (\w+)", helped.stdout, re.MULTILINE))
    for page in PAGES:
        named = set(re.findall(r"\bhexledger ([a-z]+)\b(?=[^\n]*`)", page.read_text()))
        assert named <= listed, page


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
    named: set[str] = set()
    for topic, reasons in re.findall(r"`([a-z]+)/`\s([a-z_,\s]+)", told):
        named |= {f"{topic}/{reason.strip()}" for reason in reasons.split(",")}
    assert set(catalogue()) - named == set()


def test_the_rulings_name_every_option_with_its_bounds() -> None:
    told = (ROOT / "docs/rulings.md").read_text()
    for ruleset in RULESETS.values():
        for name in ruleset.opening.options.__struct_fields__:
            assert f"`{name}`" in told, name


def test_the_page_on_rulesets_names_everything_that_one_provides() -> None:
    told = (ROOT / "docs/adding-a-ruleset.md").read_text()
    parts = (
        Ruleset,
        StateKind,
        Opening,
        Flow,
        ClockRules,
        Views,
        Scoring,
        Statistics,
        NotableEvents,
    )
    names = {field.name for part in parts for field in fields(part)} - {"version"}
    assert {name for name in names if f"`{name}`" not in told} == set()


def test_the_page_on_rulesets_names_everything_that_a_scenario_provides() -> None:
    told = (ROOT / "docs/adding-a-ruleset.md").read_text()
    names = {field.name for field in fields(Scenario)} - {"number"}
    assert {name for name in names if f"`{name}`" not in told} == set()
