"""Background jobs: deadlines, bots, closing of games and webhook deliveries."""
