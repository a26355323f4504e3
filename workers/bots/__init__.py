"""Bots: players of the house. Pure: given what its seat may know, a bot answers with a command."""
