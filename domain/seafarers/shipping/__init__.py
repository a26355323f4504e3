"""Ships: where they lie, which may be moved, and the longest trade route."""
