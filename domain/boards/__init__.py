"""Layouts as data files."""
