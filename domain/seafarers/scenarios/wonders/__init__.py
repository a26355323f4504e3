"""The Wonders of Catan: a finished wonder wins, and so do enough points with the highest one."""

from domain.seafarers.scenario import Scenario
from domain.seafarers.scenarios.wonders import rules, shown
from domain.seafarers.scenarios.wonders.messages import LevelBuilt, WonderClaimed

SCENARIO = Scenario(
    number=8,
    hooks={
        "lay_tokens": rules.lay_cards,
        "won": rules.finished_or_ahead,
        "own_moves": rules.moves,
        "tokens": shown.tokens,
        "counters": shown.counters,
        "own_view": shown.wonders,
    },
    rulebook=rules.rulebook,
    public=(WonderClaimed, LevelBuilt),
    english=shown.ENGLISH,
    polish=shown.POLISH,
    spellers={"wonder": shown.spell_wonder},
    counters=shown.COUNTERS,
    counted=shown.COUNTED,
)
