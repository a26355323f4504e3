"""Cases of rounds: drafts, finals, results, appeals, penalties and the end."""

from hashlib import sha256

import pytest

from domain.ids import ORGANIZER, SPECTATOR, PlayerId, Seat
from domain.registry import BASE, TOURNAMENT
from domain.table.closing import LedgerClosed, SeedRevealed
from domain.tournament.actions import OpenChoice
from domain.tournament.appeals import (
    AppealRejected,
    AppealResult,
    AwardTable,
    RejectAppeal,
    ReplayTable,
)
from domain.tournament.choosing import ChooseColour, ChooseForAbsent, ChooseSeat, SeatChosen
from domain.tournament.course import standings_now
from domain.tournament.drafting import (
    DiscardRound,
    DraftRound,
    MovePlayer,
    PublishRound,
    RoundDrafted,
    SwapPlayers,
)
from domain.tournament.due import (
    due_at,
    games_left,
    games_running,
    games_to_start,
    substitutes_to_seat,
)
from domain.tournament.ending import (
    CancelTournament,
    CloseTournament,
    EndEarly,
    FinishTournament,
)
from domain.tournament.entering import Register
from domain.tournament.formats.course import Championship, Elimination, Swiss
from domain.tournament.leaving import Withdraw
from domain.tournament.penalties import (
    CancelPenalty,
    DeductPoints,
    DisqualifyPlayer,
    LoseGame,
    WarnPlayer,
)
from domain.tournament.playing import RecordGames, StartRound, TableGame, tables_to_open
from domain.tournament.results import (
    RecordResult,
    ResultOpened,
    ResultSealed,
    ResultSigned,
    RoundClosed,
    SealResults,
    SignResult,
)
from domain.tournament.seating.problem import TableSizes
from domain.tournament.setup import PreparedBoards, SharedBoards
from domain.tournament.staff import AppointStaff
from domain.tournament.starting import StartTournament
from domain.tournament.state import TakenOver
from domain.tournament.substituting import AddBot, SubstituteEntrant
from domain.tournament.table_starts import BringStartForward, games_waiting
from tests.tournament.hall import (
    COLOURS,
    HOST,
    MINUTE,
    REFEREE,
    Hall,
    filled,
    person,
    play_round,
    publish,
    published,
    running,
    start,
    started,
)

ZOE, YAN = PlayerId("zoe"), PlayerId("yan")


def table_players(hall: Hall, table: int = 1) -> tuple[PlayerId, ...]:
    return hall.state.rounds[-1].tables[table - 1].players


# Drafts


def test_a_draft_is_for_staff_until_it_is_published():
    hall = started(8)
    (drafted,) = hall.do(DraftRound(HOST))
    assert isinstance(drafted, RoundDrafted)
    assert drafted.plan is not None
    assert TOURNAMENT.redact(drafted, SPECTATOR).plan is None
    assert TOURNAMENT.view(hall.state, SPECTATOR).rounds == ()
    assert TOURNAMENT.view(hall.state, ORGANIZER).rounds[0].status == "draft"
    assert drafted.plan.cost == drafted.plan.bound
    hall.do(PublishRound(HOST))
    (shown,) = TOURNAMENT.view(hall.state, SPECTATOR).rounds
    assert (shown.status, shown.seed) == ("published", drafted.plan.seed)


def test_a_round_is_drawn_when_no_other_is_open():
    hall = started(8)
    assert filled(8).refused(DraftRound(HOST)) == "tournament/not_started"
    hall.do(DraftRound(HOST))
    assert hall.refused(DraftRound(HOST)) == "round/not_closed"
    assert started(5).refused(DraftRound(HOST)) == "seating/cannot_be_split"


def test_a_draft_that_was_discarded_is_drawn_again_with_another_seed():
    hall = started(8)
    (first,) = hall.do(DraftRound(HOST))
    hall.do(DiscardRound(HOST, "a player is late"))
    (second,) = hall.do(DraftRound(HOST))
    assert first.plan.seed != second.plan.seed
    assert second.round == 1
    hall.do(PublishRound(HOST))
    hall.do(DiscardRound(HOST, "wrong list"))
    assert hall.refused(DiscardRound(HOST, "twice")) == "round/nothing_to_discard"


