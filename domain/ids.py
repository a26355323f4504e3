"""Small integers with names, so that a seat is never taken for an edge."""

from typing import Literal, NewType, TypeAlias

Seat = NewType("Seat", int)
HexId = NewType("HexId", int)
NodeId = NewType("NodeId", int)
EdgeId = NewType("EdgeId", int)
PlayerId = NewType("PlayerId", str)

SPECTATOR: Literal["spectator"] = "spectator"
ORGANIZER: Literal["organizer"] = "organizer"
SYSTEM: Literal["system"] = "system"
"""The actor of commits that no person and no bot asked for."""
Viewer: TypeAlias = Seat | Literal["spectator", "organizer"]
"""Who is reading: a seat, the public, or a referee who may see everything."""


def may_see(viewer: Viewer, *seats: Seat | None) -> bool:
    """Whether what only these seats know may be shown to this viewer."""
    return viewer == ORGANIZER or viewer in seats
