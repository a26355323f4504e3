"""Points and where they come from."""

from domain.base.state import Game
from domain.ids import Seat, Viewer, may_see
from domain.table.state import Score

AWARD_POINTS = 2


def visible_points(state: Game, seat: Seat) -> int:
    """Points that everybody can count on the table."""
    network = state.networks[seat]
    points = network.settlements.bit_count() + 2 * network.cities.bit_count()
    if state.longest_road == seat:
        points += AWARD_POINTS
    if state.largest_army == seat:
        points += AWARD_POINTS
    return points


def points(state: Game, seat: Seat) -> int:
    """All points of a seat, hidden victory-point cards included."""
    return visible_points(state, seat) + state.cards[seat]["victory_point"]


def card_points(state: Game, seat: Seat) -> int:
    """What the victory-point cards in a hand are worth."""
    return state.cards[seat]["victory_point"]


def reached_target(state: Game, seat: Seat) -> bool:
    return points(state, seat) >= state.options.target_points


def score(state: Game, viewer: Viewer) -> list[Score]:
    """Points by source; hidden cards count for who may know them, and for all once recorded."""
    if state.standings:
        by_seat = sorted(state.standings, key=lambda standing: standing.seat)
        return [Score(line.seat, line.points, line.sources) for line in by_seat]
    return [_score_of(state, Seat(i), viewer) for i in range(len(state.hands))]


def _score_of(state: Game, seat: Seat, viewer: Viewer) -> Score:
    network = state.networks[seat]
    if may_see(viewer, seat):
        cards = state.hooks.card_points(state, seat)
    else:
        cards = state.revealed.get(seat, 0)
    sources = {
        "settlements": network.settlements.bit_count(),
        "cities": 2 * network.cities.bit_count(),
        "longest_road": AWARD_POINTS if state.longest_road == seat else 0,
        "largest_army": AWARD_POINTS if state.largest_army == seat else 0,
        "victory_point_cards": cards,
    }
    return Score(seat=seat, points=sum(sources.values()), sources=sources)
