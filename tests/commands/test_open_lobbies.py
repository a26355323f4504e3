"""Lobbies: a host has a bounded number of open ones, and those that never start are closed."""

from functools import partial

import pytest

from commands.carrier import Receipt
from commands.desk import Opening
from commands.open_lobbies import LobbyLimits, TooManyOpenLobbies
from domain.base.game import BASE
from domain.ids import PlayerId
from domain.options import UnknownOption
from eventlog.verification import VerificationStatus
from hexledger.self_play import Setup
from tests.clock import Clock
from tests.commands.backend import Backend, code_of
from tests.commands.test_races import at_once
from tests.copies import CopiedGame, copy_of
from tests.redises import Store

ADA = PlayerId("ada")
OPENING = Opening("base", 3, {})
HOUR = 3_600_000
START = 1_800_000_000_000


def backend_with(
    store: Store, most: int = 0, hours: int = 0, clock: Clock | None = None
) -> Backend:
    limits = LobbyLimits(most, hours)
    return Backend(store.client(), limits=limits, clock=clock or Clock(START))


# How many


def test_thirty_requests_at_once_on_two_servers_open_no_more_than_allowed(store: Store) -> None:
    servers = [backend_with(store, most=5) for _ in range(2)]
    outcomes = at_once(*(partial(servers[n % 2].desk.open_game, OPENING, ADA) for n in range(30)))
    opened = [outcome for outcome in outcomes if isinstance(outcome, Receipt)]
    assert len(opened) == 5
    assert {outcome for outcome in outcomes if isinstance(outcome, str)} == {"lobby/too_many_open"}


def test_the_refusal_names_the_games_that_are_open(fake_store: Store) -> None:
    backend = backend_with(fake_store, most=2)
    games = [backend.desk.open_game(OPENING, ADA).game for _ in range(2)]
    with pytest.raises(TooManyOpenLobbies) as refused:
        backend.desk.open_game(OPENING, ADA)
    assert refused.value.details == {"most": 2, "games": sorted(games)}


def test_each_host_is_counted_alone(fake_store: Store) -> None:
    backend = backend_with(fake_store, most=1)
    backend.desk.open_game(OPENING, ADA)
    backend.desk.open_game(OPENING, PlayerId("ben"))


def test_a_game_that_was_given_up_or_has_started_is_not_counted(fake_store: Store) -> None:
    backend = backend_with(fake_store, most=1)
    game = backend.desk.open_game(OPENING, ADA).game
    backend.do(game, "ada", "abandon_game")
    game = backend.desk.open_game(OPENING, ADA).game
    for player in ("ada", "ben", "cyd"):
        backend.do(game, player, "take_seat")
    assert code_of(lambda: backend.desk.open_game(OPENING, ADA)) == "lobby/too_many_open"
    backend.do(game, "ada", "start_game")
    backend.desk.open_game(OPENING, ADA)


def test_an_opening_that_is_refused_is_not_counted(fake_store: Store) -> None:
    backend = backend_with(fake_store, most=1)
    for _ in range(3):
        with pytest.raises(UnknownOption):
            backend.desk.open_game(Opening("base", 3, {"dragons": 1}), ADA)
    backend.desk.open_game(OPENING, ADA)


def test_a_repeated_request_gets_its_receipt_though_no_more_may_be_opened(
    fake_store: Store,
) -> None:
    backend = backend_with(fake_store, most=1, hours=1)
    first = backend.desk.open_game(OPENING, ADA, "key")
    assert backend.desk.open_game(OPENING, ADA, "key") == first
    assert backend_with(fake_store, most=1, hours=9).desk.open_game(OPENING, ADA, "key") == first


def test_an_opening_that_was_lost_on_its_way_is_counted_for_a_minute(fake_store: Store) -> None:
    clock = Clock(START)
    backend = backend_with(fake_store, most=1, clock=clock)
    backend.redis.zadd("lobbies:ada", {"p00-" + "0" * 32: START})
    clock.now += 59_999
    assert code_of(lambda: backend.desk.open_game(OPENING, ADA)) == "lobby/too_many_open"
    clock.now += 1
    backend.desk.open_game(OPENING, ADA)


# How long


def test_a_lobby_that_never_starts_is_closed_after_its_time(store: Store) -> None:
    clock = Clock(START)
    backend = backend_with(store, hours=24, clock=clock)
    game = backend.desk.open_game(OPENING, ADA).game
    backend.do(game, "ada", "take_seat")
    assert backend.ledger.due_time(game) == START + 24 * HOUR
    clock.now += 24 * HOUR - 1
    assert list(backend.desk.run_due_work(game)) == []
    clock.now += 1
    lapsed, closed = backend.desk.run_due_work(game)
    assert [event.__struct_config__.tag for event in lapsed.events] == ["lobby_lapsed"]
    assert closed.events[0].outcome == "abandoned"  # type: ignore[attr-defined]
    assert backend.ledger.due_time(game) is None
    assert backend.verdict(game, allow_open=False).status == VerificationStatus.SOUND


def test_nobody_sits_down_when_the_time_is_over_even_before_a_worker_has_come(
    fake_store: Store,
) -> None:
    clock = Clock(START)
    backend = backend_with(fake_store, hours=1, clock=clock)
    game = backend.desk.open_game(OPENING, ADA).game
    clock.now += HOUR
    assert code_of(lambda: backend.do(game, "ben", "take_seat")) == "game/closed"


def test_a_game_that_starts_in_time_goes_on(fake_store: Store) -> None:
    clock = Clock(START)
    backend = backend_with(fake_store, hours=1, clock=clock)
    game = backend.desk.open_game(OPENING, ADA).game
    for player in ("ada", "ben", "cyd"):
        backend.do(game, player, "take_seat")
    backend.do(game, "ada", "start_game")
    clock.now += 2 * HOUR
    assert list(backend.desk.run_due_work(game)) == []
    assert backend.ledger.due_time(game) is None


def test_without_a_limit_a_lobby_waits_for_ever(fake_store: Store) -> None:
    backend = backend_with(fake_store)
    game = backend.desk.open_game(OPENING, ADA).game
    assert backend.ledger.due_time(game) is None


def test_a_lobby_whose_time_is_over_is_not_counted(fake_store: Store) -> None:
    clock = Clock(START)
    backend = backend_with(fake_store, most=1, hours=1, clock=clock)
    backend.desk.open_game(OPENING, ADA)
    clock.now += HOUR
    backend.desk.open_game(OPENING, ADA)


def test_a_copy_is_no_lobby_but_a_host_of_too_many_opens_none(fake_store: Store) -> None:
    backend = backend_with(fake_store, most=1)
    game = CopiedGame.of_random_game(Setup(seed="lobbies", max_turns=4), 20)

    def copy() -> str:
        made = copy_of(game.position)
        receipt = backend.desk.copy_position(
            BASE, made.source, made.position, ADA, seat=made.seat, bot=made.bot
        )
        return receipt.game

    assert copy() != copy()
    backend.desk.open_game(OPENING, ADA)
    with pytest.raises(TooManyOpenLobbies):
        copy()
