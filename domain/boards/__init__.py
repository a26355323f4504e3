"""Layouts as data files."""

from importlib import resources
from typing import TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)


def load_board(name: str, kind: type[S]) -> S:
    """A layout of ours, by the name of its file."""
    data = resources.files("domain.boards").joinpath(name).read_bytes()
    return msgspec.json.decode(data, type=kind)


def board_names(prefix: str) -> list[str]:
    """The files of ours whose names begin so, in order."""
    names = (file.name for file in resources.files("domain.boards").iterdir())
    return sorted(name for name in names if name.startswith(prefix))
