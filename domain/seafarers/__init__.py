"""Seafarers: the base game with ships, the pirate, gold and scenarios."""
