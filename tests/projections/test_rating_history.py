"""How a rating went: after each game what the games so far lead to, whatever order they came in."""

from random import Random

import pytest
from fakeredis import FakeRedis, FakeServer

from projections.across_games.catalogue_entries import CatalogueEntry
from projections.across_games.catalogue_store import CURRENT
from projections.across_games.page_cursors import encode_cursor
from projections.across_games.player_records import record_name
from projections.across_games.rating_history import RatingHistory, RatingKind, rating_shown
from projections.refusals import BadCursor
from tests.projections.closed_games import PEOPLE, ScoreProcess, expected_records, some_games

pytestmark = pytest.mark.usefixtures("every_game_ranks")


def expected_points(games: list[CatalogueEntry], name: str, kind: RatingKind) -> list[object]:
    """The rating after each game that changes it, from the results alone; the latest first."""
    ordered = sorted(games, key=lambda one: one.closing_member)
    found, last = [], None
    for count, game in enumerate(ordered, 1):
        record = expected_records(ordered[:count]).get(name)
        rating = None if record is None else getattr(record, kind)
        if rating is not None and rating != last:
            summary = game.summary
            point = {"game_id": summary.game_id, "closed_at": summary.updated_at}
            found.append({**point, **rating_shown(rating)})
        last = rating
    return found[::-1]


@pytest.fixture(scope="module")
def games() -> list[CatalogueEntry]:
    return some_games(40, Random("history"))


@pytest.fixture
def history(games: list[CatalogueEntry]) -> RatingHistory:
    redis = FakeRedis(server=FakeServer())
    process = ScoreProcess(redis)
    redis.hset(CURRENT, "edition", process.generation)
    # The latest first, so that all that was counted is undone again and again.
    for game in sorted(games, key=lambda one: one.closing_member, reverse=True):
        process.put(game)
        process.count()
    return RatingHistory(process.catalogue_store, process.score_store)


@pytest.mark.parametrize("kind", ["rating", "rating_with_bots"])
def test_a_rating_is_known_after_every_game(
    games: list[CatalogueEntry], history: RatingHistory, kind: RatingKind
):
    total = 0
    for player in PEOPLE:
        expected = expected_points(games, record_name("base", player), kind)
        page = history.page(1, "base", player, kind, None, 100)
        assert page == {"points": expected, "next": None}
        total += len(expected)
    assert total > 5


def test_pages_have_every_point_once(games: list[CatalogueEntry], history: RatingHistory):
    player, cursor, points = PEOPLE[0], None, []
    while True:
        page = history.page(1, "base", player, "rating", cursor, 2)
        points += page["points"]
        if (cursor := page["next"]) is None:
            break
        assert len(page["points"]) == 2
    assert points == expected_points(games, record_name("base", player), "rating")
    assert len(points) > 2


def test_a_cursor_of_another_player_is_refused(history: RatingHistory):
    with pytest.raises(BadCursor):
        history.page(1, "base", PEOPLE[0], "rating", encode_cursor(f"{1:015}:game-x"), 2)
