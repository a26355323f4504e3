"""Tournaments in sentences, in English and Polish."""
