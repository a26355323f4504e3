"""What follows by itself at sea: awards, victory, or another end."""

from collections.abc import Callable, Iterable, Iterator

from domain.base import awards
from domain.messages import Event
from domain.seafarers.state import GOLD, Voyage


def aftermath(state: Voyage) -> Iterable[Event]:
    """Who wins on his turn comes first."""
    over = state.hooks.over
    return _awards(state) if over is None else _settle(state, over)


def _awards(state: Voyage) -> Iterable[Event]:
    """Cards of choice that a piece has found are taken before the awards are judged."""
    is_put_off = state.phase == GOLD and len(state.playing) > 1
    return () if is_put_off else awards.aftermath(state)


def _settle(state: Voyage, over: Callable[[Voyage], Iterable[Event]]) -> Iterator[Event]:
    yield from _awards(state)
    if not state.outcome:
        yield from over(state)
