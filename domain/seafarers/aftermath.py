"""What follows by itself at sea: awards, victory, or another end."""

from collections.abc import Iterable, Iterator

from domain.base import awards
from domain.messages import Event
from domain.seafarers.state import Voyage


def aftermath(state: Voyage) -> Iterator[Event]:
    """Who wins on his turn comes first."""
    yield from awards.aftermath(state)
    if not state.outcome:
        yield from state.hooks.over(state)


def no_other_end(state: Voyage) -> Iterable[Event]:
    return ()
