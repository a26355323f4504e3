"""The pirate: moved instead of the robber, it robs who has ships at its hex."""

import dataclasses
from collections.abc import Iterator

from msgspec.structs import replace

from domain.base import robber
from domain.base.commands import MoveRobber
from domain.base.events import RobberRoused, RobberStayed
from domain.base.robber import NoSuchHex, choose_victim, spared, steal
from domain.base.state import NOWHERE, ROBBER
from domain.base.turn import require, resume
from domain.chance.draws import Chance
from domain.ids import HexId, Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.seafarers.commands import Loot, MovePirate
from domain.seafarers.events import PirateMoved, PirateSet
from domain.seafarers.hooks import SeaHooks
from domain.seafarers.maps.chart import hexes_beside
from domain.seafarers.state import Voyage
from domain.short_forms import the_only

rulebook = Rulebook[Voyage]()
decides = rulebook.decides
completes = rulebook.completes
evolves = rulebook.evolves


class RobberBound(RuleViolation):
    """The robber never goes to this land; choose another hex, or the pirate."""

    code = "robber/not_there"


class PirateThere(RuleViolation):
    """The pirate is on this hex already; choose another."""

    code = "pirate/same_hex"


class PirateAtSeaOnly(RuleViolation):
    """The pirate stays at sea; choose a sea hex, or one of the frame."""

    code = "pirate/not_at_sea"


class PirateBound(RuleViolation):
    """The pirate may not go there, or not be moved by you; choose another hex, or the robber."""

    code = "pirate/not_there"


class LootNeeded(RuleViolation):
    """This victim has more than one thing to take; say which of `details.loot` it shall be."""

    code = "pirate/choose_loot"


class NoSuchLoot(RuleViolation):
    """Nothing of this kind can be taken here; choose from `details.loot`, or leave it out."""

    code = "pirate/no_such_loot"


def rouse(state: Voyage, seat: Seat) -> Event:
    """One of the two has to be moved, if either can."""
    if state.hooks.robber_hexes(state, seat) or state.hooks.pirate_hexes(state, seat):
        return RobberRoused(seat=seat)
    return RobberStayed(seat=seat)


def allowed_land(state: Voyage) -> int:
    """Land that is open to the robber; some areas are not."""
    land = state.board.land
    for area in state.hooks.layout.robber.forbidden_areas:
        land &= ~state.areas.get(area, 0)
    return land


def any_land(state: Voyage, seat: Seat) -> int:
    """The robber goes to any other hex of the land that is open to it."""
    return _but(allowed_land(state), state.robber)


def spare_the_weak(state: Voyage, seat: Seat) -> int:
    """No hex that touches a seat with few visible points; if none is left, a desert."""
    hexes = any_land(state, seat)
    for weak in spared(state):
        hexes &= ~state.networks[weak].hexes
    if hexes or (state.robber != NOWHERE and state.board.deserts >> state.robber & 1):
        return hexes
    return state.board.deserts & allowed_land(state)


def no_hex(state: Voyage, seat: Seat) -> int:
    """The piece takes no part in the game."""
    return 0


def any_sea(state: Voyage, seat: Seat) -> int:
    """The pirate goes to any other sea hex, the frame included, if it obeys this seat."""
    obeys = state.hooks.may_move_pirate(state, seat)
    return _but(state.board.sea, state.pirate) if obeys else 0


def obeys_all(state: Voyage, seat: Seat) -> bool:
    return True


def spare_weak_ships(state: Voyage, seat: Seat) -> int:
    """No hex at which a seat with few visible points has a ship."""
    hexes = any_sea(state, seat)
    for weak in spared(state):
        hexes &= ~hexes_with_ships(state, weak)
    return hexes


def _but(hexes: int, here: HexId) -> int:
    return hexes if here == NOWHERE else hexes & ~(1 << here)


def hexes_with_ships(state: Voyage, seat: Seat) -> int:
    """Sea hexes at which a seat has a ship."""
    return hexes_beside(state.board.geometry, state.fleets[seat].ships) & state.board.sea


