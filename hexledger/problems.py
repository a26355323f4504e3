"""Errors that the command line prints in one line."""

from pathlib import Path


class Problem(Exception):
    """An error that the user can correct; the message says how."""


def read_file(path: Path) -> bytes:
    """The bytes of a file, or a Problem."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None
