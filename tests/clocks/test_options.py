"""Options that every game has, such as `clock`: what may be chosen, and what is refused."""

from typing import Any

import pytest

from domain.base.options import read_options
from domain.options import BadOption
from domain.refusals import RuleViolation
from domain.table.deadlines import Clock, TableOptions, TimeLimit
from domain.table.lobby import OpenGame
from tests.kit import lobby, nothing

DAY = 24 * 3_600
MONTH = 30 * DAY


def opened(**options: Any) -> Any:
    """The options of a game, as its first event tells them."""
    (event,) = nothing().when(OpenGame("ada", "g", 4, options)).events
    return event.options


@pytest.mark.parametrize("options", [{}, {"clock": "none"}])
def test_without_a_clock_nothing_is_told_of_one(options: dict[str, Any]) -> None:
    told = opened(**options)
    assert not set(TableOptions.__struct_fields__) & set(told)
    assert lobby(**options).state.watch is None


def test_a_live_clock_gives_two_minutes_a_turn_and_five_minutes_of_bank() -> None:
    assert opened(clock="live")["clock"] == {
        "turn_seconds": 120,
        "founding_seconds": 60,
        "discard_seconds": 30,
        "answer_seconds": 20,
        "bank_seconds": 300,
        "misses": 3,
        "absent": "bot",
    }


def test_a_correspondence_clock_counts_in_hours_and_days() -> None:
    told = opened(clock="correspondence")["clock"]
    assert (told["turn_seconds"], told["answer_seconds"]) == (DAY, DAY // 2)
    assert (told["bank_seconds"], told["misses"]) == (3 * DAY, 2)


def test_what_is_left_out_of_explicit_numbers_is_as_in_a_live_game() -> None:
    assert read_options({"clock": {"turn_seconds": 5}}, 4).clock == Clock(turn_seconds=5)


def test_what_was_told_is_read_back_as_it_was_chosen() -> None:
    chosen = {
        "clock": {"turn_seconds": 9, "absent": "resign"},
        "time_limit": {"seconds": 600, "policy": "finish_turn"},
        "bot_seconds": 2,
        "spectator_delay_seconds": 300,
        "talk": "free",
    }
    options = read_options(opened(**chosen), 4)
    assert options.clock == Clock(turn_seconds=9, absent="resign")
    assert options.time_limit == TimeLimit(600, "finish_turn")
    assert options.bot_seconds == 2
    assert (options.spectator_delay_seconds, options.talk) == (300, "free")


def test_a_time_limit_lets_the_round_be_finished_unless_told() -> None:
    assert opened(time_limit={"seconds": 60})["time_limit"]["policy"] == "finish_round"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("clock", {f"{kind}_seconds": 1}) for kind in ("turn", "founding", "discard", "answer")),
        ("clock", {"turn_seconds": MONTH, "bank_seconds": MONTH}),
        ("clock", {"bank_seconds": 0, "misses": 1}),
        ("clock", {"misses": 20, "absent": "resign"}),
        ("time_limit", {"seconds": 10, "policy": "none"}),
        ("time_limit", {"seconds": 12 * MONTH, "policy": "immediate"}),
        ("bot_seconds", 0),
        ("bot_seconds", 60),
        ("spectator_delay_seconds", 0),
        ("spectator_delay_seconds", DAY),
        ("talk", "off"),
        ("talk", "phrases"),
        ("talk", "free"),
    ],
)
def test_the_bounds_themselves_are_allowed(name: str, value: Any) -> None:
    read_options({name: value}, 4)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("clock", "blitz"),
        ("clock", None),
        ("clock", 60),
        ("clock", {"turn_seconds": 0}),
        ("clock", {"turn_seconds": MONTH + 1}),
        ("clock", {"turn_seconds": 1.5}),
        ("clock", {"turn_seconds": True}),
        ("clock", {"turn_seconds": "60"}),
        ("clock", {"bank_seconds": -1}),
        ("clock", {"bank_seconds": MONTH + 1}),
        ("clock", {"misses": 0}),
        ("clock", {"misses": 21}),
        ("clock", {"absent": "shoot"}),
        ("clock", {"round_seconds": 60}),
        ("time_limit", 600),
        ("time_limit", {}),
        ("time_limit", {"seconds": 9}),
        ("time_limit", {"seconds": 12 * MONTH + 1}),
        ("time_limit", {"seconds": 60, "policy": "never"}),
        ("time_limit", {"seconds": 60, "minutes": 1}),
        ("bot_seconds", -1),
        ("bot_seconds", 61),
        ("bot_seconds", None),
        ("spectator_delay_seconds", -1),
        ("spectator_delay_seconds", DAY + 1),
        ("talk", "shout"),
        ("talk", True),
    ],
)
def test_what_is_out_of_bounds_is_refused_and_the_option_named(name: str, value: Any) -> None:
    with pytest.raises(BadOption) as refused:
        read_options({name: value}, 4)
    refusal: RuleViolation = refused.value
    assert refusal.details["option"] == name
    assert name in str(refusal)
