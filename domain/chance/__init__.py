"""Verifiable randomness, and how well rolled dice fit what is expected of them."""
