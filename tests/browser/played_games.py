"""Games that were played to their end on the service of the browser tests."""

import subprocess
import sys
from functools import cache

from tests.service import ROOT


@cache
def closed_game(url: str) -> str:
    """The id of a short closed game for three. It is played once for each service."""
    done = subprocess.run(
        [
            sys.executable,
            str(ROOT / "docs/examples/random_game.py"),
            f"--url={url}",
            "--players=3",
            '--options={"target_points": 3}',
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()[0].rpartition("/")[2]
