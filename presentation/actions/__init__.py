"""Actions for people: commands as short imperative labels, and open choices as forms."""
