"""Quick games: seeks, matching, tables."""
