"""Cases of opening a tournament, entering it, and its staff."""

import pytest
from msgspec.structs import replace

from domain.ids import ORGANIZER, SPECTATOR, PlayerId
from domain.refusals import RuleViolation
from domain.registry import TOURNAMENT
from domain.table.invitations import digest_of
from domain.tournament.drafting import DraftRound
from domain.tournament.entering import (
    ApproveEntry,
    DeclineEntry,
    EntryMovedUp,
    PlayerRegistered,
    Register,
)
from domain.tournament.formats.course import Swiss
from domain.tournament.leaving import (
    DropEntrant,
    EntryWithdrawn,
    PlayerDropped,
    ReadmitEntrant,
    Withdraw,
)
from domain.tournament.pairs import AllowPair, ForbidPair
from domain.tournament.seating.problem import TableSizes
from domain.tournament.setup import SharedBoards
from domain.tournament.staff import AppointStaff, InstallStaff, RemoveStaff
from domain.tournament.standings.ranking import StandingsRule
from domain.tournament.starting import (
    CallCheckIn,
    CheckIn,
    CheckInEntrant,
    CheckInOpened,
    OpenCheckIn,
    StartTournament,
)
from domain.tournament.substituting import AddBot, BotEntered, SubstituteEntrant
from tests.tournament.hall import (
    HOST,
    MINUTE,
    REFEREE,
    Hall,
    filled,
    person,
    play_round,
    published,
    running,
    setup,
    started,
)

ADA, BEN, CYD, DAN, EVE = (person(number) for number in range(5))
ZOE = PlayerId("zoe")


def statuses(hall: Hall) -> list[str]:
    return [entry.status for entry in hall.state.entries.values()]


# Opening


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"title": " Open"}, "tournament/bad_title"),
        ({"title": "two\nlines"}, "tournament/bad_title"),
        ({"sizes": TableSizes(fewest=5, most=4)}, "tournament/bad_sizes"),
        ({"sizes": TableSizes(most=5)}, "tournament/bad_sizes"),
        ({"capacity": 2}, "tournament/bad_sizes"),
        ({"format": Swiss(rounds=0)}, "format/bad_rounds"),
        ({"standings": StandingsRule(lot_seed="00")}, "tournament/lot_given"),
        ({"standings": StandingsRule(scoring="by ear")}, "standings/unknown_rule"),
        ({"check_in_seconds": 600}, "tournament/bad_times"),
        ({"by_code": True}, "tournament/bad_code"),
        ({"code_digest": digest_of("code")}, "tournament/bad_code"),
        ({"capacity": 1}, "command/bad_value"),
    ],
)
def test_a_setup_that_does_not_fit_together_is_refused(changes, code):
    with pytest.raises(RuleViolation) as refused:
        Hall(**changes)
    assert refused.value.code == code


def test_only_rulesets_with_boards_to_share_can_share_them():
    games = replace(setup().games, ruleset="dice")
    with pytest.raises(RuleViolation) as refused:
        Hall(games=games, boards=SharedBoards())
    assert refused.value.code == "tournament/no_shared_boards"


def test_the_digest_of_the_code_is_for_staff_alone():
    hall = Hall(by_code=True, code_digest=digest_of("code"))
    (opened,) = hall.events
    assert TOURNAMENT.redact(opened, SPECTATOR).code_digest == ""
    assert TOURNAMENT.redact(opened, ORGANIZER).code_digest == digest_of("code")


# Registering


def test_who_registers_has_a_place_while_there_is_one():
    hall = Hall(capacity=3)
    assert hall.do(Register(ADA)) == [PlayerRegistered(ADA, "entered")]
    for one in (BEN, CYD, DAN):
        hall.do(Register(one))
    assert statuses(hall) == ["entered", "entered", "entered", "waiting"]


def test_nobody_registers_twice():
    hall = filled(1)
    assert hall.refused(Register(ADA)) == "entry/exists"


def test_a_tournament_by_code_wants_the_code():
    hall = Hall(by_code=True, code_digest=digest_of("K7QF-2MXA"))
    assert hall.refused(Register(ADA)) == "entry/wrong_code"
    assert hall.refused(Register(ADA, "other")) == "entry/wrong_code"
    hall.do(Register(ADA, "k7qf2mxa"))
    assert statuses(hall) == ["entered"]
    assert Hall().refused(Register(ADA, "any")) == "entry/no_code_needed"


