"""What follows by itself at sea: awards, victory, or another end."""

from collections.abc import Callable, Iterable, Iterator

from domain.base import awards
from domain.messages import Event
from domain.seafarers.state import Voyage


def aftermath(state: Voyage) -> Iterable[Event]:
    """Who wins on his turn comes first."""
    over = state.hooks.over
    return awards.aftermath(state) if over is None else _settle(state, over)


def _settle(state: Voyage, over: Callable[[Voyage], Iterable[Event]]) -> Iterator[Event]:
    yield from awards.aftermath(state)
    if not state.outcome:
        yield from over(state)
