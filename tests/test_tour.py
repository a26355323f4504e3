"""The tour of the house leads to files that exist, and to names that stand in them."""

import ast
import re
from pathlib import Path

import pytest

from tests.service import ROOT

TOUR = ROOT / "docs" / "tour.md"
LINKS = re.findall(r"\[([^]]+)\]\(([^)]+)\)", TOUR.read_text())
NAMED = [(text.strip("`"), target) for text, target in LINKS if text.startswith("`")]


@pytest.mark.parametrize("target", sorted({target for _, target in LINKS}))
def test_every_link_leads_somewhere(target: str) -> None:
    assert (TOUR.parent / target).resolve().exists()


@pytest.mark.parametrize(("name", "target"), NAMED)
def test_every_name_is_defined_where_the_tour_says(name: str, target: str) -> None:
    assert name in defined_in((TOUR.parent / target).resolve())


def defined_in(path: Path) -> set[str]:
    """The functions and classes of a module, methods included."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, kinds)}


def test_the_tour_names_every_room() -> None:
    rooms = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "bench"}
    assert {target.removeprefix("../") for _, target in LINKS} >= rooms
