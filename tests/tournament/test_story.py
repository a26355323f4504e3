"""A whole tournament of 24 with everything that goes wrong in a real one."""

from domain.ids import SPECTATOR, PlayerId, Seat
from domain.registry import TOURNAMENT
from domain.tournament.appeals import AppealResult, AwardTable, ReplayTable
from domain.tournament.drafting import DiscardRound
from domain.tournament.due import games_left
from domain.tournament.ending import FinishTournament
from domain.tournament.entering import Register
from domain.tournament.formats.course import Championship
from domain.tournament.leaving import DropEntrant, Withdraw
from domain.tournament.penalties import DisqualifyPlayer
from domain.tournament.starting import StartTournament
from domain.tournament.substituting import AddBot
from eventlog.verification import VerificationStatus, verify
from tests.tournament.hall import HOST, REFEREE, Hall, filled, person, play_round, publish, start
from tests.tournament.test_tournament_ledger import ledger_of

LATE = PlayerId("late")


def story() -> Hall:
    hall = filled(12, capacity=24, format=Championship(rounds=3), late_until_round=2)
    for _ in range(12):
        hall.do(AddBot(HOST, "planner"))
    hall.do(StartTournament(HOST))
    # Round 1: one of those who are seated does not come.
    publish(hall)
    hall.do(DropEntrant(HOST, person(11), "did not come"))
    hall.do(DiscardRound(HOST, "a table of three is needed"))
    play_round(hall)
    # Round 2: somebody comes late, one drops out, and there is an appeal.
    hall.do(Register(LATE))
    hall.do(Withdraw(person(10)))
    publish(hall)
    start(hall)
    hall.finish_games()
    table = table_of(hall, person(0))
    hall.do(AppealResult(person(0), "the longest road was mine"))
    seats = len(hall.state.rounds[-1].tables[table - 1].players)
    seat = hall.state.rounds[-1].tables[table - 1].players.index(person(0))
    points = tuple(10 if one == seat else 5 for one in range(seats))
    hall.do(AwardTable(REFEREE, table, points, (Seat(seat),), "it was"))
    hall.wait(15)
    # Round 3: a game has to be played again, and one is disqualified.
    publish(hall)
    start(hall)
    hall.do(ReplayTable(REFEREE, 1, "the server was down"))
    hall.open_tables()
    hall.do(DisqualifyPlayer(REFEREE, person(1), "played with two accounts"))
    hall.finish_games()
    hall.wait(15)
    play_round(hall)
    play_round(hall)
    hall.do(FinishTournament(HOST))
    hall.wait(0)
    return hall


def table_of(hall: Hall, player: PlayerId) -> int:
    tables = hall.state.rounds[-1].tables
    return next(i for i, table in enumerate(tables, start=1) if player in table.players)


def test_a_tournament_of_24_goes_to_its_end_and_verifies():
    hall = story()
    seen = TOURNAMENT.view(hall.state, SPECTATOR)
    phases = [(one.phase, len(one.tables)) for one in seen.rounds]
    assert phases == [
        ("preliminary", 6),
        ("preliminary", 6),
        ("preliminary", 6),
        ("semi_final", 4),
        ("final", 1),
    ]
    # 23 came at first; one of them left, and one came late.
    assert len(seen.rounds[0].tables[-1].players) == 3
    assert len(seen.ranking) == 24 + 1
    assert games_left(hall.state) == ["game-3-1-1"]
    assert {place.player for place in seen.ranking if place.rank is None} == {person(1)}
    finalists = {place.player for place in seen.ranking if place.reached == "final"}
    assert finalists == set(seen.rounds[-1].tables[0].players)
    assert person(1) not in finalists
    assert seen.ranking[0].player == seen.rounds[-1].tables[0].result.winners[0]
    assert all(one.cost.repeated_opponents == 0 for one in seen.rounds[:3])
    assert verify(ledger_of(hall)).status == VerificationStatus.SOUND
