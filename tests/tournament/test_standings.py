"""Standings: exact, the same in whatever order results come, and ranked as computed by hand."""

import hashlib
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.ids import PlayerId
from domain.refusals import RuleViolation
from domain.tournament.standings.criteria import CRITERIA, SCORINGS, TIE_BREAKERS
from domain.tournament.standings.ranking import (
    StandingsRule,
    check_rule,
    rounded,
    standings,
    standings_of,
)
from domain.tournament.standings.results import Bye, Line, Penalty, TableResult
from domain.tournament.standings.tally import Record, Tally

OFFICIAL = StandingsRule()


def table(round: int, number: int, won_by: str = "", **points: int) -> TableResult:
    """A result: players in seat order with their points; the highest wins unless told."""
    best = max(points.values())
    winners = won_by or "".join(player for player, count in points.items() if count == best)
    return TableResult(
        round=round,
        table=number,
        players=tuple(map(PlayerId, points)),
        points=tuple(points.values()),
        winners=tuple(map(PlayerId, winners)),
        is_small=len(points) < 4,
    )


def ranked(lines: tuple[Line, ...], *names: str) -> list[tuple[object, ...]]:
    return [(one.rank, one.player, *(_exact(one, name) for name in names)) for one in lines]


def _exact(line: Line, name: str) -> str:
    return next(value.exact for value in line.values if value.name == name)


# Four tournaments computed by hand, three of them by the official ranking. The shares of a
# tournament add up to its number of tables.


def test_one_table_of_four_in_three_rounds():
    """A and B have 25 points each; wins decide although B has the larger share.

    A: 10/28 + 10/25 + 5/26 = (325 + 364 + 175)/910 = 432/455
    B: 8/28 + 7/25 + 10/26 = (650 + 637 + 875)/2275 = 2162/2275
    C: 6/28 + 5/25 + 9/26 = (195 + 182 + 315)/910 = 346/455
    D: 4/28 + 3/25 + 2/26 = (325 + 273 + 175)/2275 = 773/2275
    """
    results = [
        table(1, 1, A=10, B=8, C=6, D=4),
        table(2, 1, B=7, C=5, D=3, A=10),
        table(3, 1, C=9, D=2, A=5, B=10),
    ]
    lines = standings_of(OFFICIAL, (), results)
    assert ranked(lines, "wins", "points", "share") == [
        (1, "A", "2", "25", "432/455"),
        (2, "B", "1", "25", "2162/2275"),
        (3, "C", "0", "20", "346/455"),
        (4, "D", "0", "9", "773/2275"),
    ]
    assert [one.values[2].rounded for one in lines] == ["0.949", "0.950", "0.760", "0.340"]


def test_eight_players_of_whom_some_are_parted_by_their_share_alone():
    """M has won twice like B and X and has more points; B and X are equal but for their share.

    B: 10/28 + 10/20 + 5/32 = (80 + 112 + 35)/224 = 227/224
    X: 5/28 + 10/34 + 10/32 = (340 + 560 + 595)/1904 = 1495/1904
    T: 4/28 + 3/20 + 9/27 = (60 + 63 + 140)/420 = 263/420
    S: 7/30 + 3/20 + 6/27 = (42 + 27 + 40)/180 = 109/180
    P: 6/30 + 8/34 + 2/27 = (459 + 540 + 170)/2295 = 1169/2295
    """
    results = [
        table(1, 1, M=10, P=6, Q=7, S=7),
        table(1, 2, B=10, R=9, X=5, T=4),
        table(2, 1, X=10, M=7, P=8, R=9),
        table(2, 2, B=10, Q=4, S=3, T=3),
        table(3, 1, X=10, B=5, Q=9, R=8),
        table(3, 2, M=10, P=2, S=6, T=9),
    ]
    lines = standings_of(OFFICIAL, (), results)
    assert ranked(lines, "wins", "points", "share") == [
        (1, "M", "2", "27", "835/918"),
        (2, "B", "2", "25", "227/224"),
        (3, "X", "2", "25", "1495/1904"),
        (4, "R", "0", "26", "199/238"),
        (5, "Q", "0", "20", "343/480"),
        (6, "T", "0", "16", "263/420"),
        (7, "S", "0", "16", "109/180"),
        (8, "P", "0", "16", "1169/2295"),
    ]
    assert sum(line.value("share") or 0 for line in lines) == 6


