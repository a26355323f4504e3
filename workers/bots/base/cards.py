"""Decides when to play which development card."""

from domain.base.commands import PlayInvention, PlayKnight, PlayMonopoly, PlayRoadBuilding
from domain.cards import RESOURCES
from domain.messages import Command
from domain.ruleset import Action
from workers.bots.base.economy import moved
from workers.bots.base.goals import Plan, knights_to_largest
from workers.bots.base.island import Five, five
from workers.bots.base.partners import cards_elsewhere
from workers.bots.base.position import Position

MONOPOLY = 4.0
"""A monopoly is played when it brings at least this many cards, or pays for the goal."""
FREE_ROADS = 2
NOTHING: Five = (0,) * len(RESOURCES)


def knight_before_roll(position: Position) -> bool:
    """Whether a knight before the roll frees this seat's income or takes the largest army."""
    return position.is_robbed or knights_to_largest(position) == 1


def card_to_play(plan: Plan, actions: list[Action]) -> Command | None:
    """Choose the card that helps most now; None if no card is worth playing."""
    position = plan.position
    if not any(position.own_cards.values()):
        return None
    plays = [action for action in actions if isinstance(action, _KINDS)]
    if not plays:
        return None
    ways = (
        _invention(plan, [play for play in plays if isinstance(play, PlayInvention)]),
        _monopoly(plan, [play for play in plays if isinstance(play, PlayMonopoly)]),
        _road_building(plan, [play for play in plays if isinstance(play, PlayRoadBuilding)]),
    )
    knights = [play for play in plays if isinstance(play, PlayKnight)]
    if knights and knight_before_roll(position):
        return knights[0]
    for way in ways:
        if way is not None:
            return way
    return knights[0] if knights else None


def _invention(plan: Plan, plays: list[PlayInvention]) -> Command | None:
    """Play it when it pays for a good goal."""
    if not plays or not plan.waiting:
        return None
    hand = plan.position.hand
    best = max(plays, key=lambda play: plan.worth(moved(hand, NOTHING, five(play.cards))))
    rolls = plan.look(moved(hand, NOTHING, five(best.cards)))[2]
    return None if rolls else best


def _monopoly(plan: Plan, plays: list[PlayMonopoly]) -> Command | None:
    """Play it when it brings many cards, or enough for the goal."""
    if not plays:
        return None
    best: Command | None = None
    most = plan.standing
    expected = cards_elsewhere(plan.position)
    for play in plays:
        i = RESOURCES.index(play.resource)
        brought = tuple(int(expected[i]) if i == j else 0 for j in range(len(RESOURCES)))
        after = moved(plan.position.hand, NOTHING, brought)
        enough = expected[i] >= MONOPOLY or not plan.look(after)[2]
        if brought[i] and enough and plan.worth(after) > most:
            best, most = play, plan.worth(after)
    return best


def _road_building(plan: Plan, plays: list[PlayRoadBuilding]) -> Command | None:
    """Play it when the roads lead to a place for a settlement or to the longest road."""
    if not plays:
        return None
    sites = plan.position.territory.sites
    far = sites and all(site.roads for site in sites)
    return plays[0] if far or plan.longest_road_within(FREE_ROADS) or not sites else None


_KINDS = (PlayKnight, PlayInvention, PlayMonopoly, PlayRoadBuilding)