def victims_at_sea(state: Voyage, seat: Seat, hex_: HexId) -> list[Seat]:
    """Whom this seat may rob with the pirate on this hex."""
    around = state.board.geometry.hex_edges[hex_]
    candidates = state.hooks.plunderable(state, seat)
    return [other for other in candidates if state.fleets[other].ships & around]


def robbable_owners(state: Voyage, seat: Seat) -> list[Seat]:
    """The same seats as with the robber."""
    return state.hooks.robbable(state, seat)


@decides(MoveRobber)
def move_robber(state: Voyage, command: MoveRobber, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, ROBBER)
    closed = state.board.land & ~allowed_land(state)
    if command.hex >= 0 and command.hex != state.robber and closed >> command.hex & 1:
        raise RobberBound("the robber never goes there", hex=command.hex)
    yield from robber.move_robber(state, command, chance)


@decides(MovePirate)
def move_pirate(state: Voyage, command: MovePirate, chance: Chance) -> Iterator[Event]:
    seat, hex_ = command.seat, command.hex
    require(state, seat, ROBBER)
    require_pirate_hex(state, seat, hex_)
    victim = choose_victim(victims_at_sea(state, seat, hex_), command.victim)
    spoils = () if victim is None else state.hooks.spoils(state, victim)
    loot = choose_loot(spoils, command.loot)
    yield PirateMoved(seat=seat, hex=hex_)
    if victim is not None:
        yield state.hooks.loot(state, seat, victim, loot, chance)


@completes(MovePirate)
def name_victim_and_loot(state: Voyage, command: MovePirate) -> MovePirate:
    """Neither the only one to be robbed need be named, nor the only thing to be taken."""
    if state.phase != ROBBER or not 0 <= command.hex < len(state.board.geometry.hexes):
        return command
    victims = victims_at_sea(state, command.seat, command.hex)
    victim = the_only(victims, command.victim)
    if victim not in victims:
        return command
    loot = the_only(state.hooks.spoils(state, victim), command.loot)
    return replace(command, victim=victim, loot=loot)


def require_pirate_hex(state: Voyage, seat: Seat, hex_: HexId) -> None:
    if not 0 <= hex_ < len(state.board.geometry.hexes):
        raise NoSuchHex("there is no hex with this number on the map", hex=hex_)
    if state.hooks.pirate_hexes(state, seat) >> hex_ & 1:
        return
    if hex_ == state.pirate:
        raise PirateThere("the pirate has to move to another hex", hex=hex_)
    if not state.board.sea >> hex_ & 1:
        raise PirateAtSeaOnly("the pirate stays at sea", hex=hex_)
    raise PirateBound("you cannot move the pirate there", hex=hex_)


def choose_loot(spoils: tuple[Loot, ...], wish: Loot | None) -> Loot | None:
    """What is taken; nothing in particular if there is nothing to choose from."""
    loot = the_only(spoils, wish)
    if loot is None and spoils:
        raise LootNeeded("this victim has several things to take; name one", loot=spoils)
    if loot is not None and loot not in spoils:
        raise NoSuchLoot(f"there is no {loot} to choose here", loot=spoils)
    return loot


def no_choice(state: Voyage, victim: Seat) -> tuple[Loot, ...]:
    """The pirate takes cards alone."""
    return ()


def random_card(
    state: Voyage, thief: Seat, victim: Seat, loot: Loot | None, chance: Chance
) -> Event:
    """The victim loses a card, as to the robber."""
    return steal(state, thief, victim, chance)


@evolves(PirateSet)
def pirate_set(state: Voyage, event: PirateSet) -> None:
    state.pirate = event.hex


@evolves(PirateMoved)
def pirate_moved(state: Voyage, event: PirateMoved) -> None:
    state.pirate = event.hex
    state.phase = resume(state)


def friendly(sea: SeaHooks[Voyage]) -> SeaHooks[Voyage]:
    """The rules of the option `friendly_robber`, which holds for both pieces."""
    return dataclasses.replace(
        sea,
        robber_hexes=spare_the_weak,
        robbable=robber.strong_others_with_cards,
        pirate_hexes=spare_weak_ships,
    )
