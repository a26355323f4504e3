"""The Forgotten Tribe: its islands are closed to settlers, but ships find gifts on their coasts."""

from domain.seafarers.scenario import Scenario
from domain.seafarers.scenarios.forgotten_tribe import rules, statistics, view
from domain.seafarers.scenarios.forgotten_tribe.events import GiftCardTaken

SCENARIO = Scenario(
    number=5,
    hooks={
        "deal": rules.deal,
        "lands": rules.lands,
        "for_sale": rules.for_sale,
        "on_way_placed": rules.take_gift,
        "on_settled": rules.reach_coast,
        "place_harbour": rules.place_harbour,
        "bank_rates": rules.rates_now,
        "own_phases": (rules.PLACE_HARBOUR,),
        "own_moves": rules.moves,
        "tokens": view.tokens,
        "counters": view.counters,
        "own_view": view.own_view,
    },
    rulebook=rules.rulebook,
    public=view.PUBLIC,
    redactors={GiftCardTaken: view.redact_card},
    wrong_phase={rules.PLACE_HARBOUR: (rules.HarbourOpen, "place your harbour first")},
    view_types=view.VIEW_TYPES,
    counters=statistics.COUNTERS,
    counted=statistics.COUNTED,
)
