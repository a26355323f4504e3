"""Through the Desert: the strip and the small islands pay, as the map says."""

from domain.seafarers.scenario import Scenario

SCENARIO = Scenario(number=4)
