"""Seating a round: who sits at which table, found by a seeded search that anybody can repeat."""
