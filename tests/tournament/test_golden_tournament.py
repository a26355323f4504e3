"""Recorded tournaments, in which every command and every event occurs, as stored bytes.

Their ledgers must stay sound, and the same commands must lead to the same bytes. If what is stored
has to change, `python -m tests.tournament.test_golden_tournament` records them anew, and the commit
says why.
"""

from pathlib import Path

import pytest

from domain.ids import PlayerId, Seat
from domain.ledger_rules import fold
from domain.registry import TOURNAMENT
from domain.state_bytes import freeze
from domain.table.invitations import digest_of
from domain.tournament import (
    appeals,
    choosing,
    drafting,
    ending,
    entering,
    leaving,
    pairs,
    penalties,
    results,
    staff,
    starting,
    substituting,
    table_starts,
)
from domain.tournament.due import due_at
from domain.tournament.formats.course import Championship, Swiss
from domain.tournament.seating.problem import TableSizes
from domain.tournament.setup import SharedBoards
from domain.tournament.standings.ranking import StandingsRule
from eventlog.ledger_file import read_ledger
from eventlog.verification import VerificationStatus, verify
from tests.tournament.hall import (
    HOST,
    MINUTE,
    REFEREE,
    Hall,
    filled,
    person,
    play_round,
    publish,
    start,
    started,
)
from tests.tournament.test_tournament_ledger import ledger_of

FOLDER = Path(__file__).parent / "golden" / "schema-1"
CODE = "K7QF-2MXA-9TRC-HV4D"
ZOE, YAN = PlayerId("zoe"), PlayerId("yan")


def finished() -> Hall:
    """Nine people and two bots, who do everything that can be done."""
    hall = Hall(
        title="Golden Cup",
        capacity=9,
        sizes=TableSizes(byes="if_needed"),
        format=Championship(rounds=2),
        starts_at=60 * MINUTE,
        check_in_seconds=600,
        by_code=True,
        code_digest=digest_of(CODE),
        approval=True,
        late_until_round=2,
        boards=SharedBoards(),
        standings=StandingsRule(tie_breakers=("lot",)),
    )
    enter(hall)
    first_round(hall)
    second_round(hall)
    final(hall)
    return hall


def enter(hall: Hall) -> None:
    hall.do(staff.AppointStaff(HOST, ZOE, "organizer"))
    hall.do(staff.RemoveStaff(HOST, ZOE))
    hall.do(staff.InstallStaff(PlayerId("operator"), ZOE, "referee"))
    for number in range(10):
        hall.do(entering.Register(person(number), CODE))
    hall.do(entering.DeclineEntry(HOST, person(9), "too young"))
    for number in range(7):
        hall.do(entering.ApproveEntry(HOST, person(number)))
    hall.do(substituting.AddBot(HOST, "planner"))
    hall.do(substituting.AddBot(HOST, "random"))
    hall.do(entering.ApproveEntry(HOST, person(7)))
    hall.do(leaving.Withdraw(person(0)))
    hall.do(pairs.ForbidPair(HOST, person(1), person(2), "a couple"))
    hall.do(pairs.ForbidPair(HOST, person(1), person(3), "a mistake"))
    hall.do(pairs.AllowPair(HOST, person(3), person(1)))
    hall.do(starting.CallCheckIn(HOST))
    for number in range(1, 6):
        hall.do(starting.CheckIn(person(number)))
    hall.do(starting.CheckInEntrant(REFEREE, person(6)))
    hall.do(starting.StartTournament(HOST))
    hall.do(leaving.ReadmitEntrant(HOST, person(7), "the train was late"))


def first_round(hall: Hall) -> None:
    hall.do(drafting.DraftRound(HOST))
    hall.do(drafting.DiscardRound(HOST, "a player is missing"))
    (drafted,) = hall.do(drafting.DraftRound(HOST))
    (one, *_), (other, *_) = (table for table in drafted.plan.tables[:2])
    hall.do(drafting.SwapPlayers(HOST, one, other))
    hall.do(drafting.PublishRound(HOST))
    start(hall)
    tables = hall.state.rounds[-1].tables
    hall.finish_game(1)
    appellant, witness = [one for one in tables[0].players if not one.startswith("bot:")][:2]
    hall.do(appeals.AppealResult(appellant, "my road was longer"))
    hall.do(appeals.RejectAppeal(REFEREE, 1, "it was not"))
    hall.do(results.SignResult(witness))
    hall.do(appeals.ReplayTable(REFEREE, 1, "the board was wrong"))
    hall.open_tables()
    for number in range(1, len(tables) + 1):
        hall.finish_game(number)
    hall.do(appeals.AwardTable(ZOE, 1, tuple(range(len(tables[0].players))), (), "nobody won"))
    hall.wait(15)


