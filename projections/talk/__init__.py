"""Table talk, the read side: what a reader may see of what was said."""
