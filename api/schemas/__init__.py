"""The shapes of everything that comes in and goes out."""
