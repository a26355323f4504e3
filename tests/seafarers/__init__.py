"""The game for two."""