def test_seven_players_with_a_table_of_three_in_every_round():
    """A game at a table of three counts like every other. D has a smaller share than E, and more
    points, which come first.

    A: 10/30 + 10/25 + 6/24 = (20 + 24 + 15)/60 = 59/60
    G: 10/25 + 7/25 + 10/24 = (240 + 168 + 250)/600 = 329/300
    B: 8/30 + 8/25 + 10/30 = (40 + 48 + 50)/150 = 138/150 = 23/25
    C: 7/30 + 10/30 + 8/24 = (7 + 10 + 10)/30 = 27/30 = 9/10
    D: 5/30 + 7/30 + 9/30 = 21/30 = 7/10
    E: 9/25 + 6/30 + 5/30 = (54 + 30 + 25)/150 = 109/150
    F: 6/25 + 7/30 + 6/30 = (36 + 35 + 30)/150 = 101/150
    """
    results = [
        table(1, 1, A=10, B=8, C=7, D=5),
        table(1, 2, G=10, E=9, F=6),
        table(2, 1, C=10, D=7, E=6, F=7),
        table(2, 2, A=10, B=8, G=7),
        table(3, 1, B=10, D=9, E=5, F=6),
        table(3, 2, G=10, A=6, C=8),
    ]
    lines = standings_of(OFFICIAL, (), results)
    assert ranked(lines, "wins", "points", "share") == [
        (1, "G", "2", "27", "329/300"),
        (2, "A", "2", "26", "59/60"),
        (3, "B", "1", "26", "23/25"),
        (4, "C", "1", "25", "9/10"),
        (5, "D", "0", "21", "7/10"),
        (6, "E", "0", "20", "109/150"),
        (7, "F", "0", "19", "101/150"),
    ]
    assert [line.small_tables for line in lines] == [3, 2, 1, 1, 0, 1, 1]
    assert sum(line.value("share") or 0 for line in lines) == 6


def test_seven_players_by_place_with_shared_places():
    """B and C share 50 + 20; A, F and B share 50 + 20 + 10. B and F are parted by points."""
    results = [
        table(1, 1, A=10, B=7, C=7, D=3),
        table(1, 2, E=10, F=6, G=6),
        table(2, 1, E=10, A=8, F=8, B=8),
        table(2, 2, C=10, D=9, G=2),
    ]
    lines = standings_of(StandingsRule(scoring="100-50-20-10"), (), results)
    assert ranked(lines, "place_points", "wins", "points") == [
        (1, "E", "200", "2", "20"),
        (2, "C", "135", "1", "17"),
        (3, "A", "380/3", "1", "18"),
        (4, "B", "185/3", "0", "15"),
        (5, "F", "185/3", "0", "14"),
        (6, "D", "60", "0", "12"),
        (7, "G", "55", "0", "8"),
    ]
    assert [line.small_tables for line in lines] == [1, 1, 0, 0, 1, 1, 2]


# Lines


def test_equals_share_a_rank_and_the_next_one_is_left_out():
    lines = standings_of(OFFICIAL, (), [table(1, 1, A=10, B=5, C=5, D=2)])
    assert ranked(lines) == [(1, "A"), (2, "B"), (2, "C"), (4, "D")]


def test_who_has_not_played_has_a_line():
    lines = standings_of(OFFICIAL, [PlayerId("Z")], [table(1, 1, A=10, B=5, C=4)])
    assert ranked(lines, "wins", "share")[-1] == (4, "Z", "0", "0")
    assert lines[-1].games == 0


def test_winners_who_share_a_game_share_the_win():
    result = table(1, 1, A=10, B=10, C=4)
    assert ranked(standings_of(OFFICIAL, (), [result]), "wins")[:2] == [
        (1, "A", "1/2"),
        (1, "B", "1/2"),
    ]


def test_the_winner_is_first_even_if_another_has_as_many_points():
    rule = StandingsRule(scoring="100-50-20-10")
    result = table(1, 1, A=10, B=10, C=4, D=1, won_by="B")
    assert ranked(standings_of(rule, (), [result]), "place_points")[:2] == [
        (1, "B", "100"),
        (2, "A", "50"),
    ]


@pytest.mark.parametrize("outcome", ["void", "abandoned"])
def test_a_game_without_a_winner_counts_for_nothing(outcome):
    result = replace(table(1, 1, A=9, B=5, C=4), outcome=outcome, winners=())
    everybody = tuple(map(PlayerId, "ABC"))
    lines = standings_of(OFFICIAL, everybody, [result])
    assert [(one.rank, one.games) for one in lines] == [(1, 0)] * 3


def test_a_table_without_points_has_no_shares():
    assert ranked(standings_of(OFFICIAL, (), [table(1, 1, A=0, B=0, won_by="A")]), "share") == [
        (1, "A", "0"),
        (2, "B", "0"),
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Fraction(2, 3), "0.667"),
        (Fraction(1, 2000), "0.001"),
        (Fraction(-1, 3), "-0.333"),
        (Fraction(-1, 9000), "0.000"),
        (Fraction(25), "25.000"),
    ],
)
def test_values_are_rounded_to_three_decimals(value, expected):
    assert rounded(value) == expected


