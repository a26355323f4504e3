"""The desk and time: what is overdue comes first, once, whoever finds it."""

from functools import partial
from typing import Any

import pytest

from commands.desk import Desk
from domain.bots import SeatHandedOver, SeatReturned
from domain.closing import CloseGame
from domain.expiry import DeadlinePassed, Expire, GraceGiven
from domain.ids import PlayerId
from domain.pausing import GamePaused
from tests.clocks.facts import CLOCK, ms
from tests.clocks.house import BEGAN, TimedHouse
from tests.commands.house import code_of
from tests.commands.test_races import at_once
from tests.redises import Store

FOUNDING = 40
HANDED_OVER_AT_ONCE = {**CLOCK, "misses": 1}


@pytest.fixture
def house(store: Store) -> TimedHouse:
    return TimedHouse(store.client())


def tended(desk: Desk, game: str) -> int:
    return len(list(desk.tend(game)))


# What is due


def test_the_next_deadline_is_noted_with_the_commit_that_sets_it(house: TimedHouse) -> None:
    game = house.open(clock=CLOCK).game
    assert house.ledger.due_time(game) is None
    started = house.begun()
    assert house.ledger.due_time(started) == BEGAN + ms(FOUNDING)
    assert list(house.ledger.due_games(BEGAN + ms(FOUNDING) - 1)) == []
    assert list(house.ledger.due_games(BEGAN + ms(FOUNDING))) == [started]


def test_the_games_that_are_due_come_the_oldest_first(house: TimedHouse) -> None:
    games = []
    for _ in range(5):
        house.time.passes(1)
        games.append(house.begun())
    assert list(house.ledger.due_games(house.time() + ms(FOUNDING))) == games


def test_a_paused_game_is_due_when_it_goes_on(house: TimedHouse) -> None:
    game = house.begun()
    pause = {"type": "pause_game", "reason": "rain"}
    house.desk.submit(game, pause, PlayerId("ref"), is_organizer=True)
    assert house.ledger.due_time(game) is None
    house.time.passes(9_000)
    resume = {"type": "resume_game", "reason": "sun"}
    house.desk.submit(game, resume, PlayerId("ref"), is_organizer=True)
    assert house.ledger.due_time(game) == house.time() + ms(FOUNDING)


def test_a_closed_game_is_never_due_again(house: TimedHouse) -> None:
    game = house.begun()
    house.desk.void_game(game, "storm")
    assert house.ledger.due_time(game) == house.time()
    assert tended(house.desk, game) == 1
    assert house.ledger.due_time(game) is None
    house.assert_sound(game, is_closed=True)


# Whoever comes first


def test_a_command_after_a_deadline_meets_the_expiry_first(house: TimedHouse) -> None:
    game = house.begun()
    house.time.passes(FOUNDING)
    assert code_of(house.found, game) == "turn/not_yours"
    (expiry,) = house.expiries(game)
    assert expiry == Expire(house.time(), house.time(), 0)
    house.assert_sound(game)


def test_a_command_in_the_last_moment_is_in_time(house: TimedHouse) -> None:
    game = house.begun()
    house.time.passes(FOUNDING - 0.001)
    house.found(game)
    assert house.expiries(game) == []


def test_all_that_is_overdue_comes_before_a_command(house: TimedHouse) -> None:
    game = house.begun()
    house.time.passes(FOUNDING)
    assert tended(house.desk, game) == 1
    house.time.passes(FOUNDING)
    house.do(game, "cyd", "ask_for_pause")
    done = [type(wish).__name__ for wish in house.wishes(game)[-3:]]
    assert done == ["Expire", "Expire", "AskForPause"]


def test_a_command_that_pins_its_version_is_refused_if_a_deadline_has_passed(
    house: TimedHouse,
) -> None:
    game = house.begun()
    body = {"type": "place_settlement", "node": 10}
    version = house.version(game)
    house.time.passes(FOUNDING)
    assert code_of(house.guarded, game, "ada", body, version=version) == "command/version_moved"


def test_a_command_sent_again_after_a_deadline_has_its_first_receipt(house: TimedHouse) -> None:
    game = house.begun()
    body = {"type": "place_settlement", "node": 10}
    first = house.guarded(game, "ada", body, key="k")
    house.time.passes(FOUNDING)
    again = house.guarded(game, "ada", body, key="k")
    assert (again.version, again.hash) == (first.version, first.hash)
    assert len(house.expiries(game)) == 1


def test_a_read_after_a_deadline_leads_to_it(house: TimedHouse) -> None:
    game = house.begun()
    house.desk.attend(game)
    assert house.expiries(game) == []
    house.time.passes(FOUNDING)
    house.desk.attend(game)
    assert len(house.expiries(game)) == 1


def test_also_at_a_server_that_has_never_heard_of_the_game(store: Store, house: TimedHouse) -> None:
    game = house.begun()
    house.time.passes(FOUNDING)
    house.another(store.client()).desk.attend(game)
    assert len(house.expiries(game)) == 1


def test_reading_a_game_that_nobody_can_tend_is_no_error(store: Store, house: TimedHouse) -> None:
    game = house.begun()
    house.time.passes(FOUNDING)
    stranger = TimedHouse(store.client(), house.time, master=bytes(32))
    stranger.desk.attend(game)
    assert house.expiries(game) == []


# Once