def test_two_players_are_swapped_by_hand_and_the_cost_is_shown():
    hall = started(8, format=Swiss(rounds=2))
    play_round(hall)
    (drafted,) = hall.do(DraftRound(HOST))
    # The two winners meet; the cost is higher if one of them has to leave the table.
    winners = drafted.plan.players[:2]
    together = next(table for table in drafted.plan.tables if winners[0] in table)
    apart = next(table for table in drafted.plan.tables if winners[0] not in table)
    assert winners[1] in together
    one, other = winners[0], apart[0]
    (changed,) = hall.do(SwapPlayers(HOST, one, other))
    seat = drafted.plan.tables.index(together), together.index(one)
    assert changed.plan.tables[seat[0]][seat[1]] == other
    assert changed.plan.changes == 1
    assert changed.plan.bound == drafted.plan.bound
    assert changed.plan.cost > drafted.plan.cost
    assert hall.refused(SwapPlayers(HOST, one, one)) == "round/same_player"
    assert hall.refused(SwapPlayers(HOST, one, HOST)) == "entry/unknown"
    hall.do(PublishRound(HOST))
    assert hall.refused(SwapPlayers(HOST, one, other)) == "round/no_draft"


def test_an_organizer_who_plays_changes_nothing_at_their_own_table():
    hall = filled(10)
    hall.do(Register(HOST))
    hall.do(StartTournament(HOST))
    hall.do(AppointStaff(HOST, REFEREE, "organizer"))
    (drafted,) = hall.do(DraftRound(HOST))
    tables = drafted.plan.tables
    own = next(table for table in tables if HOST in table)
    (one, *_), (other, *_) = (table for table in tables if HOST not in table)
    neighbour = next(player for player in own if player != HOST)
    for first, second in ((HOST, one), (one, neighbour), (neighbour, HOST)):
        assert hall.refused(SwapPlayers(HOST, first, second)) == "staff/own_table"
    for number, table in enumerate(tables, start=1):
        if len(table) == 3 and HOST in table:
            assert hall.refused(MovePlayer(HOST, one, number)) == "staff/own_table"
        elif len(table) == 3:
            assert hall.refused(MovePlayer(HOST, HOST, number)) == "staff/own_table"
    offered = [one for one in TOURNAMENT.actions(hall.state, HOST) if isinstance(one, OpenChoice)]
    (swap,) = (choice for choice in offered if choice.command is SwapPlayers)
    assert not {*own} & {*swap.bounds["first"].one_of, *swap.bounds["second"].one_of}
    hall.do(SwapPlayers(HOST, one, other))
    hall.do(SwapPlayers(REFEREE, HOST, one))


def test_a_player_moves_from_a_full_table_to_a_small_one():
    hall = started(7)
    (drafted,) = hall.do(DraftRound(HOST))
    full, small = drafted.plan.tables
    assert (len(full), len(small)) == (4, 3)
    assert hall.refused(MovePlayer(HOST, small[0], 1)) == "round/bad_move"
    (changed,) = hall.do(MovePlayer(HOST, full[0], 2))
    assert changed.plan.tables == (full[1:], (*small, full[0]))


def test_who_sits_out_is_swapped_with_who_does_not():
    hall = started(5, sizes=TableSizes(byes="if_needed"))
    (drafted,) = hall.do(DraftRound(HOST))
    (bye,) = drafted.plan.byes
    (changed,) = hall.do(SwapPlayers(HOST, bye, drafted.plan.tables[0][0]))
    assert changed.plan.byes == (drafted.plan.tables[0][0],)


def test_a_round_with_a_player_who_is_gone_cannot_go_on():
    hall = started(8)
    hall.do(DraftRound(HOST))
    hall.do(Withdraw(person(3)))
    assert hall.refused(PublishRound(HOST)) == "round/player_gone"
    hall = published(8)
    hall.do(Withdraw(person(3)))
    assert hall.refused(StartRound(HOST)) == "round/player_gone"


# Games


