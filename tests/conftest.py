"""How properties are tested: with the same examples every time, and with new ones in a soak."""

from hypothesis import Phase, settings

from tests.soak import SOAK

pytest_plugins = ("pytester", "tests.golden.reasons", "tests.ranked_games", "tests.redises")

# A seed of a random game has no simpler form, so nothing is shrunk.
settings.register_profile(
    "hexledger", deadline=None, derandomize=SOAK == 1, phases=(Phase.explicit, Phase.generate)
)
settings.load_profile("hexledger")
