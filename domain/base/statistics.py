"""Statistics of a base game: what the dice brought to each seat, and what it did with it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from domain.base import events as facts
from domain.base.costs import CITY_COST, DEVELOPMENT_CARD_COST, ROAD_COST, SETTLEMENT_COST
from domain.base.luck import spread
from domain.base.production import tally
from domain.base.state import Game
from domain.base.statistics_kept import (
    BaseStats,
    CardCounts,
    Line,
    SeatStats,
    Trades,
    add_cards,
)
from domain.base.statistics_shown import BaseStatsView, show, summary
from domain.cards import Resource
from domain.chance.dice_sums import WAYS, count_number
from domain.ids import Seat
from domain.messages import Event
from domain.statistics import Counters, Statistics, count_shared
from domain.table.lobby import GameOpened

G = TypeVar("G", bound=Game)
Seats: TypeAlias = Sequence[SeatStats]

COUNTERS: Final = Counters[Game, SeatStats]()
counts = COUNTERS.counts


def counting(
    counters: Counters[G, Line], new_seat: Callable[[G, int], Line]
) -> Callable[[BaseStats[Line], G, Event, int], None]:
    """How a fact is counted: in what all games share, and by its counter.

    `new_seat` is what is counted of one seat of so many, with nothing counted yet.
    """

    def count(stats: BaseStats[Line], state: G, event: Event, at: int) -> None:
        count_shared(stats, state, at)
        count_number(stats.dice, state, event)
        if isinstance(event, GameOpened):
            stats.seats += [new_seat(state, event.players) for _ in range(event.players)]
        counters.count(stats.seats, state, event)

    return count


def new_seat(state: Game, seats: int) -> SeatStats:
    return SeatStats(trades=Trades(made_with=[0] * seats), stolen_from=[0] * seats)


@counts(facts.DiceRolled)
def _dice_rolled(seats: Seats, state: Game, event: facts.DiceRolled) -> None:
    """What any roll would have brought, and what this one cannot."""
    expect(seats, state)
    count_blocked(seats, state, event)


def expect(seats: Seats, state: Game, but: int | None = None) -> None:
    """What every number brings but one that does not count, in as many ways as it falls."""
    for number, ways in WAYS.items():
        for seat, cards in state.payouts[number].gains.items() if number != but else ():
            add_cards(seats[seat].production.ways, cards, ways)
    for seat, variance in spread(state.payouts, but).items():
        seats[seat].production.spread += variance


def count_blocked(seats: Seats, state: Game, event: facts.DiceRolled) -> None:
    """What the robber kept back of a roll."""
    number = sum(event.dice)
    if state.board.tiles[state.robber].number == number:
        left = tally(state, number, state.robber).gains
        blocked = [seat.production.blocked for seat in seats]
        _add_missing(blocked, state.payouts[number].gains, left)


@counts(facts.ResourcesProduced)
def _resources_produced(seats: Seats, state: Game, event: facts.ResourcesProduced) -> None:
    for seat, cards in event.gains.items():
        kept = seats[seat].production
        add_cards(kept.founding if state.rolled is None else kept.received, cards)
    if event.short and state.rolled is not None:
        entitled = tally(state, sum(state.rolled), state.robber).gains
        _add_missing([seat.production.short for seat in seats], entitled, event.gains)


def _add_missing(
    lines: Sequence[CardCounts],
    entitled: Mapping[Seat, Mapping[Resource, int]],
    paid: Mapping[Seat, Mapping[Resource, int]],
) -> None:
    """Add to the line of each seat what it was entitled to and was not paid."""
    for seat, cards in entitled.items():
        add_cards(lines[seat], cards)
        add_cards(lines[seat], paid.get(seat, {}), -1)


@counts(facts.RoadBuilt)
def _road_built(seats: Seats, state: Game, event: facts.RoadBuilt) -> None:
    seats[event.seat].built.roads += 1
    if not event.free:
        add_cards(seats[event.seat].spent, ROAD_COST)


@counts(facts.SettlementBuilt)
def _settlement_built(seats: Seats, state: Game, event: facts.SettlementBuilt) -> None:
    seats[event.seat].built.settlements += 1
    if not event.free:
        add_cards(seats[event.seat].spent, SETTLEMENT_COST)


@counts(facts.CityBuilt)
def _city_built(seats: Seats, state: Game, event: facts.CityBuilt) -> None:
    seats[event.seat].built.cities += 1
    add_cards(seats[event.seat].spent, CITY_COST)


@counts(facts.DevelopmentCardBought)
def _development_card_bought(seats: Seats, state: Game, event: facts.DevelopmentCardBought) -> None:
    seats[event.seat].development_cards.bought += 1
    add_cards(seats[event.seat].spent, DEVELOPMENT_CARD_COST)


@counts(facts.DevelopmentCardPlayed)
def _development_card_played(seats: Seats, state: Game, event: facts.DevelopmentCardPlayed) -> None:
    played = seats[event.seat].development_cards.played
    played[event.kind] = played.get(event.kind, 0) + 1


@counts(facts.VictoryCardsRevealed)
def _victory_cards_revealed(seats: Seats, state: Game, event: facts.VictoryCardsRevealed) -> None:
    seats[event.seat].development_cards.victory_points_shown = event.count


@counts(facts.ResourcesInvented)
def _resources_invented(seats: Seats, state: Game, event: facts.ResourcesInvented) -> None:
    add_cards(seats[event.seat].invention, event.cards)


@counts(facts.ResourceMonopolized)
def _resource_monopolized(seats: Seats, state: Game, event: facts.ResourceMonopolized) -> None:
    for victim, number in event.taken.items():
        seats[event.seat].monopoly.taken[event.resource] += number
        seats[victim].monopoly.lost[event.resource] += number


@counts(facts.TradeOffered)
def _trade_offered(seats: Seats, state: Game, event: facts.TradeOffered) -> None:
    seats[event.seat].trades.offers += 1


@counts(facts.TradeConfirmed)
def _trade_confirmed(seats: Seats, state: Game, event: facts.TradeConfirmed) -> None:
    sides = (
        (event.seat, event.partner, event.give, event.take),
        (event.partner, event.seat, event.take, event.give),
    )
    for seat, partner, given, taken in sides:
        trades = seats[seat].trades
        trades.made += 1
        trades.made_with[partner] += 1
        add_cards(trades.given, given)
        add_cards(trades.taken, taken)


@counts(facts.BankTraded)
def _bank_traded(seats: Seats, state: Game, event: facts.BankTraded) -> None:
    """A rate counts for every card that it brought."""
    bank, taken = seats[event.seat].bank, sum(event.take.values())
    rate = str(sum(event.give.values()) // taken)
    bank.trades += 1
    bank.by_rate[rate] = bank.by_rate.get(rate, 0) + taken
    add_cards(bank.given, event.give)
    add_cards(bank.taken, event.take)


@counts(facts.RobberMoved)
def _robber_moved(seats: Seats, state: Game, event: facts.RobberMoved) -> None:
    seats[event.seat].robber_moves += 1


@counts(facts.CardStolen)
def _card_stolen(seats: Seats, state: Game, event: facts.CardStolen) -> None:
    seats[event.thief].stolen_from[event.victim] += 1


@counts(facts.CardsDiscarded)
def _cards_discarded(seats: Seats, state: Game, event: facts.CardsDiscarded) -> None:
    for seat, cards in event.discards.items():
        seats[seat].discards.times += 1
        add_cards(seats[seat].discards.cards, cards)


@counts(facts.CardsReturned)
def _cards_returned(seats: Seats, state: Game, event: facts.CardsReturned) -> None:
    add_cards(seats[event.seat].returned, event.cards)


STATISTICS: Final = Statistics(
    version=3,
    kept=BaseStats[SeatStats],
    count=counting(COUNTERS, new_seat),
    show=show,
    shown=BaseStatsView,
    summary=summary,
)