def test_the_service_learns_what_to_open_and_records_the_games():
    hall = published(7)
    assert tables_to_open(hall.state) == []
    hall.do(StartRound(HOST))
    first, second = tables_to_open(hall.state)
    assert (first.table, len(first.players), first.colours) == (1, 4, COLOURS)
    assert (second.table, len(second.players), second.colours) == (2, 3, COLOURS[:3])
    hall.do(RecordGames(1, (TableGame(1, "g1"),)))
    assert [one.table for one in tables_to_open(hall.state)] == [2]
    assert hall.refused(RecordGames(1, (TableGame(1, "g2"),))) == "round/table_not_to_open"
    assert hall.refused(RecordGames(1, (TableGame(2, "g1"),))) == "round/table_not_to_open"
    assert hall.refused(RecordGames(1, (TableGame(9, "g9"),))) == "round/unknown_table"
    assert hall.refused(RecordGames(2, (TableGame(2, "g2"),))) == "round/not_running"
    assert games_running(hall.state) == {1: "g1"}


def test_bots_are_named_to_the_service():
    hall = filled(2)
    hall.do(AddBot(HOST, "planner"))
    hall.do(StartTournament(HOST))
    publish(hall)
    hall.do(StartRound(HOST))
    (table,) = tables_to_open(hall.state)
    bots = dict(zip(table.players, table.bots, strict=True))
    assert bots == {person(0): None, person(1): None, "bot:planner:1": "planner"}


def test_all_tables_of_a_round_share_a_board_that_a_game_accepts():
    hall = running(7, boards=SharedBoards())
    hall.do(ReplayTable(REFEREE, 1, "to look at its options"))
    hall.do(ReplayTable(REFEREE, 2, "to look at its options"))
    first, second = tables_to_open(hall.state)
    assert first.options == second.options
    assert len(BASE.opening.read_options(first.options, 4).board.hexes) == 19


def test_prepared_boards_go_by_round_and_the_last_one_stays():
    boards = PreparedBoards(({"board": "beginner"}, {"board": "scattered"}))
    hall = started(4, boards=boards, format=Swiss(rounds=3))
    seen = []
    for _ in range(3):
        publish(hall)
        hall.do(StartRound(HOST))
        seen.append(tables_to_open(hall.state)[0].options["board"])
        hall.open_tables()
        hall.finish_games()
        hall.wait(15)
    assert seen == ["beginner", "scattered", "scattered"]


# Finals


def in_final() -> Hall:
    """A final of four after one round, in which p00 … p03 have sat down in some order."""
    hall = started(4, format=Championship(rounds=1))
    play_round(hall)
    publish(hall)
    return hall


def test_finalists_choose_seats_and_then_colours_in_the_order_of_rank():
    hall = in_final()
    first, second, third, fourth = (
        line.player for line in TOURNAMENT.view(hall.state, SPECTATOR).standings
    )
    assert hall.refused(StartRound(HOST)) == "round/choices_open"
    assert hall.refused(ChooseSeat(second, Seat(0))) == "round/not_your_choice"
    assert hall.refused(ChooseColour(first, "red")) == "round/not_your_choice"
    hall.do(ChooseSeat(first, Seat(2)))
    assert hall.refused(ChooseSeat(second, Seat(2))) == "round/choice_taken"
    hall.do(ChooseSeat(second, Seat(3)))
    events = hall.do(ChooseSeat(third, Seat(0)))
    # There is no choice left for the last one.
    assert SeatChosen(2, 1, fourth, Seat(1), "default") in events
    for player, colour in ((first, "white"), (second, "red"), (third, "blue")):
        hall.do(ChooseColour(player, colour))
    hall.do(StartRound(HOST))
    (table,) = tables_to_open(hall.state)
    assert table.players == (third, fourth, first, second)
    assert table.colours == ("blue", "orange", "white", "red")


