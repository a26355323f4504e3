"""The base game in sentences and pictures."""
