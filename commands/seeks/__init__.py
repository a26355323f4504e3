"""Quick games: players say what they look for, and the service makes tables of those who fit."""