def test_equals_at_a_cut_are_parted_by_lot_and_named():
    """Three winners and one of three equal seconds play the final."""
    hall = started(12, format=Championship(rounds=1))
    play_round(hall)
    (drafted,) = hall.do(DraftRound(HOST))
    tied = [line.player for line in standings_now(hall.state) if line.rank == 4]
    assert len(tied) == 3
    seed = hall.state.lot_seed
    lots = {one: sha256(f"{seed}:{one}".encode()).digest()[:6] for one in tied}
    assert {*tied} & {*drafted.plan.players} == {max(tied, key=lots.__getitem__)}
    for viewer in (ORGANIZER, SPECTATOR):
        if viewer == SPECTATOR:
            hall.do(PublishRound(HOST))
        shown = TOURNAMENT.view(hall.state, viewer).rounds[-1]
        assert sorted(shown.tied_at_cut) == sorted(tied)
    assert TOURNAMENT.view(hall.state, SPECTATOR).rounds[0].tied_at_cut == ()


def test_who_does_not_choose_in_time_gets_the_first_that_is_free():
    hall = in_final()
    first, second = (line.player for line in TOURNAMENT.view(hall.state, SPECTATOR).standings[:2])
    assert hall.refused(ChooseForAbsent(hall.at)) == "round/choice_not_due"
    assert due_at(hall.state) == hall.at + 2 * MINUTE
    hall.wait(2)
    assert SeatChosen(2, 1, first, Seat(0), "time") in hall.events
    hall.do(ChooseSeat(second, Seat(3)))


# Results


def test_a_result_is_sealed_when_everybody_has_signed():
    hall = running(4)
    _, opened = hall.finish_game(1)
    assert opened == ResultOpened(1, 1, hall.at + 15 * MINUTE)
    players = table_players(hall)
    for player in players[:3]:
        (signed,) = hall.do(SignResult(player))
        assert isinstance(signed, ResultSigned)
    assert hall.refused(SignResult(players[0])) == "result/signed"
    assert hall.refused(AppealResult(players[0], "no")) == "result/signed"
    _, sealed, closed = hall.do(SignResult(players[3]))
    assert (sealed, closed) == (ResultSealed(1, 1, "signatures"), RoundClosed(1))


def test_bots_need_not_sign():
    hall = filled(1)
    for _ in range(3):
        hall.do(AddBot(HOST, "planner"))
    hall.do(StartTournament(HOST))
    publish(hall)
    start(hall)
    hall.finish_game(1)
    assert hall.do(SignResult(person(0)))[1] == ResultSealed(1, 1, "signatures")


def test_a_result_is_sealed_when_the_time_is_over():
    hall = running(4)
    hall.finish_game(1)
    assert hall.refused(SealResults(hall.at)) == "result/not_due"
    assert due_at(hall.state) == hall.at + 15 * MINUTE
    hall.wait(15)
    assert hall.events[-2:] == [ResultSealed(1, 1, "time"), RoundClosed(1)]


def test_without_a_window_a_result_is_sealed_at_once():
    hall = running(4, result_seconds=0)
    assert hall.finish_game(1)[1:] == [ResultSealed(1, 1, "default"), RoundClosed(1)]


def test_results_are_not_signed_where_that_is_not_wanted():
    hall = running(4, signing=False)
    hall.finish_game(1)
    assert hall.refused(SignResult(person(0))) == "result/no_signing"


def test_only_the_game_of_the_table_counts_and_only_once():
    hall = running(4)
    good = RecordResult(0, 1, 1, "game-1-1-1", "0" * 64, (10, 8, 6, 4), (Seat(0),), "won")
    for field, value, code in (
        ("game", "other", "result/not_this_game"),
        ("points", (10, 8), "result/bad_points"),
        ("winners", (Seat(4),), "result/bad_points"),
        ("winners", (Seat(0), Seat(0)), "result/bad_points"),
        ("winners", (), "result/bad_points"),
        ("outcome", "void", "result/bad_points"),
        ("table", 2, "round/unknown_table"),
        ("head", "0", "command/bad_value"),
    ):
        fields = {name: getattr(good, name) for name in good.__struct_fields__}
        assert hall.refused(RecordResult(**{**fields, field: value})) == code
    hall.do(good)
    assert hall.refused(good) == "result/not_this_game"


def test_who_plays_elsewhere_neither_signs_nor_appeals():
    hall = running(8)
    hall.finish_game(1)
    stranger = table_players(hall, 2)[0]
    assert hall.refused(SignResult(stranger)) == "result/none_yet"
    assert hall.refused(AppealResult(HOST, "no")) == "result/not_at_table"


