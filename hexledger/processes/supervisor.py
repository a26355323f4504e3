"""Processes that are kept running, and stopped together."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import FrameType, TracebackType
from typing import Self

_FIRST_DELAY_SECONDS = 0.5
_LONGEST_DELAY_SECONDS = 30.0
_STEADY_SECONDS = 60.0
_STOPPING_SECONDS = 20.0
_HURRY_SECONDS = 2.0
_SILENT_SECONDS = 1.0
"""After so long people want to know what they are waiting for."""


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
        self._deadline = 0.0
        self._is_hurried = False

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

    def begin_to_stop(self) -> None:
        """Ask it to finish what it is doing, and to end."""
        self._deadline = time.monotonic() + _STOPPING_SECONDS
        if self._process and self.ended() is None:
            self._process.terminate()

    def has_stopped(self, *, is_hurried: bool) -> bool:
        """Whether it has ended; insist, when that takes too long or there is a hurry."""
        if self._process and self.ended() is None:
            if is_hurried and not self._is_hurried:
                self._is_hurried = True
                self._process.send_signal(self._hurry)
                self._deadline = min(self._deadline, time.monotonic() + _HURRY_SECONDS)
            if time.monotonic() > self._deadline:
                self._kill_group()
            return False
        self._forget()
        return True

    def _kill_group(self) -> None:
        if self._process:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def _forget(self) -> None:
        if self._process and self._process.stdin:
            self._process.stdin.close()
        self._process = None


def stop_together(
    parts: Sequence[Part], is_hurried: Callable[[], bool], tell: Callable[[str], None]
) -> None:
    """Stop all parts at once, the last one first, and say who is waited for if that takes long."""
    running = list(reversed(parts))
    for part in running:
        part.begin_to_stop()
    speak_at = time.monotonic() + _SILENT_SECONDS
    while running := [part for part in running if not part.has_stopped(is_hurried=is_hurried())]:
        if time.monotonic() > speak_at:
            names = " and ".join(part.name for part in running)
            tell(f"waiting for {names} to finish; Ctrl-C again does not wait for long …")
            speak_at = float("inf")
        time.sleep(0.02)
