"""What the scenarios have to say, by their number."""

from typing import Final

from presentation.seafarers.scenario import ScenarioSentences
from presentation.seafarers.scenarios import (
    cloth,
    forgotten_tribe,
    new_world,
    pirate_islands,
    wonders,
)

SCENARIO_SENTENCES: Final[tuple[ScenarioSentences, ...]] = tuple(
    module.SENTENCES for module in (forgotten_tribe, cloth, pirate_islands, wonders, new_world)
)