def test_an_appeal_stops_the_time_until_a_referee_rejects_it():
    hall = running(4)
    hall.finish_game(1)
    loser = table_players(hall)[1]
    hall.do(AppealResult(loser, "the dice fell off"))
    assert hall.refused(AppealResult(loser, "again")) == "result/appealed"
    assert hall.refused(SignResult(loser)) == "result/appealed"
    assert due_at(hall.state) is None
    hall.wait(60)
    assert not hall.state.rounds[-1].tables[0].is_sealed
    assert hall.refused(RejectAppeal(loser, 1, "no")) == "staff/not_referee"
    assert hall.refused(RejectAppeal(REFEREE, 2, "no")) == "result/no_such_appeal"
    assert hall.do(RejectAppeal(REFEREE, 1, "they were on the table")) == [
        AppealRejected(1, "they were on the table", REFEREE)
    ]
    hall.wait(0)
    assert hall.state.rounds[-1].status == "closed"
    assert hall.refused(RejectAppeal(REFEREE, 1, "no")) == "result/no_such_appeal"


def test_a_referee_changes_a_result_and_everybody_may_look_at_it_again():
    hall = running(4)
    hall.finish_game(1)
    winner, second, *_ = table_players(hall)
    hall.do(SignResult(winner))
    hall.do(AppealResult(second, "my settlement was forgotten"))
    hall.wait(5)
    _, opened = hall.do(AwardTable(REFEREE, 1, (9, 10, 6, 4), (Seat(1),), "it was"))
    assert opened == ResultOpened(1, 1, hall.at + 15 * MINUTE)
    assert TOURNAMENT.view(hall.state, SPECTATOR).standings[0].player == second
    assert hall.state.appeals[1].status == "granted"
    result = TOURNAMENT.view(hall.state, SPECTATOR).rounds[0].tables[0].result
    assert result is not None
    assert (result.decided_by, result.reason, result.signed) == (REFEREE, "it was", ())
    assert result.head is not None
    hall.do(SignResult(second))
    hall.wait(15)
    assert hall.refused(AwardTable(REFEREE, 1, (9, 10, 6, 4), (), "late")) == "round/not_running"


def test_a_referee_has_a_table_play_again():
    hall = running(4)
    hall.finish_game(1)
    assert hall.state.tally.records[person(0)].games
    hall.do(AppealResult(table_players(hall)[3], "the server was down"))
    hall.do(ReplayTable(REFEREE, 1, "it was"))
    assert not hall.state.tally.records[person(0)].games
    (again,) = tables_to_open(hall.state)
    assert again.attempt == 2
    hall.open_tables()
    assert games_running(hall.state) == {1: "game-1-1-2"}
    assert games_left(hall.state) == ["game-1-1-1"]
    hall.finish_game(1)
    hall.do(AppealResult(table_players(hall)[3], "again"))


def test_a_table_without_a_game_is_awarded():
    hall = running(4)
    present = table_players(hall)[2]
    seat = table_players(hall).index(present)
    points = tuple(10 if i == seat else 0 for i in range(4))
    hall.do(AwardTable(HOST, 1, points, (Seat(seat),), "nobody else came"))
    assert games_running(hall.state) == {}
    assert games_left(hall.state) == ["game-1-1-1"]
    assert TOURNAMENT.view(hall.state, SPECTATOR).standings[0].player == present


def test_nobody_decides_at_their_own_table():
    hall = filled(3)
    hall.do(Register(HOST))
    hall.do(StartTournament(HOST))
    publish(hall)
    start(hall)
    assert hall.refused(ReplayTable(HOST, 1, "I lost")) == "staff/own_table"
    hall.do(ReplayTable(REFEREE, 1, "they say so"))


def test_nothing_changes_a_sealed_result_while_others_play():
    hall = running(8)
    hall.finish_game(1)
    hall.wait(15)
    assert hall.refused(AwardTable(REFEREE, 1, (0, 0, 0, 10), (Seat(3),), "no")) == "result/sealed"
    assert hall.refused(ReplayTable(REFEREE, 1, "no")) == "result/sealed"
    assert hall.refused(AppealResult(table_players(hall)[1], "no")) == "result/sealed"
    assert hall.refused(SignResult(table_players(hall)[1])) == "result/sealed"


