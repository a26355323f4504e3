"""The planner at sea: that of the base game, with ships, islands and what the scenarios add."""
