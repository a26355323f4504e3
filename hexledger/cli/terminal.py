"""The console that the command line prints to."""

from typing import Any

from rich.console import Console


class Terminal(Console):
    """A console that prints text unchanged and leaves a closed pipe to `main`."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(soft_wrap=True, highlight=False, emoji=False, **settings)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError
