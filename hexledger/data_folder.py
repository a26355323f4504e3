"""The data folder: it is private, and locked by the process that uses it."""

import fcntl
import os
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from hexledger.problems import Problem

Pause = Callable[[float], None]


def make_private_folder(folder: Path) -> None:
    """Make a folder that only its owner may enter; an existing folder stays as it is."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"{folder}: {error.strerror}") from None
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise Problem(f"{folder}: this folder cannot be written to")


class FileLock:
    """A lock on a file, held until every process that inherited `fileno()` has released it.

    The kernel releases it for a process that dies, however it dies: no lock is ever stale.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = -1

    def acquire(self) -> bool:
        """Take the lock if it is free, and write this process's id into the file."""
        file = self._locked_file()
        if file is None:
            return False
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()}\n".encode())
        self._file = file
        return True

    def wait(self, seconds: float, pause: Pause) -> bool:
        """Wait for the lock and take it; False if it was not free in time."""
        deadline = time.monotonic() + seconds
        while not self.acquire():
            if time.monotonic() > deadline:
                return False
            pause(0.05)
        return True

    def is_held(self) -> bool:
        """Whether a process holds the lock. This takes it for a moment, so others may fail to."""
        file = self._locked_file()
        if file is None:
            return True
        os.close(file)
        return False

    def release(self) -> None:
        """Release the lock in this process."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def fileno(self) -> int:
        """The file descriptor, for child processes to inherit."""
        return self._file

    def owner(self) -> str:
        """The id of the process that took the lock last, for messages."""
        try:
            return self.path.read_text().strip() or "unknown"
        except (OSError, ValueError):
            return "unknown"

    def _locked_file(self) -> int | None:
        try:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise Problem(f"{self.path}: {error.strerror}") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return None
        return file


class DataFolderLock(FileLock):
    """The lock of a data folder: only one service may run on it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "lock")

    def __enter__(self) -> Self:
        make_private_folder(self.path.parent)
        if not self.acquire():
            raise Problem(
                f"{self.path.parent}: another Hexledger runs on this data folder"
                f" (process {self.owner()}); stop it, or set HEXLEDGER_DATA_DIR to another folder"
            )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()
