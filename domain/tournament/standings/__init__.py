"""Standings: what table results add up to, exactly, in the order that the organizer chose."""
