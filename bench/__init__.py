"""How fast Hexledger is and how much it needs, next to comparable libraries, in one run."""
