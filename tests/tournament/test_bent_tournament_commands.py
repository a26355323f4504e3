"""Commands with any value in any field are judged, never crashed on, wherever they come from."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.ledger_rules import fold
from domain.messages import Command, Occasion
from domain.refusals import RuleViolation
from domain.registry import TOURNAMENT
from domain.state_bytes import freeze, thaw
from tests.tournament.hall import Hall
from tests.tournament.test_golden_tournament import TOURNAMENTS

JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    "",
    "nobody",
    "\ud800",
    "r" * 300,
    (),
    (99, -1),
    ("a",),
    {},
    [],
    object(),
)


def bent(command: Command) -> list[Command]:
    """The command with junk in each of its fields."""
    return [replace(command, **{name: junk}) for name in command.__struct_fields__ for junk in JUNK]


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_a_bent_command_is_refused_or_accepted_whole(name: str):
    hall = TOURNAMENTS[name]()
    state, seen = TOURNAMENT.blank_state(), set()
    for command, events, at in hall.commits:
        if type(command) not in seen:
            seen.add(type(command))
            before = freeze(state)
            for one in bent(command):
                judge(hall, before, one, at)
        fold(state, events)


def judge(hall: Hall, before: bytes, command: Command, at: int) -> None:
    """A refusal changes nothing; what is accepted can be stored."""
    state = thaw(TOURNAMENT, before)
    TOURNAMENT.fix_key(state, hall.chance)
    try:
        TOURNAMENT.play(state, command, hall.chance, Occasion(at, "somebody"))
    except RuleViolation:
        assert freeze(state) == before
    else:
        assert freeze(thaw(TOURNAMENT, freeze(state))) == freeze(state)


@pytest.mark.parametrize("junk", ["\ud800", object()])
def test_options_that_cannot_be_stored_are_refused(junk: Any):
    hall = TOURNAMENTS["cancelled"]()
    opening = hall.commits[0][0]
    games = replace(opening.setup.games, options={"clock": junk})
    bad = replace(opening, setup=replace(opening.setup, games=games))
    state = TOURNAMENT.blank_state()
    with pytest.raises(RuleViolation) as refused:
        TOURNAMENT.play(state, bad, hall.chance, Occasion())
    assert refused.value.code == "tournament/bad_options"
    assert freeze(state) == freeze(TOURNAMENT.blank_state())
