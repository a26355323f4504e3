"""Warships: a knight, or a victory-point card of four players, arms a ship."""

from collections.abc import Iterator
from typing import Final

from domain.base.development import NoUse, is_playable, require_playable
from domain.base.events import DevelopmentCardPlayed
from domain.base.state import DECK
from domain.chance.draws import Chance
from domain.ids import EdgeId, Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.seafarers.scenarios.pirate_islands.commands import PlayVictoryPoint
from domain.seafarers.scenarios.pirate_islands.events import WarshipArmed
from domain.seafarers.scenarios.pirate_islands.route import line_of
from domain.seafarers.scenarios.pirate_islands.state import find_piracy, piracy_of
from domain.seafarers.state import Voyage

rulebook = Rulebook[Voyage]()
decides = rulebook.decides
evolves = rulebook.evolves

POINTS_FROM: Final = 4
"""With fewer players the victory-point cards are left out."""


class PointCardKept(RuleViolation):
    """Victory-point cards are kept for their points in this game; there is nothing to play."""

    code = "card/kept_for_points"


def deck(players: int) -> dict[str, int]:
    """Three play without victory-point cards."""
    return DECK if players >= POINTS_FROM else {**DECK, "victory_point": 0}


def no_points(state: Voyage, seat: Seat) -> int:
    """Victory-point cards are as good as knights, and worth no more."""
    return 0


def has_plain_ship(state: Voyage, seat: Seat) -> bool:
    """Whether a seat has a ship to be armed."""
    return piracy_of(state).warships[seat] < len(line_of(state, seat))


def arm(state: Voyage, seat: Seat) -> WarshipArmed:
    """The plain ship nearest to the settlement becomes a warship."""
    plain = line_of(state, seat)[piracy_of(state).warships[seat] :]
    return WarshipArmed(seat=seat, edge=plain[0])


def warships_of(state: Voyage, seat: Seat) -> list[EdgeId]:
    """Where a seat's warships lie, from its settlement on."""
    return line_of(state, seat)[: piracy_of(state).warships[seat]]


def may_play_point(state: Voyage, seat: Seat) -> bool:
    """Whether a seat may play a victory-point card, if no choice is open."""
    return is_playable(state, seat, "victory_point") and has_plain_ship(state, seat)


@decides(PlayVictoryPoint)
def play_victory_point(state: Voyage, command: PlayVictoryPoint, chance: Chance) -> Iterator[Event]:
    seat = command.seat
    require_playable(state, seat, "victory_point")
    if find_piracy(state) is None:
        raise PointCardKept("victory-point cards are kept for their points in this game")
    if not has_plain_ship(state, seat):
        raise NoUse("you have no ship that could become a warship")
    yield DevelopmentCardPlayed(seat=seat, kind="victory_point")
    yield arm(state, seat)


@evolves(WarshipArmed)
def warship_armed(state: Voyage, event: WarshipArmed) -> None:
    """A knight that was played for it is out of the game."""
    seat = event.seat
    piracy_of(state).warships[seat] += 1
    state.spent["knight"] += state.knights[seat]
    state.knights[seat] = 0
