"""Progress bars, on the error stream so that output can be piped."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

T = TypeVar("T")


def with_progress(items: Iterable[T], total: int, title: str) -> Iterator[T]:
    """Yields the items and shows a progress bar, if the error stream is a terminal."""
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal or total < 2,
    ) as bar:
        task = bar.add_task(title, total=total)
        for item in items:
            yield item
            bar.advance(task)
