"""A worker that is killed in the middle of a job.

Run as `python -m tests.workers.killed_worker before|after expire|bot|close_game`: it dies right
before or right after it appends the first commit of this kind.
"""

import os
import signal
import sys
from typing import Any

import msgspec

from eventlog.live_games import LiveGames
from hexledger.processes.start import work


def main(moment: str, kind: str) -> int:
    append = LiveGames.append

    def die(games: LiveGames, live: Any, line: bytes, *rest: Any) -> Any:
        if _kind_of(line) != kind:
            return append(games, live, line, *rest)
        if moment == "after":
            append(games, live, line, *rest)
        os.killpg(0, signal.SIGKILL)
        raise AssertionError

    LiveGames.append = die  # type: ignore[method-assign]
    return work()


def _kind_of(line: bytes) -> str:
    commit = msgspec.json.decode(line)
    return "bot" if commit["actor"].startswith("bot:") else str(commit["command"]["type"])


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
