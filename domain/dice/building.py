"""Building: what stands where, in which order, and which dice pay for it."""

from collections.abc import Iterator

from domain.chance.draws import Chance
from domain.dice.commands import BuildCity, BuildKnight, BuildRoad, BuildSettlement
from domain.dice.events import CityBuilt, KnightBuilt, RoadBuilt, SettlementBuilt
from domain.dice.sheet import (
    CITIES,
    CITY_ROADS,
    COSTS,
    KNIGHTS,
    ROAD_NEIGHBOURS,
    ROAD_POINTS,
    ROADS,
    SETTLEMENT_ROADS,
    SETTLEMENTS,
    Piece,
)
from domain.dice.state import BUILDING, Game, Sheet
from domain.dice.turn import require
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook

rulebook = Rulebook[Game]()
decides = rulebook.decides
evolves = rulebook.evolves


class NoSuchPiece(RuleViolation):
    """The sheet has no such road, settlement, city or knight."""

    code = "sheet/no_such_piece"


class BuiltAlready(RuleViolation):
    """This stands on your sheet already; everything is built once."""

    code = "sheet/built_already"


class OutOfOrder(RuleViolation):
    """Build the one in `details.first` first: pieces of a kind go by ascending value."""

    code = "sheet/out_of_order"


class NoRoadThere(RuleViolation):
    """No road of yours touches this place yet; build one that does."""

    code = "sheet/no_road_there"


class DiceDoNotPay(RuleViolation):
    """Your free dice do not show what this costs; `details.cost` tells what it does."""

    code = "dice/do_not_pay"


def open_roads(sheet: Sheet) -> list[int]:
    """Where the next road may lie, whatever the dice show."""
    return [
        road
        for road in range(ROADS)
        if not sheet.roads >> road & 1 and sheet.roads & ROAD_NEIGHBOURS[road]
    ]


def open_settlement(sheet: Sheet) -> int | None:
    """The value of the settlement that can be built next, if a road has reached it."""
    return _next_place(sheet, SETTLEMENTS, SETTLEMENT_ROADS, sheet.settlements)


def open_city(sheet: Sheet) -> int | None:
    return _next_place(sheet, CITIES, CITY_ROADS, sheet.cities)


def open_knight(sheet: Sheet) -> int | None:
    """Knights need no road."""
    return KNIGHTS[sheet.knights] if sheet.knights < len(KNIGHTS) else None


def _next_place(
    sheet: Sheet, values: tuple[int, ...], roads: tuple[int, ...], built: int
) -> int | None:
    return values[built] if built < len(values) and sheet.roads & roads[built] else None


def payment(state: Game, piece: Piece) -> tuple[int, ...] | None:
    """The dice that pay for a piece, of equal ones the first; None if the free ones cannot."""
    paying = []
    left = dict(COSTS[piece])
    for i, die in enumerate(state.dice):
        if die.use == "free" and left.get(die.face):
            left[die.face] -= 1
            paying.append(i)
    return None if any(left.values()) else tuple(paying)


def _pay(state: Game, piece: Piece) -> tuple[int, ...]:
    dice = payment(state, piece)
    if dice is None:
        raise DiceDoNotPay(f"your free dice do not pay for a {piece}", cost=COSTS[piece])
    return dice


def _require_next(piece: Piece, value: int, values: tuple[int, ...], built: int) -> None:
    """Refuse what is not on the sheet, is built, or is not the next of its kind."""
    if value not in values:
        raise NoSuchPiece(f"the sheet has no {piece} {value}", values=list(values))
    if value in values[:built]:
        raise BuiltAlready(f"your {piece} {value} stands already")
    if value != values[built]:
        raise OutOfOrder(f"build the {piece} {values[built]} first", first=values[built])


@decides(BuildRoad)
def build_road(state: Game, command: BuildRoad, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, BUILDING)
    sheet, road = state.sheets[command.seat], command.road
    if not 0 <= road < ROADS:
        raise NoSuchPiece(f"roads go from 0 to {ROADS - 1}", road=road)
    if sheet.roads >> road & 1:
        raise BuiltAlready(f"your road {road} lies already")
    if road not in open_roads(sheet):
        raise NoRoadThere("no road of yours leads there yet", road=road)
    yield RoadBuilt(command.seat, road, _pay(state, "road"))


@decides(BuildSettlement)
def build_settlement(state: Game, command: BuildSettlement, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, BUILDING)
    sheet, value = state.sheets[command.seat], command.settlement
    _require_next("settlement", value, SETTLEMENTS, sheet.settlements)
    if open_settlement(sheet) is None:
        raise NoRoadThere("no road of yours has reached that settlement yet", settlement=value)
    yield SettlementBuilt(command.seat, value, _pay(state, "settlement"))


@decides(BuildCity)
def build_city(state: Game, command: BuildCity, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, BUILDING)
    sheet, value = state.sheets[command.seat], command.city
    _require_next("city", value, CITIES, sheet.cities)
    if open_city(sheet) is None:
        raise NoRoadThere("no road of yours has reached that city yet", city=value)
    yield CityBuilt(command.seat, value, _pay(state, "city"))


@decides(BuildKnight)
def build_knight(state: Game, command: BuildKnight, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, BUILDING)
    sheet, value = state.sheets[command.seat], command.knight
    _require_next("knight", value, KNIGHTS, sheet.knights)
    yield KnightBuilt(command.seat, value, _pay(state, "knight"))


@evolves(RoadBuilt)
def road_built(state: Game, event: RoadBuilt) -> None:
    state.sheets[event.seat].roads |= 1 << event.road
    _count(state, ROAD_POINTS, event.dice)


@evolves(SettlementBuilt)
def settlement_built(state: Game, event: SettlementBuilt) -> None:
    state.sheets[event.seat].settlements += 1
    _count(state, event.settlement, event.dice)


@evolves(CityBuilt)
def city_built(state: Game, event: CityBuilt) -> None:
    state.sheets[event.seat].cities += 1
    _count(state, event.city, event.dice)


@evolves(KnightBuilt)
def knight_built(state: Game, event: KnightBuilt) -> None:
    state.sheets[event.seat].knights += 1
    _count(state, event.knight, event.dice)


def _count(state: Game, points: int, dice: tuple[int, ...]) -> None:
    state.built += 1
    state.points += points
    for die in dice:
        state.dice[die].use = "spent"
