"""The desk and time: overdue work is done first, and once, whichever server finds it."""

from functools import partial
from typing import Any

import pytest

from commands.desk import Desk
from domain.ids import PlayerId
from domain.table.bots import SeatHandedOver, SeatReturned
from domain.table.closing import CloseGame
from domain.table.expiry import DeadlinePassed, Expire, GraceGiven
from domain.table.pauses import GamePaused
from tests.clocks.backend import BEGAN, TimedBackend
from tests.clocks.facts import CLOCK, ms
from tests.commands.backend import code_of
from tests.commands.test_races import at_once
from tests.redises import Store

FOUNDING = 40
HANDED_OVER_AT_ONCE = {**CLOCK, "misses": 1}


@pytest.fixture
def backend(store: Store) -> TimedBackend:
    return TimedBackend(store.client())


def due_work_done(desk: Desk, game: str) -> int:
    return len(list(desk.run_due_work(game)))


# What is due


def test_the_next_deadline_is_noted_with_the_commit_that_sets_it(backend: TimedBackend) -> None:
    game = backend.open(clock=CLOCK).game
    assert backend.ledger.due_time(game) is None
    started = backend.begun()
    assert backend.ledger.due_time(started) == BEGAN + ms(FOUNDING)
    assert list(backend.ledger.due_games(BEGAN + ms(FOUNDING) - 1)) == []
    assert list(backend.ledger.due_games(BEGAN + ms(FOUNDING))) == [started]


def test_the_games_that_are_due_come_the_oldest_first(backend: TimedBackend) -> None:
    games = []
    for _ in range(5):
        backend.time.passes(1)
        games.append(backend.begun())
    assert list(backend.ledger.due_games(backend.time() + ms(FOUNDING))) == games


def test_a_paused_game_is_due_when_it_goes_on(backend: TimedBackend) -> None:
    game = backend.begun()
    pause = {"type": "pause_game", "reason": "rain"}
    backend.desk.submit(game, pause, PlayerId("ref"), is_organizer=True)
    assert backend.ledger.due_time(game) is None
    backend.time.passes(9_000)
    resume = {"type": "resume_game", "reason": "sun"}
    backend.desk.submit(game, resume, PlayerId("ref"), is_organizer=True)
    assert backend.ledger.due_time(game) == backend.time() + ms(FOUNDING)


def test_a_closed_game_is_never_due_again(backend: TimedBackend) -> None:
    game = backend.begun()
    backend.desk.void_game(game, "storm")
    assert backend.ledger.due_time(game) == backend.time()
    assert due_work_done(backend.desk, game) == 1
    assert backend.ledger.due_time(game) is None
    backend.assert_sound(game, is_closed=True)


# Whoever comes first


def test_a_command_after_a_deadline_meets_the_expiry_first(backend: TimedBackend) -> None:
    game = backend.begun()
    backend.time.passes(FOUNDING)
    assert code_of(backend.found, game) == "turn/not_yours"
    (expiry,) = backend.expiries(game)
    assert expiry == Expire(backend.time(), backend.time(), 0)
    backend.assert_sound(game)


def test_a_command_in_the_last_moment_is_in_time(backend: TimedBackend) -> None:
    game = backend.begun()
    backend.time.passes(FOUNDING - 0.001)
    backend.found(game)
    assert backend.expiries(game) == []


def test_all_that_is_overdue_comes_before_a_command(backend: TimedBackend) -> None:
    game = backend.begun()
    backend.time.passes(FOUNDING)
    assert due_work_done(backend.desk, game) == 1
    backend.time.passes(FOUNDING)
    backend.do(game, "cyd", "ask_for_pause")
    done = [type(wish).__name__ for wish in backend.wishes(game)[-3:]]
    assert done == ["Expire", "Expire", "AskForPause"]


