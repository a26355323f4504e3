"""How the properties are tested: the same examples every time, and new ones in a soak."""

import os

from hypothesis import Phase, settings

# A seed of a random game has no simpler form, so nothing is shrunk.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)

settings.register_profile("repeatable", deadline=None, derandomize=True, phases=PHASES[::2])
settings.register_profile("soak", deadline=None, phases=PHASES, max_examples=400)
settings.load_profile(os.environ.get("HEXLEDGER_TEST_PROFILE", "repeatable"))
