"""The Redis keys of seeks. All are in one slot, so every step is atomic."""

TAG = "{seeks}"
WISHES = f"{TAG}:wishes"
"""Hash: seek → what was asked for, as JSON. It never changes."""
STATES = f"{TAG}:states"
"""Hash: seek → `waiting`, `matched MATCH`, `seated GAME`, `left`, `expired` or `failed CODE`."""
FACTS = f"{TAG}:facts"
"""Hash: seek → what matching compares: order, player, rating, low, high, time to fill or `-`."""
ALIVE = f"{TAG}:alive"
"""Sorted set: waiting seeks by the time (ms) at which they expire."""
FILL = f"{TAG}:fill"
"""Sorted set: waiting seeks by the time (ms) at which bots may take the free seats."""
SEEKERS = f"{TAG}:seekers"
"""Hash: player → their seek that waits, or that is matched and has no game yet."""
ORDER = f"{TAG}:order"
"""Counter: the number of the newest seek."""
MATCHES = f"{TAG}:matches"
"""Hash: match without a game yet → the number of bots, then the seeks, the oldest first."""
TO_MAKE = f"{TAG}:to-make"
"""Sorted set: matches without a game yet by the time (ms) at which they were made."""
ENDED = f"{TAG}:ended"
"""Sorted set: seeks that have ended, by the time (ms) of that."""
NEWS = f"{TAG}:news"
"""Stream, trimmed: seeks that have changed."""
NEWS_LENGTH = 10_000


def pool_key(digest: str) -> str:
    """Sorted set: the seeks that wait for the same table, by their order."""
    return f"{TAG}:pool:{digest}"


def own_key(player: str) -> str:
    """Sorted set: the seeks of a player by the time (ms) at which they were made."""
    return f"{TAG}:of:{player}"