def test_a_command_that_pins_its_version_is_refused_if_a_deadline_has_passed(
    backend: TimedBackend,
) -> None:
    game = backend.begun()
    body = {"type": "place_settlement", "node": 10}
    version = backend.version(game)
    backend.time.passes(FOUNDING)
    assert code_of(backend.guarded, game, "ada", body, version=version) == "command/version_moved"


def test_a_command_sent_again_after_a_deadline_has_its_first_receipt(backend: TimedBackend) -> None:
    game = backend.begun()
    body = {"type": "place_settlement", "node": 10}
    first = backend.guarded(game, "ada", body, key="k")
    backend.time.passes(FOUNDING)
    again = backend.guarded(game, "ada", body, key="k")
    assert (again.version, again.hash) == (first.version, first.hash)
    assert len(backend.expiries(game)) == 1


def test_a_read_after_a_deadline_leads_to_it(backend: TimedBackend) -> None:
    game = backend.begun()
    backend.desk.run_overdue_work(game)
    assert backend.expiries(game) == []
    backend.time.passes(FOUNDING)
    backend.desk.run_overdue_work(game)
    assert len(backend.expiries(game)) == 1


def test_also_at_a_server_that_has_never_heard_of_the_game(
    store: Store, backend: TimedBackend
) -> None:
    game = backend.begun()
    backend.time.passes(FOUNDING)
    backend.another(store.client()).desk.run_overdue_work(game)
    assert len(backend.expiries(game)) == 1


def test_reading_a_game_that_nobody_can_tend_is_no_error(
    store: Store, backend: TimedBackend
) -> None:
    game = backend.begun()
    backend.time.passes(FOUNDING)
    stranger = TimedBackend(store.client(), backend.time, master=bytes(32))
    stranger.desk.run_overdue_work(game)
    assert backend.expiries(game) == []


# Once


def test_a_deadline_expires_once_however_often_it_is_tended(
    store: Store, backend: TimedBackend
) -> None:
    game = backend.begun()
    other = backend.another(store.client())
    other.version(game)
    backend.time.passes(FOUNDING)
    assert due_work_done(backend.desk, game) == 1
    assert due_work_done(other.desk, game) == due_work_done(backend.desk, game) == 0
    assert len(backend.expiries(game)) == 1


def test_of_servers_that_find_a_deadline_together_one_lets_it_expire(
    store: Store, backend: TimedBackend
) -> None:
    games = [backend.begun() for _ in range(3)]
    others = [backend.another(store.client()) for _ in range(3)]
    backend.time.passes(FOUNDING)
    for game in games:
        found = at_once(*(partial(due_work_done, one.desk, game) for one in (backend, *others)))
        assert sum(found) == 1, found
        assert len(backend.expiries(game)) == 1
        backend.assert_sound(game)


def test_a_game_that_is_over_is_closed_once(store: Store, backend: TimedBackend) -> None:
    game = backend.begun()
    backend.desk.void_game(game, "storm")
    others = [backend.another(store.client()) for _ in range(3)]
    found = at_once(*(partial(due_work_done, one.desk, game) for one in (backend, *others)))
    assert sum(found) == 1, found
    assert backend.wishes(game).count(CloseGame()) == 1
    backend.assert_sound(game, is_closed=True)


# Bots


def chooser(state: Any, seat: Any, bot: str) -> Any:
    return state.ruleset.flow.moves(state, seat)[0]


def test_bots_move_until_a_person_has_to(backend: TimedBackend) -> None:
    game = backend.begun(people=1)
    backend.found(game)
    assert list(backend.desk.run_due_work(game, chooser)) == []
    backend.do(game, "ada", "place_road", edge=_edge(backend, game))
    actors = [commit.actor for commit in backend.commits(game)]
    list(backend.desk.run_due_work(game, chooser))
    moved = [commit.actor for commit in backend.commits(game)[len(actors) :]]
    assert moved == ["bot:random:1"] * 2 + ["bot:random:2"] * 4 + ["bot:random:1"] * 2
    backend.assert_sound(game)


