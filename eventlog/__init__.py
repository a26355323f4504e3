"""The ledger: append, read, follow and verify the commits of a game."""
