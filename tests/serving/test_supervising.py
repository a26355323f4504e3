"""Processes that are kept running, and stopped in order."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexledger.data_folder import FolderLock, Lock
from hexledger.problems import Problem
from hexledger.processes.supervisor import Part, Stopped, StopSignals

OBEDIENT = "print(flush=True); import time; time.sleep(600)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN);" + OBEDIENT
HOLDER = """
import sys
from pathlib import Path
from hexledger.data_folder import FolderLock
with FolderLock(Path(sys.argv[1])):
    print(flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def make_part(tmp_path: Path) -> Iterator[Callable[[str], tuple[Part, Lock]]]:
    """Makes a part that runs a program; the lock is held for as long as it lives."""
    made = []

    def make(program: str) -> tuple[Part, Lock]:
        held = Lock(tmp_path / "held")
        assert held.acquire()
        command = [sys.executable, "-c", program]
        part = Part("it", command, dict(os.environ), held=held.fileno(), hurry=signal.SIGQUIT)
        made.append(part)
        part.start()
        held.release()
        return part, held

    yield make
    for part in made:
        part.stop(lambda: True)


def test_a_part_is_stopped_by_asking(make_part):
    part, held = make_part(OBEDIENT)
    assert part.ended() is None
    assert held.is_held()
    part.stop(lambda: False)
    assert not held.is_held()


def test_a_part_that_does_not_listen_is_stopped_when_hurried(make_part):
    part, held = make_part(STUBBORN)
    part.stop(lambda: True)
    assert not held.is_held()


def test_a_part_that_ended_is_started_again_and_that_is_told(make_part):
    told: list[str] = []
    part, _ = make_part("raise SystemExit(7)")
    while len(told) < 2:
        part.tend(told.append)
        time.sleep(0.01)
    assert told == [
        "it ended (status 7); starting it again in 0.5 s",
        "it ended (status 7); starting it again in 1 s",
    ]


def test_a_part_that_was_killed_is_told_by_the_signal(make_part):
    part, _ = make_part("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    while part.ended() is None:
        time.sleep(0.01)
    assert part.ended() == "SIGKILL"


def test_a_signal_is_heeded_at_the_next_pause_and_a_second_one_hurries():
    with StopSignals() as signals:
        signals.pause(0)
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(Stopped):
            signals.pause(0)
        assert not signals.is_hurried()
        os.kill(os.getpid(), signal.SIGINT)
        with pytest.raises(Stopped):
            signals.pause(0)
        assert signals.is_hurried()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_folder_is_locked_for_others_until_its_holder_is_gone(tmp_path: Path):
    command = [sys.executable, "-c", HOLDER, os.fspath(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(Problem, match=f"process {holder.pid}"), FolderLock(tmp_path):
            pass
        holder.kill()
    with FolderLock(tmp_path):
        assert Lock(tmp_path / "lock").is_held()
    assert not Lock(tmp_path / "lock").is_held()
