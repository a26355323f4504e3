"""Players' records: what a game counts as, and how it changes record and rating."""

import pytest
from openskill.models import PlackettLuce

from projections.across_games.player_records import (
    EMPTY_RECORD,
    PlayerRecord,
    Rating,
    counted_as,
    record_name,
    records_after,
)
from tests.projections.closed_games import PEOPLE, closed_game, expected_records

ADA, BEA, CYD, DAN, *_ = PEOPLE
DAY = 86_400_000
NEWCOMER = PlackettLuce().rating()


def test_a_won_game_counts_for_everybody_who_played_it():
    records = records_after(
        closed_game("g", 1, [ADA, BEA, CYD], [2, 1, 2], resigned=(False, False, True)), {}
    )
    ada, bea, cyd = (records[record_name("base", player)] for player in (ADA, BEA, CYD))
    assert (ada.games, ada.wins, ada.ranks, ada.points, ada.resigned) == (1, 0, {2: 1}, 8, 0)
    assert (bea.games, bea.wins, bea.ranks, bea.points, bea.resigned) == (1, 1, {1: 1}, 9, 0)
    assert (cyd.games, cyd.resigned) == (1, 1)
    assert ada.rating == cyd.rating
    assert bea.rating is not None
    assert ada.rating is not None
    assert bea.rating.mu > NEWCOMER.mu > ada.rating.mu
    assert bea.rating.sigma < NEWCOMER.sigma


def test_ratings_are_those_of_plackett_and_luce():
    model = PlackettLuce()
    teams = [[model.rating()] for _ in range(4)]
    for ranks in ([1, 2, 3, 4], [2, 1, 3, 3], [4, 3, 1, 1]):
        teams = model.rate(teams, ranks=[float(rank) for rank in ranks])
    games = [
        closed_game("a", 1, PEOPLE[:4], [1, 2, 3, 4]),
        closed_game("b", 2, PEOPLE[:4], [2, 1, 3, 3]),
        closed_game("c", 3, PEOPLE[:4], [4, 3, 1, 1]),
    ]
    records = expected_records(games)
    for player, (rated,) in zip(PEOPLE, teams, strict=False):
        assert records[record_name("base", player)].rating == Rating(rated.mu, rated.sigma)
        assert Rating(rated.mu, rated.sigma).ordinal == pytest.approx(rated.ordinal(), abs=1e-6)


@pytest.mark.parametrize("outcome", ["void", "abandoned"])
def test_a_game_without_a_winner_is_counted_separately(outcome: str):
    record = records_after(closed_game("g", 1, [ADA, BEA], outcome=outcome), {})[
        record_name("base", ADA)
    ]
    assert record == PlayerRecord(**{outcome: 1})


def test_a_void_game_with_a_bot_counts_only_as_one_with_bots():
    game = closed_game("g", 1, [ADA, "bot:planner:2", BEA], outcome="void")
    assert counted_as(game) == "with_bots"
    assert records_after(game, {}) == {
        record_name("base", player): PlayerRecord(with_bots=1) for player in (ADA, BEA)
    }


def test_a_game_with_a_bot_is_rated_apart_from_games_without_bots():
    game = closed_game("g", 1, [ADA, "bot:planner:1", BEA])
    records = records_after(game, {})
    ada, bea = (records[record_name("base", player)] for player in (ADA, BEA))
    assert (ada.with_bots, ada.games, ada.rating) == (1, 0, None)
    assert ada.rating_with_bots is not None
    assert bea.rating_with_bots is not None
    assert ada.rating_with_bots.mu > bea.rating_with_bots.mu
    assert set(records) == {record_name("base", ADA), record_name("base", BEA)}


def test_beating_a_stronger_bot_is_worth_more():
    by_bot = {
        bot: records_after(closed_game("g", 1, [ADA, f"bot:{bot}:1"]), {})[record_name("base", ADA)]
        for bot in ("planner", "random")
    }
    planner, random = (by_bot[bot].rating_with_bots for bot in ("planner", "random"))
    assert planner is not None
    assert random is not None
    assert planner.mu > random.mu


def test_a_game_that_is_not_trusted_counts_nowhere():
    assert records_after(closed_game("g", 1, [ADA, BEA], is_trusted=False), {}) == {}


