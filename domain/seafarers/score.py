"""Points at sea: those of the base game, special points, and what a scenario adds."""

from collections.abc import Iterator

from domain.base import score as base
from domain.ids import Seat, Viewer
from domain.seafarers.state import Voyage
from domain.table import closing
from domain.table.state import Score, Standing


def visible_points(state: Voyage, seat: Seat) -> int:
    """Points that everybody can count on the table."""
    points = base.visible_points(state, seat) + state.markers[seat]
    count = state.hooks.extra_points
    return points if count is None else points + sum(count(state, seat).values())


def extra_points(state: Voyage, seat: Seat) -> dict[str, int]:
    """What the scenario counts besides, by source."""
    count = state.hooks.extra_points
    return {} if count is None else count(state, seat)


def points(state: Voyage, seat: Seat) -> int:
    """All points of a seat, hidden ones included."""
    return visible_points(state, seat) + state.hooks.card_points(state, seat)


def reached_target(state: Voyage, seat: Seat) -> bool:
    return points(state, seat) >= state.options.target_points


def score(state: Voyage, viewer: Viewer) -> list[Score]:
    """Points by source, as far as a viewer may know."""
    lines = base.score(state, viewer)
    return lines if state.standings else [_with_sea(state, line) for line in lines]


def _with_sea(state: Voyage, line: Score) -> Score:
    seat = line.seat
    sources = {
        **line.sources,
        "markers": state.markers[seat],
        **extra_points(state, seat),
    }
    return Score(seat=seat, points=sum(sources.values()), sources=sources)


def rank(state: Voyage) -> Iterator[Standing]:
    """By points, and by what the scenario says where they are equal."""
    return closing.rank(state, lambda seat: state.hooks.tie_break(state, seat))


def no_tie_break(state: Voyage, seat: Seat) -> int:
    """Equals share a rank."""
    return 0
