"""The planner of the game for two: that of the base game, and what it does with trade cards."""
