"""How long the properties are tested: `make soak` sets a factor."""

import os

from hypothesis import settings

SOAK = int(os.environ.get("HEXLEDGER_SOAK", "1"))


def examples(count: int) -> settings:
    """This many random games, and more in a soak."""
    return settings(max_examples=count * SOAK)