def test_an_organizer_approves_or_declines_with_a_reason():
    hall = filled(3, approval=True)
    assert statuses(hall) == ["pending"] * 3
    hall.do(ApproveEntry(HOST, ADA))
    hall.do(DeclineEntry(HOST, BEN, "not a member"))
    assert statuses(hall) == ["entered", "declined", "pending"]
    assert hall.refused(ApproveEntry(REFEREE, CYD)) == "staff/not_organizer"
    assert hall.refused(ApproveEntry(HOST, ADA)) == "entry/not_pending"
    assert hall.refused(ApproveEntry(HOST, ZOE)) == "entry/unknown"
    assert hall.refused(Register(BEN)) == "entry/exists"
    hall.do(ApproveEntry(HOST, BEN))
    assert statuses(hall) == ["entered", "entered", "pending"]


def test_the_waiting_list_moves_up_when_a_place_is_free():
    hall = filled(5, capacity=3)
    events = hall.do(Withdraw(BEN))
    assert events == [EntryWithdrawn(BEN), EntryMovedUp(DAN, "entered")]
    assert statuses(hall) == ["entered", "withdrawn", "entered", "entered", "waiting"]


def test_who_has_withdrawn_may_register_again_behind_the_others():
    hall = filled(3)
    hall.do(Withdraw(ADA))
    assert hall.refused(Withdraw(ADA)) == "entry/not_entered"
    hall.do(Register(ADA))
    assert list(hall.state.entries) == [BEN, CYD, ADA]
    assert [entry.number for entry in hall.state.entries.values()] == [2, 3, 1]


def test_an_organizer_enters_bots_while_there_are_places():
    hall = filled(2, capacity=3)
    (entered,) = hall.do(AddBot(HOST, "planner"))
    assert entered == BotEntered(PlayerId("bot:planner:1"), "planner", "entered", HOST)
    assert hall.refused(AddBot(HOST, "planner")) == "entry/no_place"
    assert hall.refused(AddBot(HOST, "nobody")) == "entry/unknown_bot"
    hall.do(DropEntrant(HOST, PlayerId("bot:planner:1"), "a person came"))
    assert statuses(hall) == ["entered", "entered", "withdrawn"]


# Check-in and start


def test_the_check_in_opens_at_its_time_and_decides_who_plays():
    hall = filled(6, capacity=5, starts_at=60 * MINUTE, check_in_seconds=600)
    assert hall.refused(CheckIn(ADA)) == "entry/check_in_not_open"
    assert hall.refused(OpenCheckIn(0)) == "entry/check_in_not_open"
    hall.wait(50)
    assert hall.events[-1] == CheckInOpened()
    for one in (ADA, BEN, CYD, person(5)):
        hall.do(CheckIn(one))
    assert hall.refused(CheckIn(ADA)) == "entry/checked_in"
    assert hall.refused(CheckInEntrant(ADA, DAN)) == "staff/not_referee"
    (begun,) = hall.do(StartTournament(HOST))
    assert begun.entrants == (ADA, BEN, CYD, person(5))
    assert begun.absent == (DAN, EVE)
    assert statuses(hall) == ["playing", "playing", "playing", "absent", "absent", "playing"]


def test_who_waits_and_has_not_come_gets_no_place_after_the_start():
    hall = filled(6, capacity=4, starts_at=60 * MINUTE, check_in_seconds=600, late_until_round=1)
    hall.wait(50)
    for number in (0, 1, 2, 3, 5):
        hall.do(CheckIn(person(number)))
    hall.do(StartTournament(HOST))
    assert statuses(hall) == ["playing"] * 4 + ["waiting"] * 2
    assert hall.do(Withdraw(ADA))[1:] == [EntryMovedUp(person(5), "playing")]
    assert hall.do(Withdraw(BEN))[1:] == []
    assert hall.do(Register(ZOE)) == [PlayerRegistered(ZOE, "playing")]


def test_an_organizer_may_open_the_check_in_before_its_time():
    hall = filled(3, starts_at=60 * MINUTE, check_in_seconds=600)
    assert hall.do(CallCheckIn(HOST)) == [CheckInOpened()]
    assert hall.refused(CallCheckIn(HOST)) == "entry/check_in_open"
    assert filled(3).refused(CallCheckIn(HOST)) == "entry/no_check_in"


def test_a_tournament_needs_players_for_one_table():
    assert filled(2).refused(StartTournament(HOST)) == "tournament/too_few_players"
    assert filled(3).refused(StartTournament(ADA)) == "staff/not_organizer"


# After the start


