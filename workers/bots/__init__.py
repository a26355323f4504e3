"""Bots: players of the house. Pure: a bot is given what its seat may know, and answers a command."""
