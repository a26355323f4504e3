"""Background jobs: timers, bots, end-of-game scoring and notifications."""
