"""The fortresses: what stands before the game, attacking them, and winning."""

from collections.abc import Iterator

from domain.base.building import set_settlement
from domain.base.events import SettlementBuilt
from domain.base.state import MAIN
from domain.base.turn import next_turn, require
from domain.chance.draws import Chance
from domain.ids import Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.seafarers.events import ShipBuilt
from domain.seafarers.scenarios.pirate_islands.commands import AttackFortress
from domain.seafarers.scenarios.pirate_islands.events import (
    FortressAttacked,
    FortressShaken,
    FortressTaken,
    ShipsLost,
)
from domain.seafarers.scenarios.pirate_islands.fleet import depart
from domain.seafarers.scenarios.pirate_islands.route import (
    is_complete,
    line_of,
    route_of,
    waters,
)
from domain.seafarers.scenarios.pirate_islands.state import Piracy, find_piracy, piracy_of
from domain.seafarers.score import reached_target
from domain.seafarers.shipping.ships import lift_ship, survey_fleets_around
from domain.seafarers.state import Voyage

rulebook = Rulebook[Voyage]()
decides = rulebook.decides
evolves = rulebook.evolves

SIDES = 6


class NoFortress(RuleViolation):
    """There are no pirate fortresses in this game; nothing can be attacked."""

    code = "fortress/none"


class FortressIsTaken(RuleViolation):
    """You have taken your fortress already; it is your settlement."""

    code = "fortress/taken"


class FortressNotReached(RuleViolation):
    """Your ships do not touch your fortress; build the line to it first."""

    code = "fortress/not_reached"


def raise_fortresses(state: Voyage) -> None:
    """The pirates hold a fortress of every colour; nobody has warships yet."""
    seats = len(state.chairs)
    markers = [waters(seats).fortress_markers] * seats
    state.scenario_state = Piracy(markers=markers, warships=[0] * seats)


def standing_pieces(state: Voyage) -> Iterator[Event]:
    """Every colour's settlement and ship on the eastern island."""
    for seat in state.playing:
        route = route_of(state, seat)
        yield SettlementBuilt(seat=seat, node=route.settlement, free=True)
        yield ShipBuilt(seat=seat, edge=route.ship, free=True)


def may_attack(state: Voyage, seat: Seat) -> bool:
    """Whether a seat may attack its fortress, once it may build."""
    return piracy_of(state).markers[seat] > 0 and is_complete(state, seat)


def won(state: Voyage, seat: Seat) -> bool:
    """Points do not suffice: the own fortress has to be taken too."""
    return not piracy_of(state).markers[seat] and reached_target(state, seat)


@decides(AttackFortress)
def attack_fortress(state: Voyage, command: AttackFortress, chance: Chance) -> Iterator[Event]:
    """The fight ends the turn, unless it has won the game."""
    seat = command.seat
    require(state, seat, MAIN)
    _require_fortress(state, seat)
    draw = chance.index
    die = chance.below(SIDES, "fortress") + 1
    yield FortressAttacked(seat=seat, die=die, draw=draw)
    warships = piracy_of(state).warships[seat]
    if die < warships:
        yield from _shake(state, seat)
    else:
        lost = line_of(state, seat)[::-1][: 1 if die == warships else 2]
        yield ShipsLost(seat=seat, edges=tuple(lost))
    if not state.hooks.won(state, seat):
        yield next_turn(state)


def _require_fortress(state: Voyage, seat: Seat) -> None:
    piracy = find_piracy(state)
    if piracy is None:
        raise NoFortress("there are no fortresses in this game")
    if may_attack(state, seat):
        return
    if not piracy.markers[seat]:
        raise FortressIsTaken("you have taken your fortress already")
    raise FortressNotReached("your ships have not reached your fortress")


def _shake(state: Voyage, seat: Seat) -> Iterator[Event]:
    left = piracy_of(state).markers[seat] - 1
    if left:
        yield FortressShaken(seat=seat, left=left)
    else:
        yield FortressTaken(seat=seat, node=route_of(state, seat).fortress)
        yield from depart(state)


@evolves(FortressAttacked)
def fortress_attacked(state: Voyage, event: FortressAttacked) -> None:
    state.next_draw = event.draw + 1


@evolves(FortressShaken)
def fortress_shaken(state: Voyage, event: FortressShaken) -> None:
    piracy_of(state).markers[event.seat] = event.left


@evolves(FortressTaken)
def fortress_taken(state: Voyage, event: FortressTaken) -> None:
    piracy_of(state).markers[event.seat] = 0
    set_settlement(state, event.seat, event.node)
    survey_fleets_around(state, event.seat, event.node)


@evolves(ShipsLost)
def ships_lost(state: Voyage, event: ShipsLost) -> None:
    """A warship that is lost counts no more."""
    seat, warships = event.seat, piracy_of(state).warships
    for edge in event.edges:
        lift_ship(state, seat, edge)
    warships[seat] = min(warships[seat], state.fleets[seat].ships.bit_count())
