"""The scenarios of the book by their number."""

from typing import Final

from domain.seafarers.scenario import Scenario
from domain.seafarers.scenarios import (
    cloth,
    fog_islands,
    forgotten_tribe,
    four_islands,
    new_shores,
    new_world,
    pirate_islands,
    through_the_desert,
    wonders,
)

SCENARIOS: Final[dict[int, Scenario]] = {
    module.SCENARIO.number: module.SCENARIO
    for module in (
        new_shores,
        four_islands,
        fog_islands,
        through_the_desert,
        forgotten_tribe,
        cloth,
        pirate_islands,
        wonders,
        new_world,
    )
}
