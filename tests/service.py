"""A whole service in processes of its own, and a reader who does what our pages tell him."""

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from hexledger.redis_server.embedded import EmbeddedRedis, running_url
from tests.ports import free_port

ROOT = Path(__file__).parents[1]
PROGRAM = [sys.executable, "-c", "from hexledger.cli.main import main; exit(main())"]
PATIENCE_SECONDS = 300.0
"""Only keeps a failure from hanging."""
USUAL = "http://127.0.0.1:8000"
"""Where our pages say that the service is."""
_DONE = "(done)"


class Service:
    """`hexledger serve` with an embedded Redis below a folder, stopped at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "data"
        self._log = folder / "serve.log"
        self._port = free_port()
        self._process: subprocess.Popen[str] | None = None
        self.url = f"http://127.0.0.1:{self._port}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        if running_url(self._folder):
            # Left by a test that failed: adopt it, and so end it.
            with EmbeddedRedis(self._folder):
                pass

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {"HEXLEDGER_PORT": str(self._port), "HEXLEDGER_DATA_DIR": str(self._folder)}
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [*PROGRAM, "serve"],
                cwd=ROOT,
                env=_environment() | settings,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout is not None
        greeting = self._process.stdout.readline()
        assert greeting == f"Hexledger is serving on {self.url}\n", self._log.read_text()

    def stop(self) -> None:
        """Press Ctrl-C; it leaves cleanly."""
        process, self._process = self._process, None
        if process is not None and process.stdout is not None:
            process.send_signal(signal.SIGINT)
            status = process.wait()
            process.stdout.close()
            assert status == 0, self._log.read_text()


class Block(NamedTuple):
    """A fenced block of a page, and what the page says that it prints."""

    language: str
    text: str
    printed: str


def blocks_of(page: str) -> list[Block]:
    """The blocks of a page in order; one right below another is what that prints."""
    fence = r"^```(?P<{}>\w+)\n(?P<{}>(?:(?!```).*\n)*)```\n"
    pair = fence.format("language", "text") + f"(?:{fence.format('_', 'printed')})?"
    return [
        Block(found["language"], found["text"], found["printed"] or "")
        for found in re.finditer(pair, page, re.MULTILINE)
    ]


class Reader:
    """Somebody with a checkout who types what a page tells him, block by block, in one shell."""

    def __init__(self, folder: Path, service: Service) -> None:
        self._service = service
        self._errors = folder / "errors.txt"
        self._block = folder / "block.sh"
        (folder / ".venv").symlink_to(sys.prefix)
        (folder / "docs").symlink_to(ROOT / "docs")
        with self._errors.open("w") as errors:
            self._shell = subprocess.Popen(
                ["bash", "-euo", "pipefail"],
                cwd=folder,
                env={**_environment(), "PATH": f"{sys.prefix}/bin:{os.environ['PATH']}"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self._watchdog = threading.Timer(PATIENCE_SECONDS, self._shell.kill)

    def __enter__(self) -> Self:
        self._watchdog.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._shell.communicate()
        self._watchdog.cancel()

    def read(self, page: str) -> None:
        """Run all there is to run: `sh` blocks here, and `make serve` in another terminal."""
        for block in blocks_of(page):
            if block.language == "console":
                self._serve(block.text)
            elif block.language == "sh":
                self._check(block)

    def _serve(self, text: str) -> None:
        for line in text.splitlines():
            if line == "^C":
                self._service.stop()
            elif line == "$ make serve":
                self._service.start()

    def _check(self, block: Block) -> None:
        printed = self._run(block.text)
        if not block.printed:
            return
        promise = "[^\n]*".join(map(re.escape, block.printed.rstrip().split("…")))
        assert re.fullmatch(promise, printed), f"{block.text}\nprints\n{printed}"

    def _run(self, text: str) -> str:
        """What a block prints; everything in it has to succeed."""
        # The one place where the port is not the usual one.
        text = text.replace(USUAL, self._service.url)
        text = text.replace("random_game.py", f"random_game.py --url {self._service.url}")
        self._block.write_text(text)
        assert self._shell.stdin is not None
        assert self._shell.stdout is not None
        self._shell.stdin.write(f". ./{self._block.name}; echo; echo '{_DONE}'\n")
        self._shell.stdin.flush()
        printed = ""
        while not printed.endswith(f"\n{_DONE}\n"):
            line = self._shell.stdout.readline()
            assert line, f"{text}\nfails: {printed}\n{self._errors.read_text()}"
            printed += line
        return printed.removesuffix(f"{_DONE}\n").rstrip()


def _environment() -> dict[str, str]:
    """That of the tests, without settings."""
    return {name: text for name, text in os.environ.items() if not name.startswith("HEXLEDGER_")}
