"""The planner of the game for two: the base game's planner with decisions about trade cards."""
