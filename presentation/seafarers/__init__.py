"""Seafarers in sentences and pictures."""