def test_a_deadline_expires_once_however_often_it_is_tended(
    store: Store, house: TimedHouse
) -> None:
    game = house.begun()
    other = house.another(store.client())
    other.version(game)
    house.time.passes(FOUNDING)
    assert tended(house.desk, game) == 1
    assert tended(other.desk, game) == tended(house.desk, game) == 0
    assert len(house.expiries(game)) == 1


def test_of_servers_that_find_a_deadline_together_one_lets_it_expire(
    store: Store, house: TimedHouse
) -> None:
    games = [house.begun() for _ in range(3)]
    others = [house.another(store.client()) for _ in range(3)]
    house.time.passes(FOUNDING)
    for game in games:
        found = at_once(*(partial(tended, one.desk, game) for one in (house, *others)))
        assert sum(found) == 1, found
        assert len(house.expiries(game)) == 1
        house.assert_sound(game)


def test_a_game_that_is_over_is_closed_once(store: Store, house: TimedHouse) -> None:
    game = house.begun()
    house.desk.void_game(game, "storm")
    others = [house.another(store.client()) for _ in range(3)]
    found = at_once(*(partial(tended, one.desk, game) for one in (house, *others)))
    assert sum(found) == 1, found
    assert house.wishes(game).count(CloseGame()) == 1
    house.assert_sound(game, is_closed=True)


# Bots


def chooser(state: Any, seat: Any, bot: str) -> Any:
    return state.ruleset.moves(state, seat)[0]


def test_bots_move_until_a_person_has_to(house: TimedHouse) -> None:
    game = house.begun(people=1)
    house.found(game)
    assert list(house.desk.tend(game, chooser)) == []
    house.do(game, "ada", "place_road", edge=_edge(house, game))
    actors = [commit.actor for commit in house.commits(game)]
    list(house.desk.tend(game, chooser))
    moved = [commit.actor for commit in house.commits(game)[len(actors) :]]
    assert moved == ["bot:random:1"] * 2 + ["bot:random:2"] * 4 + ["bot:random:1"] * 2
    house.assert_sound(game)


def _edge(house: TimedHouse, game: str) -> int:
    with house.games.hold(game) as live:
        edge: int = live.state.ruleset.moves(live.state, 0)[0].edge
        return edge


def test_bots_that_are_told_to_wait_do(house: TimedHouse) -> None:
    game = house.begun(people=1, bot_seconds=3)
    house.found(game)
    house.do(game, "ada", "place_road", edge=_edge(house, game))
    assert house.ledger.due_time(game) == house.time() + ms(3)
    house.time.passes(2.999)
    assert list(house.desk.tend(game, chooser)) == []
    house.time.passes(0.001)
    assert len(list(house.desk.tend(game, chooser))) == 1


def test_an_absent_player_is_replaced_and_comes_back_by_acting(house: TimedHouse) -> None:
    game = house.begun(clock=HANDED_OVER_AT_ONCE)
    house.time.passes(FOUNDING)
    (receipt,) = house.desk.tend(game)
    assert receipt.events == (DeadlinePassed(0, "founding", 1), SeatHandedOver(0, "planner"))
    assert SeatReturned(0) in house.found(game).events
    house.assert_sound(game)


def test_or_by_taking_the_seat_back_which_leaves_a_ledger_that_verifies(house: TimedHouse) -> None:
    game = house.begun(clock=HANDED_OVER_AT_ONCE)
    house.time.passes(FOUNDING)
    assert tended(house.desk, game) == 1
    assert house.do(game, "ada", "take_back_seat").events[0] == SeatReturned(0)
    house.assert_sound(game)


def test_who_resigns_instead_leaves_a_ledger_that_verifies(house: TimedHouse) -> None:
    game = house.begun(clock=HANDED_OVER_AT_ONCE)
    house.time.passes(FOUNDING)
    assert tended(house.desk, game) == 1
    house.do(game, "ada", "resign")
    house.assert_sound(game)


# When the house was away


def test_after_a_night_every_seat_has_its_time_once_more(house: TimedHouse) -> None:
    game = house.begun()
    house.time.passes(8 * 3_600)
    (receipt,) = house.desk.tend(game)
    assert isinstance(receipt.events[0], GraceGiven)
    assert house.ledger.due_time(game) == house.time() + ms(FOUNDING)
    house.found(game)
    house.assert_sound(game)


# The nudge


def nudges(house: TimedHouse) -> list[str]:
    told: list[str] = []
    house.desk = Desk(house.games, bytes(range(32)), nudge=told.append, clock=house.time)
    return told


def test_nobody_is_nudged_while_people_are_to_move(house: TimedHouse) -> None:
    told = nudges(house)
    house.found(house.begun())
    assert told == []


def test_workers_are_told_of_bots_that_need_not_wait(house: TimedHouse) -> None:
    told = nudges(house)
    game = house.begun(people=0)
    assert told == [game]


def test_but_not_of_bots_that_have_to(house: TimedHouse) -> None:
    told = nudges(house)
    house.begun(people=0, bot_seconds=1)
    assert told == []


def test_workers_are_told_of_a_game_that_is_over(house: TimedHouse) -> None:
    told = nudges(house)
    game = house.begun()
    house.desk.void_game(game, "storm")
    assert told == [game]


def test_a_pause_by_all_is_a_fact_of_the_last_wish(house: TimedHouse) -> None:
    game = house.begun()
    for player in ("ada", "ben", "cyd"):
        receipt = house.do(game, player, "ask_for_pause")
    assert GamePaused() in receipt.events
    house.assert_sound(game)
