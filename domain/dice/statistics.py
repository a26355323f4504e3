"""Statistics of a dice game: how the dice fell, and what each seat made of them."""

from typing import Final

from domain.chance.chi_square import fit
from domain.dice import events as facts
from domain.dice.sheet import CROSS, FACES, PIECES, ROLLS
from domain.dice.state import Game
from domain.messages import Event
from domain.statistics import Counters, Statistics, Stats, begin_shared, count_shared, show_shared
from domain.table.lobby import GameOpened

COUNTERS: Final = Counters[Game]()
counts = COUNTERS.counts


def begin() -> Stats:
    return {**begin_shared(), "seats": []}


def count(stats: Stats, state: Game, event: Event, at: int) -> None:
    count_shared(stats, state, at)
    COUNTERS.count(stats["seats"], state, event)


def show(stats: Stats) -> Stats:
    """Faces against expectation, all together and by seat, and the track by turn."""
    seats: list[Stats] = stats["seats"]
    return {
        **show_shared(stats),
        "dice": _show_faces([seat["faces"] for seat in seats]),
        "seats": [
            {
                "seat": i,
                "turns": sum(turn["seat"] == i for turn in stats["turns"]),
                "thinking_ms": stats["thinking_ms"][i],
                "dice": _show_faces([seat["faces"]]),
                "rolls": {"total": sum(seat["rolls"]), "by_number": seat["rolls"]},
                "dice_spent": seat["dice_spent"],
                "jokers": {"used": sum(seat["jokers"].values()), "by_face": seat["jokers"]},
                "gold": {"exchanges": sum(seat["gold"].values()), "by_face": seat["gold"]},
                "built": seat["built"],
                "points_by_turn": seat["track"],
                "crosses": seat["track"].count(CROSS),
            }
            for i, seat in enumerate(seats)
        ],
    }


def _show_faces(lines: list[dict[str, int]]) -> Stats:
    """Every face against its expectation, and how well the dice fit it."""
    counted: dict[str, int] = {face: sum(line[face] for line in lines) for face in FACES}
    fallen = sum(counted.values())
    return {
        "fallen": fallen,
        "faces": [
            {"face": face, "count": number, "expected": round(fallen / len(FACES), 2)}
            for face, number in counted.items()
        ],
        "fit": fit(counted, dict.fromkeys(FACES, 1)),
    }


def _seat() -> Stats:
    """All that is counted of one seat; `rolls` has a count for first, second and third rolls."""
    return {
        "faces": dict.fromkeys(FACES, 0),
        "rolls": [0] * ROLLS,
        "dice_spent": 0,
        "jokers": dict.fromkeys(FACES, 0),
        "gold": dict.fromkeys(FACES, 0),
        "built": dict.fromkeys(PIECES, 0),
        "track": [],
    }


@counts(GameOpened)
def _game_opened(seats: list[Stats], state: Game, event: GameOpened) -> None:
    seats += [_seat() for _ in range(event.players)]


@counts(facts.DiceRolled)
def _dice_rolled(seats: list[Stats], state: Game, event: facts.DiceRolled) -> None:
    seats[event.seat]["rolls"][event.roll - 1] += 1
    for face in event.faces:
        seats[event.seat]["faces"][face] += 1


@counts(facts.JokerUsed)
def _joker_used(seats: list[Stats], state: Game, event: facts.JokerUsed) -> None:
    seats[event.seat]["jokers"][event.face] += 1


@counts(facts.GoldExchanged)
def _gold_exchanged(seats: list[Stats], state: Game, event: facts.GoldExchanged) -> None:
    seats[event.seat]["gold"][event.face] += 1


@counts(facts.RoadBuilt)
def _road_built(seats: list[Stats], state: Game, event: facts.RoadBuilt) -> None:
    _built(seats[event.seat], "road", event.dice)


@counts(facts.SettlementBuilt)
def _settlement_built(seats: list[Stats], state: Game, event: facts.SettlementBuilt) -> None:
    _built(seats[event.seat], "settlement", event.dice)


@counts(facts.CityBuilt)
def _city_built(seats: list[Stats], state: Game, event: facts.CityBuilt) -> None:
    _built(seats[event.seat], "city", event.dice)


@counts(facts.KnightBuilt)
def _knight_built(seats: list[Stats], state: Game, event: facts.KnightBuilt) -> None:
    _built(seats[event.seat], "knight", event.dice)


def _built(seat: Stats, piece: str, dice: tuple[int, ...]) -> None:
    seat["built"][piece] += 1
    seat["dice_spent"] += len(dice)


@counts(facts.PointsEntered)
def _points_entered(seats: list[Stats], state: Game, event: facts.PointsEntered) -> None:
    seats[event.seat]["track"].append(event.points)


@counts(facts.CrossEntered)
def _cross_entered(seats: list[Stats], state: Game, event: facts.CrossEntered) -> None:
    seats[event.seat]["track"].append(CROSS)


STATISTICS: Final = Statistics(version=1, begin=begin, count=count, show=show)
