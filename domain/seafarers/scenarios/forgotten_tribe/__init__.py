"""The Forgotten Tribe: its islands are closed to settlers, but ships find gifts on their coasts."""

from dataclasses import replace

from domain.seafarers.hooks import SeaHooks
from domain.seafarers.maps.layout import read_specials
from domain.seafarers.scenario import Scenario
from domain.seafarers.scenarios.forgotten_tribe import rules, statistics, view
from domain.seafarers.scenarios.forgotten_tribe.events import GiftCardTaken
from domain.seafarers.scenarios.forgotten_tribe.map import Tribe
from domain.seafarers.scenarios.forgotten_tribe.state import Gifts
from domain.seafarers.state import Voyage


def hooks(sea: SeaHooks[Voyage]) -> SeaHooks[Voyage]:
    """Gifts and their coasts, on the plain rules of the sea."""
    return replace(
        sea,
        specials=read_specials(sea.layout, Tribe),
        deal=rules.deal,
        lands=rules.lands,
        for_sale=rules.for_sale,
        on_way_placed=rules.take_gift,
        on_settled=rules.reach_coast,
        place_harbour=rules.place_harbour,
        bank_rates=rules.rates_now,
        own_phases=(rules.PLACE_HARBOUR,),
        own_moves=rules.moves,
        tokens=view.tokens,
        counters=view.counters,
        own_view=view.own_view,
    )


SCENARIO = Scenario(
    number=5,
    hooks=hooks,
    state=Gifts,
    rulebook=rules.rulebook,
    public=view.PUBLIC,
    redactors={GiftCardTaken: view.redact_card},
    wrong_phase={rules.PLACE_HARBOUR: (rules.HarbourOpen, "place your harbour first")},
    view_types=view.VIEW_TYPES,
    counters=statistics.COUNTERS,
    counted=statistics.COUNTED,
)
