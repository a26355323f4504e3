"""The game for two in sentences and pictures."""
