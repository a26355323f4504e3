"""What the scenarios are called, by preset and language."""

from typing import Final

from domain.seafarers.maps.layout import titles_of
from domain.seafarers.scenarios import SCENARIOS

TITLES: Final = {f"scenario-{number}": titles_of(number) for number in SCENARIOS}
