"""The rules of every game, as pure functions over plain data."""
