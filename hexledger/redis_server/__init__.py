"""Connections to Redis, and the embedded Redis server."""
