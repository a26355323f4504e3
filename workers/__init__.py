"""Background jobs: deadlines, bots, closing of games and deliveries of notices."""
