"""The game for two players and two neutral colours: what it adds to the base rules and changes."""
