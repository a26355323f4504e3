"""Seafarers."""
