"""Where the command line prints."""

from typing import Any

from rich.console import Console


class Terminal(Console):
    """Text goes out as it is, and a reader who has had enough is left to `main`."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(soft_wrap=True, highlight=False, emoji=False, **settings)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError
