"""What never changes on a board: sent once, by its hash, and left out of views that name it."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic

import msgspec
from msgspec import Struct

from domain.table.state import S_contra


class EncodedGeometry(Struct, frozen=True):
    """The geometry of a board as canonical JSON, and the SHA-256 of exactly these bytes."""

    hash: str
    body: bytes


@dataclass(frozen=True, kw_only=True)
class GeometryApart(Generic[S_contra]):
    """How a ruleset shows its board in two parts: the geometry, and all that can differ."""

    kind: type[Struct]
    """The class of the geometry."""
    of: Callable[[S_contra], EncodedGeometry | None]
    """The geometry of a game; None before the board is laid."""
    rest: Callable[[Any], dict[str, Any]]
    """The fields of a board, that of a view or one with its pieces, without the geometry."""
    boards: tuple[type[Struct], ...]
    """The classes of boards, which have the hash of their geometry in its place."""
    left_out: Mapping[type[Struct], tuple[str, ...]]
    """The fields of boards, and of what is on them, that are part of the geometry."""


def encode_geometry(geometry: Struct) -> EncodedGeometry:
    """Canonical JSON: names in order, no spaces, so that equal geometries have equal hashes."""
    body = msgspec.json.encode(geometry, order="sorted")
    return EncodedGeometry(hashlib.sha256(body).hexdigest(), body)


def board_apart(apart: GeometryApart[S_contra], state: S_contra, board: Struct) -> dict[str, Any]:
    """A board that names its geometry by hash; by None if nothing is laid out yet."""
    geometry = apart.of(state)
    return {"geometry": None if geometry is None else geometry.hash, **apart.rest(board)}
