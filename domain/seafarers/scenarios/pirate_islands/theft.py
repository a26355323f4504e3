"""The seven without a robber: after the discards its roller may draw a card from anybody."""

from collections.abc import Iterator
from typing import Final

from domain.base.robber import NoSuchVictim, steal
from domain.base.turn import next_turn, require, resume
from domain.chance.draws import Chance
from domain.ids import Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.ruleset import Action
from domain.seafarers.scenarios.pirate_islands.commands import DeclineTheft, StealCard
from domain.seafarers.scenarios.pirate_islands.events import (
    TheftDeclined,
    TheftLapsed,
    TheftOffered,
    VictimChosen,
)
from domain.seafarers.state import Voyage

rulebook = Rulebook[Voyage]()
decides = rulebook.decides
evolves = rulebook.evolves

THEFT: Final = "theft"
"""A further phase: a card may be drawn from anybody."""


class TheftOpen(RuleViolation):
    """You may draw a card from a player after your seven; do that, or decline, first."""

    code = "phase/theft_open"


def offer_theft(state: Voyage, seat: Seat) -> Event:
    """The seat that rolled the seven may draw a card; if it has left, the next turn begins."""
    if state.chairs[seat].resigned:
        return next_turn(state)
    if state.hooks.robbable(state, seat):
        return TheftOffered(seat=seat)
    return TheftLapsed(seat=seat)


def thefts(state: Voyage, seat: Seat) -> list[Action]:
    """All answers to the offer."""
    victims = state.hooks.robbable(state, seat)
    return [*(StealCard(seat, victim) for victim in victims), DeclineTheft(seat)]


def no_theft(state: Voyage, seat: Seat) -> list[Action]:
    return [DeclineTheft(seat)]


@decides(StealCard)
def steal_card(state: Voyage, command: StealCard, chance: Chance) -> Iterator[Event]:
    seat, victim = command.seat, command.victim
    require(state, seat, THEFT)
    victims = state.hooks.robbable(state, seat)
    if victim not in victims:
        raise NoSuchVictim("that seat has no card for you to draw", victims=victims)
    yield VictimChosen(seat=seat, victim=victim)
    yield steal(state, seat, victim, chance)


@decides(DeclineTheft)
def decline_theft(state: Voyage, command: DeclineTheft, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, THEFT)
    yield TheftDeclined(seat=command.seat)


@evolves(TheftOffered)
def theft_offered(state: Voyage, event: TheftOffered) -> None:
    state.phase = THEFT


@evolves(TheftLapsed, VictimChosen, TheftDeclined)
def theft_over(state: Voyage, event: TheftLapsed | VictimChosen | TheftDeclined) -> None:
    state.phase = resume(state)
