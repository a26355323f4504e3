"""Option `bank_visible`: a bank that is not shown is not told by the way either."""

import pytest
from msgspec import to_builtins

from domain.base.commands import TradeWithBank
from domain.choices import Choice
from domain.ids import SPECTATOR, Seat
from domain.registry import ruleset_named
from tests.kit import dealt, given, main_of

BASE = ruleset_named("base")


def bounds(**options):
    scene = given(dealt(0, ore=9), dealt(1, wool=18), main_of(0), **options)
    found = BASE.spell_out(scene.state, Choice(TradeWithBank, Seat(0))).bounds
    return to_builtins(found), scene.state


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), SPECTATOR])
def test_a_hidden_bank_is_in_no_view(viewer):
    _, state = bounds(bank_visible=False)
    assert BASE.view(state, viewer).bank is None
    assert BASE.view(state, "organizer").bank["wool"] == 1


def test_the_bounds_of_a_trade_tell_a_visible_bank():
    told, _ = bounds(bank_visible=True)
    assert told["take"]["most"] == {"brick": 19, "lumber": 19, "wool": 1, "grain": 19, "ore": 10}
    assert told["give"] == [{"resource": "ore", "rate": 4, "most_lots": 2}]


def test_the_bounds_of_a_trade_do_not_tell_a_hidden_bank():
    told, _ = bounds(bank_visible=False)
    assert set(told["take"]["most"].values()) == {19}
    assert told["give"] == [{"resource": "ore", "rate": 4, "most_lots": 2}]
