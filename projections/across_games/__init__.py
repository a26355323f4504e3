"""Projections over many games: the catalogue, scores and leaderboards."""
