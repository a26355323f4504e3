"""Connections to Redis, and the embedded server."""
