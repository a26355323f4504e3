"""People read documents, docstrings and messages in plain English: a player is "they"."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.service import ROOT

PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "Makefile",
    "pyproject.toml",
    "docs/*.md",
    "docs/examples/*.py",
)
"""Decision records (docs/adr) are not among them: an accepted one is never edited."""

PACKAGES = (
    "api/**/*.py",
    "commands/**/*.py",
    "domain/**/*.py",
    "eventlog/**/*.py",
    "eventlog/**/*.lua",
    "hexledger/**/*.py",
    "presentation/**/*.py",
    "projections/**/*.py",
    "projections/**/*.lua",
    "workers/**/*.py",
)
"""Names are checked like docstrings, comments and messages: all of them are read by people."""

POLISH = ("presentation/**/*_pl.py",)
"""Sentences in another language, in which these words may mean something else."""

WORDS = re.compile(r"\b(he|him|his|himself|whoever)\b", re.IGNORECASE)


def files_of(patterns: tuple[str, ...]) -> set[Path]:
    return {path for pattern in patterns for path in ROOT.glob(pattern)}


def found_in(path: Path) -> Iterator[str]:
    """Every line with such a word, by its number."""
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        if WORDS.search(line):
            yield f"{path.relative_to(ROOT)}:{number}: {line.strip()}"


@pytest.mark.parametrize("pattern", [*PAGES, *PACKAGES, *POLISH])
def test_every_pattern_finds_files(pattern: str) -> None:
    assert files_of((pattern,))


@pytest.mark.parametrize("patterns", [PAGES, PACKAGES], ids=["pages", "packages"])
def test_a_player_is_they_and_has_a_noun(patterns: tuple[str, ...]) -> None:
    files = files_of(patterns) - files_of(POLISH)
    assert [line for path in sorted(files) for line in found_in(path)] == []


@pytest.mark.parametrize("text", ["It is his turn.", "Whoever comes", "# He resigned", "(him)"])
def test_the_words_are_found_in_any_position(text: str) -> None:
    assert WORDS.search(text)


@pytest.mark.parametrize("text", ["the history", "this", "where they help", "CHANGES"])
def test_other_words_are_not(text: str) -> None:
    assert not WORDS.search(text)
