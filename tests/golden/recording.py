"""Where golden games lie, and what is remembered of their end."""

from pathlib import Path
from typing import Any

from domain.ids import ORGANIZER
from domain.table.state import Table
from tests.kit import sent

FOLDER = Path(__file__).parent
DRAWING = ("hexes", "nodes", "edges")


def final(state: Table) -> dict[str, Any]:
    """The last view of the referee, without the drawing of the map."""
    view: dict[str, Any] = sent(state.ruleset.view(state, ORGANIZER))
    board = view["board"] or {}
    view["board"] = {name: value for name, value in board.items() if name not in DRAWING}
    return view


def ledgers() -> list[Path]:
    return sorted(FOLDER.glob("*/*.ndjson"))