# The start of tables


def test_tables_start_when_the_time_for_nonces_is_over_or_everybody_has_added_one():
    hall = running(8, nonce_seconds=60)
    assert games_to_start(hall.state, hall.at) == {}
    assert len(games_waiting(hall.state, hall.at)) == 2
    assert games_to_start(hall.state, hall.at + MINUTE).keys() == {"game-1-1-1", "game-1-2-1"}
    hall.wait(0.5)
    hall.do(BringStartForward(hall.at, 1))
    assert set(games_to_start(hall.state, hall.at).values()) == {hall.at}
    assert hall.refused(BringStartForward(hall.at, 1)) == "round/no_table_waits"


def test_bots_need_no_time_for_nonces():
    hall = Hall(nonce_seconds=60)
    for _ in range(4):
        hall.do(AddBot(HOST, "random"))
    hall.do(StartTournament(HOST))
    publish(hall)
    start(hall)
    assert games_waiting(hall.state, hall.at) == []


def test_a_table_that_is_played_again_starts_at_a_time_of_its_own():
    hall = running(8, nonce_seconds=60)
    hall.wait(5)
    hall.do(ReplayTable(REFEREE, 1, "the dice fell down"))
    hall.open_tables()
    assert games_waiting(hall.state, hall.at) == ["game-1-1-2"]


def test_a_substitute_takes_over_at_the_table_that_is_played():
    hall = running(4)
    (game,) = games_running(hall.state).values()
    seat = table_players(hall).index(person(0))
    hall.do(SubstituteEntrant(HOST, person(0), ZOE, "ill"))
    hall.do(SubstituteEntrant(HOST, ZOE, YAN, "ill, too"))
    assert substitutes_to_seat(hall.state) == {
        game: (
            TakenOver(Seat(seat), person(0), None, ZOE, "ill"),
            TakenOver(Seat(seat), ZOE, None, YAN, "ill, too"),
        )
    }
    hall.finish_game(1)
    assert substitutes_to_seat(hall.state) == {}


# Penalties


def test_penalties_count_in_the_standings_and_can_be_cancelled_with_a_trace():
    hall = started(4, format=Swiss(rounds=2))
    play_round(hall)
    before = TOURNAMENT.view(hall.state, SPECTATOR).standings
    winner = before[0].player
    hall.do(WarnPlayer(REFEREE, winner, "phone at the table"))
    hall.do(LoseGame(REFEREE, winner, 1, "looked at cards"))
    hall.do(DeductPoints(REFEREE, winner, 2, "late"))
    after = TOURNAMENT.view(hall.state, SPECTATOR).standings
    assert after[0].player != winner
    assert hall.refused(LoseGame(REFEREE, winner, 1, "again")) == "penalty/no_game"
    assert hall.refused(LoseGame(REFEREE, winner, 2, "not yet")) == "penalty/no_game"
    for number in (1, 2, 3):
        hall.do(CancelPenalty(HOST, number, "it was another player"))
    assert hall.refused(CancelPenalty(HOST, 2, "again")) == "penalty/unknown"
    assert TOURNAMENT.view(hall.state, SPECTATOR).standings == before
    shown = TOURNAMENT.view(hall.state, SPECTATOR).penalties
    assert [(one.kind, one.is_in_force, one.cancelled_by) for one in shown] == [
        ("warning", False, HOST),
        ("game", False, HOST),
        ("points", False, HOST),
    ]


def test_who_plays_decides_about_nobody_at_their_own_table():
    hall = filled(7, format=Swiss(rounds=2))
    hall.do(Register(HOST))
    hall.do(StartTournament(HOST))
    publish(hall)
    start(hall)
    own = next(table for table in hall.state.rounds[0].tables if HOST in table.players)
    rival = next(one for one in own.players if one != HOST)
    other = next(one for one in map(person, range(7)) if one not in own.players)
    for command in (
        WarnPlayer(HOST, rival, "no"),
        DeductPoints(HOST, rival, 2, "no"),
        DeductPoints(HOST, HOST, 1, "no"),
        DisqualifyPlayer(HOST, rival, "no"),
        LoseGame(HOST, rival, 1, "no"),
    ):
        assert hall.refused(command) == "staff/own_table"
    hall.do(WarnPlayer(HOST, other, "phone at the table"))
    hall.do(DeductPoints(REFEREE, HOST, 1, "late"))
    hall.do(LoseGame(REFEREE, rival, 1, "looked at cards"))
    assert hall.refused(CancelPenalty(HOST, 2, "I was not late")) == "staff/own_table"
    assert hall.refused(CancelPenalty(HOST, 3, "no")) == "staff/own_table"
    hall.do(CancelPenalty(HOST, 1, "it was another player"))


