"""The planner of Seafarers: the base game's planner with ships, islands and scenarios."""