def _edge(backend: TimedBackend, game: str) -> int:
    with backend.games.hold(game) as live:
        edge: int = live.state.ruleset.flow.moves(live.state, 0)[0].edge
        return edge


def test_bots_that_are_told_to_wait_do(backend: TimedBackend) -> None:
    game = backend.begun(people=1, bot_seconds=3)
    backend.found(game)
    backend.do(game, "ada", "place_road", edge=_edge(backend, game))
    assert backend.ledger.due_time(game) == backend.time() + ms(3)
    backend.time.passes(2.999)
    assert list(backend.desk.run_due_work(game, chooser)) == []
    backend.time.passes(0.001)
    assert len(list(backend.desk.run_due_work(game, chooser))) == 1


def test_an_absent_player_is_replaced_and_comes_back_by_acting(backend: TimedBackend) -> None:
    game = backend.begun(clock=HANDED_OVER_AT_ONCE)
    backend.time.passes(FOUNDING)
    (receipt,) = backend.desk.run_due_work(game)
    assert receipt.events == (DeadlinePassed(0, "founding", 1), SeatHandedOver(0, "planner"))
    assert SeatReturned(0) in backend.found(game).events
    backend.assert_sound(game)


def test_or_by_taking_the_seat_back_which_leaves_a_ledger_that_verifies(
    backend: TimedBackend,
) -> None:
    game = backend.begun(clock=HANDED_OVER_AT_ONCE)
    backend.time.passes(FOUNDING)
    assert due_work_done(backend.desk, game) == 1
    assert backend.do(game, "ada", "take_back_seat").events[0] == SeatReturned(0)
    backend.assert_sound(game)


def test_who_resigns_instead_leaves_a_ledger_that_verifies(backend: TimedBackend) -> None:
    game = backend.begun(clock=HANDED_OVER_AT_ONCE)
    backend.time.passes(FOUNDING)
    assert due_work_done(backend.desk, game) == 1
    backend.do(game, "ada", "resign")
    backend.assert_sound(game)


# When the service was away


def test_after_a_night_every_seat_has_its_time_once_more(backend: TimedBackend) -> None:
    game = backend.begun()
    backend.time.passes(8 * 3_600)
    (receipt,) = backend.desk.run_due_work(game)
    assert isinstance(receipt.events[0], GraceGiven)
    assert backend.ledger.due_time(game) == backend.time() + ms(FOUNDING)
    backend.found(game)
    backend.assert_sound(game)


# The nudge


def nudges(backend: TimedBackend) -> list[str]:
    nudged: list[str] = []
    backend.desk = Desk(backend.games, bytes(range(32)), nudge=nudged.append, clock=backend.time)
    return nudged


def test_nobody_is_nudged_while_people_are_to_move(backend: TimedBackend) -> None:
    nudged = nudges(backend)
    backend.found(backend.begun())
    assert nudged == []


def test_workers_are_told_of_bots_that_need_not_wait(backend: TimedBackend) -> None:
    nudged = nudges(backend)
    game = backend.begun(people=0)
    assert nudged == [game]


def test_but_not_of_bots_that_have_to(backend: TimedBackend) -> None:
    nudged = nudges(backend)
    backend.begun(people=0, bot_seconds=1)
    assert nudged == []


def test_workers_are_told_of_a_game_that_is_over(backend: TimedBackend) -> None:
    nudged = nudges(backend)
    game = backend.begun()
    backend.desk.void_game(game, "storm")
    assert nudged == [game]


def test_a_pause_by_all_is_a_fact_of_the_last_wish(backend: TimedBackend) -> None:
    game = backend.begun()
    for player in ("ada", "ben", "cyd"):
        receipt = backend.do(game, player, "ask_for_pause")
    assert GamePaused() in receipt.events
    backend.assert_sound(game)
