"""The scenarios of the book by their number."""

from typing import Final

from domain.seafarers.scenario import Scenario
from domain.seafarers.scenarios import (
    four_islands,
    new_shores,
    pirate_islands,
    through_the_desert,
)

SCENARIOS: Final[dict[int, Scenario]] = {
    module.SCENARIO.number: module.SCENARIO
    for module in (new_shores, four_islands, through_the_desert, pirate_islands)
}