def second_round(hall: Hall) -> None:
    hall.do(penalties.WarnPlayer(REFEREE, person(2), "phone"))
    hall.do(penalties.DeductPoints(REFEREE, person(2), 1, "phone again"))
    hall.do(penalties.CancelPenalty(HOST, 2, "it was the clock"))
    entrant = hall.state.rounds[0].tables[1].entrants[0]
    hall.do(penalties.LoseGame(REFEREE, hall.state.person(entrant), 1, "looked at cards"))
    hall.do(penalties.DisqualifyPlayer(REFEREE, person(3), "left without a word"))
    hall.do(substituting.SubstituteEntrant(HOST, person(4), YAN, "ill"))
    hall.do(leaving.DropEntrant(HOST, person(5), "ill"))
    (drafted,) = hall.do(drafting.DraftRound(HOST))
    sizes = [len(table) for table in drafted.plan.tables]
    hall.do(drafting.MovePlayer(HOST, drafted.plan.tables[0][0], sizes.index(3) + 1))
    hall.do(entering.ApproveEntry(HOST, person(8)))
    hall.do(drafting.PublishRound(HOST))
    start(hall)
    hall.finish_games()
    hall.wait(15)


def final(hall: Hall) -> None:
    publish(hall)
    while due_at(hall.state) is not None:
        (table,) = hall.state.rounds[-1].tables
        entrant, choice = choosing.next_choice(table)
        chooser = hall.state.person(entrant)
        if choice == "seat" and Seat(2) in choosing.free_seats(table):
            hall.do(choosing.ChooseSeat(chooser, Seat(2)))
        elif choice == "colour" and "white" in choosing.free_colours(hall.state, table):
            hall.do(choosing.ChooseColour(chooser, "white"))
        else:
            hall.wait(2)
    start(hall)
    hall.finish_games()
    hall.wait(15)
    hall.do(ending.FinishTournament(HOST))
    hall.wait(0)


def ended_early() -> Hall:
    """Four people whose hall closes after one of three rounds."""
    hall = started(4, format=Swiss(rounds=3))
    play_round(hall)
    hall.do(ending.EndEarly(HOST, "the hall closes"))
    hall.wait(0)
    return hall


def cancelled() -> Hall:
    """A tournament to which nobody comes."""
    hall = filled(1, starts_at=60 * MINUTE, check_in_seconds=600)
    hall.wait(50)
    hall.do(ending.CancelTournament(HOST, "nobody came"))
    hall.wait(0)
    return hall


def with_nonces() -> Hall:
    """Four people who can add nonces for a minute; after half of it everybody has added one."""
    hall = Hall(nonce_seconds=60)
    for number in range(4):
        hall.do(entering.Register(person(number)))
    hall.do(starting.StartTournament(HOST))
    publish(hall)
    start(hall)
    hall.wait(0.5)
    hall.do(table_starts.BringStartForward(hall.at, 1))
    hall.do(substituting.SubstituteEntrant(HOST, person(0), ZOE, "a train to catch"))
    hall.do(ending.CancelTournament(HOST, "the lights went out"))
    hall.wait(0)
    return hall


TOURNAMENTS = {
    "finished": finished,
    "ended-early": ended_early,
    "cancelled": cancelled,
    "with-nonces": with_nonces,
}
EVERY_TOURNAMENT = pytest.mark.parametrize("name", TOURNAMENTS)


def stored(name: str) -> bytes:
    return (FOLDER / f"{name}.ndjson").read_bytes()


@EVERY_TOURNAMENT
def test_a_recorded_tournament_is_sound(name: str):
    verdict = verify(stored(name))
    assert verdict.status == VerificationStatus.SOUND, verdict


@EVERY_TOURNAMENT
def test_the_same_commands_lead_to_the_same_bytes(name: str):
    assert ledger_of(TOURNAMENTS[name]()) == stored(name)


@EVERY_TOURNAMENT
def test_stored_bytes_fold_to_the_state_that_was_played(name: str):
    state = TOURNAMENT.blank_state()
    for events in read_ledger(stored(name)).events_by_commit(TOURNAMENT):
        fold(state, events)
    assert freeze(state) == freeze(TOURNAMENTS[name]().state)


def test_every_command_and_every_event_occurs():
    commits = [commit for play in TOURNAMENTS.values() for commit in play().commits]
    assert {type(command) for command, _, _ in commits} == set(TOURNAMENT.commands)
    assert {type(event) for _, events, _ in commits for event in events} == set(TOURNAMENT.events)


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, play in TOURNAMENTS.items():
        path = FOLDER / f"{name}.ndjson"
        if not path.exists():
            path.write_bytes(ledger_of(play()))
