"""A clock for services under test."""

BEGUN = 1_800_000_000_000


class Clock:
    """A time (ms) that a test sets."""

    def __init__(self, now: int = BEGUN) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now
