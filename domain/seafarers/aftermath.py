"""What follows by itself at sea: awards, victory, or another end."""

from collections.abc import Callable, Iterable, Iterator

from domain.base import awards
from domain.messages import Event
from domain.seafarers.state import GOLD, Voyage


def aftermath(state: Voyage) -> Iterable[Event]:
    """A seat that wins in its own turn comes before any other end."""
    # Cards of choice that a piece has found are taken before the awards are judged.
    is_put_off = state.phase == GOLD and len(state.playing) > 1
    settled = () if is_put_off else awards.aftermath(state)
    over = state.hooks.over
    return settled if over is None else _or_over(state, settled, over)


def _or_over(
    state: Voyage, settled: Iterable[Event], over: Callable[[Voyage], Iterable[Event]]
) -> Iterator[Event]:
    yield from settled
    if not state.outcome:
        yield from over(state)
