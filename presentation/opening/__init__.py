"""What people read when they choose a game and its options."""
