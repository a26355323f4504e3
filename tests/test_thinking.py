"""Thinking time: the own decision counts, and the wait for others does not."""

from collections.abc import Iterable

from domain.base import events as e
from domain.base.game import BASE
from domain.ids import SYSTEM, Seat
from domain.messages import Event
from domain.table.bots import SeatHandedOver, SeatReturned, bot_id
from domain.table.expiry import DeadlinePassed
from domain.table.lobby import GameStarted
from domain.table.pauses import GamePaused, GameResumed, PauseAsked
from domain.table.rewinding import GameRewound
from domain.table.thinking import DecisionTime, Thinking
from tests import kit

SECOND = 1_000


class Play:
    """A started game in which commits come at times, and what each of them took its author."""

    def __init__(self, *facts: kit.Facts) -> None:
        self.state, self.thinking = BASE.new_game(), Thinking()
        start = [kit.opened(), kit.seated(), GameStarted(), kit.laid(), e.FirstPlayerChosen(seat=0)]
        self.commit(0, SYSTEM, kit.flat([*start, *facts]))

    def commit(self, second: int, actor: str, events: Iterable[Event]) -> DecisionTime | None:
        for event in events:
            BASE.evolve(self.state, event)
            self.thinking.apply(event, second * SECOND)
        return self.thinking.finish(self.state, actor)

    def does(self, second: int, seat: int, *events: Event) -> DecisionTime | None:
        return self.commit(second, self.state.chairs[seat].player or "", events)


def seconds(seat: int, count: int) -> DecisionTime:
    return DecisionTime(Seat(seat), count * SECOND)


def dealt() -> list[kit.Facts]:
    return [kit.dealt(0, brick=9), kit.dealt(1, ore=9), kit.dealt(2, wool=9)]


def test_each_command_of_a_turn_is_a_decision_of_its_own() -> None:
    play = Play(kit.turn_of(0))
    assert play.does(3, 0, kit.rolled(0, 1, 1)) == seconds(0, 3)
    assert play.does(13, 0, kit.turn_of(1, turn=2)) == seconds(0, 10)
    assert play.does(14, 1, kit.rolled(1, 1, 1)) == seconds(1, 1)


def test_who_offers_a_trade_does_not_think_while_another_seat_answers_late() -> None:
    play = Play(dealt(), kit.turn_of(0), kit.rolled(0, 1, 1))
    offer = e.TradeOffered(seat=0, give={"brick": 1}, want={"ore": 1}, to=(1, 2))
    assert play.does(5, 0, offer) == seconds(0, 5)
    assert play.does(7, 2, e.TradeRefused(seat=2)) == seconds(2, 2)
    assert play.does(65, 1, e.TradeAccepted(seat=1)) == seconds(1, 60)
    confirmed = e.TradeConfirmed(seat=0, partner=1, give={"brick": 1}, take={"ore": 1})
    assert play.does(66, 0, confirmed) == seconds(0, 1)


def test_an_offer_that_is_withdrawn_in_the_meantime_was_nobodys_decision() -> None:
    play = Play(dealt(), kit.turn_of(0), kit.rolled(0, 1, 1))
    offer = e.TradeOffered(seat=0, give={"brick": 1}, want={"ore": 1}, to=(1,))
    play.does(0, 0, offer)
    assert play.does(30, 0, e.OfferWithdrawn(seat=0)) is None
    assert play.does(31, 0, offer) == seconds(0, 1)
    assert play.does(35, 1, e.TradeRefused(seat=1)) == seconds(1, 4)


def test_at_a_seven_every_seat_has_its_own_time() -> None:
    play = Play(dealt(), kit.turn_of(0))
    roll = (kit.rolled(0, 3, 4), e.DiscardsRequired(counts={0: 4, 1: 4, 2: 4}))
    assert play.does(2, 0, *roll) == seconds(0, 2)
    assert play.does(12, 1, e.DiscardChosen(seat=1, cards={"ore": 4})) == seconds(1, 10)
    assert play.does(15, 0, e.DiscardChosen(seat=0, cards={"brick": 4})) == seconds(0, 13)
    discards = {0: {"brick": 4}, 1: {"ore": 4}, 2: {"wool": 4}}
    last = (
        e.DiscardChosen(seat=2, cards={"wool": 4}),
        e.CardsDiscarded(discards=discards),
        e.RobberRoused(seat=0),
    )
    assert play.does(42, 2, *last) == seconds(2, 40)
    assert play.does(45, 0, e.RobberMoved(seat=0, hex=kit.hex_at(0, 0))) == seconds(0, 3)


def test_a_pause_does_not_count_and_the_time_before_it_does() -> None:
    play = Play(kit.turn_of(0))
    assert play.commit(4, "referee", [GamePaused(reason="fire alarm")]) is None
    assert play.commit(900, "referee", [GameResumed(reason="false alarm")]) is None
    assert play.does(905, 0, kit.rolled(0, 1, 1)) == seconds(0, 9)


def test_to_ask_for_a_pause_decides_nothing() -> None:
    play = Play(kit.turn_of(0))
    assert play.does(4, 0, PauseAsked(seat=0, turn=1)) is None
    assert play.does(6, 0, kit.rolled(0, 1, 1)) == seconds(0, 6)


def test_a_missed_deadline_is_no_decision_and_the_stand_in_has_its_own_time() -> None:
    play = Play(kit.turn_of(0))
    missed = DeadlinePassed(seat=Seat(0), decision="turn", misses=3)
    assert play.commit(120, SYSTEM, [missed, SeatHandedOver(Seat(0), "planner")]) is None
    stand_in = bot_id("planner", Seat(0))
    assert play.commit(121, stand_in, [kit.rolled(0, 1, 1)]) == seconds(0, 1)
    back = (kit.turn_of(1, turn=2), SeatReturned(Seat(0)))
    assert play.does(126, 0, *back) == seconds(0, 5)


def test_what_went_by_until_a_rewind_was_nobodys_time() -> None:
    play = Play(kit.turn_of(0))
    play.thinking.apply(GameRewound(1, "the wrong card was shown"), 50 * SECOND)
    assert play.thinking.finish(play.state, "referee") is None
    assert play.does(53, 0, kit.rolled(0, 1, 1)) == seconds(0, 3)
