"""The dice game: six dice, a sheet for every player, fifteen turns."""
