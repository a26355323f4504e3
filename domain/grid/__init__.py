"""Geometry of hex maps, and the longest trail on one."""
