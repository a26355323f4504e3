"""Formats: what comes next, who plays in it and how it ends."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.ids import PlayerId
from domain.refusals import RuleViolation
from domain.tournament.formats.course import (
    Championship,
    Elimination,
    Format,
    RoundRobin,
    Swiss,
    check_format,
    course,
    rounds_to_meet_all,
)
from domain.tournament.formats.progress import (
    Finished,
    FinishedRound,
    NextRound,
    next_stage,
)
from domain.tournament.seating.draft import seat_round
from domain.tournament.seating.problem import SeatingProblem, TableSizes
from domain.tournament.standings.ranking import StandingsRule, standings_of
from domain.tournament.standings.results import Line, Penalty, TableResult

BASE = TableSizes()
DUEL = TableSizes(fewest=2, most=2, byes="if_needed")
RULE = StandingsRule(tie_breakers=("lot",), lot_seed="lots")


def players(count: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(f"p{number:02}") for number in range(1, count + 1))


class Hall:
    """A tournament played by hand: who comes earlier in the alphabet wins, unless told."""

    def __init__(self, format: Format, count: int, sizes: TableSizes = BASE) -> None:
        self.format, self.sizes = format, sizes
        self.everybody = self.field = players(count)
        self.played: list[FinishedRound] = []
        self.counted: list[TableResult] = []
        self.penalties: list[Penalty] = []

    @property
    def standings(self) -> tuple[Line, ...]:
        return standings_of(RULE, self.everybody, self.counted, penalties=self.penalties)

    @property
    def next(self) -> NextRound | Finished:
        return next_stage(self.format, self.field, self.standings, self.played, self.sizes)

    def play(self, upset: frozenset[str] = frozenset()) -> NextRound:
        """Play the next round; who is in `upset` loses to everybody."""
        stage = self.next
        assert isinstance(stage, NextRound)
        seating = seat_round(
            SeatingProblem(
                players=stage.players,
                seed=str(stage.number),
                manner=stage.manner,
                levels=stage.levels,
                sizes=self.sizes,
                steps=200,
            )
        )
        results = tuple(
            self._result(stage.number, number, table, upset)
            for number, table in enumerate(seating.tables, start=1)
        )
        self.played.append(FinishedRound(stage.phase, results, seating.byes))
        if stage.counts:
            self.counted += results
        return stage

    def _result(
        self, round: int, number: int, table: tuple[PlayerId, ...], upset: frozenset[str]
    ) -> TableResult:
        order = sorted(table, key=lambda player: (player in upset, player))
        points = {player: max(10 - 2 * place, 2) for place, player in enumerate(order)}
        return TableResult(
            round=round,
            table=number,
            players=table,
            points=tuple(points[player] for player in table),
            winners=(order[0],),
        )

    def play_all(self) -> Finished:
        for _ in range(200):
            stage = self.next
            if isinstance(stage, Finished):
                return stage
            self.play()
        raise AssertionError("a tournament without an end")


def phases(format: Format, count: int, sizes: TableSizes = BASE) -> list[tuple[object, ...]]:
    return [(one.name, one.rounds, one.players) for one in course(format, count, sizes)]


# Official sizes


@pytest.mark.parametrize("count", [12, 15])
def test_twelve_to_fifteen_players_have_a_final_after_three_rounds(count):
    expected = [("preliminary", 3, None), ("final", 1, 4)]
    assert phases(Championship(), count) == expected
    assert phases(Championship(semi_final=False), count) == expected


@pytest.mark.parametrize("count", [16, 28])
def test_with_sixteen_to_twenty_eight_the_organizer_may_leave_the_semi_final_out(count):
    with_it = [("preliminary", 3, None), ("semi_final", 1, 16), ("final", 1, 4)]
    assert phases(Championship(), count) == with_it
    assert phases(Championship(semi_final=False), count) == [with_it[0], with_it[2]]


@pytest.mark.parametrize("semi_final", [True, False])
def test_with_twenty_nine_or_more_there_is_a_semi_final(semi_final):
    names = [name for name, _, _ in phases(Championship(semi_final=semi_final), 29)]
    assert names == ["preliminary", "semi_final", "final"]


def test_the_course_of_a_championship():
    hall = Hall(Championship(), 32)
    first = hall.play()
    assert (first.phase, first.round_of_phase, first.rounds_of_phase) == ("preliminary", 1, 3)
    assert (first.manner, first.counts, first.choice_by_rank) == ("drawn", True, False)
    assert first.out == ()
    hall.play()
    assert hall.play().round_of_phase == 3
    ranks = [line.player for line in hall.standings]
    semi_final = hall.play()
    assert semi_final.players == tuple(ranks[:16])
    assert semi_final.out == tuple(ranks[16:])
    assert (semi_final.manner, semi_final.counts, semi_final.choice_by_rank) == (
        "seeded",
        False,
        True,
    )
    assert hall.played[-1].results[0].players == tuple(ranks[at - 1] for at in (1, 8, 9, 16))
    winners = {result.winners[0] for result in hall.played[-1].results}
    final = hall.play()
    assert final.players == tuple(player for player in ranks if player in winners)
    assert set(final.out) == set(semi_final.players) - winners
    assert final.number == 5


def test_finalists_stand_above_semi_finalists_and_those_above_the_rest():
    hall = Hall(Championship(), 32)
    for _ in range(4):
        hall.play()
    final = hall.play(upset=frozenset({"p01"}))
    end = hall.next
    assert isinstance(end, Finished)
    assert [place.rank for place in end.ranking] == list(range(1, 33))
    assert {place.player for place in end.ranking[:4]} == set(final.players)
    assert end.ranking[3].player == "p01"
    assert [place.reached for place in end.ranking] == (
        ["final"] * 4 + ["semi_final"] * 12 + ["preliminary"] * 16
    )
    ranks = [line.player for line in hall.standings]
    rest = [place.player for place in end.ranking[16:]]
    assert rest == [player for player in ranks if player in rest]


def test_who_cannot_play_the_final_is_replaced_by_the_best_of_the_others():
    hall = Hall(Championship(), 32)
    for _ in range(4):
        hall.play()
    semi_final = hall.played[-1]
    winners = {result.winners[0] for result in semi_final.results}
    gone = min(winners)
    hall.field = tuple(player for player in hall.field if player != gone)
    final = hall.next
    assert isinstance(final, NextRound)
    assert len(final.players) == 4
    (filled,) = set(final.players) - winners
    # All seconds have 8 of 28 points, so their standing decides.
    seconds = {result.players[result.points.index(8)] for result in semi_final.results}
    assert filled == next(line.player for line in hall.standings if line.player in seconds)


def test_who_won_the_semi_final_but_lost_it_by_a_penalty_is_not_in_the_final():
    hall = Hall(Championship(), 32)
    for _ in range(4):
        hall.play()
    loser = hall.played[-1].results[0].winners[0]
    last = hall.played[-1]
    hall.played[-1] = FinishedRound(last.phase, last.results, last.byes, lost=(loser,))
    final = hall.next
    assert isinstance(final, NextRound)
    assert loser not in final.players
    assert len(final.players) == 4


def test_equals_on_both_sides_of_a_cut_are_named():
    results = [
        TableResult(1, 1, players(4), (10, 5, 5, 5), winners=players(1)),
    ]
    lines = standings_of(StandingsRule(), players(4), results)
    played = [FinishedRound("preliminary", tuple(results))]
    sizes = TableSizes(fewest=2, most=2)
    stage = next_stage(Championship(rounds=1), players(4), lines, played, sizes)
    assert isinstance(stage, NextRound)
    assert stage.tied_at_cut == ("p02", "p03", "p04")


def test_the_disqualified_are_at_the_end_without_a_rank():
    hall = Hall(Championship(), 12)
    hall.play_all()
    hall.penalties.append(Penalty(PlayerId("p01"), "disqualification"))
    end = hall.next
    assert isinstance(end, Finished)
    assert (end.ranking[-1].player, end.ranking[-1].rank) == ("p01", None)
    assert [place.rank for place in end.ranking[:-1]] == list(range(1, 12))


def test_too_few_for_a_table_end_a_tournament_that_has_begun():
    hall = Hall(Championship(), 12)
    hall.play()
    hall.field = hall.field[:2]
    end = hall.next
    assert isinstance(end, Finished)
    assert len(end.ranking) == 12


@pytest.mark.parametrize("count", [2, 5])
def test_players_who_cannot_play_at_all_are_refused_before_the_first_round(count):
    with pytest.raises(RuleViolation) as refused:
        _ = Hall(Championship(), count).next
    assert refused.value.code == "seating/cannot_be_split"


# Swiss, round robin, elimination


def test_in_a_swiss_tournament_equals_meet_after_a_drawn_round():
    hall = Hall(Swiss(rounds=3, final=True), 16)
    first = hall.play()
    assert (first.manner, first.levels) == ("drawn", ())
    second = hall.play()
    assert (second.manner, second.levels) == ("by_standing", (0,) * 4 + (1,) * 12)
    winners = {result.winners[0] for result in hall.played[0].results}
    assert set(hall.played[1].results[0].players) == winners
    hall.play()
    final = hall.play()
    assert (final.phase, len(final.players)) == ("final", 4)
    assert isinstance(hall.next, Finished)


def test_a_swiss_tournament_without_a_final_ends_with_the_standings():
    hall = Hall(Swiss(rounds=2), 12)
    end = hall.play_all()
    assert [place.player for place in end.ranking] == [line.player for line in hall.standings]
    assert [place.rank for place in end.ranking] == [line.rank for line in hall.standings]


@pytest.mark.parametrize(
    ("count", "sizes", "rounds"),
    [(16, BASE, 5), (4, BASE, 1), (9, BASE, 4), (13, BASE, 6), (8, DUEL, 7), (7, DUEL, 7)],
)
def test_a_round_robin_has_the_rounds_that_everybody_needs(count, sizes, rounds):
    assert rounds_to_meet_all(count, sizes) == rounds
    assert phases(RoundRobin(), count, sizes) == [("round_robin", rounds, None)]
    assert phases(RoundRobin(rounds=2), count, sizes) == [("round_robin", 2, None)]


@pytest.mark.parametrize(
    ("count", "sizes", "expected"),
    [
        (4, BASE, [("final", 1, None)]),
        (12, BASE, [("semi_final", 1, None), ("final", 1, 4)]),
        (20, BASE, [("elimination", 1, None), ("semi_final", 1, 8), ("final", 1, 4)]),
        (64, BASE, [("elimination", 1, None), ("semi_final", 1, 16), ("final", 1, 4)]),
        (
            7,
            DUEL,
            [("elimination", 1, None), ("semi_final", 1, 4), ("final", 1, 2)],
        ),
    ],
)
def test_an_elimination_goes_on_with_full_tables(count, sizes, expected):
    assert phases(Elimination(), count, sizes) == expected


def test_winners_go_on_and_the_best_of_the_others_fill_the_tables():
    hall = Hall(Elimination(seeded=True), 12)
    first = hall.play()
    assert (first.manner, first.choice_by_rank) == ("seeded", False)
    winners = {result.winners[0] for result in hall.played[0].results}
    final = hall.play()
    assert winners < set(final.players)
    assert len(final.players) == 4
    assert final.choice_by_rank
    end = hall.next
    assert isinstance(end, Finished)
    assert [place.reached for place in end.ranking] == ["final"] * 4 + ["semi_final"] * 8


def test_who_sits_out_an_elimination_round_goes_on():
    hall = Hall(Elimination(), 7, DUEL)
    hall.play()
    (bye,) = hall.played[0].byes
    second = hall.next
    assert isinstance(second, NextRound)
    assert bye in second.players


@pytest.mark.parametrize("rounds", [0, -1, 101])
def test_a_format_without_rounds_or_with_too_many_is_refused(rounds):
    for format in (Championship(rounds=rounds), Swiss(rounds=rounds), RoundRobin(rounds=rounds)):
        with pytest.raises(RuleViolation) as refused:
            check_format(format)
        assert refused.value.code == "format/bad_rounds"


@settings(max_examples=12)
@given(
    st.sampled_from(
        [
            Championship(),
            Championship(rounds=1, seating="by_standing", semi_final=False),
            Swiss(rounds=2, final=True),
            RoundRobin(rounds=2),
            Elimination(),
        ]
    ),
    st.integers(6, 30),
    st.sampled_from([BASE, DUEL, TableSizes(fewest=1)]),
    st.data(),
)
def test_every_tournament_ends_with_everybody_ranked_once(format, count, sizes, data):
    """Although players drop out between rounds."""
    check_format(format)
    hall = Hall(format, count, TableSizes(sizes.fewest, sizes.most, "if_needed"))
    while isinstance(stage := hall.next, NextRound):
        assert set(stage.players) <= set(hall.field)
        assert not set(stage.out) & set(stage.players)
        hall.play()
        if data.draw(st.booleans()) and len(hall.field) > 4:
            gone = data.draw(st.sampled_from(hall.field))
            hall.field = tuple(player for player in hall.field if player != gone)
    assert sorted(place.player for place in stage.ranking) == list(hall.everybody)
    ranks = [place.rank for place in stage.ranking]
    assert ranks == sorted(rank or 0 for rank in ranks)
    assert ranks[0] == 1
