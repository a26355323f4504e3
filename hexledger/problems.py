"""What goes wrong on the command line, said in one line."""

from pathlib import Path


class Problem(Exception):
    """Something the user can mend; the message says what."""


def read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None
