"""The Forgotten Tribe: its islands are closed to settlers, but ships find gifts on their coasts."""

from domain.seafarers.scenario import Scenario
from domain.seafarers.scenarios.forgotten_tribe import rules, telling
from domain.seafarers.scenarios.forgotten_tribe.events import GiftCardTaken
from domain.seafarers.spelling import spell_harbour

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
        "tokens": telling.tokens,
        "counters": telling.counters,
        "own_view": telling.own_view,
    },
    rulebook=rules.rulebook,
    public=telling.PUBLIC,
    redactors={GiftCardTaken: telling.redact_card},
    english=telling.ENGLISH,
    polish=telling.POLISH,
    spellers={"harbour": spell_harbour},
    tellers=telling.TELLERS,
    wrong_phase={rules.PLACE_HARBOUR: (rules.HarbourOpen, "place your harbour first")},
    counters=telling.COUNTERS,
    counted=telling.COUNTED,
)
