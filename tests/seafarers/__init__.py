"""The game with ships."""
