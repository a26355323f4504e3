"""The data folder: made private, and locked by those who use it."""

import fcntl
import os
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from hexledger.problems import Problem

Pause = Callable[[float], None]


def prepare(folder: Path) -> None:
    """Make a folder that only its owner may enter; one that is there is left as it is."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"{folder}: {error.strerror}") from None
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise Problem(f"{folder}: not a folder that may be written to")


class Lock:
    """A lock on a file, kept until every process that was handed `fileno()` has let go of it.

    The kernel lets go for a process that dies, however it dies: no lock is ever stale.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = -1

    def acquire(self) -> bool:
        """Take the lock, if nobody has it, and note who did."""
        file = self._locked_file()
        if file is None:
            return False
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()}\n".encode())
        self._file = file
        return True

    def wait(self, seconds: float, pause: Pause) -> bool:
        """Take the lock as soon as those who have it let go; False if they did not in time."""
        deadline = time.monotonic() + seconds
        while not self.acquire():
            if time.monotonic() > deadline:
                return False
            pause(0.05)
        return True

    def is_held(self) -> bool:
        """Whether anybody has it; not to be asked while it may be changing hands."""
        file = self._locked_file()
        if file is None:
            return True
        os.close(file)
        return False

    def release(self) -> None:
        """Let go of it in this process."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def fileno(self) -> int:
        return self._file

    def owner(self) -> str:
        """The process that took the lock last, for people to read."""
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


class FolderLock(Lock):
    """One service for each data folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "lock")

    def __enter__(self) -> Self:
        prepare(self.path.parent)
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
