"""New World: a board that nobody knows, as all of it is dealt; the players accept it or do not."""

from dataclasses import replace

from domain.seafarers import dealing
from domain.seafarers.hooks import SeaHooks
from domain.seafarers.scenario import Scenario
from domain.seafarers.scenarios.new_world import rules, statistics, view
from domain.seafarers.scenarios.new_world.state import Preparation
from domain.seafarers.state import Voyage


def hooks(sea: SeaHooks[Voyage]) -> SeaHooks[Voyage]:
    """What comes before the first placement, on the plain rules of the sea."""
    return replace(
        sea,
        deal=dealing.deal_bare,
        prepare=rules.begin_vote,
        prepare_on=rules.go_on,
        forget_seat=rules.forget_seat,
        place_harbour=rules.place_harbour,
        own_phases=(rules.VOTE, rules.HARBOURS),
        own_moves=rules.moves,
        tokens=view.tokens,
        own_view=view.own_view,
    )


SCENARIO = Scenario(
    number=9,
    hooks=hooks,
    state=Preparation,
    rulebook=rules.rulebook,
    public=view.PUBLIC,
    wrong_phase={
        rules.VOTE: (rules.VoteOpen, "the seats say first whether they keep the board"),
        rules.HARBOURS: (rules.HarboursOpen, "the harbours are placed first"),
    },
    view_types=view.VIEW_TYPES,
    counters=statistics.COUNTERS,
    counted=statistics.COUNTED,
)
