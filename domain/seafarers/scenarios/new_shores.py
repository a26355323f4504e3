"""Heading for New Shores: the small islands pay for a first settlement, as the map says."""

from domain.seafarers.scenario import Scenario

SCENARIO = Scenario(number=1)
