"""Who sends a request, and as which viewer they may see a game."""
