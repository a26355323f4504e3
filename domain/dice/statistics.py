"""Statistics of a dice game: how the dice fell, and what each seat made of them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from domain.chance.chi_square import fit
from domain.dice import events as facts
from domain.dice.sheet import CROSS, FACES, Face, Piece
from domain.dice.state import Game
from domain.dice.statistics_types import (
    DiceSeatStats,
    DiceSeatStatsView,
    DiceStats,
    DiceStatsView,
    FaceLine,
    FacesView,
    GoldView,
    JokersView,
    RollsView,
)
from domain.ids import Seat
from domain.messages import Event
from domain.statistics import (
    Counters,
    Statistics,
    StatsSummary,
    count_shared,
    show_shared,
    turns_of,
)
from domain.table.lobby import GameOpened
from domain.table.view import fields_of

Seats: TypeAlias = Sequence[DiceSeatStats]

COUNTERS: Final = Counters[Game, DiceSeatStats]()
counts = COUNTERS.counts


def count(stats: DiceStats, state: Game, event: Event, at: int) -> None:
    count_shared(stats, state, at)
    if isinstance(event, GameOpened):
        stats.seats += [DiceSeatStats() for _ in range(event.players)]
    COUNTERS.count(stats.seats, state, event)


def show(stats: DiceStats) -> DiceStatsView:
    """Faces against expectation, all together and by seat, and the track by turn."""
    return DiceStatsView(
        **fields_of(show_shared(stats)),
        dice=_show_faces(seat.faces for seat in stats.seats),
        seats=tuple(_show_seat(stats, Seat(i), kept) for i, kept in enumerate(stats.seats)),
    )


def summary(stats: DiceStats) -> StatsSummary:
    """Faces, to be added up over games."""
    counted = {str(face): sum(seat.faces[face] for seat in stats.seats) for face in FACES}
    return StatsSummary(rolled=counted, weights=dict.fromkeys(counted, 1))


def _show_seat(stats: DiceStats, seat: Seat, kept: DiceSeatStats) -> DiceSeatStatsView:
    return DiceSeatStatsView(
        seat=seat,
        turns=turns_of(stats, seat),
        thinking_ms=stats.thinking_ms[seat],
        dice=_show_faces([kept.faces]),
        rolls=RollsView(sum(kept.rolls), tuple(kept.rolls)),
        dice_spent=kept.dice_spent,
        jokers=JokersView(sum(kept.jokers.values()), kept.jokers),
        gold=GoldView(sum(kept.gold.values()), kept.gold),
        built=kept.built,
        points_by_turn=tuple(kept.track),
        crosses=kept.track.count(CROSS),
    )


def _show_faces(lines: Iterable[Mapping[Face, int]]) -> FacesView:
    counted = dict.fromkeys(FACES, 0)
    for line in lines:
        for face, number in line.items():
            counted[face] += number
    fallen = sum(counted.values())
    mean = round(fallen / len(FACES), 2)
    return FacesView(
        fallen=fallen,
        faces=tuple(FaceLine(face, number, mean) for face, number in counted.items()),
        fit=fit(counted, dict.fromkeys(FACES, 1)),
    )


@counts(facts.DiceRolled)
def _dice_rolled(seats: Seats, state: Game, event: facts.DiceRolled) -> None:
    seats[event.seat].rolls[event.roll - 1] += 1
    for face in event.faces:
        seats[event.seat].faces[face] += 1


@counts(facts.JokerUsed)
def _joker_used(seats: Seats, state: Game, event: facts.JokerUsed) -> None:
    seats[event.seat].jokers[event.face] += 1


@counts(facts.GoldExchanged)
def _gold_exchanged(seats: Seats, state: Game, event: facts.GoldExchanged) -> None:
    seats[event.seat].gold[event.face] += 1


@counts(facts.RoadBuilt)
def _road_built(seats: Seats, state: Game, event: facts.RoadBuilt) -> None:
    _built(seats[event.seat], "road", event.dice)


@counts(facts.SettlementBuilt)
def _settlement_built(seats: Seats, state: Game, event: facts.SettlementBuilt) -> None:
    _built(seats[event.seat], "settlement", event.dice)


@counts(facts.CityBuilt)
def _city_built(seats: Seats, state: Game, event: facts.CityBuilt) -> None:
    _built(seats[event.seat], "city", event.dice)


@counts(facts.KnightBuilt)
def _knight_built(seats: Seats, state: Game, event: facts.KnightBuilt) -> None:
    _built(seats[event.seat], "knight", event.dice)


def _built(seat: DiceSeatStats, piece: Piece, dice: tuple[int, ...]) -> None:
    seat.built[piece] += 1
    seat.dice_spent += len(dice)


@counts(facts.PointsEntered)
def _points_entered(seats: Seats, state: Game, event: facts.PointsEntered) -> None:
    seats[event.seat].track.append(event.points)


@counts(facts.CrossEntered)
def _cross_entered(seats: Seats, state: Game, event: facts.CrossEntered) -> None:
    seats[event.seat].track.append(CROSS)


STATISTICS: Final = Statistics(
    version=2, kept=DiceStats, count=count, show=show, shown=DiceStatsView, summary=summary
)