# Byes and penalties

ROUNDS = [table(1, 1, A=10, B=6, C=5, D=4), table(2, 1, B=10, A=8, C=7, D=0)]


@pytest.mark.parametrize(
    ("bye", "expected"),
    [
        ("nothing", ("1", "18", "18/25")),
        ("average", ("3/2", "27", "27/25")),
        ("win", ("2", "27", "27/25")),
    ],
)
def test_a_bye_is_worth_what_the_rule_says(bye, expected):
    lines = standings_of(
        StandingsRule(bye=bye), (), ROUNDS, byes=[Bye(3, PlayerId("A")), Bye(3, PlayerId("A"))]
    )
    line = next(one for one in lines if one.player == "A")
    assert tuple(value.exact for value in line.values) == expected
    assert line.byes == 1


def test_points_are_deducted_and_told():
    penalty = Penalty(PlayerId("A"), "points", points=3)
    line = next(
        one
        for one in standings_of(OFFICIAL, (), ROUNDS, penalties=[penalty, penalty])
        if one.player == "A"
    )
    assert (_exact(line, "points"), line.points_deducted, _exact(line, "wins")) == ("12", 6, "1")


def test_who_loses_a_game_by_a_penalty_has_nothing_of_it_and_others_keep_theirs():
    penalty = Penalty(PlayerId("A"), "game", round=1)
    lines = standings_of(OFFICIAL, (), ROUNDS, penalties=[penalty])
    assert ranked(lines, "wins", "points", "share") == [
        (1, "B", "1", "16", "16/25"),
        (2, "C", "0", "12", "12/25"),
        (3, "A", "0", "8", "8/25"),
        (4, "D", "0", "4", "4/25"),
    ]
    assert lines[2].games == 2


def test_who_is_disqualified_stands_last_without_a_rank():
    penalty = Penalty(PlayerId("A"), "disqualification")
    lines = standings_of(OFFICIAL, (), ROUNDS, penalties=[penalty])
    assert ranked(lines) == [(1, "B"), (2, "C"), (3, "D"), (None, "A")]
    assert lines[-1].is_disqualified


def test_a_warning_is_shown_and_changes_nothing():
    warned = standings_of(OFFICIAL, (), ROUNDS, penalties=[Penalty(PlayerId("A"), "warning")])
    assert [one.warnings for one in warned] == [1, 0, 0, 0]
    assert tuple(replace(one, warnings=0) for one in warned) == standings_of(OFFICIAL, (), ROUNDS)


# Tie-breakers


def broken(name: str, results: list[TableResult], **rule: str) -> list[tuple[object, ...]]:
    asked = StandingsRule(tie_breakers=(name,), **rule)
    return ranked(standings_of(asked, (), results), name)


EQUALS = [table(1, 1, A=10, B=6, C=6, D=2), table(2, 1, D=10, C=7, B=7, A=0)]
"""B and C are equal in all but their seats."""


def test_head_to_head_is_counted_among_equals_alone():
    results = [
        table(1, 1, A=10, B=6, C=4),
        table(1, 2, X=10, Y=6, Z=4),
        table(2, 1, B=4, X=10, C=6),
        table(2, 2, A=10, Y=6, Z=4),
        table(3, 1, B=7, C=3, Z=10),
        table(3, 2, A=10, Y=3, X=7),
    ]
    lines = broken("head_to_head", results)
    assert lines[0] == (1, "A", "")
    even = [
        table(1, 1, A=10, B=6, C=4),
        table(2, 1, X=10, B=4, Y=6),
        table(3, 1, Z=10, C=6, W=4),
    ]
    assert [one for one in broken("head_to_head", even) if one[1] in "BC"] == [
        (4, "B", "1"),
        (5, "C", "-1"),
    ]


def test_opponents_are_counted_on_average():
    """B met A (10 a game) and D (6); everybody else had others."""
    results = [table(1, 1, A=10, B=6), table(2, 1, D=10, B=6), table(3, 1, A=10, D=2)]
    lines = dict(row[1:] for row in broken("opponents_points", results))
    assert lines == {"A": "6", "B": "8", "D": "8"}
    wins = dict(row[1:] for row in broken("opponents_wins", results))
    assert wins == {"A": "1/4", "B": "3/4", "D": "1/2"}


def test_the_best_share_of_one_game_decides():
    assert dict(row[1:] for row in broken("best_share", EQUALS))["A"] == "5/12"


def test_second_places_count_shared_ones():
    assert dict(row[1:] for row in broken("second_places", EQUALS)) == {
        "A": "0",
        "B": "2",
        "C": "2",
        "D": "0",
    }


