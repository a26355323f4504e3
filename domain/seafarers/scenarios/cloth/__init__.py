"""Cloth for Catan: ships trade with villages, and cloth is worth points."""

from dataclasses import replace

from domain.base import awards
from domain.rulebook import Rulebook
from domain.seafarers.hooks import SeaHooks
from domain.seafarers.maps.layout import read_specials
from domain.seafarers.scenario import Scenario
from domain.seafarers.scenarios.cloth import ending, events, robbing, statistics, view, villages
from domain.seafarers.scenarios.cloth.map import Villages
from domain.seafarers.scenarios.cloth.state import Cloth
from domain.seafarers.state import Voyage


def hooks(sea: SeaHooks[Voyage]) -> SeaHooks[Voyage]:
    """Villages and their cloth, on the plain rules of the sea."""
    return replace(
        sea,
        specials=read_specials(sea.layout, Villages),
        deal=villages.deal,
        lands=villages.lands,
        route_ends=villages.route_ends,
        on_way_placed=villages.make_contact,
        income=villages.deliver,
        may_move_pirate=villages.has_contact,
        plunderable=robbing.plunderable,
        spoils=robbing.spoils,
        loot=robbing.loot,
        awards=(awards.largest_army,),
        extra_points=villages.points,
        tie_break=villages.bales,
        over=ending.over,
        tokens=view.tokens,
        counters=view.counters,
        own_view=view.own_view,
    )


SCENARIO = Scenario(
    number=6,
    hooks=hooks,
    state=Cloth,
    rulebook=Rulebook[Voyage](villages.rulebook, robbing.rulebook, ending.rulebook),
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
    takings={events.ClothStolen: robbing.taking},
)
