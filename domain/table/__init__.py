"""What every game of the family has: lobby, seats, bots, clocks, pauses and closing."""
