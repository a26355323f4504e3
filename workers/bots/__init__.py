"""Bots of the server. They are pure: a bot gets what its seat may know and returns a command."""
