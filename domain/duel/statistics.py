"""Statistics of a game for two: those of the base game, and what became of the trade cards."""

from typing import Final

from domain.base import events as base_facts
from domain.base import statistics as base
from domain.base.statistics import counting
from domain.duel import events as facts
from domain.duel.state import Duel
from domain.statistics import Counters, Statistics, Stats
from domain.table.lobby import GameOpened

COUNTERS: Final = Counters[Duel](base.COUNTERS)
counts = COUNTERS.counts

OWN: Final = ("trade_cards", "neutral_pieces")


def show(stats: Stats) -> Stats:
    """As in the base game, with what a game for two has besides."""
    shown = base.show(stats)
    for line, kept in zip(shown["seats"], stats["seats"], strict=True):
        line |= {name: kept[name] for name in OWN}
    return shown


@counts(GameOpened)
def _game_opened(seats: list[Stats], state: Duel, event: GameOpened) -> None:
    base.game_opened(seats, state, event)
    for seat in seats:
        seat["trade_cards"] = dict.fromkeys(
            ("taken", "paid", "actions", "forced_trades", "knights_discarded"), 0
        )
        seat["neutral_pieces"] = {"roads": 0, "settlements": 0}


@counts(base_facts.DiceRolled)
def _dice_rolled(seats: list[Stats], state: Duel, event: base_facts.DiceRolled) -> None:
    """A second roll cannot bring the number of the first."""
    first = state.first_roll if state.rolled_twice else None
    base.expect(seats, state, but=None if first is None else sum(first))
    base.count_blocked(seats, state, event)


@counts(facts.RollRepeated)
def _roll_repeated(seats: list[Stats], state: Duel, event: facts.RollRepeated) -> None:
    """Counted like the roll that follows: then as much is expected as is due, on the average."""
    base.expect(seats, state, but=sum(event.dice))


@counts(facts.TradeCardsTaken)
def _trade_cards_taken(seats: list[Stats], state: Duel, event: facts.TradeCardsTaken) -> None:
    seats[event.seat]["trade_cards"]["taken"] += event.count


@counts(facts.TradeCardsPaid)
def _trade_cards_paid(seats: list[Stats], state: Duel, event: facts.TradeCardsPaid) -> None:
    seats[event.seat]["trade_cards"]["paid"] += event.count
    seats[event.seat]["trade_cards"]["actions"] += 1


@counts(facts.CardsDrawn)
def _cards_drawn(seats: list[Stats], state: Duel, event: facts.CardsDrawn) -> None:
    seats[event.seat]["trade_cards"]["forced_trades"] += 1


@counts(facts.KnightDiscarded)
def _knight_discarded(seats: list[Stats], state: Duel, event: facts.KnightDiscarded) -> None:
    seats[event.seat]["trade_cards"]["knights_discarded"] += 1


@counts(facts.NeutralRoadBuilt)
def _neutral_road_built(seats: list[Stats], state: Duel, event: facts.NeutralRoadBuilt) -> None:
    seats[event.seat]["neutral_pieces"]["roads"] += 1


@counts(facts.NeutralSettlementBuilt)
def _neutral_settlement_built(
    seats: list[Stats], state: Duel, event: facts.NeutralSettlementBuilt
) -> None:
    seats[event.seat]["neutral_pieces"]["settlements"] += 1


STATISTICS: Final = Statistics(version=1, begin=base.begin, count=counting(COUNTERS), show=show)
