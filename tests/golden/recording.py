"""Where golden games lie, and what is remembered of their end."""

from pathlib import Path
from typing import Any

import msgspec

from domain.ids import ORGANIZER
from domain.table.state import Table

FOLDER = Path(__file__).parent
DRAWING = ("hexes", "nodes", "edges")


def final(state: Table) -> dict[str, Any]:
    """The last view of the referee, without the drawing of the map."""
    view = state.ruleset.view(state, ORGANIZER)
    board = view["board"] or {}
    view["board"] = {name: value for name, value in board.items() if name not in DRAWING}
    return msgspec.json.decode(msgspec.json.encode(view))


def ledgers() -> list[Path]:
    return sorted(FOLDER.glob("*/*.ndjson"))
