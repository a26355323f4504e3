"""The Fog Islands: the map has hidden hexes, and these bring their rules along."""

from domain.seafarers.scenario import Scenario

SCENARIO = Scenario(number=3)
