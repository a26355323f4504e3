"""The planner of the base game: it places by production odds and builds what pays soonest."""
