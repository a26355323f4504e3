"""Statistics of a game for two: those of the base game, and what became of the trade cards."""

from collections.abc import Sequence
from typing import Final, TypeAlias

from msgspec import Struct, field

from domain.base import events as base_facts
from domain.base import statistics as base
from domain.base.statistics import counting
from domain.base.statistics_kept import BaseStats, SeatStats, Trades
from domain.base.statistics_shown import BaseStatsView, SeatStatsView, show, summary
from domain.duel import events as facts
from domain.duel.state import Duel
from domain.statistics import Counters, Statistics
from domain.table.view import fields_of


class TradeCards(Struct):
    """What became of the trade cards of a seat."""

    taken: int = 0
    paid: int = 0
    actions: int = 0
    forced_trades: int = 0
    knights_discarded: int = 0


class NeutralPieces(Struct):
    """What a seat placed for the neutral players."""

    roads: int = 0
    settlements: int = 0


class DuelSeatStats(SeatStats, kw_only=True):
    """All that is counted of one seat."""

    trade_cards: TradeCards = field(default_factory=TradeCards)
    neutral_pieces: NeutralPieces = field(default_factory=NeutralPieces)


class DuelSeatStatsView(SeatStatsView, frozen=True, kw_only=True):
    """The statistics of a seat."""

    trade_cards: TradeCards
    neutral_pieces: NeutralPieces


class DuelStatsView(BaseStatsView, frozen=True, kw_only=True):
    """The statistics of a game for two."""

    seats: tuple[DuelSeatStatsView, ...]


Seats: TypeAlias = Sequence[DuelSeatStats]

COUNTERS: Final = Counters[Duel, DuelSeatStats](base.COUNTERS)
counts = COUNTERS.counts


def new_seat(state: Duel, seats: int) -> DuelSeatStats:
    return DuelSeatStats(trades=Trades(made_with=[0] * seats), stolen_from=[0] * seats)


def show_duel(stats: BaseStats[DuelSeatStats]) -> DuelStatsView:
    """As in the base game, with what a game for two has besides."""
    shown = show(stats)
    seats = tuple(
        DuelSeatStatsView(
            **fields_of(line), trade_cards=kept.trade_cards, neutral_pieces=kept.neutral_pieces
        )
        for line, kept in zip(shown.seats, stats.seats, strict=True)
    )
    return DuelStatsView(**fields_of(shown, without=("seats",)), seats=seats)


@counts(base_facts.DiceRolled)
def _dice_rolled(seats: Seats, state: Duel, event: base_facts.DiceRolled) -> None:
    """A second roll cannot bring the number of the first."""
    first = state.first_roll if state.rolled_twice else None
    base.expect(seats, state, but=None if first is None else sum(first))
    base.count_blocked(seats, state, event)


@counts(facts.RollRepeated)
def _roll_repeated(seats: Seats, state: Duel, event: facts.RollRepeated) -> None:
    """Counted like the roll that follows: then as much is expected as is due, on the average."""
    base.expect(seats, state, but=sum(event.dice))


@counts(facts.TradeCardsTaken)
def _trade_cards_taken(seats: Seats, state: Duel, event: facts.TradeCardsTaken) -> None:
    seats[event.seat].trade_cards.taken += event.count


@counts(facts.TradeCardsPaid)
def _trade_cards_paid(seats: Seats, state: Duel, event: facts.TradeCardsPaid) -> None:
    seats[event.seat].trade_cards.paid += event.count
    seats[event.seat].trade_cards.actions += 1


@counts(facts.CardsDrawn)
def _cards_drawn(seats: Seats, state: Duel, event: facts.CardsDrawn) -> None:
    seats[event.seat].trade_cards.forced_trades += 1


@counts(facts.KnightDiscarded)
def _knight_discarded(seats: Seats, state: Duel, event: facts.KnightDiscarded) -> None:
    seats[event.seat].trade_cards.knights_discarded += 1


@counts(facts.NeutralRoadBuilt)
def _neutral_road_built(seats: Seats, state: Duel, event: facts.NeutralRoadBuilt) -> None:
    seats[event.seat].neutral_pieces.roads += 1


@counts(facts.NeutralSettlementBuilt)
def _neutral_settlement_built(
    seats: Seats, state: Duel, event: facts.NeutralSettlementBuilt
) -> None:
    seats[event.seat].neutral_pieces.settlements += 1


STATISTICS: Final = Statistics(
    version=2,
    kept=BaseStats[DuelSeatStats],
    count=counting(COUNTERS, new_seat),
    show=show_duel,
    shown=DuelStatsView,
    summary=summary,
)