def test_who_is_disqualified_has_no_rank_and_is_not_seated_any_more():
    hall = started(5, sizes=TableSizes(byes="if_needed"), format=Swiss(rounds=2))
    play_round(hall)
    hall.do(DisqualifyPlayer(REFEREE, person(0), "cheated"))
    assert hall.refused(DisqualifyPlayer(REFEREE, person(0), "twice")) == "penalty/in_force"
    last = TOURNAMENT.view(hall.state, SPECTATOR).standings[-1]
    assert (last.player, last.rank) == (person(0), None)
    (drafted,) = hall.do(DraftRound(HOST))
    assert person(0) not in drafted.plan.players


def test_penalties_are_for_those_who_have_played():
    assert filled(4).refused(WarnPlayer(REFEREE, person(0), "no")) == "tournament/not_started"
    hall = started(4)
    assert hall.refused(WarnPlayer(person(1), person(0), "no")) == "staff/not_referee"
    assert hall.refused(WarnPlayer(REFEREE, HOST, "no")) == "entry/unknown"


# The end


def test_a_tournament_is_finished_when_all_rounds_are_closed():
    hall = started(4, format=Swiss(rounds=1))
    assert hall.refused(FinishTournament(HOST)) == "tournament/nothing_played"
    play_round(hall)
    assert hall.refused(DraftRound(HOST)) == "round/no_more"
    assert hall.refused(EndEarly(HOST, "no")) == "tournament/no_rounds_left"
    (finished,) = hall.do(FinishTournament(HOST))
    assert [place.rank for place in finished.ranking] == [1, 2, 3, 4]
    assert hall.refused(WarnPlayer(REFEREE, person(0), "late")) == "tournament/over"
    assert due_at(hall.state) == 0
    revealed, closed = hall.do(CloseTournament())
    assert revealed == SeedRevealed(hall.chance.seed.hex())
    assert closed == LedgerClosed()
    assert hall.refused(CloseTournament()) == "tournament/over"
    assert due_at(hall.state) is None


def test_an_organizer_ends_a_tournament_early_with_a_reason():
    hall = started(4, format=Swiss(rounds=3))
    play_round(hall)
    assert hall.refused(FinishTournament(HOST)) == "tournament/rounds_left"
    hall.do(DraftRound(HOST))
    assert hall.refused(EndEarly(HOST, "the hall closes")) == "round/not_closed"
    hall.do(DiscardRound(HOST, "the hall closes"))
    (finished,) = hall.do(EndEarly(HOST, "the hall closes"))
    assert finished.reason == "the hall closes"
    assert len(finished.ranking) == 4


def test_a_cancelled_tournament_is_closed_without_standings():
    hall = running(4)
    assert hall.refused(CloseTournament()) == "tournament/not_over"
    hall.do(CancelTournament(HOST, "fire alarm"))
    assert games_left(hall.state) == ["game-1-1-1"]
    hall.wait(0)
    assert hall.state.phase == "closed"
    assert TOURNAMENT.view(hall.state, SPECTATOR).ranking == ()


@pytest.mark.parametrize("players", [4, 12, 13])
def test_winners_go_on_in_an_elimination_until_one_is_left(players):
    hall = started(players, format=Elimination())
    while True:
        play_round(hall)
        if any(
            isinstance(action, FinishTournament) for action in TOURNAMENT.actions(hall.state, HOST)
        ):
            break
    (finished,) = hall.do(FinishTournament(HOST))
    assert [place.rank for place in finished.ranking[:1]] == [1]
    assert len(finished.ranking) == players
