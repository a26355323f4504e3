"""Games of every ruleset, followed by what `docs/following.md` says and nothing else."""

import pytest

from api.schemas.commands import tag_of
from projections.one_game.commit_views import plain_view
from projections.one_game.json_patch import difference
from tests.event_effects import (
    VIEWERS,
    WHOLE,
    all_types,
    changed_parts,
    covering,
    listed,
    views_of,
)
from tests.games import OwnFold
from tests.golden.files import GoldenGame, golden_games
from tests.views_kept import patched

EFFECTS = listed()
GAMES = covering(golden_games())
"""Every type of event is in one of them."""


def test_the_page_lists_every_type_of_event_and_no_other() -> None:
    assert EFFECTS.keys() == all_types()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_a_game_is_followed_by_the_page(game: GoldenGame) -> None:
    """The view is kept by patches alone, and only those parts change that the page lists."""
    own = OwnFold(game.ruleset)
    state = own.state
    kept = dict.fromkeys(VIEWERS)
    shown = {}
    for version, (_, events) in enumerate(game.decisions(), 1):
        own.commit(events)
        allowed = set().union(*(EFFECTS[tag_of(type(event))] for event in events))
        views = views_of(state)
        assert views is not None
        for viewer, view in views.items():
            parts = changed_parts(shown.get(viewer), view)
            assert WHOLE in allowed or parts <= allowed, (version, viewer, parts - allowed)
            current = plain_view(state, viewer)
            kept[viewer] = patched(kept[viewer], difference(kept[viewer], current))
            assert kept[viewer] == current
        shown = views