def test_fewer_games_at_small_tables_are_better():
    level = [table(1, 1, A=10, B=10, C=0, D=0), table(1, 2, E=10, F=10, G=0)]
    assert broken("small_tables", level)[:4] == [
        (1, "A", "0"),
        (1, "B", "0"),
        (3, "E", "1"),
        (3, "F", "1"),
    ]


def test_points_are_compared_with_the_average_of_the_seat():
    """Seats had 10, 6½, 6½ and 1 on average; B had 6 in the second and 7 in the third, as C."""
    lines = dict(row[1:] for row in broken("seat_adjusted", EQUALS))
    assert lines == {"A": "-1", "B": "0", "C": "0", "D": "1"}


def test_a_lot_can_be_computed_from_its_seed():
    results = [table(1, 1, A=10, B=5, C=5, D=5)]
    lots = {
        player: int.from_bytes(hashlib.sha256(f"seed:{player}".encode()).digest()[:6], "big")
        for player in "BCD"
    }
    found = broken("lot", results, lot_seed="seed")
    assert [row[1] for row in found[1:]] == sorted(lots, key=lots.__getitem__, reverse=True)
    assert [row[0] for row in found] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "rule",
    [
        StandingsRule(scoring="none"),
        StandingsRule(tie_breakers=("wins",)),
        StandingsRule(tie_breakers=("lot", "lot")),
        StandingsRule(bye="holiday"),
    ],
)
def test_an_unknown_rule_is_refused(rule):
    with pytest.raises(RuleViolation) as refused:
        check_rule(rule)
    assert refused.value.code == "standings/unknown_rule"


def test_every_known_rule_is_accepted():
    for scoring in SCORINGS:
        check_rule(StandingsRule(scoring=scoring, tie_breakers=TIE_BREAKERS, bye="average"))
    assert set(TIE_BREAKERS) < set(CRITERIA)


# Properties

FIELD = tuple(map(PlayerId, "ABCDEFGH"))


@st.composite
def result_lists(draw) -> list[TableResult]:
    results = []
    for round in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(FIELD))
        for number, players in enumerate((order[:4], order[4:7]), start=1):
            points = [draw(st.integers(0, 10)) for _ in players]
            winner = max(range(len(players)), key=points.__getitem__)
            results.append(
                TableResult(
                    round=round,
                    table=number,
                    players=tuple(players),
                    points=tuple(points),
                    winners=(players[winner],),
                    outcome=draw(st.sampled_from(["won", "won", "won", "void"])),
                    is_small=number == 2,
                )
            )
    return results


EVERYTHING = StandingsRule(
    scoring="100-50-20-10", tie_breakers=TIE_BREAKERS, bye="average", lot_seed="x"
)


@settings(max_examples=20)
@given(result_lists(), st.randoms(use_true_random=False))
def test_the_order_of_results_does_not_matter(results, random):
    mixed = list(results)
    random.shuffle(mixed)
    for rule in (OFFICIAL, EVERYTHING):
        assert standings_of(rule, FIELD, mixed) == standings_of(rule, FIELD, results)


@settings(max_examples=20)
@given(result_lists(), st.data())
def test_a_count_that_went_on_equals_one_from_scratch(results, data):
    """After every table, with results corrected and taken back on the way, and stored between."""
    tally = Tally()
    for player in FIELD:
        tally.enter(player)
    counted: list[TableResult] = []
    for result in results:
        wrong = replace(result, points=tuple(points + 1 for points in result.points))
        tally.count(data.draw(st.sampled_from([result, wrong])))
        tally.count(result)
        counted.append(result)
        if data.draw(st.booleans()):
            tally.take_back(counted.pop())
        tally = msgspec.json.decode(msgspec.json.encode(tally), type=Tally)
        assert standings(tally, EVERYTHING) == standings_of(EVERYTHING, FIELD, counted)


@settings(max_examples=20)
@given(result_lists())
def test_sums_are_exact_and_a_result_touches_its_table_alone(results):
    tally = Tally()
    for player in FIELD:
        tally.enter(player)
    for result in results:
        before = msgspec.json.encode(
            {one: record for one, record in tally.records.items() if one not in result.players}
        )
        tally.count(result)
        after = {one: record for one, record in tally.records.items() if one not in result.players}
        assert msgspec.json.encode(after) == before
    won = [result for result in results if result.outcome == "won"]
    shares = sum(Fraction(*record.share) for record in tally.records.values())
    assert shares == sum(any(result.points) for result in won)
    assert sum(Fraction(*record.wins) for record in tally.records.values()) == len(won)
    for result in results:
        tally.take_back(result)
    assert set(map(msgspec.json.encode, tally.records.values())) == {msgspec.json.encode(Record())}
