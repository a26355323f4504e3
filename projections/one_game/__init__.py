"""Projections of one game: its views, its log in sentences, its statistics."""
