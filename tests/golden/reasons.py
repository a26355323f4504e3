"""A pytest plugin: every run prints which golden games were recorded anew, and why."""

from collections.abc import Iterable
from typing import Any

import pytest

PROPERTY = "golden game recorded anew"
"""The property that a test of a golden game notes: its title and the reason."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [*terminalreporter.getreports("passed"), *terminalreporter.getreports("failed")]
    lines = lines_of(noted for report in reports for noted in report.user_properties)
    if lines:
        terminalreporter.section("golden games recorded anew")
        for line in lines:
            terminalreporter.line(line)


def lines_of(properties: Iterable[tuple[str, Any]]) -> list[str]:
    """A line for every reason, with the games that were recorded anew for it."""
    titles: dict[str, list[str]] = {}
    for name, value in properties:
        if name == PROPERTY:
            title, reason = value
            titles.setdefault(reason, []).append(title)
    return [f"{reason}: {', '.join(sorted(titles[reason]))}" for reason in sorted(titles)]