def test_nobody_is_rated_against_themselves():
    assert records_after(closed_game("g", 1, [ADA, ADA]), {}) == {}


def test_rulesets_are_rated_apart():
    records = expected_records(
        [closed_game("a", 1, [ADA, BEA]), closed_game("b", 2, [BEA, ADA], ruleset="other")]
    )
    assert records["base:u-ada"].rating == records["other:u-bea"].rating
    assert records["base:u-ada"].games == 1


def test_digits_sort_like_the_numbers():
    ratings = [Rating(mu, sigma) for mu in (-20.0, 0.0, 25.0, 61.5) for sigma in (1.0, 8.3)]
    by_number = sorted(ratings, key=lambda one: one.ordinal)
    assert sorted(ratings, key=lambda one: one.digits) == by_number
    assert len({len(one.digits) for one in ratings}) == 1


def test_an_empty_record_has_no_rating():
    assert EMPTY_RECORD.rating is None


def test_a_finished_game_alone_is_counted_separately():
    records = records_after(closed_game("g", 1, [ADA], ruleset="dice"), {})
    assert records == {record_name("dice", ADA): PlayerRecord(solo=1)}


def test_a_bot_alone_rates_nobody():
    assert records_after(closed_game("g", 1, ["bot:planner:0"], ruleset="dice"), {}) == {}


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_a_rating_is_made_of_numbers_that_can_be_compared(number: float):
    """Any other would damage the leaderboard, and could not be read back."""
    for mu, sigma in ((number, 1.0), (25.0, number)):
        with pytest.raises(ValueError, match="finite"):
            Rating(mu, sigma)


def test_a_player_who_left_their_seat_to_a_bot_is_rated_last_even_if_it_won():
    game = closed_game("g", 1, [ADA, BEA], by_bots=(True, False))
    records = records_after(game, {})
    ada, bea = (records[record_name("base", player)] for player in (ADA, BEA))
    assert (ada.games, ada.wins, ada.ranks) == (1, 0, {2: 1})
    assert ada.rating is not None
    assert bea.rating is not None
    assert ada.rating.mu <= bea.rating.mu


def test_a_game_that_everybody_left_to_bots_is_one_with_bots():
    assert counted_as(closed_game("g", 1, [ADA, BEA], by_bots=(True, True))) == "with_bots"


# What counts for ratings


def test_a_casual_game_changes_no_rating():
    game = closed_game("g", 1, [ADA, BEA], is_rateable=False)
    assert counted_as(game) == "casual"
    assert records_after(game, {})[record_name("base", ADA)] == PlayerRecord(casual=1)


def test_a_game_that_was_cut_short_counts_as_abandoned():
    game = closed_game("g", 1, [ADA, BEA], is_cut_short=True)
    assert records_after(game, {})[record_name("base", ADA)] == PlayerRecord(abandoned=1)


def test_a_rating_is_provisional_until_there_are_five_games_and_three_opponents():
    days = [closed_game(f"g{n}", n * DAY, [ADA, BEA, CYD]) for n in range(9)]
    record = expected_records(days)[record_name("base", ADA)]
    assert (record.games, record.opponents, record.is_provisional) == (9, (BEA, CYD), True)
    third = closed_game("last", 9 * DAY, [ADA, BEA, DAN])
    record = expected_records([*days, third])[record_name("base", ADA)]
    assert (record.opponents, record.is_provisional) == ((BEA, CYD, DAN), False)
    four = [closed_game(f"g{n}", n * DAY, [ADA, BEA, CYD, DAN]) for n in range(4)]
    assert expected_records(four)[record_name("base", ADA)].is_provisional


def test_three_games_a_day_of_the_same_people_count_wherever_they_sit():
    seats = ([ADA, BEA, CYD], [BEA, CYD, ADA], [CYD, BEA, ADA], [ADA, CYD, BEA])
    games = [closed_game(f"g{n}", DAY + n, people) for n, people in enumerate(seats)]
    record = expected_records(games)[record_name("base", ADA)]
    assert (record.games, record.casual) == (3, 1)
    with_dan = closed_game("dan", DAY + 9, [ADA, BEA, DAN])
    tomorrow = closed_game("tomorrow", 2 * DAY, [ADA, BEA, CYD])
    record = expected_records([*games, with_dan, tomorrow])[record_name("base", ADA)]
    assert (record.games, record.casual) == (5, 1)
