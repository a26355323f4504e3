"""The rules of tournaments: who sits where, who stands where, and what comes next."""