def test_late_entries_are_possible_up_to_a_round():
    hall = started(4, late_until_round=2, format=Swiss(rounds=3))
    assert hall.do(Register(EVE)) == [PlayerRegistered(EVE, "playing", 1)]
    play = published(4, late_until_round=1)
    assert play.do(Register(EVE)) == [PlayerRegistered(EVE, "playing", 1)]
    play = running(4, late_until_round=1)
    assert play.refused(Register(EVE)) == "entry/closed"
    assert started(4).refused(Register(EVE)) == "entry/closed"


def test_who_leaves_after_the_start_drops_out_and_may_be_readmitted():
    hall = started(4)
    assert hall.do(Withdraw(ADA)) == [PlayerDropped(ADA)]
    assert hall.refused(Register(ADA)) == "entry/closed"
    assert hall.refused(DropEntrant(HOST, ADA, "gone")) == "entry/left_already"
    assert hall.refused(ReadmitEntrant(HOST, BEN, "back")) == "entry/not_readmittable"
    hall.do(ReadmitEntrant(HOST, ADA, "back"))
    assert statuses(hall) == ["playing"] * 4


def test_a_substitute_takes_over_the_place_and_the_record():
    hall = started(4, format=Swiss(rounds=2))
    play_round(hall)
    leader = TOURNAMENT.view(hall.state, SPECTATOR).standings[0]
    hall.do(SubstituteEntrant(HOST, leader.player, ZOE, "ill"))
    after = TOURNAMENT.view(hall.state, SPECTATOR).standings[0]
    assert after == replace(leader, player=ZOE)
    assert hall.refused(SubstituteEntrant(HOST, leader.player, EVE, "ill")) == "entry/unknown"
    other = next(one for one in (ADA, BEN) if one != leader.player)
    assert hall.refused(SubstituteEntrant(HOST, other, ZOE, "ill")) == "entry/substitute_entered"
    (drafted,) = hall.do(DraftRound(HOST))
    assert leader.player in drafted.plan.players
    tables = TOURNAMENT.view(hall.state, ORGANIZER).rounds[-1].tables
    assert ZOE in tables[0].players
    assert leader.player in TOURNAMENT.view(hall.state, SPECTATOR).rounds[0].tables[0].players


def test_a_substitute_sits_down_at_the_table_that_is_published():
    hall = published(4)
    hall.do(Withdraw(BEN))
    hall.do(SubstituteEntrant(HOST, BEN, ZOE, "did not come"))
    assert sorted(hall.state.rounds[-1].tables[0].players) == sorted([ADA, CYD, DAN, ZOE])
    assert (
        hall.refused(SubstituteEntrant(HOST, ZOE, PlayerId("bot:x:1"), "no")) == "staff/bad_person"
    )


# Pairs and staff


def test_pairs_are_kept_apart_and_only_staff_know_whom():
    hall = filled(8)
    hall.do(ForbidPair(HOST, ADA, BEN, "a couple"))
    assert hall.refused(ForbidPair(HOST, BEN, ADA, "again")) == "entry/pair_forbidden"
    assert hall.refused(ForbidPair(HOST, ADA, ADA, "alone")) == "entry/pair_of_one"
    assert TOURNAMENT.view(hall.state, SPECTATOR).pairs is None
    assert TOURNAMENT.view(hall.state, ORGANIZER).pairs[0].reason == "a couple"
    hall.do(StartTournament(HOST))
    (drafted,) = hall.do(DraftRound(HOST))
    assert not any({ADA, BEN} <= set(table) for table in drafted.plan.tables)
    hall.do(AllowPair(HOST, BEN, ADA))
    assert hall.refused(AllowPair(HOST, ADA, BEN)) == "entry/pair_allowed"


def test_organizers_appoint_and_remove_staff_and_one_of_them_stays():
    hall = Hall()
    hall.do(AppointStaff(HOST, ZOE, "organizer"))
    assert hall.refused(AppointStaff(HOST, ZOE, "organizer")) == "staff/has_role"
    assert hall.refused(AppointStaff(REFEREE, ADA, "referee")) == "staff/not_organizer"
    hall.do(RemoveStaff(ZOE, HOST))
    assert hall.refused(RemoveStaff(ZOE, ZOE)) == "staff/last_organizer"
    assert hall.refused(AppointStaff(ZOE, ZOE, "referee")) == "staff/last_organizer"
    assert hall.refused(RemoveStaff(ZOE, HOST)) == "staff/unknown"
    hall.do(InstallStaff(PlayerId("operator"), ADA, "organizer"))
    assert hall.state.staff == {REFEREE: "referee", ZOE: "organizer", ADA: "organizer"}
