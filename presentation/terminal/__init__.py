"""What the terminal pictures of all games share."""
