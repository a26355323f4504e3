"""A part of the service that leaves when the process that started it is gone.

Run as `python -m hexledger.processes.child web|worker` with a pipe as input, whose other end the
starter keeps open and never writes to: the kernel closes it, even if the starter is killed.
"""

import atexit
import gc
import os
import signal
import sys
import threading
import time

_LEAVING_SECONDS = 20


def main(part: str) -> int:
    threading.Thread(target=_leave_when_alone, daemon=True).start()
    # What is in memory when a process ends need not be looked through for garbage: that would
    # take a quarter of a second of CPU, in every process of ours.
    atexit.register(gc.freeze)
    # Not at the top: the web's workers must patch the standard library before Redis and Flask
    # come in.
    if part == "web":
        from hexledger.processes.web_server import main as run
    else:
        from hexledger.processes.start import work as run
    return run()


def _leave_when_alone() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_LEAVING_SECONDS)
    if os.getsid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1]))
