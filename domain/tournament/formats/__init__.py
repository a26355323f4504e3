"""Formats: the course of a tournament as data, and what comes next in it."""
