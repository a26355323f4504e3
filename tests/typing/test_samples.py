"""The type checker refuses rules that do not fit, with these very words, and nothing else.

In the samples, comments that begin with `#:` say what mypy has to say of the line after them.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLES = Path(__file__).parent / "samples"
ERROR = re.compile(r"^(?P<path>[^:]+):(?P<line>\d+): error: (?P<message>.*)$", re.M)


def expected(sample: Path) -> Iterator[tuple[str, int, str]]:
    """Every error that a sample announces: file, line and words."""
    words: list[str] = []
    for number, line in enumerate(sample.read_text().splitlines(), start=1):
        if line.strip().startswith("#: "):
            words.append(line.strip().removeprefix("#: "))
        elif words:
            yield sample.name, number, " ".join(words)
            words = []


def test_mypy_refuses_the_bad_samples_and_passes_the_good_one() -> None:
    announced = {error for sample in SAMPLES.glob("*.py") for error in expected(sample)}
    assert {name for name, _, _ in announced} == {
        "bad_hooks.py",
        "bad_rules.py",
        "bad_rulesets.py",
        "bad_scenarios.py",
    }
    told = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-pretty", str(SAMPLES)],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
    )
    found = {
        (Path(error["path"]).name, int(error["line"]), " ".join(error["message"].split()))
        for error in ERROR.finditer(told.stdout)
    }
    assert found == announced, told.stdout + told.stderr
