"""Reports over games: one small report for each game, and the reports of several added up."""
