"""Bots that know the dice game."""
