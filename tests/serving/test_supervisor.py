"""Processes that are kept running, and stopped together."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexledger.data_folder import DataFolderLock, FileLock
from hexledger.problems import Problem
from hexledger.processes.supervisor import Part, Stopped, StopSignals, stop_together
from tests.redises import until

OBEDIENT = "print(flush=True); import time; time.sleep(600)"
STUBBORN = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN);" + OBEDIENT
LEAVES_WITH = """
import pathlib, signal, sys, time
mine, others = pathlib.Path({mine!r}), pathlib.Path({others!r})

def leave(*_):
    mine.touch()
    while not others.exists():
        time.sleep(0.01)
    mine.with_suffix(".done").touch()
    sys.exit()

signal.signal(signal.SIGTERM, leave)
mine.with_suffix(".ready").touch()
time.sleep(600)
"""
HOLDER = """
import sys
from pathlib import Path
from hexledger.data_folder import DataFolderLock
with DataFolderLock(Path(sys.argv[1])):
    print(flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def make_part(tmp_path: Path) -> Iterator[Callable[[str], tuple[Part, FileLock]]]:
    """Makes a part that runs a program; the lock is held for as long as it lives."""
    made = []

    def make(program: str) -> tuple[Part, FileLock]:
        held = FileLock(tmp_path / f"held-{len(made)}")
        assert held.acquire()
        command = [sys.executable, "-c", program]
        part = Part("it", command, dict(os.environ), held=held.fileno(), hurry=signal.SIGQUIT)
        made.append(part)
        part.start()
        held.release()
        return part, held

    yield make
    stop_together(made, lambda: True, print)


def test_a_part_is_stopped_by_asking(make_part):
    part, held = make_part(OBEDIENT)
    assert part.ended() is None
    assert held.is_held()
    stop_together([part], lambda: False, print)
    assert not held.is_held()


def test_a_part_that_does_not_listen_is_stopped_when_hurried(make_part):
    part, held = make_part(STUBBORN)
    stop_together([part], lambda: True, print)
    assert not held.is_held()


def test_parts_are_stopped_together(make_part, tmp_path: Path):
    """Each of the two ends only when the other one has been asked to end as well."""
    files = tmp_path / "one", tmp_path / "other"
    parts = [
        make_part(LEAVES_WITH.format(mine=str(mine), others=str(others)))[0]
        for mine, others in (files, files[::-1])
    ]
    until(lambda: all(path.with_suffix(".ready").exists() for path in files), "both are running")
    stop_together(parts, lambda: False, print)
    assert all(path.with_suffix(".done").exists() for path in files)


def test_who_is_waited_for_is_told(make_part, tmp_path: Path):
    ready = tmp_path / "ready"
    part, held = make_part(
        STUBBORN.replace("print(flush=True)", f"open({str(ready)!r}, 'w').close()")
    )
    until(ready.exists, "it is running")
    reports: list[str] = []
    stop_together([part], lambda: bool(reports), reports.append)
    assert not held.is_held()
    assert reports == ["waiting for it to finish; Ctrl-C again does not wait for long …"]


def test_a_part_that_ended_is_started_again_and_that_is_told(make_part):
    reports: list[str] = []
    part, _ = make_part("raise SystemExit(7)")
    while len(reports) < 2:
        part.tend(reports.append)
        time.sleep(0.01)
    assert reports == [
        "it ended (status 7); starting it again in 0.5 s",
        "it ended (status 7); starting it again in 1 s",
    ]


def test_a_part_that_was_killed_is_told_by_the_signal(make_part):
    part, _ = make_part("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    while part.ended() is None:
        time.sleep(0.01)
    assert part.ended() == "SIGKILL"


def test_a_signal_is_heeded_at_the_next_pause_and_a_second_one_hurries():
    before = signal.getsignal(signal.SIGINT)
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
    assert signal.getsignal(signal.SIGINT) is before


def test_a_folder_is_locked_for_others_until_its_holder_is_gone(tmp_path: Path):
    command = [sys.executable, "-c", HOLDER, os.fspath(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(Problem, match=f"process {holder.pid}"), DataFolderLock(tmp_path):
            pass
        holder.kill()
    with DataFolderLock(tmp_path):
        assert FileLock(tmp_path / "lock").is_held()
    assert not FileLock(tmp_path / "lock").is_held()
