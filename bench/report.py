"""What came of the measurements, as a table for people and as JSON for machines."""

import json
import platform
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.rounds import Effort, Figure

COMPARED = ("hexledger", "msgspec", "catanatron", "eventsourcing")
NARROWEST = 110


@dataclass(frozen=True)
class Bar:
    """What we hold ourselves to: at least or at most so much, and better still the aim."""

    least: float | None = None
    most: float | None = None
    aim: float | None = None

    def is_met(self, value: float) -> bool:
        above = self.least is None or value >= self.least
        return above and (self.most is None or value <= self.most)

    def __str__(self) -> str:
        bound = f"≥ {self.least:g}" if self.least is not None else f"≤ {self.most:g}"
        return bound if self.aim is None else f"{bound} (aim {self.aim:g})"


@dataclass(frozen=True)
class Row:
    """One line of the report. The bar is for the ratio, or for our figure if there is none."""

    what: str
    ours: Figure
    bar: Bar | None = None
    reference: Figure | None = None
    ratio: Figure | None = None
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def met(self) -> bool | None:
        return None if self.bar is None else self.bar.is_met((self.ratio or self.ours).value)


def show(rows: Iterable[Row]) -> None:
    """Print the table: medians, and in brackets the spread over the rounds."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=NARROWEST)
    table = Table(caption="medians (least–most)", caption_justify="left")
    table.add_column("what")
    for heading in ("ours", "reference", "ratio", "bar"):
        table.add_column(heading, justify="right", overflow="fold")
    table.add_column("met?")
    for row in rows:
        table.add_row(
            row.what,
            _written(row.ours),
            _written(row.reference),
            _written(row.ratio),
            str(row.bar or ""),
            {True: "[green]yes[/]", False: "[bold red]no[/]", None: ""}[row.met],
        )
    console.print(table)


def _written(figure: Figure | None) -> str:
    if figure is None:
        return ""
    text = f"{_short(figure.value)} {figure.unit}"
    if figure.low == figure.high:
        return text
    return f"{text}\n[dim]({_short(figure.low)}–{_short(figure.high)})[/]"


def _short(value: float) -> str:
    """Three digits that count."""
    if value >= 10_000:
        return f"{_short(value / 1000)}k"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def write(path: Path, results: dict[str, list[Row]], effort: Effort, core: int | None) -> None:
    """Keep the results as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(_document(results, effort, core), indent=2) + "\n")


def _document(results: dict[str, list[Row]], effort: Effort, core: int | None) -> dict[str, Any]:
    return {
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "versions": {name: version(name) for name in COMPARED},
        "rounds": effort.rounds,
        "quick": effort.quick,
        "core": core,
        "measurements": {
            name: [{**asdict(row), "met": row.met} for row in rows]
            for name, rows in results.items()
        },
    }
