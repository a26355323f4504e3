"""The Wonders of Catan: a finished wonder wins, and so do enough points with the highest one."""

from dataclasses import replace

from domain.seafarers.hooks import SeaHooks
from domain.seafarers.maps.layout import read_specials
from domain.seafarers.scenario import Scenario
from domain.seafarers.scenarios.wonders import rules, statistics, view
from domain.seafarers.scenarios.wonders.map import Wonders
from domain.seafarers.scenarios.wonders.messages import LevelBuilt, WonderClaimed
from domain.seafarers.scenarios.wonders.state import Works
from domain.seafarers.state import Voyage


def hooks(sea: SeaHooks[Voyage]) -> SeaHooks[Voyage]:
    """Wonders, on the plain rules of the sea."""
    return replace(
        sea,
        specials=read_specials(sea.layout, Wonders),
        lay_tokens=rules.lay_cards,
        won=rules.finished_or_ahead,
        own_moves=rules.moves,
        tokens=view.tokens,
        counters=view.counters,
        own_view=view.wonders,
    )


SCENARIO = Scenario(
    number=8,
    hooks=hooks,
    state=Works,
    rulebook=rules.rulebook,
    public=(WonderClaimed, LevelBuilt),
    view_types=view.VIEW_TYPES,
    counters=statistics.COUNTERS,
    counted=statistics.COUNTED,
    buildings=frozenset({LevelBuilt}),
)
