"""The Wonders of Catan: a finished wonder wins, and so do enough points with the highest one."""

from domain.seafarers.scenario import Scenario
from domain.seafarers.scenarios.wonders import rules, statistics, view
from domain.seafarers.scenarios.wonders.messages import LevelBuilt, WonderClaimed

SCENARIO = Scenario(
    number=8,
    hooks={
        "lay_tokens": rules.lay_cards,
        "won": rules.finished_or_ahead,
        "own_moves": rules.moves,
        "tokens": view.tokens,
        "counters": view.counters,
        "own_view": view.wonders,
    },
    rulebook=rules.rulebook,
    public=(WonderClaimed, LevelBuilt),
    view_types=view.VIEW_TYPES,
    counters=statistics.COUNTERS,
    counted=statistics.COUNTED,
)
