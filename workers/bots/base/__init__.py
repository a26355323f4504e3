"""The planner of the base game. It places by production odds and builds what pays soonest."""
