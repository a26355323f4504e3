"""What readers get of the statistics of a base game."""

from msgspec import Struct

from domain.base.luck import HOW, SeatLuck, count_luck, show_luck
from domain.base.statistics_kept import (
    BankTrades,
    BaseStats,
    Built,
    CardCounts,
    DevelopmentCards,
    Discards,
    Line,
    Monopolies,
    Production,
    Trades,
)
from domain.cards import RESOURCES, Resource
from domain.chance.dice_sums import ALL_WAYS, WAYS, NumbersView, show_dice
from domain.ids import Seat
from domain.statistics import StatsSummary, StatsView, show_shared, turns_of
from domain.table.view import fields_of


class ProductionSums(Struct, frozen=True):
    """The sums of a seat's production over all resources."""

    founding: int
    expected: float
    due: int
    blocked: int
    short: int
    received: int


class ProductionView(Struct, frozen=True):
    """By resource: `due` is what the dice gave, `expected` what they would give on the average,
    robber and bank left aside; `blocked` and `short` is what those kept back."""

    founding: CardCounts
    expected: dict[Resource, float]
    due: CardCounts
    blocked: CardCounts
    short: CardCounts
    received: CardCounts
    cards: ProductionSums


class RobberView(Struct, frozen=True):
    """What a seat did with the robber, and what others did to it."""

    moves: int
    thefts: int
    stolen_from: tuple[int, ...]
    robbed: int
    robbed_by: tuple[int, ...]


class SeatStatsView(Struct, frozen=True, kw_only=True):
    """The statistics of a seat."""

    seat: Seat
    turns: int
    thinking_ms: int
    production: ProductionView
    spent: CardCounts
    built: Built
    trades: Trades
    bank: BankTrades
    robber: RobberView
    discards: Discards
    development_cards: DevelopmentCards
    monopoly: Monopolies
    invention: CardCounts
    returned: CardCounts


class LuckView(Struct, frozen=True):
    """The luck of all seats, and how it is reckoned."""

    how: str
    seats: tuple[SeatLuck, ...]


class BaseStatsView(StatsView, frozen=True, kw_only=True):
    """The statistics of a game."""

    dice: NumbersView
    luck: LuckView
    seats: tuple[SeatStatsView, ...]


def show(stats: BaseStats[Line]) -> BaseStatsView:
    """Sums and expectations by seat."""
    luck = (show_luck(Seat(i), seat.production) for i, seat in enumerate(stats.seats))
    return BaseStatsView(
        **fields_of(show_shared(stats)),
        dice=show_dice(stats.dice),
        luck=LuckView(HOW, tuple(luck)),
        seats=tuple(_show_seat(stats, Seat(i)) for i in range(len(stats.seats))),
    )


def summary(stats: BaseStats[Line]) -> StatsSummary:
    """Numbers and luck, to be added up over games."""
    return StatsSummary(
        rolled={**stats.dice},
        weights={str(number): ways for number, ways in WAYS.items()},
        luck=tuple(count_luck(Seat(i), seat.production) for i, seat in enumerate(stats.seats)),
    )


def _show_seat(stats: BaseStats[Line], seat: Seat) -> SeatStatsView:
    kept = stats.seats[seat]
    return SeatStatsView(
        seat=seat,
        turns=turns_of(stats, seat),
        thinking_ms=stats.thinking_ms[seat],
        production=_show_production(kept.production),
        spent=kept.spent,
        built=kept.built,
        trades=kept.trades,
        bank=kept.bank,
        robber=_show_robber(stats, seat),
        discards=kept.discards,
        development_cards=kept.development_cards,
        monopoly=kept.monopoly,
        invention=kept.invention,
        returned=kept.returned,
    )


def _show_production(kept: Production) -> ProductionView:
    received, blocked, short = kept.received, kept.blocked, kept.short
    due = {name: received[name] + blocked[name] + short[name] for name in RESOURCES}
    return ProductionView(
        founding=kept.founding,
        expected={name: round(kept.ways[name] / ALL_WAYS, 2) for name in RESOURCES},
        due=due,
        blocked=blocked,
        short=short,
        received=received,
        cards=ProductionSums(
            founding=sum(kept.founding.values()),
            expected=round(sum(kept.ways.values()) / ALL_WAYS, 2),
            due=sum(due.values()),
            blocked=sum(blocked.values()),
            short=sum(short.values()),
            received=sum(received.values()),
        ),
    )


def _show_robber(stats: BaseStats[Line], seat: Seat) -> RobberView:
    """A theft was counted once, and both sides are told of it."""
    kept = stats.seats[seat]
    robbed_by = tuple(other.stolen_from[seat] for other in stats.seats)
    return RobberView(
        moves=kept.robber_moves,
        thefts=sum(kept.stolen_from),
        stolen_from=tuple(kept.stolen_from),
        robbed=sum(robbed_by),
        robbed_by=robbed_by,
    )
