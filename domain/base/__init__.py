"""The base game, for three or four players."""
