"""Processes that are kept running, and stopped in order."""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self

_FIRST_DELAY_SECONDS = 0.5
_LONGEST_DELAY_SECONDS = 30.0
_STEADY_SECONDS = 60.0
_STOPPING_SECONDS = 20.0
_HURRY_SECONDS = 2.0


class Stopped(Exception):
    """Somebody asked the service to stop."""


class StopSignals:
    """Counts Ctrl-C and its like, so that they are heeded where it is safe to."""

    def __init__(self) -> None:
        self.count = 0
        self._previous: dict[int, object] = {}

    def __enter__(self) -> Self:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self._previous[number] = signal.signal(number, self._note)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)  # type: ignore[arg-type] # as signal() gave it

    def pause(self, seconds: float) -> None:
        """Sleep; raise Stopped if the service is to stop."""
        if not self.count:
            time.sleep(seconds)
        if self.count:
            raise Stopped

    def is_hurried(self) -> bool:
        return self.count > 1

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.count += 1


class Part:
    """A child process that is started again when it ends by itself."""

    def __init__(
        self,
        name: str,
        command: list[str],
        environment: dict[str, str],
        *,
        held: int,
        hurry: signal.Signals,
    ) -> None:
        self.name = name
        self._command = command
        self._environment = environment
        self._held = held
        self._hurry = hurry
        self._process: subprocess.Popen[bytes] | None = None
        self._began = 0.0
        self._due = 0.0
        self._delay = _FIRST_DELAY_SECONDS

    def start(self) -> None:
        self._process = subprocess.Popen(
            self._command,
            env=self._environment,
            # Never written to: it closes when we are gone, and the part leaves.
            stdin=subprocess.PIPE,
            pass_fds=[self._held],
            # Ctrl-C in the terminal is for us alone: we stop the parts in order.
            start_new_session=True,
        )
        self._began = time.monotonic()

    def ended(self) -> str | None:
        """How the process ended; None while it runs."""
        status = self._process.poll() if self._process else None
        if status is None:
            return None
        return signal.Signals(-status).name if status < 0 else f"status {status}"

    def tend(self, tell: Callable[[str], None]) -> None:
        """Start it again if it has ended, later each time unless it had run for long."""
        how = self.ended()
        now = time.monotonic()
        if how:
            if now - self._began > _STEADY_SECONDS:
                self._delay = _FIRST_DELAY_SECONDS
            tell(f"{self.name} ended ({how}); starting it again in {self._delay:g} s")
            # What it started itself may still hold the port.
            self._kill_group()
            self._forget()
            self._due = now + self._delay
            self._delay = min(2 * self._delay, _LONGEST_DELAY_SECONDS)
        elif self._process is None and now >= self._due:
            self.start()

    def stop(self, is_hurried: Callable[[], bool]) -> None:
        """Ask it to finish what it is doing; insist when that is taking too long."""
        if self._process is None:
            return
        if self.ended() is None:
            self._process.terminate()
        deadline = time.monotonic() + _STOPPING_SECONDS
        in_hurry = False
        while self.ended() is None:
            if is_hurried() and not in_hurry:
                in_hurry = True
                self._process.send_signal(self._hurry)
                deadline = min(deadline, time.monotonic() + _HURRY_SECONDS)
            if time.monotonic() > deadline:
                self._kill_group()
            time.sleep(0.02)
        self._forget()

    def _kill_group(self) -> None:
        if self._process:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _forget(self) -> None:
        if self._process and self._process.stdin:
            self._process.stdin.close()
        self._process = None
