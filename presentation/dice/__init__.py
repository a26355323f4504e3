"""The dice game in sentences and pictures."""
