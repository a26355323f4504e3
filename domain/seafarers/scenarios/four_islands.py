"""The Four Islands: every island that is not an own starting island pays, as the map says."""

from domain.seafarers.scenario import Scenario

SCENARIO = Scenario(number=2)
