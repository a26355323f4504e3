"""Recorded games that must replay to the recorded end, whatever becomes of the code."""
