"""Every event says which seats it concerns, whatever the game."""

from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import fields

from domain.base import events as e
from domain.base.game import BASE
from domain.duel.events import NeutralRoadBuilt
from domain.ids import ORGANIZER, SPECTATOR, Seat
from domain.messages import Event
from domain.registry import RULESETS
from domain.seats_named import seat_fields
from domain.table.clocks import DeadlinesSet
from domain.table.deadlines import Deadline, Decision
from hexledger.self_play import RandomGame, Setup
from tests import kit
from tests.games import SETUPS_OF, setups
from tests.soak import examples

EVENTS = sorted(
    {kind for ruleset in RULESETS.values() for kind in ruleset.events}, key=lambda k: k.__qualname__
)
NOBODY = {
    # The table as a whole.
    *("game_opened", "game_started", "game_abandoned", "lobby_lapsed", "invitation_revoked"),
    *("game_paused", "game_resumed", "game_voided", "moved", "challenge_missed", "game_deserted"),
    *("time_limit_set", "time_limit_held", "time_ran_out", "time_called"),
    *("seed_revealed", "ledger_closed", "game_rewound", "ruling_issued", "position_copied"),
    "rules_changed",
    # The board.
    *("board_laid", "neutrals_founded", "pirate_set", "gifts_dealt", "villages_stocked"),
    *("fleet_sailed", "fleet_left", "harbours_turned_up", "cloth_ran_out"),
}
"""Events that concern no seat more than another."""
OTHERWISE = {"neutral_road_built", "neutral_settlement_built"}
"""Events with a field that has the type of a seat and names none at the table."""


def tag(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


@pytest.mark.parametrize("kind", EVENTS, ids=tag)
def test_it_has_been_ruled_on_for_every_event(kind: type[Event]) -> None:
    """A new event names a seat by the type of a field, or is listed above."""
    is_own = "concerned" in vars(kind)
    assert is_own == (tag(kind) in OTHERWISE)
    assert (not seat_fields(kind)) == (tag(kind) in NOBODY)
    named = {name for name, _ in seat_fields(kind)}
    suspicious = {"seat", "seats", "victim", "thief", "partner", "to", "order", "player_seat"}
    plain = {field.name for field in fields(kind) if field.name in suspicious} - named
    assert not plain, "a field that seems to name seats has another type"


@pytest.mark.parametrize(
    ("event", "seats"),
    [
        (e.CardStolen(thief=Seat(2), victim=Seat(0), resource=None, draw=1), (2, 0)),
        (e.TradeConfirmed(seat=1, partner=3, give={"ore": 1}, take={"wool": 1}), (1, 3)),
        (e.TradeOffered(seat=1, give={"ore": 1}, want={"wool": 1}, to=(0, 2)), (1, 0, 2)),
        (e.CardsDiscarded(discards={2: {"ore": 4}, 0: {"wool": 5}}), (2, 0)),
        (e.DiscardsRequired(counts={1: 4}), (1,)),
        (e.ResourceMonopolized(seat=0, resource="ore", taken={1: 2, 0: 1}), (0, 1)),
        (e.LongestRoadAwarded(seat=None, length=0), ()),
        (NeutralRoadBuilt(seat=1, neutral=Seat(2), edge=4), (1,)),
        (DeadlinesSet({Seat(3): Deadline(Decision("turn", 1), 5, 0)}), (3,)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_both_sides_are_named_and_each_seat_once(event: Event, seats: Any) -> None:
    assert event.concerned == seats


def test_the_answer_to_an_offer_also_concerns_who_made_it() -> None:
    offer = e.TradeOffered(seat=0, give={"brick": 1}, want={"ore": 1}, to=(1, 2))
    state = kit.given(kit.dealt(0, brick=1), kit.main_of(0), offer).state
    assert BASE.concerned(state, e.TradeRefused(seat=Seat(2))) == (2, 0)
    assert BASE.concerned(state, e.OfferWithdrawn(seat=Seat(0))) == (0,)


@examples(4)
@given(setups(max_turns=60))
def test_what_is_hidden_hides_no_seat(setup: Setup) -> None:
    seen_alike(setup)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_is_the_same_for_every_viewer_of_every_game(ruleset: str) -> None:
    for options in SETUPS_OF[ruleset].values():
        players = RULESETS[ruleset].seats[-1]
        seen_alike(Setup(ruleset, players, options, seed="concerned", max_turns=25))


def seen_alike(setup: Setup) -> None:
    game = RandomGame(setup, 0, record=False)
    for _, _, events in game.commits():
        for event in events:
            assert set(event.concerned) <= set(range(setup.players))
            for viewer in (SPECTATOR, ORGANIZER, Seat(0), Seat(setup.players - 1)):
                assert game.ruleset.redact(event, viewer).concerned == event.concerned
