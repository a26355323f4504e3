"""Writers in processes of their own, and the receipts they got."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

ROOT = Path(__file__).parents[2]


class Writer:
    """A process that plays a game; it is gone when the context ends, whatever happened."""

    def __init__(self, url: str, game: str, name: str, moves: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.commands.writer_program", url, game, name, str(moves)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()
        with self._process:
            pass

    def start(self) -> None:
        """Let it begin once it is ready."""
        assert self._process.stdout is not None
        assert self._process.stdin is not None
        assert self._process.stdout.readline() == "ready\n"
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def kill(self) -> None:
        """End it at once, with no chance to tidy up."""
        self._process.kill()

    def receipts(self, count: int | None = None) -> Iterator[tuple[int, str]]:
        """The versions and hashes of its receipts; without a count, all that are left.

        A line that was cut off by a kill does not count.
        """
        assert self._process.stdout is not None
        while count is None or count > 0:
            line = self._process.stdout.readline()
            if not line.endswith("\n"):
                return
            version, digest = line.split()
            yield int(version), digest
            count = None if count is None else count - 1
