"""Cloth for Catan: ships trade with villages, and cloth is worth points."""

from domain.base import awards
from domain.rulebook import Rulebook
from domain.seafarers.scenario import Scenario
from domain.seafarers.scenarios.cloth import ending, events, robbing, statistics, view, villages

SCENARIO = Scenario(
    number=6,
    hooks={
        "deal": villages.deal,
        "lands": villages.lands,
        "route_ends": villages.route_ends,
        "on_way_placed": villages.make_contact,
        "income": villages.deliver,
        "may_move_pirate": villages.has_contact,
        "plunderable": robbing.plunderable,
        "spoils": robbing.spoils,
        "loot": robbing.loot,
        "awards": (awards.largest_army,),
        "extra_points": villages.points,
        "tie_break": villages.bales,
        "over": ending.over,
        "tokens": view.tokens,
        "counters": view.counters,
        "own_view": view.own_view,
    },
    rulebook=Rulebook(villages.rulebook, robbing.rulebook, ending.rulebook),
    public=(
        events.VillagesStocked,
        events.VillageReached,
        events.ClothDelivered,
        events.ClothStolen,
        events.ClothRanOut,
    ),
    view_types=view.VIEW_TYPES,
    counters=statistics.COUNTERS,
    counted=statistics.COUNTED,
)
